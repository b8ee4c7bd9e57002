"""Streams played through every decoder, and what the report says about each."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.characters import character_bounds
from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.stream_decoders import DECODERS
from bpe_play.engine.stream_examples import STREAM_EXAMPLES, StreamExample
from bpe_play.engine.stream_play import StreamStep, one_byte_a_token, play, tokens_of
from bpe_play.engine.stream_report import StreamReport, report, units
from bpe_play.engine.tokenizer import Tokenization, TokenSpan

Tokens = list[tuple[int, bytes]]


def cut(data: bytes, borders: list[int]) -> Tokens:
    """A stream of tokens with these borders."""
    edges = [0, *sorted({border for border in borders if 0 < border < len(data)}), len(data)]
    return [(256, data[start:end]) for start, end in pairwise(edges) if start < end]


def reports(tokens: Tokens) -> dict[str, StreamReport]:
    return {key: report(play(tokens, kind.make())) for key, kind in DECODERS.items()}


def test_a_step_says_what_went_out_and_what_is_held() -> None:
    assert play([(1, b"a\xc3"), (2, b"\xb1")], StreamDecoder()) == [
        StreamStep(number=1, id=1, token=b"a\xc3", end=2, sent="a", held=b"\xc3"),
        StreamStep(number=2, id=2, token=b"\xb1", end=3, sent="ñ", held=b""),
        StreamStep(number=3, id=None, token=b"", end=3, sent="", held=b""),
    ]


def test_without_a_flush_a_character_on_its_way_is_not_lost() -> None:
    result = report(play(one_byte_a_token(b"a\xc3"), StreamDecoder(), flush=False))
    assert (result.seen, result.characters, result.lost, result.is_right) == ("a", 1, (), True)


def test_the_tokens_of_a_text() -> None:
    spans = (TokenSpan(256, b"ab", 0, 2), TokenSpan(99, b"c", 2, 3))
    assert tokens_of(Tokenization(b"abc", spans)) == [(256, b"ab"), (99, b"c")]


def test_a_robot_in_three_tokens() -> None:
    """As in cl100k: F0 9F, then A4, then 96."""
    found = reports([(9468, b"\xf0\x9f"), (97, b"\xa4"), (244, b"\x96")])
    seen = {key: result.seen for key, result in found.items()}
    assert seen == {
        "alone": "\ufffd\ufffd\ufffd",
        "by-length": "\ufffd",
        "hold-ufffd": "🤖",
        "incremental": "🤖",
    }
    figures = {
        key: (len(result.lost), len(result.early), len(result.late), result.first_wrong)
        for key, result in found.items()
    }
    assert figures == {
        "alone": (1, 1, 0, 1),
        "by-length": (1, 1, 0, 1),
        "hold-ufffd": (0, 0, 0, None),
        "incremental": (0, 0, 0, None),
    }


def test_a_real_replacement_character_at_the_end_is_lost_by_looking_at_the_text() -> None:
    found = reports(one_byte_a_token("ok\ufffd".encode()))
    assert found["hold-ufffd"].seen == "ok"
    assert [unit.text for unit in found["hold-ufffd"].lost] == ["\ufffd"]
    assert found["hold-ufffd"].first_wrong == 5
    assert found["incremental"].seen == "ok\ufffd"
    assert found["incremental"].is_right


def test_a_real_replacement_character_in_the_middle_is_late() -> None:
    result = reports(cut("a\ufffdb".encode(), [1, 4]))["hold-ufffd"]
    assert (result.seen, result.lost, [unit.text for unit in result.late]) == ("a\ufffdb", (), ["\ufffd"])


def test_new_by_length_shows_half_a_character_and_swallows_the_whole_one() -> None:
    result = reports(one_byte_a_token("señor".encode()))["by-length"]
    assert (result.seen, [unit.text for unit in result.lost]) == ("se\ufffdor", ["ñ"])
    assert (result.replacements, result.replacements_due, result.first_wrong) == (1, 0, 3)


def test_broken_bytes_are_no_lost_characters() -> None:
    found = reports(one_byte_a_token(b"\xe2\x82\xc3\xa9"))
    assert {key: result.characters for key, result in found.items()} == dict.fromkeys(DECODERS, 1)
    assert [unit.text for unit in found["alone"].lost] == ["é"]
    assert (found["incremental"].replacements, found["incremental"].replacements_due) == (1, 1)


def test_an_empty_stream() -> None:
    for result in reports([]).values():
        assert (result.seen, result.characters, result.is_right) == ("", 0, True)


STREAMS = st.one_of(st.text(max_size=8).map(str.encode), st.binary(max_size=12))
BORDERS = st.lists(st.integers(1, 30), max_size=12)


@given(STREAMS, BORDERS)
def test_the_incremental_decoder_is_right_on_any_stream(data: bytes, borders: list[int]) -> None:
    result = report(play(cut(data, borders), StreamDecoder()))
    assert result.is_right
    assert result.seen == data.decode("utf-8", "replace")
    assert (result.lost, result.early, result.late) == ((), (), ())


@given(STREAMS, BORDERS)
def test_the_units_cover_the_stream_in_order(data: bytes, borders: list[int]) -> None:
    found = units(play(cut(data, borders), StreamDecoder()))
    assert b"".join(unit.data for unit in found) == data
    assert "".join(unit.text for unit in found) == data.decode("utf-8", "replace")
    assert [unit.due for unit in found] == sorted(unit.due for unit in found)


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufffd"), max_size=8), BORDERS)
def test_lost_characters_are_those_that_the_user_cannot_see(text: str, borders: list[int]) -> None:
    for result in reports(cut(text.encode(), borders)).values():
        assert len(result.lost) == len(text) - len(result.seen.replace("\ufffd", ""))


@given(STREAMS, BORDERS)
def test_a_decoder_is_right_exactly_if_nothing_is_early_late_or_lost(data: bytes, borders: list[int]) -> None:
    for result in reports(cut(data, borders)).values():
        assert result.is_right == (not (result.early or result.late or result.lost))


@pytest.mark.parametrize("example", STREAM_EXAMPLES.values(), ids=STREAM_EXAMPLES)
def test_every_example_cut_at_any_one_or_two_places(example: StreamExample) -> None:
    """Each character appears at its own last byte, and the whole is the text."""
    data, whole = example.data, example.data.decode("utf-8", "replace")
    for first in range(1, len(data)):
        for second in range(first, min(first + 5, len(data) + 1)):
            steps = play(cut(data, [first, second]), StreamDecoder())
            assert "".join(step.sent for step in steps) == whole
            assert report(steps).is_right


@given(st.sampled_from(list(STREAM_EXAMPLES.values())), st.lists(st.integers(1, 60), max_size=60))
def test_every_example_cut_anyhow(example: StreamExample, borders: list[int]) -> None:
    result = report(play(cut(example.data, borders), StreamDecoder()))
    assert result.is_right
    assert result.seen == example.data.decode("utf-8", "replace")


@pytest.mark.parametrize(
    ("key", "tokens", "torn"), [("robot", 4, 2), ("japanese", 15, 6), ("russian", 19, 2), ("family", 16, 7)]
)
def test_examples_in_cl100k(key: str, tokens: int, torn: int) -> None:
    """As many tokens as published, and as many borders that go through a character."""
    from bpe_play.engine.published import load

    stream = tokens_of(load("cl100k_base").tokenize(STREAM_EXAMPLES[key].data))
    steps = play(stream, StreamDecoder())
    assert (len(stream), sum(bool(step.held) for step in steps)) == (tokens, torn)
    assert report(steps).is_right
    assert not report(play(stream, DECODERS["by-length"].make())).is_right


@pytest.mark.parametrize("example", STREAM_EXAMPLES.values(), ids=STREAM_EXAMPLES)
def test_every_character_of_an_example_appears_at_its_own_last_byte(example: StreamExample) -> None:
    steps = play(one_byte_a_token(example.data), StreamDecoder())
    bounds = character_bounds(example.data)
    for start, end in pairwise(bounds):
        character = example.data[start:end].decode("utf-8", "replace")
        if "\ufffd" not in character:
            assert character in steps[end - 1].sent
            assert not any(step.sent for step in steps[start : end - 1] if "\ufffd" not in step.sent)


@pytest.mark.parametrize("example", STREAM_EXAMPLES.values(), ids=STREAM_EXAMPLES)
def test_the_table_of_examples_is_sound(example: StreamExample) -> None:
    assert example.look.endswith(".")
    assert example.tokenizer in {"none", "own", "cl100k_base"}
    assert not example.tokens or b"".join(example.tokens) == example.data
    assert example.cut_after is None or 0 < example.cut_after < len(example.data)


def test_the_table_of_decoders_is_sound() -> None:
    assert list(DECODERS) == ["alone", "by-length", "hold-ufffd", "incremental"]
    assert all(key == kind.key and kind.about.endswith(".") for key, kind in DECODERS.items())
    assert DECODERS["alone"].make() is not DECODERS["alone"].make()
