"""y copies a pane, Y takes out tokens and pictures; a file is always there, and where it is is said."""

from __future__ import annotations

import stat
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.screens import taking_out
from bpe_play.tui.screens.taking_out import COPY

Sitting = Callable[..., AbstractAsyncContextManager[Any]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def take(person: Any, number: int) -> None:
    """One entry of the list that Y opens."""
    await person.press("Y", *["down"] * number, "enter")
    await person.is_told(" is in ")


class TestAPane:
    async def test_is_copied_and_written_as_it_is_seen(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down() as person:
            await person.press("y")
            await person.is_told(
                f"The pane is in {folder / COPY}; sent to the clipboard too, if the terminal"
            )
            copied = person.app.clipboard
            assert copied == (folder / COPY).read_text()
            assert "▸   9  lo + west → lowest      2" in copied
            assert all(line in person.sees for line in copied.splitlines())

    async def test_is_the_one_with_the_focus(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down() as person:
            await person.press("shift+tab", "y")
            await person.is_told(COPY)
            assert person.app.clipboard.startswith(" lower│ ×5\n lowest│ ×2\n")

    async def test_is_for_its_owner_only_and_gives_way_to_the_next(
        self, sit_down: Sitting, folder: Path
    ) -> None:
        async with sit_down() as person:
            await person.press("y")
            await person.is_told(COPY)
            await person.press("shift+tab", "y")
            await person.until(lambda: (folder / COPY).read_text() == person.app.clipboard)
            assert [path.name for path in folder.iterdir()] == [COPY]
            assert stat.S_IMODE((folder / COPY).stat().st_mode) == 0o600

    @pytest.mark.parametrize("page", "23456")
    async def test_is_had_on_every_screen(self, sit_down: Sitting, folder: Path, page: str) -> None:
        async with sit_down() as person:
            await person.press(page)
            await person.app.run_action("copy_pane")  # by name, as in the editor of the code screen
            await person.is_told(COPY)
            assert person.app.clipboard.strip()

    async def test_that_cannot_be_written_is_an_error_that_says_why(
        self, sit_down: Sitting, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "a file").write_bytes(b"")
        monkeypatch.setattr("bpe_play.tui.own_files.folders", lambda: [folder / "a file" / "below"])
        async with sit_down() as person:
            await person.press("y")
            await person.is_told(f"{COPY} cannot be written: not a directory")


class TestTokens:
    async def test_as_text_go_to_the_clipboard_too(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down(text=b"newest\x00") as person:
            await take(person, 1)
            text = (folder / "bpe-play-tokens.txt").read_text()
            assert text == person.app.clipboard
            lines = text.split("\n")
            assert lines[1].startswith("lowest, split gpt2, ties first seen, #")
            assert lines[1].endswith("step 9 of 9")
            assert lines[3] == "newest│\\x00"

    async def test_as_a_page_are_a_file_only(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down(text=b"a<b") as person:
            await take(person, 2)
            page = (folder / "bpe-play-tokens.html").read_text()
            assert "&lt;" in page
            assert person.app.clipboard == ""

    async def test_of_a_refused_text_are_not_written(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down(text=b"<|endoftext|>") as person:
            await person.press("m", "m", "Y", "down", "enter")
            await person.is_told("<|endoftext|>")
            assert list(folder.iterdir()) == []

    async def test_too_many_for_a_clipboard_are_in_the_file(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down(text=b"ab" * 8_000) as person:
            await take(person, 1)
            assert "too large for a clipboard" in person.told[-1]
            assert person.app.clipboard == ""
            assert (folder / "bpe-play-tokens.txt").stat().st_size > taking_out.MOST

    async def test_no_earlier_file_is_replaced(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down() as person:
            for _ in range(2):
                await take(person, 2)
                person.told.clear()
            assert sorted(path.name for path in folder.iterdir()) == [
                "bpe-play-tokens-2.html",
                "bpe-play-tokens.html",
            ]


class TestAPicture:
    async def test_is_of_the_screen_and_not_of_the_question(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down() as person:
            await take(person, 3)
            picture = (folder / "bpe-play-screen.svg").read_text()
            assert "Merges" in picture
            assert "Take" not in picture

    async def test_is_had_of_a_dialog_by_name(self, sit_down: Sitting, folder: Path) -> None:
        async with sit_down() as person:
            await person.press("question_mark")
            await person.app.run_action("take_out")
            await person.pilot.pause()
            await person.press("end", "enter")
            await person.is_told("The picture is in")
            assert "finds\u00a0everything" in (folder / "bpe-play-screen.svg").read_text()


async def test_nothing_is_taken_out_when_one_leaves(sit_down: Sitting, folder: Path) -> None:
    async with sit_down() as person:
        await person.press("Y", "escape")
        await person.pilot.pause()
        assert list(folder.iterdir()) == []
