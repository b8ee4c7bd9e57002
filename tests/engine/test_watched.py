"""A pattern that nobody has tried before: it gets a second by the clock, on a machine with others at work too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import regex

from bpe_play.engine import watched
from bpe_play.engine.watched import FIRST_TRY, MATCHES_PER_BATCH, SECONDS, RunawayError, spans, tries


def clock(pace: float, given: list[float]) -> Iterator[float]:
    """A machine on which each second of processor time takes `pace` seconds; `given` fills with the tries."""
    yield 0.0
    while True:
        yield pace * sum(given)


def tries_at(pace: float) -> list[float]:
    given: list[float] = []
    for seconds in tries(clock(pace, given).__next__):
        given += [seconds]  # at once: the clock looks at it
    return given


def test_on_an_idle_machine_all_of_the_time_is_used() -> None:
    assert tries_at(1.0) == [FIRST_TRY, SECONDS - FIRST_TRY]


@pytest.mark.parametrize("pace", [0.5, 1.0, 1.5, 2.0, 3.0, 4.5])
def test_a_busy_machine_makes_nobody_wait_for_longer_than_a_second(pace: float) -> None:
    given = tries_at(pace)
    assert pace * sum(given) <= SECONDS + 0.01
    assert given[0] == FIRST_TRY


@pytest.mark.parametrize("pace", [5.0, 50.0])
def test_a_very_busy_one_tries_once(pace: float) -> None:
    assert tries_at(pace) == [FIRST_TRY]


def test_a_clock_that_stands_still_ends_the_tries() -> None:
    assert tries_at(0.0) == [FIRST_TRY]


def test_another_try_goes_on_behind_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No match is told twice, and none is lost."""
    limits: list[float] = []
    real = watched._from

    def stopped_once(
        pattern: regex.Pattern[str], text: str, position: int, seconds: float
    ) -> Iterator[regex.Match[str]]:
        limits.append(seconds)
        for number, match in enumerate(real(pattern, text, position, seconds)):
            if len(limits) == 1 and number == 3:
                raise TimeoutError
            yield match

    monkeypatch.setattr(watched, "_from", stopped_once)
    monkeypatch.setattr(watched, "tries", lambda: iter([FIRST_TRY, 1.0]))
    assert list(spans(regex.compile("ab"), "ab" * 9)) == [(at, at + 2) for at in range(0, 18, 2)]
    assert limits == [FIRST_TRY, 1.0]


def test_it_is_told_from_where_on_there_is_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watched, "FIRST_TRY", 0.001)
    monkeypatch.setattr(watched, "SECONDS", 0.002)
    with pytest.raises(RunawayError) as stopped:
        list(spans(regex.compile(r"xyz|(?:(?:a|aa|aaa)(?:a|aa)?)+(?<![a-z])$"), "xyz" + "a" * 60 + "!"))
    assert stopped.value.position == 3


def test_a_long_text_is_not_a_pattern_that_runs_away() -> None:
    text = "ab " * (3 * MATCHES_PER_BATCH)
    assert sum(1 for _ in spans(regex.compile(r"\w+| "), text)) == 6 * MATCHES_PER_BATCH
