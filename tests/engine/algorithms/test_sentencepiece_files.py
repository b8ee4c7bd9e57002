"""Model files of sentencepiece open without sentencepiece, and cut as it does, whatever their settings."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.algorithms.sentencepiece_file import model_of, read_model
from bpe_play.engine.errors import ModelFileError

SETTINGS: list[dict[str, Any]] = [
    {},
    {"normalization_rule_name": "nmt_nfkc_cf"},
    {"normalization_rule_name": "identity", "add_dummy_prefix": False, "remove_extra_whitespaces": False},
    {"byte_fallback": True},
    {"user_defined_symbols": ["<sep>", "ing", "Alice"]},
    {"treat_whitespace_as_suffix": True},
]


def train_peer(text: bytes, **options: Any) -> bytes:
    spm = pytest.importorskip("sentencepiece")
    model = io.BytesIO()
    options = {"vocab_size": 600, "minloglevel": 2} | options
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(text.decode().split("\n")), model_writer=model, **options
    )
    return model.getvalue()


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: ", ".join(options) or "as it comes")
def test_it_cuts_as_sentencepiece_does(
    english: bytes, strings: list[str], kind: str, options: dict[str, Any]
) -> None:
    spm = pytest.importorskip("sentencepiece")
    data = train_peer(english, model_type=kind, **options)
    peer = spm.SentencePieceProcessor(model_proto=data)
    ours = model_of(data)
    some = strings[:2500]
    assert [ours.encode(text) for text in some] == peer.encode(some)


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_the_spans_cover_the_original_although_it_was_changed(
    english: bytes, strings: list[str], kind: str
) -> None:
    model = model_of(train_peer(english, model_type=kind))
    for text in strings[:2500]:
        tokenization = model.tokenize(text)
        if tokenization.spans:
            assert b"".join(span.token for span in tokenization.spans) == tokenization.data
        else:
            assert not text.replace("▁", " ").strip()


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_decoding_gives_what_sentencepiece_gives(english: bytes, strings: list[str], kind: str) -> None:
    spm = pytest.importorskip("sentencepiece")
    data = train_peer(english, model_type=kind)
    peer, ours = spm.SentencePieceProcessor(model_proto=data), model_of(data)
    for text in strings[:2500]:
        ids = ours.encode(text)
        if peer.unk_id() not in ids:
            assert ours.decode(ids).decode() == peer.decode(ids)


def test_pieces_are_written_as_in_the_file(english: bytes) -> None:
    spm = pytest.importorskip("sentencepiece")
    data = train_peer(english, byte_fallback=True)
    peer, ours = spm.SentencePieceProcessor(model_proto=data), model_of(data)
    assert [ours.written(piece).decode() for piece in ours.ids()] == [
        peer.id_to_piece(piece) for piece in range(peer.piece_size())
    ]


def test_a_merge_explains_itself(english: bytes) -> None:
    model = model_of(train_peer(english, model_type="bpe"))
    moves = list(model.explain("the press"))
    assert moves[0].title == "start"
    assert moves[0].pieces[:3] == ("▁".encode(), b"t", b"h")
    assert [len(move.pieces) for move in moves[:-1]] == list(range(10, 10 - len(moves) + 1, -1))


@pytest.mark.parametrize("kind", ["word", "char"])
def test_models_of_words_or_characters_are_refused(english: bytes, kind: str) -> None:
    data = train_peer(english, model_type=kind, hard_vocab_limit=False)
    with pytest.raises(ModelFileError, match="words or of characters"):
        model_of(data)


@pytest.mark.parametrize(
    "data", [b"", b"\x0a", b"\x0a\xff\xff\xff", b"hello world", bytes(100), b"\xff" * 50]
)
def test_what_is_no_model_is_refused_with_a_sentence(data: bytes) -> None:
    with pytest.raises(ModelFileError, match="no sentencepiece model"):
        model_of(data)


def test_a_damaged_model_is_refused_or_read_but_never_breaks(english: bytes) -> None:
    data = train_peer(english[:9000], vocab_size=200)
    for cut in range(0, len(data), 997):
        for damaged in (data[:cut], data[:cut] + b"\xff\x00" + data[cut + 2 :]):
            try:
                model_of(damaged).encode("the ﬁrst  day")
            except ModelFileError:
                continue


def test_a_unigram_model_that_knows_nothing_is_a_model() -> None:
    """One piece, the mark of the unknown: field 1 with its text and its kind."""
    model = model_of(b"\x0a\x09\x0a\x05<unk>\x18\x02")
    assert model.encode("ab") == [0]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match=r"none\.model cannot be read"):
        read_model(tmp_path / "none.model")
