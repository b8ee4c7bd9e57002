"""Whatever was opened, pieces, traces, windows and counts say what `encode` says."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken
from tokenizers import decoders as dec
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.anatomy import Kind, study_now
from bpe_play.engine.bpe import encode
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.glitch import find_glitches_now
from bpe_play.engine.merges import SINGLE_BYTES
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.trace import trace
from bpe_play.engine.uses import count_uses
from bpe_play.engine.window import Windows
from bpe_play.engine.window import window as window_of

KINDS = [
    "ours",
    "ranks that no training made",
    "a space put before",
    "NFC and added tokens",
    "merges in any order",
    "merges in any order, tokens looked up",
    "Llama 2",
    "Gemma",
    "sentencepiece",
    "sentencepiece with bytes",
]
UNMERGED = ["WordPiece", "Unigram"]
PARTS = [*" \n\tabcdest", "the ", "ing", "ñ", "ﬁ", "e\u0301", "東", "🍓", "<x>", "12", "aaa", "stra", "berry"]


@pytest.fixture(scope="module")
def opened(
    corpus: str,
    trained: Callable[[str], Tokenizer],
    byte_level: Callable[..., Any],
    sentencepiece_style: Callable[..., Any],
    tmp_path_factory: pytest.TempPathFactory,
) -> dict[str, Tokenizer]:
    """A tokenizer of each kind."""
    folder = tmp_path_factory.mktemp("opened")

    def from_json(document: str) -> Tokenizer:
        (folder / "tokenizer.json").write_text(document, "utf-8")
        return open_tokenizer(folder / "tokenizer.json")

    def from_sentencepiece(byte_fallback: bool) -> Tokenizer:
        file = BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(corpus.split("\n")),
            model_writer=file,
            model_type="bpe",
            vocab_size=700,
            byte_fallback=byte_fallback,
            hard_vocab_limit=False,
            character_coverage=0.98,
            minloglevel=2,
        )
        (folder / "x.model").write_bytes(file.getvalue())
        return open_tokenizer(folder / "x.model")

    added = byte_level(pre.ByteLevel(add_prefix_space=False), norm.NFC())
    added.add_tokens([AddedToken("  ", normalized=True), AddedToken("<x>", lstrip=True), AddedToken("12")])
    byte_document = byte_level(pre.ByteLevel(add_prefix_space=False)).to_str()
    llama = sentencepiece_style(normalizer=norm.Sequence([norm.Prepend("▁"), norm.Replace(" ", "▁")]))
    gemma = sentencepiece_style(
        normalizer=norm.Replace(" ", "▁"), pre=pre.Split(" ", "merged_with_previous"), decoder=dec.Fuse()
    )
    return {
        "ours": trained("gpt2"),
        "ranks that no training made": open_tokenizer(odd_ranks(folder / "x.tiktoken"), pattern="gpt2"),
        "a space put before": from_json(byte_level(pre.ByteLevel(add_prefix_space=True)).to_str()),
        "NFC and added tokens": from_json(added.to_str()),
        "merges in any order": from_json(shuffled(byte_document, False)),
        "merges in any order, tokens looked up": from_json(shuffled(byte_document, True)),
        "Llama 2": from_json(llama.to_str()),
        "Gemma": from_json(gemma.to_str()),
        "sentencepiece": from_sentencepiece(False),
        "sentencepiece with bytes": from_sentencepiece(True),
        "WordPiece": from_json(wordpiece(corpus)),
        "Unigram": from_json(unigram(corpus)),
    }


def odd_ranks(path: Path) -> Path:
    """A rank file in which tokens stand before what they could be merged from."""
    tokens = [
        *SINGLE_BYTES,
        b"the",
        b"in",
        b"ing",
        b" the",
        b"th",
        b" t",
        b"st",
        b"stra",
        b"ra",
        b"aaa",
        b"aa",
    ]
    path.write_bytes(b"".join(b"%s %d\n" % (b64encode(token), rank) for rank, token in enumerate(tokens)))
    return path


def shuffled(document: str, ignore_merges: bool) -> str:
    """Every way to halve a token is a merge, in any order."""
    value = json.loads(document)
    vocab = value["model"]["vocab"]
    cuts = [(token[:at], token[at:]) for token in vocab for at in range(1, len(token))]
    merges = [pair for pair in cuts if pair[0] in vocab and pair[1] in vocab]
    random.Random(3).shuffle(merges)
    value["model"] |= {"merges": merges, "ignore_merges": ignore_merges}
    return json.dumps(value)


def wordpiece(corpus: str) -> str:
    theirs = tokenizers.Tokenizer(tokenizers.models.WordPiece(unk_token="[UNK]"))
    theirs.normalizer, theirs.pre_tokenizer = norm.BertNormalizer(), pre.BertPreTokenizer()
    trainer = tokenizers.trainers.WordPieceTrainer(
        vocab_size=600, special_tokens=["[UNK]"], show_progress=False
    )
    theirs.train_from_iterator([corpus], trainer)
    return str(theirs.to_str())


def unigram(corpus: str) -> str:
    theirs = tokenizers.Tokenizer(tokenizers.models.Unigram())
    theirs.pre_tokenizer = pre.Metaspace()
    trainer = tokenizers.trainers.UnigramTrainer(
        vocab_size=600, unk_token="<unk>", special_tokens=["<unk>"], show_progress=False
    )
    theirs.train_from_iterator([corpus], trainer)
    return str(theirs.to_str())


texts = st.lists(st.sampled_from(PARTS), max_size=24).map("".join)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None)
@given(text=texts, data=st.data())
def test_a_trace_ends_with_the_ids(
    kind: str, opened: dict[str, Tokenizer], text: str, data: st.DataObject
) -> None:
    tokenizer = opened[kind]
    vocabulary = tokenizer.vocabulary
    step = data.draw(st.integers(0, vocabulary.step))
    ids: list[int] = []
    for piece in tokenizer.pieces(text):
        if piece.id is not None:
            ids.append(piece.id)
            continue
        before = tuple(vocabulary.start(piece.data))
        for made in trace(piece.data, vocabulary, step):
            assert made.step <= step
            assert len(made.ids) < len(before) or vocabulary.whole
            before = made.ids
        ids += before
    assert ids == tokenizer.encode(text, step=step)


@pytest.mark.parametrize("kind", KINDS + UNMERGED)
@settings(max_examples=40, deadline=None)
@given(text=texts)
def test_pieces_stand_in_the_text_one_after_the_other(
    kind: str, opened: dict[str, Tokenizer], text: str
) -> None:
    tokenizer = opened[kind]
    pieces, last = list(tokenizer.pieces(text)), 0
    for piece in pieces:
        assert last <= piece.start <= piece.end
        last = piece.end
    assert last <= len(text.encode())
    if tokenizer.is_plain:
        assert b"".join(piece.data for piece in pieces) == text.encode()


def test_the_trace_of_a_vocabulary_of_our_own_is_the_plain_definition(opened: dict[str, Tokenizer]) -> None:
    vocabulary = opened["ours"].vocabulary
    for piece in (b"strawberry", b"aaabdaaabac", b" the"):
        assert list(list(trace(piece, vocabulary))[-1].ids) == encode(piece, vocabulary.steps)


@pytest.mark.parametrize("kind", KINDS + UNMERGED)
def test_a_window_of_a_small_text_is_exact(kind: str, opened: dict[str, Tokenizer]) -> None:
    tokenizer, data = opened[kind], "the straw<x>berry ﬁ é\n  in 12 東 things".encode()
    whole = tokenizer.tokenize(data).spans
    for start in range(0, len(data), 5):
        part = window_of(tokenizer, data, start, start + 7)
        assert part.exact
        assert set(part.spans) <= set(whole)
        assert part.spans[0].start <= start
        assert part.spans[-1].end >= min(start + 7, len(data))


@pytest.mark.parametrize("kind", KINDS + UNMERGED)
def test_a_window_of_a_large_text_covers_it_and_has_its_tokens(
    kind: str, opened: dict[str, Tokenizer]
) -> None:
    tokenizer, data = opened[kind], b"the strawberry is red, and 12 things\nare in it\n" * 600
    whole = set(tokenizer.tokenize(data).spans)
    windows = Windows(tokenizer, data)
    for start in (0, 9_000, 15_003, len(data) - 20):
        part = windows.cut(start, start + 20)
        assert part.exact == tokenizer.is_plain
        inside = [span for span in part.spans if start <= span.start and span.end <= start + 20]
        assert inside
        assert set(inside) <= whole


def test_hits_of_the_next_pair_are_found_through_a_normalizer(opened: dict[str, Tokenizer]) -> None:
    tokenizer = opened["Llama 2"]
    vocabulary, data = tokenizer.vocabulary, b"the strawberry in the rain"
    for step in range(0, vocabulary.step, 60):
        pair = vocabulary.pairs[step]
        part = Windows(tokenizer, data).cut(0, len(data), step, pair)
        saved = len(tokenizer.encode(data, step=step)) - len(tokenizer.encode(data, step=step + 1))
        assert len(part.hits) == saved
        assert all((part.spans[hit].id, part.spans[hit + 1].id) == pair for hit in part.hits)


@pytest.mark.parametrize("kind", KINDS + UNMERGED)
def test_uses_are_those_of_the_ids(kind: str, opened: dict[str, Tokenizer]) -> None:
    data = "\n".join(TEXTS).encode()
    assert count_uses(opened[kind], data) == Counter(opened[kind].encode(data))


@pytest.mark.parametrize("kind", ["merges in any order", "Llama 2", *UNMERGED])
def test_kinds_of_tokens_and_glitches_can_be_asked_for(kind: str, opened: dict[str, Tokenizer]) -> None:
    tokenizer = opened[kind]
    anatomy = study_now(tokenizer)
    for token_id in anatomy.kinds[Kind.UNREACHABLE][:50]:
        assert tokenizer.encode(tokenizer.vocabulary.tokens[token_id]) != [token_id]
    report = find_glitches_now(tokenizer, None, b"the straw")
    assert report.learned == len(set(tokenizer.vocabulary.ids))


@pytest.mark.parametrize("kind", UNMERGED)
def test_what_does_not_merge_says_why(kind: str, opened: dict[str, Tokenizer]) -> None:
    tokenizer = opened[kind]
    assert f"{kind} has no merges" in tokenizer.why_no_merges
    assert (tokenizer.vocabulary.step, tokenizer.vocabulary.pairs) == (0, [])
    with pytest.raises(EngineError, match="has no merges"):
        list(trace(b"the", tokenizer.vocabulary))
    twin = tokenizer.twin()
    assert twin.encode("the strawberry") == tokenizer.encode("the strawberry")


def test_what_a_tokenizer_drops_belongs_to_the_token_behind_it(opened: dict[str, Tokenizer]) -> None:
    spans = opened["WordPiece"].tokenize(b"  the   the ").spans
    assert [span.token for span in spans] == [b"  th", b"e", b"   th", b"e "]
    assert opened["WordPiece"].tokenize(b"  ").spans == ()
    assert opened["WordPiece"].tokenize("the 🂡".encode()).spans[-1].unknown
