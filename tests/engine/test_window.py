"""A window of a text has exactly the tokens that the whole text has there, or says that it may not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_play.engine import PRETOKENIZERS, Tokenizer, TokenSpan, Vocabulary, bpe, pre_tokenizer, to_bytes
from bpe_play.engine import window as module
from bpe_play.engine.certain_cuts import Neighbours, PieceBorders, decoder_start
from bpe_play.engine.merges import Pair
from bpe_play.engine.window import Window, Windows, window

SPLITS = ["none", "gpt2", "cl100k", "o200k", r"\w+", "[a-z]+|[A-Z]", r"(?<=a)b|\s+$"]
NAMED = ["gpt2", "cl100k", "o200k"]

# One character or more of every class that a named pattern tells apart, and one stray byte.
CLASSES = ["a", "A", "1", " ", "\n", "\r", "\t", "'", "s", "-", "/", "\u0301", "\u3000", "日", "ʰ", "\udcff"]


def trained(split: str, data: bytes, merges: int = 20) -> Tokenizer:
    pre = pre_tokenizer(split)
    return Tokenizer(pre, Vocabulary.of(merge.pair for merge in bpe.train(pre.counts(data), 256 + merges)))


def spans_in(whole: tuple[TokenSpan, ...], part: Window) -> tuple[TokenSpan, ...]:
    """The whole text's tokens where the window is."""
    first, last = part.spans[0].start, part.spans[-1].end
    return tuple(span for span in whole if first <= span.start and span.end <= last)


def covers(part: Window, data: bytes, start: int, end: int) -> bool:
    joined = b"".join(span.token for span in part.spans)
    return (
        part.spans[0].start <= start
        and part.spans[-1].end >= end
        and joined == data[part.spans[0].start : part.spans[-1].end]
    )


