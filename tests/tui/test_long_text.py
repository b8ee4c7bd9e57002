"""A typed text of any length: what one looks at is cut at once, what must be counted is counted elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

from bpe_play.engine import SpecialMode
from bpe_play.engine.text_figures import TextCounter, TextFigures
from bpe_play.tui.typed_text import AT_ONCE
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.ruler import Ruler

SitDown = Callable[..., AbstractAsyncContextManager[Any]]

LONG = b"newest lower lowest\n" * 3_000
HUGE = b"lowest newest, lower than low\n" * 40_000


class Gate:
    """Counting begins when it is let; which threads have counted."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.threads: set[int] = set()
        self.begun = 0


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate, count = Gate(), TextCounter.count

    def counted(self: TextCounter, step: int, go_on: Callable[[], bool] = lambda: True) -> TextFigures:
        gate.begun += 1
        gate.threads.add(threading.get_ident())
        assert gate.open.wait(20)
        return count(self, step, go_on)

    monkeypatch.setattr(TextCounter, "count", counted)
    yield gate
    gate.open.set()


def ruler(person: Any) -> Ruler:
    found = person.screen.query_one(Ruler)
    assert isinstance(found, Ruler)
    return found


async def test_the_screen_does_not_wait_for_the_figures(sit_down: SitDown, gate: Gate) -> None:
    async with sit_down(text=HUGE) as person:
        await person.until(lambda: gate.begun > 0)
        assert "1,200,000 bytes  counting tokens …" in person.sees
        assert "lowest" in person.sees, "the tokens that one looks at are there"
        await person.press("home", "right")
        assert person.lab.cursor == 1, "and keys are answered"
        gate.open.set()
        await person.until(lambda: "round trip ✓" in person.sees)
        assert threading.get_ident() not in gate.threads


async def test_figures_are_those_of_the_step_that_is_shown(sit_down: SitDown, gate: Gate) -> None:
    """Those of a step that was left while they were counted are dropped."""
    async with sit_down(text=LONG, size=(120, 40)) as person:
        await person.until(lambda: gate.begun > 0)
        await person.press("home", "right", "right")
        gate.open.set()
        tokens = len(person.lab.tokenizer.encode(LONG, step=2))
        await person.until(lambda: f"{tokens:,} tokens" in person.sees)
        await person.press("right")
        tokens = len(person.lab.tokenizer.encode(LONG, step=3))
        await person.until(lambda: f"{tokens:,} tokens" in person.sees)


async def test_one_walks_through_a_long_text_to_both_ends(sit_down: SitDown) -> None:
    async with sit_down(text=LONG) as person:
        view = ruler(person)
        view.focus()
        await person.press("end")
        await person.pilot.pause()
        assert view.tokenization.spans[-1].end == len(LONG)
        assert view.selected == len(view.tokenization.spans) - 1
        assert f"at byte {len(LONG) - 1:,} of {len(LONG):,}" in person.sees
        await person.press("home")
        await person.pilot.pause()
        assert view.selected == 0
        assert view.tokenization.spans[0].start == 0


@pytest.mark.parametrize(
    ("key", "forward"), [("right", True), ("down", True), ("left", False), ("up", False)]
)
async def test_beyond_the_window_there_is_the_next_one(sit_down: SitDown, key: str, forward: bool) -> None:
    async with sit_down(text=LONG) as person:
        view = ruler(person)
        view.show(view.tokenization, at=0)
        person.screen._draw_around(30_000)
        view.show(view.tokenization, at=30_000)
        spans = view.tokenization.spans
        view.select(len(spans) - 1 if forward else 0)
        edge = spans[-1].end if forward else spans[0].start - 1
        view.focus()
        await person.press(key)
        await person.pilot.pause()
        selected = view.tokenization.spans[view.selected or 0]
        assert selected.start <= edge < selected.end
        assert 0 < (view.selected or 0) < len(view.tokenization.spans) - 1, (
            "it is in the middle of another one"
        )


async def test_one_sees_the_tokens_where_one_types(sit_down: SitDown) -> None:
    async with sit_down(text=LONG) as person:
        await person.press("e", "ctrl+a", "right")
        await person.type("ñandú")
        spans = ruler(person).tokenization.spans
        assert spans[-1].end == len(person.lab.state.text)
        assert person.lab.state.text.endswith("ñandú".encode())


async def test_a_special_token_in_a_long_text_is_one_or_is_refused(sit_down: SitDown) -> None:
    text = LONG + b"<|endoftext|>" + LONG
    async with sit_down(text=text) as person:
        view = ruler(person)
        view.show(view.tokenization, at=0)
        person.screen._draw_around(len(LONG))
        await person.press("m")
        assert person.lab.state.specials is SpecialMode.SPECIAL
        person.screen._draw_around(len(LONG))
        assert [span.start for span in view.tokenization.spans if span.special] == [len(LONG)]
        await person.press("m")
        assert person.lab.state.specials is SpecialMode.ERROR
        await person.until(lambda: "not tokenized" in person.sees)
        assert "<|endoftext|>" in person.sees


async def test_the_merges_of_a_word_in_a_long_text(sit_down: SitDown) -> None:
    async with sit_down(text=LONG) as person:
        ruler(person).focus()
        await person.press("end", "left", "w")
        await person.pilot.pause()
        assert "The merges of" in person.sees


async def test_a_piece_that_is_too_long_to_watch_is_said_so(sit_down: SitDown) -> None:
    async with sit_down(text=LONG, split="none") as person:
        await person.press("w")
        await person.is_told("too long to watch")


async def test_a_short_text_has_its_figures_at_once(sit_down: SitDown, gate: Gate) -> None:
    async with sit_down(text=b"newest " * (AT_ONCE // 7)) as person:
        assert "round trip ✓" in person.sees
        assert gate.begun == 0


async def test_a_pattern_of_ones_own_cuts_in_a_thread(sit_down: SitDown, gate: Gate) -> None:
    async with sit_down(split=r"\w+|\W", text=b"newest lower") as person:
        await person.until(lambda: "newest" in person.sees and gate.begun > 0)
        gate.open.set()
        await person.until(lambda: "round trip ✓" in person.sees)
        assert len(ruler(person).tokenization.spans) == len(person.lab.tokenization().spans)


async def test_a_huge_paste_is_looked_at_and_the_box_says_that_it_only_shows_it(sit_down: SitDown) -> None:
    async with sit_down(text=b"", size=(120, 40)) as person:
        await person.press("e")
        person.screen.query_one(TextBox)._insert_paste(HUGE.decode())
        await person.is_told("too many to edit")
        assert person.lab.state.text == HUGE
        await person.until(lambda: "1,200,000 bytes" in person.sees and "round trip ✓" in person.sees)
