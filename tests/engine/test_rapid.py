"""Large texts, encoded by tiktoken where that is certain to be right, have the ids that they have elsewhere."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import SpecialMode, SpecialTokens, Tokenizer, Vocabulary, bpe, pre_tokenizer, rapid
from bpe_play.engine.by_bytes import merges_by_bytes
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer
from bpe_play.engine.published import load
from bpe_play.engine.ranks import recover_merges
from bpe_play.engine.training import train

SPLITS = list(PRETOKENIZERS)
TEXT = (
    "It's a test: naïve 日本語, don't\n\n  we'll see 1234567 — ok?\r\n\t(x)  🍓🍓 aaaa baab\x1c \u2028 'ſ 'S "
)


def learned(text: str, split: str, merges: int = 60, specials: dict[str, int] | None = None) -> Tokenizer:
    words = pre_tokenizer(split).counts(text.encode())
    vocabulary = Vocabulary.of(merge.pair for merge in train(words, 256 + merges))
    return Tokenizer(pre_tokenizer(split), vocabulary, SpecialTokens(specials or {}))


@pytest.fixture(params=SPLITS)
def tokenizer(request: pytest.FixtureRequest) -> Tokenizer:
    return learned(TEXT * 3, request.param, specials={"<|end|>": 900})


def rapidly(
    tokenizer: Tokenizer, data: bytes, step: int | None = None, mode: SpecialMode = SpecialMode.TEXT
) -> list[int]:
    """By tiktoken, however short the text is; as ever where that is not certain."""
    encode = rapid.encoder(tokenizer, step)
    return tokenizer.encode(data, step=step, specials=mode) if encode is None else encode(data, mode)


pieces = st.sampled_from([*TEXT, "  ", "\n\n", "aa", "ab", "<|end|>", "'s", "\u0378", "\u0295", "\U0001fa8e"])


@given(st.lists(pieces, max_size=80).map("".join), st.data())
def test_any_text_has_the_ids_it_has_elsewhere(text: str, draw: st.DataObject) -> None:
    tokenizer = learned(TEXT * 3, draw.draw(st.sampled_from(SPLITS)), specials={"<|end|>": 900})
    step = draw.draw(st.none() | st.integers(0, 70))
    mode = draw.draw(st.sampled_from([SpecialMode.TEXT, SpecialMode.SPECIAL]))
    data = text.encode()
    expected = tokenizer.encode(data, step=step, specials=mode)
    assert rapidly(tokenizer, data, step, mode) == expected


@given(st.binary(max_size=60))
def test_any_bytes_do(data: bytes) -> None:
    tokenizer = learned(TEXT * 3, "cl100k")
    assert rapidly(tokenizer, data) == tokenizer.encode(data)


def test_parts_are_cut_where_pieces_are(tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rapid, "_PART", 7)
    data = (TEXT * 5).encode() + b"\xff\xfe" + TEXT.encode()
    assert rapidly(tokenizer, data) == tokenizer.encode(data)


@pytest.mark.parametrize("unit", ["^", "a", " ", "\n", "ab", "日"])
def test_a_long_run_does(tokenizer: Tokenizer, unit: str) -> None:
    data = (unit * 30_000).encode()
    assert rapidly(tokenizer, data) == tokenizer.encode(data)


def test_it_is_tiktoken_that_encodes(tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without this the tests above would hold if nothing was done here at all."""
    monkeypatch.setattr(Tokenizer, "encode", None)
    assert rapidly(tokenizer, b"It's a test")


def test_a_large_text_is_encoded_so_and_a_short_one_is_not(
    tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = TEXT.encode()
    expected = tokenizer.encode(data)
    monkeypatch.setattr(rapid, "LARGE", len(data) - rapid._BYTES_PER_MERGE * tokenizer.vocabulary.step)
    assert rapid.encode(tokenizer, data) == expected
    monkeypatch.setattr(Tokenizer, "encode", None)
    assert rapid.encode(tokenizer, data) == expected
    with pytest.raises(TypeError):
        rapid.encode(tokenizer, data[1:])


@pytest.mark.parametrize("name", ["r50k_base", "cl100k_base"])
def test_a_published_vocabulary_does(name: str) -> None:
    tokenizer = load(name)
    data = TEXT.encode() * 20
    assert rapidly(tokenizer, data) == tokenizer.encode(data)


class Other(PreTokenizer):
    """A pre-tokenizer that does as it likes."""


def test_what_is_not_known_goes_the_usual_way() -> None:
    vocabulary = learned(TEXT, "gpt2").vocabulary
    for split in (pre_tokenizer(r"\w+|\s"), Other("gpt2", "", PRETOKENIZERS["gpt2"].pattern)):
        assert rapid.encoder(Tokenizer(split, vocabulary)) is None


pairs = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=12)


def handmade(numbers: list[tuple[int, int]]) -> Vocabulary:
    """Any merges of a, b and what was made of them."""
    vocabulary = Vocabulary()
    for left, right in numbers:
        made = [97, 98, *vocabulary.ids]
        pair = made[left % len(made)], made[right % len(made)]
        if pair not in vocabulary.steps:
            vocabulary.learn(pair)
    return vocabulary


@given(pairs)
def test_by_bytes_is_told_as_recovering_the_merges_tells_it(numbers: list[tuple[int, int]]) -> None:
    vocabulary = handmade(numbers)
    ranks = {token: token_id for token_id, token in vocabulary.tokens.items()}
    recovered = len(ranks) == len(vocabulary) and recover_merges(ranks) == (
        vocabulary.pairs,
        vocabulary.ids,
        [],
    )
    assert merges_by_bytes(vocabulary, vocabulary.step) == recovered


@given(pairs, st.text("ab", max_size=30))
def test_where_merging_by_bytes_is_not_the_same_it_is_not_done(
    numbers: list[tuple[int, int]], text: str
) -> None:
    tokenizer = Tokenizer(pre_tokenizer("none"), handmade(numbers))
    assert rapidly(tokenizer, text.encode()) == tokenizer.encode(text)


def test_a_training_makes_only_what_merges_by_bytes() -> None:
    chance = random.Random(3)
    for _ in range(20):
        words = {bytes(chance.choices(b"ab", k=chance.randrange(2, 30))): 1 for _ in range(5)}
        vocabulary = Vocabulary.of(merge.pair for merge in bpe.train(words, 256 + 25))
        distinct = len(set(vocabulary.tokens.values())) == len(vocabulary)
        assert merges_by_bytes(vocabulary, vocabulary.step) == distinct
