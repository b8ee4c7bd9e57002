"""The log of a session: one line for each thing that was done, with what came of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from bpe_play.engine import EngineError, Tokenization, Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.tui.handout import session as module
from bpe_play.tui.handout.session import Session
from bpe_play.tui.handout.session_words import code_span
from bpe_play.tui.lab import Lab, Phase

Learned = Callable[..., Lab]


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 1, 9, 30)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


def words_of(session: Session) -> list[str]:
    return [entry.words for entry in session.entries]


def test_each_setting_is_a_line(learned: Learned) -> None:
    lab = learned()
    session = Session(lab)
    lab.change(split="none")
    lab.change(vocab_size=1300, longest_token=9)
    assert words_of(session) == [
        "split: gpt2 → none",
        "vocabulary size: 270 → 1,300",
        "longest token: no limit → 9",
    ]


def test_typing_in_one_go_is_one_line_with_what_became_of_the_text(learned: Learned) -> None:
    lab = learned(split="none")
    session = Session(lab)
    for length in range(1, 4):
        lab.change(text=b"in sun"[:length])
    assert words_of(session) == ["text: `in␣`, 3 bytes in 1 token at step 14: `in␣`"]


def test_a_text_that_cannot_be_cut_is_a_line_too(learned: Learned) -> None:
    """Special tokens, stray patterns, tokenizers from files: some texts no tokenizer takes."""

    class Refusing(Tokenizer):
        def tokenize(self, *arguments: object, **options: object) -> Tokenization:
            raise EngineError("It drops ` ` from the text", "take it out")

    lab = learned(split="none")
    lab.adopt("refusing.json", Refusing(pre_tokenizer("none"), Vocabulary()))
    session = Session(lab)
    lab.change(text=b"a b")
    assert words_of(session) == ["text: `a\u2423b`, not tokenized: ``It␣drops␣`␣`␣from␣the␣text``"]


def test_the_figures_of_a_text_are_those_before_the_next_change(learned: Learned) -> None:
    lab = learned(split="none")
    session = Session(lab)
    lab.change(text=b"in")
    lab.move_to(0)
    typed, moved = words_of(session)
    assert "in 1 token at step 14" in typed
    assert moved == "to step 0"


def test_a_pause_begins_another_line(learned: Learned, clock: Clock) -> None:
    lab = learned()
    session = Session(lab, clock)
    lab.change(text=b"a")
    clock.wait(60)
    lab.change(text=b"ab")
    assert [entry.at.minute for entry in session.entries] == [30, 31]


def test_steps_in_one_go_are_one_line_that_says_where_they_led(learned: Learned) -> None:
    lab = learned(split="none")
    session = Session(lab)
    for step in (1, 2, 3):
        lab.move_to(step)
    (line,) = words_of(session)
    assert line.startswith("to step 3: `")
    assert " → `" in line


def test_a_training_says_what_it_learned(learned: Learned) -> None:
    lab = learned()
    session = Session(lab)
    lab.change(vocab_size=300)
    lab.started(86, 10)
    lab.ended("no pair stands twice", Phase.DONE)
    assert "learned 0 merges (no pair stands twice): 86 bytes in 86 tokens" in words_of(session)[-1]


def test_an_undo_is_a_change_like_any_other(learned: Learned) -> None:
    lab = learned()
    session = Session(lab)
    lab.change(byte_format="binary")
    lab.undo()
    assert words_of(session) == ["bytes: hex → binary", "bytes: binary → hex"]


def test_the_document_says_when_what_and_how_it_stands(learned: Learned, clock: Clock) -> None:
    lab = learned()
    session = Session(lab, clock)
    session.note("a note")
    text = session.markdown()
    assert text.startswith("# bpe-play, 2026-03-01 09:30\n")
    assert "| 09:30:00 | a note |" in text
    assert f"fingerprint: **#{lab.fingerprint}**" in text
    assert session.file_name == "bpe-play-log-2026-03-01-093000.md"


def test_hostile_text_stays_in_its_cell_and_in_its_code_span(learned: Learned) -> None:
    lab = learned()
    session = Session(lab)
    lab.change(text=b"|`x`|\n# no\x1b[2J<script>", split="`a`|b")
    text = session.markdown()
    assert "\x1b" not in text
    assert "\n# no" not in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert all(row.replace("\\|", "").count("|") == 3 for row in rows)


@pytest.mark.parametrize("text", ["", "`", "``", "a", "a`", "`a``b`"])
def test_a_code_span_is_closed_by_its_own_fence_only(text: str) -> None:
    span = code_span(text)
    fence = span[: len(span) - len(span.lstrip("`"))]
    assert span.endswith(fence)
    assert fence not in span[len(fence) : -len(fence)]


def test_a_very_long_session_keeps_its_newest_part_and_says_so(
    learned: Learned, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    session = Session(learned())
    for number in range(5):
        session.note(f"note {number}")
    assert words_of(session) == ["note 2", "note 3", "note 4"]
    assert "2 earlier entries are not here" in session.markdown()
