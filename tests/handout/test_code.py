"""A small state as a code: it comes back exactly, old codes keep their meaning, garbage is refused."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.corpora import CORPORA
from bpe_play.engine import PRETOKENIZERS, EngineError, SpecialMode, TieRule
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.published import published_names
from bpe_play.tui.handout import code
from bpe_play.tui.handout.bits import Reader, Writer
from bpe_play.tui.handout.code import LONGEST, code_of, is_name, name_code, read
from bpe_play.tui.handout.symbols import ALPHABET, CodeError, symbols_of
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.state import State

states = st.builds(
    State,
    source=st.sampled_from(list(CORPORA)),
    split=st.sampled_from([*PRETOKENIZERS, r"\s*\S+", "ñ+|."]),
    ties=st.sampled_from(TieRule),
    vocab_size=st.integers(256, 1_000_000),
    min_count=st.integers(1, 10**12),
    longest_token=st.none() | st.integers(1, 10**6),
    cursor=st.none() | st.integers(0, 10**6),
    tokenizer=st.sampled_from(["", "gpt2", "o200k_base"]),
    text=st.binary(max_size=30) | st.text(string.ascii_lowercase + " ", max_size=40).map(str.encode),
    specials=st.sampled_from(SpecialMode),
    byte_format=st.sampled_from(["hex", "binary", "decimal"]),
    choices=st.dictionaries(
        st.integers(1, 5_000), st.tuples(st.integers(0, 255), st.integers(0, 255)), max_size=3
    ).map(lambda chosen: tuple(sorted(chosen.items()))),
)
pages = st.sampled_from(list(PAGES))
fingerprints = st.just("") | st.text("0123456789ABCDEF", min_size=4, max_size=16)


@given(states, pages, fingerprints)
def test_what_is_coded_comes_back_exactly(state: State, page: str, fingerprint: str) -> None:
    symbols = code_of(state, page, fingerprint)
    if symbols is not None:
        assert len(symbols) <= LONGEST
        assert read(symbols) == (state, page, fingerprint[:4])


@given(st.text(ALPHABET + ALPHABET.lower() + "- U\x1b*", max_size=70) | st.text(max_size=40))
def test_garbage_is_refused_in_words_and_never_crashes(typed: str) -> None:
    refused = None
    try:
        read(typed)
        is_name(typed)
    except EngineError as error:
        refused = error
    assert refused is None or (refused.title and refused.hint)


@given(st.text("01", max_size=200))
def test_any_bits_with_a_right_check_are_one_state_or_refused(bits: str) -> None:
    """What is accepted is what would be written, so that no two codes mean the same state."""
    typed = symbols_of("00001" + bits)
    try:
        coded = read(typed)
    except CodeError:
        return
    assert code_of(*coded) in (typed, None)


# Codes that were handed out. They must open for ever: never change a line here, only add.
HANDED_OUT = [
    ("12SZ-2GT5", State(), "lab", "CFC5"),
    ("16SZ-2X4X-4GDR-HCMP-8D3", State(text=b"strawberry"), "lab", "CFC5"),
    (
        "1ZE0-3ZG8-K3C5-KC7A-90WA-0988-3EC7-1TYX-K5RG-S406-XB",
        State(text="café — naïve".encode(), cursor=12, source="tiny", split="none", vocab_size=300),
        "compare",
        "00FF",
    ),
    ("1K11-14SZ-2R17-2GHE-P0Y6", State(source="tiny", choices=((7, (258, 110)),)), "lab", "CFC5"),
]


@pytest.mark.parametrize(
    ("typed", "state", "page", "fingerprint"), HANDED_OUT, ids=[row[0] for row in HANDED_OUT]
)
def test_a_code_that_was_handed_out_means_what_it_meant(
    typed: str, state: State, page: str, fingerprint: str
) -> None:
    assert read(typed) == (state, page, fingerprint)


def test_the_first_start_has_a_code_of_eight_symbols() -> None:
    assert len(code_of(State(), fingerprint="CFC5") or "") == 8


@pytest.mark.parametrize(
    "state",
    [
        State(source="/home/x/a.txt"),
        State(tokenizer="model.json"),
        State(text=b"x" * 200),
        State(split="x" * 90),
    ],
    ids=["own corpus", "own tokenizer", "long text", "long pattern"],
)
def test_what_a_code_has_no_words_for_gets_none(state: State) -> None:
    assert code_of(state) is None


def test_every_name_that_the_program_knows_is_in_the_tables_of_the_code() -> None:
    """A new corpus, split, vocabulary or screen goes to the END of its table, so that old codes stay right."""
    assert set(CORPORA) <= set(code.CORPORA)
    assert set(PRETOKENIZERS) <= set(code.SPLITS)
    assert set(ALGORITHMS) <= set(code.ALGORITHMS)
    assert {row.name for row in published_names()} <= set(code.TOKENIZERS)
    assert set(PAGES) <= set(code.PAGES)


def test_the_tables_of_the_code_have_only_grown_at_their_ends() -> None:
    """An entry that moved, went or came between would make old codes mean something else."""
    for table, begins in [
        (code.PAGES, "lab stream glitch compare measure code"),
        (code.CORPORA, "english spanish passage python numbers emoji forum forum-clean tiny lowest"),
        (code.CORPORA[10:], "aaabdaaabac ab-cd six-ties python-docs stdlib"),
        (code.SPLITS, "none gpt2 cl100k o200k"),
        (code.TOKENIZERS[1:], "gpt2 r50k_base p50k_base p50k_edit cl100k_base o200k_base o200k_harmony"),
        (code._TIES, "first-seen lowest-ids"),
        (code._SPECIALS, "text special error"),
        (code._FORMATS, "hex binary decimal"),
        ([field.name for field in code._FIELDS], "fingerprint text cursor source vocab_size split page"),
        ([field.name for field in code._FIELDS[7:]], "tokenizer ties byte_format specials min_count"),
        ([field.name for field in code._FIELDS[12:]], "longest_token algorithm sentencepiece byte_fallback"),
        ([field.name for field in code._FIELDS[16:]], "nfkc choices"),
    ]:
        assert list(table)[: len(begins.split())] == begins.split()
    assert code.TOKENIZERS[0] == ""


def test_a_code_that_was_written_down_once_means_the_same_for_ever() -> None:
    coded = read("132S-Z2WJ-0TG")
    assert (coded.state, coded.page, coded.fingerprint) == (State(vocab_size=300), "lab", "CFC5")


def test_what_a_newer_program_may_say_is_named_as_such() -> None:
    writer = Writer()
    writer.raw(1, 5)
    writer.number(1 << 40)
    with pytest.raises(CodeError, match="more than this bpe-play understands"):
        read(symbols_of(writer.bits))


def test_a_name_is_told_from_a_state() -> None:
    name = name_code(b"a hand-out")
    assert len(name) == 10
    assert is_name(name)
    assert not is_name(code_of(State()) or "")
    with pytest.raises(CodeError, match="another kind"):
        read(name)


@given(st.lists(st.integers(0, 10**15) | st.binary(max_size=9), max_size=9))
def test_numbers_and_bytes_are_read_as_they_were_written(values: list[int | bytes]) -> None:
    writer = Writer()
    for value in values:
        if isinstance(value, int):
            writer.number(value)
        else:
            writer.data(value)
    reader = Reader(writer.bits)
    assert [reader.number() if isinstance(value, int) else reader.data() for value in values] == values