@pytest.fixture
def short_reach(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Makes small texts meet the limits that only large ones meet."""

    def set_reach(reach: int, small: int = 1 << 18) -> None:
        monkeypatch.setattr(module, "REACH", reach)
        monkeypatch.setattr(module, "NEAR", 0)
        monkeypatch.setattr(module, "MARGIN", 2)
        monkeypatch.setattr(module, "SMALL", small)

    return set_reach


texts = st.lists(st.sampled_from([*CLASSES, "ab", "abc", " the", "'ll", "ñ", "👩‍👧", "\r\n"]), max_size=40)


@settings(max_examples=300, deadline=None)
@given(texts, st.sampled_from(SPLITS), st.data())
def test_a_window_has_the_tokens_of_the_whole_text(parts: list[str], split: str, data: st.DataObject) -> None:
    text = to_bytes("".join(parts) or "x")
    tokenizer = trained(split, text)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    step = data.draw(st.integers(0, tokenizer.vocabulary.step))
    part = Windows(tokenizer, text).cut(start, end, step)
    assert part.exact
    assert covers(part, text, start, end)
    assert part.spans == spans_in(tokenizer.tokenize(text, step=step).spans, part)


@pytest.mark.parametrize("reach", [1, 4, 16])
@pytest.mark.parametrize("split", SPLITS)
def test_exact_is_never_claimed_wrongly(
    split: str, reach: int, short_reach: Callable[[int, int], None]
) -> None:
    short_reach(reach, 0)

    @settings(max_examples=40, deadline=None)
    @given(texts)
    def holds(parts: list[str]) -> None:
        text = to_bytes("".join(parts) or "x")
        tokenizer = trained(split, text, 12)
        windows = Windows(tokenizer, text)
        for step in (0, 3, tokenizer.vocabulary.step):
            whole = tokenizer.tokenize(text, step=step).spans
            for start in range(len(text)):
                part = windows.cut(start, start + 3, step)
                assert covers(part, text, start, min(start + 3, len(text)))
                assert not part.exact or part.spans == spans_in(whole, part)

    holds()


@pytest.mark.parametrize("split", NAMED)
def test_on_both_sides_of_a_certain_border_the_pattern_splits_as_in_the_whole(split: str) -> None:
    pre, borders = pre_tokenizer(split), PieceBorders(known=True)
    found = 0
    for text in ("".join(some) for length in (2, 3) for some in product(CLASSES, repeat=length)):
        at = borders.first_in(text)
        if at is not None:
            found += 1
            left, right = to_bytes(text[:at]), to_bytes(text[at:])
            assert pre.pieces(left) + pre.pieces(right) == pre.pieces(left + right), (text, at)
    assert found > 2_000


def test_every_named_pattern_is_covered_by_these_tests() -> None:
    assert set(PRETOKENIZERS) == {"none", *NAMED}


@given(st.lists(st.sampled_from(["a", "ñ", "日", "😀", "\udcc3", "\udc80"]), max_size=12), st.data())
def test_a_decoder_that_begins_there_reads_what_one_from_the_start_reads(
    chars: list[str], data: st.DataObject
) -> None:
    text = to_bytes("".join(chars))
    offset = data.draw(st.integers(0, len(text)))
    at = decoder_start(text, offset)
    assert offset - 3 <= at <= offset
    both = (text[:at].decode("utf-8", "surrogateescape"), text[at:].decode("utf-8", "surrogateescape"))
    assert "".join(both) == text.decode("utf-8", "surrogateescape")


def test_neighbours_are_those_of_all_tokens_of_a_step() -> None:
    vocabulary = trained("none", b"the cat sat on the mat, that is that").vocabulary
    neighbours = Neighbours(vocabulary)
    for step in range(vocabulary.step + 1):
        tokens = [vocabulary.tokens[256 + made] for made in range(step)]
        for left, right in product(b"the cast,", repeat=2):
            held = any(bytes([left, right]) in token for token in tokens)
            assert neighbours.apart(bytes([left]), bytes([right]), step) is not held


@given(
    data=st.text("abc ", max_size=60).map(str.encode),
    steps=st.lists(st.integers(0, 12), min_size=1, max_size=6),
    seam=st.none() | st.text("abc ", min_size=2, max_size=2).map(str.encode),
    backwards=st.booleans(),
)
def test_the_nearest_border_is_found_in_whatever_order_steps_are_asked_for(
    data: bytes, steps: list[int], seam: bytes | None, backwards: bool
) -> None:
    vocabulary = trained("none", b"abc cab bca abca ab abc" * 3, 12).vocabulary
    outlook = Neighbours(vocabulary).outlook(data, backwards)
    places = range(1, len(data))
    for step in steps:
        tokens = [vocabulary.tokens[token_id] for token_id in vocabulary.ids[:step]]
        pairs = {at: data[at - 1 : at + 1] for at in (reversed(places) if backwards else places)}
        free = (at for at, two in pairs.items() if two != seam and not any(two in token for token in tokens))
        assert outlook.nearest(step, seam) == next(free, None)


def test_neighbours_grow_with_the_vocabulary() -> None:
    vocabulary = Vocabulary()
    neighbours = Neighbours(vocabulary)
    assert neighbours.apart(b"a", b"b", 1)
    vocabulary.learn((97, 98))
    assert not neighbours.apart(b"a", b"b", 1)


# The next pair.


@pytest.mark.parametrize("split", ["none", "gpt2"])
def test_hits_are_what_the_next_step_merges(split: str) -> None:
    text = b"aaaa aaa  baab    aa\naaaaa" * 3
    tokenizer = trained(split, text)
    windows = Windows(tokenizer, text)
    for step, pair in enumerate(tokenizer.vocabulary.pairs):
        new_id = 256 + step
        merged = {span.start for span in tokenizer.tokenize(text, step=step + 1).spans if span.id == new_id}
        for start in range(0, len(text) - 5):
            part = windows.cut(start, start + 5, step, pair)
            covered = range(part.spans[0].start, part.spans[-1].end)
            assert {part.spans[hit].start for hit in part.hits} == {at for at in merged if at in covered}


def test_a_run_of_equal_tokens_is_paired_from_its_start_however_far_that_is(
    short_reach: Callable[[int, int], None],
) -> None:
    short_reach(64, 0)
    text = b"b" + b"a" * 31 + b"b"
    part = Windows(trained("none", b""), text).cut(20, 22, 0, (97, 97))
    assert part.exact
    assert all((part.spans[hit].start - 1) % 2 == 0 for hit in part.hits)


def test_pieces_are_not_joined_by_a_hit() -> None:
    part = Windows(trained("gpt2", b""), b"a-a-").cut(0, 4, 0, (97, 45))
    assert part.hits == frozenset()


# Published vocabularies have ids of their own, and some have more than merges.


def test_ids_of_single_bytes_may_be_in_another_order() -> None:
    vocabulary = Vocabulary([255 - value for value in range(256)])
    vocabulary.learn((255 - ord("a"), 255 - ord("b")), 300)
    text = b"abab" * 10
    tokenizer = Tokenizer(pre_tokenizer("none"), vocabulary)
    part = window(tokenizer, text, 9, 11)
    assert part.spans == spans_in(tokenizer.tokenize(text).spans, part)
    assert {span.id for span in part.spans} == {300}


def test_no_piece_is_cut_where_pieces_are_looked_up_whole(short_reach: Callable[[int, int], None]) -> None:
    short_reach(8, 0)
    vocabulary = Vocabulary.of([(97, 98)])
    vocabulary.whole = {b"ab": 256, b"xy": 256}
    text = b"q" * 20 + b"xy" + b"q" * 20
    part = Windows(Tokenizer(pre_tokenizer("none"), vocabulary), text).cut(20, 22)
    assert not part.exact
    assert [span.token for span in part.spans][-3:] != [b"ab"]


# Large texts: what matters is how little of them is looked at.


class Watched:
    """A huge text that is made up as it is read, and remembers how much was."""

    def __init__(self, unit: bytes, length: int) -> None:
        self.unit, self.length, self.read = unit, length, 0

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(self.length)
        self.read += max(stop - start, 0)
        first = start // len(self.unit)
        units = self.unit * (stop // len(self.unit) - first + 1)
        return units[start - first * len(self.unit) : stop - first * len(self.unit)]


@pytest.mark.parametrize("split", ["none", *NAMED])
@pytest.mark.parametrize("unit", [b"one line without an end, ", "日本語の文、".encode(), b"\xff\xfe\x00a"])
def test_only_the_neighbourhood_is_read(split: str, unit: bytes) -> None:
    tokenizer = trained(split, unit * 10, 2)
    text = Watched(unit, 100_000_000)
    part = Windows(tokenizer, text).cut(50_000_000, 50_002_000)
    assert part.exact
    assert text.read < 300_000
    assert sum(len(span.token) for span in part.spans) < 3_000


@pytest.mark.parametrize("unit", [b"a", b"\x80", b"^"])
def test_where_nothing_is_certain_the_window_says_so(unit: bytes) -> None:
    tokenizer = trained("cl100k", unit * 10, 3)
    text = Watched(unit, 100_000_000)
    part = Windows(tokenizer, text).cut(50_000_000, 50_002_000)
    assert not part.exact
    assert part.spans[0].start <= 50_000_000
    assert part.spans[-1].end >= 50_002_000
    assert len(part.spans) < 20_000


def test_a_pattern_of_ones_own_is_exact_in_small_texts_and_a_guess_in_large_ones() -> None:
    tokenizer = Tokenizer(pre_tokenizer(r"\w+"), Vocabulary())
    small, large = b"ab cd! " * 100, Watched(b"ab cd! ", 10_000_000)
    assert Windows(tokenizer, small).cut(300, 310).exact
    assert not Windows(tokenizer, large).cut(5_000_000, 5_000_010).exact


def test_beyond_the_text_there_is_nothing() -> None:
    windows = Windows(trained("gpt2", b""), b"abc")
    assert windows.cut(3, 9) == windows.cut(2, 2) == Window(())
    assert Windows(trained("gpt2", b""), b"").cut(0, 9) == Window(())


def test_a_pair_of_the_vocabulary_is_given_as_it_stands_there() -> None:
    pair: Pair = (97, 98)
    part = Windows(trained("none", b""), b"xxabxx").cut(0, 6, 0, pair)
    assert [part.spans[hit].start for hit in part.hits] == [2]
