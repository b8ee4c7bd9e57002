"""F8 writes a hand-out and shows what the room needs; an opened one says whether the same was learned."""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.app import BpePlay
from bpe_play.tui.handout.opening import Opened, Promise, open_handout
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.handout import HandoutScreen
from bpe_play.tui.start import lab_of_handout
from bpe_play.tui.state import State
from bpe_play.tui.widgets.big_font import large, small

Sitting = Callable[..., AbstractAsyncContextManager[Any]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def hand_out(person: Any) -> HandoutScreen:
    await person.press("f8")
    await person.until(lambda: isinstance(person.app.screen, HandoutScreen))
    await person.pilot.pause()
    screen: HandoutScreen = person.app.screen
    return screen


async def test_the_fingerprint_is_seen_from_the_back_row_and_all_else_is_named(
    sit_down: Sitting, folder: Path
) -> None:
    async with sit_down() as person:
        await hand_out(person)
        for line in large(f"#{person.lab.fingerprint}"):
            assert line.rstrip() in person.sees
        assert "bpe-play open" in person.sees
        assert str(folder)[:30] in person.sees
        assert "the code is all that is needed" in person.sees


async def test_what_was_written_opens_as_what_is_seen(sit_down: Sitting, folder: Path) -> None:
    async with sit_down(cursor=3) as person:
        await hand_out(person)
        (path,) = folder.glob("bpe-play-*.json")
        assert open_handout(str(path)).state == person.lab.state


async def test_the_log_lies_beside_it_for_its_owner_only(sit_down: Sitting, folder: Path) -> None:
    async with sit_down() as person:
        await person.press("b")
        await hand_out(person)
        (log,) = folder.glob("*.md")
        assert "bytes: hex → binary" in log.read_text()
        assert stat.S_IMODE(log.stat().st_mode) == 0o600


async def test_the_screen_that_is_shown_is_handed_out_too(sit_down: Sitting, folder: Path) -> None:
    async with sit_down() as person:
        await person.press("5")
        await hand_out(person)
        (path,) = folder.glob("bpe-play-*.json")
        assert open_handout(str(path)).page == "measure"


async def test_it_works_while_one_types_and_esc_goes_back_to_the_text(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("e", "x")
        box = person.app.focused
        await hand_out(person)
        await person.press("escape")
        await person.pilot.pause()
        assert person.app.focused is box


async def test_c_copies_the_command(sit_down: Sitting) -> None:
    async with sit_down() as person:
        screen = await hand_out(person)
        await person.press("c")
        assert person.app.clipboard == screen._written.command


async def test_a_code_too_long_for_large_letters_is_shown_whole_in_small_ones(sit_down: Sitting) -> None:
    async with sit_down(size=(80, 24), text=b"q" * 30) as person:
        screen = await hand_out(person)
        assert person.sees.count(screen._written.code) == 2  # by itself, and in the command


async def test_a_folder_that_cannot_be_written_is_said_and_nothing_is_lost(
    sit_down: Sitting, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bpe_play.tui.own_files.folders", lambda: [folder / "a file" / "below"])
    (folder / "a file").write_bytes(b"")
    async with sit_down() as person:
        await person.press("f8")
        await person.is_told("cannot be written")
        assert not isinstance(person.app.screen, HandoutScreen)


class TestOpened:
    """A lab that was opened from a hand-out."""

    def opened(self, fingerprint: str, **changes: Any) -> Opened:
        state = State(source="lowest", vocab_size=265, **changes)
        return Opened(state, "measure", Promise(fingerprint), ("regex is 2 here, 1 there",))

    async def told(self, opened: Opened) -> tuple[BpePlay, list[str]]:
        """The app after its training, and what it has said."""
        app = BpePlay(lab_of_handout(opened.state), keep=False, opened=opened)
        said: list[str] = []
        app.notify = lambda message, **_: said.append(message)  # type: ignore[method-assign, assignment]
        async with app.run_test(size=(100, 30)) as pilot:
            while app.lab.training.busy:
                await pilot.pause(0.01)
            await pilot.pause()
            assert app.screen.PLACE == "measure"  # type: ignore[attr-defined]
        return app, said

    async def test_it_shows_that_screen_and_says_what_differs(self) -> None:
        _, said = await self.told(self.opened(""))
        assert said[0] == "Not as in the hand-out: regex is 2 here, 1 there"

    async def test_it_says_that_the_same_was_learned(self) -> None:
        app, said = await self.told(self.opened("FFFF"))
        assert said[-1] == (
            f"Fingerprint #{app.lab.fingerprint} here, #FFFF in the hand-out: other merges were learned"
        )
        _, said = await self.told(self.opened(app.lab.fingerprint))
        assert said[-1] == f"The same as in the hand-out: #{app.lab.fingerprint}"

    def test_undo_goes_back_to_what_one_had(self) -> None:
        lab: Lab = lab_of_handout(State(source="tiny", text=b"x"))
        assert lab.state == State(source="tiny", text=b"x")
        lab.undo()
        assert lab.state == State()


def test_the_large_letters_of_the_alphabet_differ_from_one_another() -> None:
    from bpe_play.tui.handout.symbols import ALPHABET

    assert len({tuple(small(letter)) for letter in ALPHABET}) == len(ALPHABET)
