"""A form: each line is checked while one types; what is slow to check keeps nobody waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual.app import App
from textual.widgets import Input, Static

from bpe_play.tui.screens.form import Field, FormScreen, whole_number


class SlowCheck:
    """Says what is wrong when it is let; which values it was asked about, and in which threads."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.asked: list[str] = []
        self.threads: set[int] = set()

    def __call__(self, value: str) -> str | None:
        self.asked.append(value)
        self.threads.add(threading.get_ident())
        assert self.open.wait(20)
        return "that is bad" if "bad" in value else None


class Sitting:
    def __init__(self, fields: list[Field]) -> None:
        self.answers: list[list[str] | None] = []
        self.form = FormScreen("Fill in", fields)

    @asynccontextmanager
    async def __call__(self) -> Any:
        async with App[None]().run_test() as self.pilot:
            self.pilot.app.push_screen(self.form, self.answers.append)
            await self.pilot.pause()
            yield self

    async def until(self, true: Callable[[], bool]) -> None:
        for _ in range(2_000):
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it never came true")

    def remark(self, number: int = 0) -> str:
        return str(self.form.query_one(f"#remark-{number}", Static).render())


@pytest.fixture
def check() -> Any:
    check = SlowCheck()
    yield check
    check.open.set()


async def test_a_slow_check_keeps_no_key_waiting(check: SlowCheck) -> None:
    async with Sitting([Field("pattern", "", check, is_slow=True)])() as sitting:
        await sitting.until(lambda: bool(check.asked))
        await sitting.pilot.press("b", "a", "d")
        assert sitting.form.query_one(Input).value == "bad"
        assert "checking" in sitting.remark()
        check.open.set()
        await sitting.until(lambda: sitting.remark() == "that is bad")
        assert threading.get_ident() not in check.threads


async def test_it_is_checked_when_one_pauses_and_not_at_every_letter(check: SlowCheck) -> None:
    check.open.set()
    async with Sitting(
        [Field("pattern", "x", check, lambda value: f"note on {value}", is_slow=True)]
    )() as sitting:
        line = sitting.form.query_one(Input)
        for value in ("xa", "xab", "xabc"):
            line.value = value
        await sitting.until(lambda: sitting.remark() == "note on xabc")
        assert "xabc" in check.asked
        assert "xa" not in check.asked


async def test_enter_waits_for_the_check(check: SlowCheck) -> None:
    async with Sitting([Field("pattern", "good", check, is_slow=True)])() as sitting:
        await sitting.pilot.press("enter")
        assert sitting.answers == []
        check.open.set()
        await sitting.until(lambda: sitting.answers == [["good"]])


async def test_what_is_typed_after_enter_is_not_taken(check: SlowCheck) -> None:
    async with Sitting([Field("pattern", "good", check, is_slow=True)])() as sitting:
        await sitting.pilot.press("enter", "end", "e", "r")
        check.open.set()
        await sitting.until(lambda: check.asked[-1] == "gooder" and sitting.remark() == "")
        assert sitting.answers == []
        await sitting.pilot.press("enter")
        await sitting.until(lambda: sitting.answers == [["gooder"]])


async def test_esc_does_not_wait_for_anything(check: SlowCheck) -> None:
    async with Sitting([Field("pattern", "good", check, is_slow=True)])() as sitting:
        await sitting.pilot.press("enter", "escape")
        await sitting.until(lambda: sitting.answers == [None])


async def test_a_wrong_line_gets_the_focus(check: SlowCheck) -> None:
    check.open.set()
    fields = [Field("number", "1", whole_number(1, 9)), Field("pattern", "bad", check, is_slow=True)]
    async with Sitting(fields)() as sitting:
        await sitting.pilot.press("enter")
        await sitting.until(lambda: sitting.form.focused is sitting.form.query_one("#field-1"))
        assert sitting.answers == []
        assert sitting.form.query_one("#remark-1").has_class("wrong")


async def test_what_is_quick_to_check_is_checked_at_once() -> None:
    async with Sitting([Field("number", "5", whole_number(1, 9))])() as sitting:
        await sitting.pilot.press("5")
        assert sitting.remark() == "" or sitting.remark() == "from 1 to 9"
        sitting.form.query_one(Input).value = "99"
        await sitting.pilot.pause()
        assert sitting.remark() == "from 1 to 9"
