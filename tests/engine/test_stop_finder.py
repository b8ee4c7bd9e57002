"""A stop sequence is found wherever the token borders fall, and nothing of it is sent."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.errors import EngineError
from bpe_play.engine.stop_finder import StopFinder
from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.stream_examples import STREAM_EXAMPLES


def sent(stops: list[str], chunks: list[str]) -> tuple[list[str], str | None]:
    """What goes out for each chunk and at the end, and the stop that was found."""
    finder = StopFinder(stops)
    return [*map(finder.feed, chunks), finder.flush()], finder.found


def test_a_stop_sequence_split_over_two_tokens() -> None:
    assert sent(["\nUser:"], ["blue.\n", "User", ":", " why"]) == (["blue.", "", "", "", ""], "\nUser:")


def test_what_only_looked_like_a_stop_comes_out_with_the_next_token() -> None:
    assert sent(["\nUser:"], ["\nUser", "s"]) == (["", "\nUsers", ""], None)


def test_what_is_held_at_the_end_of_the_stream_was_text() -> None:
    assert sent(["END"], ["the E", "N"]) == (["the ", "", "EN"], None)


def test_a_stop_that_begins_again_inside_itself() -> None:
    assert sent(["aab"], ["aa", "ab"]) == (["", "a", ""], "aab")


def test_of_several_stops_the_one_complete_first_counts() -> None:
    assert sent(["abc", "b"], ["xabc"])[1] == "b"
    assert sent(["ab", "b"], ["xab"]) == (["x", ""], "ab")


def test_without_stops_everything_passes() -> None:
    assert sent([], ["a", "b"]) == (["a", "b", ""], None)


def test_an_empty_stop_is_refused() -> None:
    with pytest.raises(EngineError):
        StopFinder(["a", ""])


def test_a_stop_torn_inside_a_character() -> None:
    decoder, finder = StreamDecoder(), StopFinder(["🤖"])
    texts = [finder.feed(decoder.feed(token)) for token in (b"ok \xf0\x9f", b"\xa4", b"\x96 no")]
    assert (texts, finder.stopped) == (["ok ", "", ""], True)


@pytest.mark.parametrize("key", ["stop-split", "stop-almost"])
def test_the_examples_end_before_their_stop(key: str) -> None:
    example = STREAM_EXAMPLES[key]
    texts, found = sent([example.stop], [token.decode() for token in example.tokens])
    assert found == example.stop
    assert "".join(texts) == example.data.decode().partition(example.stop)[0]
    assert not any(example.stop in token.decode() for token in example.tokens)


@given(
    st.lists(st.text("ab", min_size=1, max_size=4), max_size=3),
    st.text("abc", max_size=20),
    st.lists(st.integers(1, 19), max_size=8),
)
def test_the_result_does_not_depend_on_the_borders(stops: list[str], text: str, borders: list[int]) -> None:
    edges = [0, *sorted(borders), len(text)]
    chunks = [text[start:end] for start, end in pairwise(edges)]
    parts, found = sent(stops, chunks)
    ends = [(text.find(stop) + len(stop), text.find(stop)) for stop in stops if stop in text]
    assert "".join(parts) == (text[: min(ends)[1]] if ends else text)
    assert (found is not None) == bool(ends)


@given(st.text("abc", max_size=20))
def test_nothing_is_held_longer_than_it_must(text: str) -> None:
    finder = StopFinder(["aba"])
    for char in text:
        finder.feed(char)
        assert finder.stopped or finder.pending in {"", "a", "ab"}
