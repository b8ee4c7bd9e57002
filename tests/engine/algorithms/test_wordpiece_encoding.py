"""WordPiece with a given vocabulary cuts as Hugging Face's does, and shows its limit."""

from __future__ import annotations

import pytest

from bpe_play.engine.algorithms.losses import loss
from bpe_play.engine.algorithms.protocol import run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.wordpiece import BERT_SPLIT, WordPieceModel
from bpe_play.engine.errors import EngineError

BERT = TextRules(BERT_SPLIT, skips_spaces=True)


@pytest.fixture(scope="module")
def vocab(english: bytes) -> dict[str, int]:
    """800 pieces learned from words without their spaces, as BERT has them."""
    row = ALGORITHMS["wordpiece"]
    counts = BERT_SPLIT.counts(english)
    words = {piece: count for piece, count in counts.items() if not piece.isspace()}
    model = run(row.train(words, Settings(vocab_size=800, min_count=3)))
    pieces = [model.written(token_id).decode() for token_id in model.ids()]
    return {piece: number for number, piece in enumerate([*pieces, "##日", "Alice", "#"])}


def test_it_equals_hugging_face_on_ten_thousand_strings(vocab: dict[str, int], strings: list[str]) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    peer = tokenizers.Tokenizer(tokenizers.models.WordPiece(vocab, unk_token="[UNK]"))
    peer.pre_tokenizer = tokenizers.pre_tokenizers.BertPreTokenizer()
    ours = WordPieceModel(vocab, rules=BERT)
    expected = [encoding.ids for encoding in peer.encode_batch(strings)]
    assert [ours.encode(text) for text in strings] == expected
    assert any(0 in ids for ids in expected)


@pytest.mark.parametrize("limit", [3, 100])
def test_it_equals_hugging_face_on_whole_strings_as_words(
    vocab: dict[str, int], strings: list[str], limit: int
) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    peer = tokenizers.Tokenizer(
        tokenizers.models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=limit)
    )
    ours = WordPieceModel(vocab, max_chars=limit)
    for text in strings[:3000]:
        assert ours.encode(text) == (peer.encode(text).ids if text else [])


def test_a_word_above_the_limit_is_unknown_and_the_limit_can_be_moved() -> None:
    vocab = {"[UNK]": 0, "a": 1, "##a": 2}
    model = WordPieceModel(vocab)
    assert model.max_chars == 100
    assert len(model.encode("a" * 100)) == 100
    assert model.encode("a" * 101) == [0]
    assert len(WordPieceModel(vocab, max_chars=101).encode("a" * 101)) == 101
    (move,) = model.explain("a" * 101)
    assert move.title == "more than 100 characters: the word is unknown"
    assert loss(model, "a" * 101).unknown_characters == 101


def test_the_longest_piece_from_the_left_is_taken_even_if_it_leads_nowhere() -> None:
    """unable = un + able would do, but una is longer, and then nothing begins with b."""
    vocab = {"[UNK]": 0, "un": 1, "una": 2, "##able": 3, "##ble": 4}
    assert WordPieceModel(vocab).encode("unable") == [2, 4]
    del vocab["##ble"]
    assert WordPieceModel(vocab).encode("unable") == [0]


def test_the_explanation_names_each_piece_and_what_was_tried() -> None:
    model = WordPieceModel({"[UNK]": 0, "un": 1, "##happi": 2, "##ness": 3})
    moves = list(model.explain("unhappiness"))
    assert [move.pieces for move in moves] == [
        (b"un", b"happiness"),
        (b"un", b"##happi", b"ness"),
        (b"un", b"##happi", b"##ness"),
    ]
    assert [move.settled for move in moves] == [1, 2, 3]
    *_, last = model.explain("unhappily")
    assert last.title == "no piece fits here: the whole word is unknown"


def test_spaces_that_get_no_token_belong_to_the_token_after_them() -> None:
    model = WordPieceModel({"[UNK]": 0, "hello": 1, "world": 2, ",": 3}, rules=BERT)
    spans = model.tokenize(" hello,  world ").spans
    assert [span.token for span in spans] == [b" hello", b",", b"  world "]
    assert model.decode([1, 3, 2]) == b"hello , world"
    assert not loss(model, "hello,  world").round_trips


def test_a_vocabulary_without_an_unknown_token_is_refused() -> None:
    with pytest.raises(EngineError, match=r"\[UNK\]"):
        WordPieceModel({"a": 0})
