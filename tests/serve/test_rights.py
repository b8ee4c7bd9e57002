"""What a visitor may not do, and that it is said; all else works."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import DirectoryTree, Input, OptionList

from bpe_play.corpora import CORPORA
from bpe_play.tui.app import BpePlay
from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE
from bpe_play.tui.rights import CODE, FILES, Rights
from bpe_play.tui.screens.choose import ChooseScreen
from bpe_play.tui.screens.help import help_text
from bpe_play.tui.serve.visitor import lab_for


class Visitor:
    """At the keys of a visitor's lab."""

    def __init__(self, app: BpePlay, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot
        self.told: list[str] = []
        app.say = lambda sentence, error=False: self.told.append(sentence)  # type: ignore[method-assign]

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def place(self) -> str:
        return self.app.page.PLACE


@asynccontextmanager
async def visiting(*words: str) -> AsyncIterator[Visitor]:
    app = lab_for([*(words or ("lowest",))])
    app.lab.training.asked_for = True  # no trainer: nothing here needs one
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield Visitor(app, pilot)


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize(
    ("keys", "why"),
    [(["ctrl+s"], FILES), (["f8"], FILES), (["6"], CODE), (["5", "x"], FILES), (["5", "X"], FILES)],
)
async def test_a_key_that_is_off_says_why_and_does_nothing(
    keys: list[str], why: str, in_an_empty_folder: Path
) -> None:
    async with visiting() as visitor:
        await visitor.press(*keys)
        assert visitor.told[-1] == why
        assert len(visitor.app.screen_stack) == 1
        assert visitor.place != "code"
    assert list(in_an_empty_folder.iterdir()) == []


async def test_f6_walks_past_the_code_page() -> None:
    async with visiting() as visitor:
        await visitor.press("5", "f6")
        assert visitor.place == "lab"


@pytest.mark.parametrize("key", ["y", "Y"])
async def test_what_is_copied_goes_to_the_clipboard_and_into_no_file(
    key: str, in_an_empty_folder: Path
) -> None:
    async with visiting() as visitor:
        await visitor.press(key, *(["enter"] if key == "Y" else []))
        assert visitor.told == ["The pane was sent to your browser's clipboard"]
        assert "Corpus" not in visitor.app.clipboard
    assert list(in_an_empty_folder.iterdir()) == []


async def test_a_corpus_is_chosen_by_name_and_by_no_path() -> None:
    async with visiting() as visitor:
        await visitor.press("o")
        screen = visitor.app.screen
        assert not screen.query(DirectoryTree)
        assert not screen.query(Input)
        assert screen.query_one(OptionList).option_count == len(CORPORA)
        await visitor.press("/", "e", "t", "c")  # nowhere to type it
        await visitor.press("down", "enter")
        assert visitor.app.lab.state.source in CORPORA


async def test_the_rooms_own_file_is_in_the_list_of_corpora(tmp_path: Path) -> None:
    own = tmp_path / "own.txt"
    own.write_text("low lower")
    async with visiting(str(own)) as visitor:
        visitor.app.lab.change(source="tiny")
        await visitor.press("o", "end", "enter")
        assert visitor.app.lab.state.source == str(own)


@pytest.mark.parametrize("keys", [["k"], ["4", "a"], ["5", "k"], ["ctrl+l"], ["Y"]])
async def test_no_list_offers_a_file(keys: list[str]) -> None:
    async with visiting() as visitor:
        await visitor.press(*keys)
        assert isinstance(visitor.app.screen, ChooseScreen)
        options = visitor.app.screen.query_one(OptionList).options
        assert options
        assert [str(option.prompt) for option in options if "file" in str(option.prompt).lower()] == []


def test_a_glitch_corpus_is_a_name() -> None:
    from bpe_play.tui.screens.glitch_settings import _check_source

    assert _check_source(Rights(visitor=True), "/etc/passwd") is not None
    assert _check_source(Rights(visitor=True), "english") is None
    assert _check_source(Rights(), "/etc/passwd") is None


def test_the_form_of_the_language_tax_asks_for_no_folder() -> None:
    from bpe_play.tui.measures.tax import TaxOptions
    from bpe_play.tui.screens.measure_forms import form_of

    fields, read = form_of(TaxOptions(), files=False)
    assert len(fields) == 1
    assert read([" tr "]) == {"base": "tr"}


def test_footer_help_and_names_do_not_speak_of_what_is_off() -> None:
    left = Rights(visitor=True).key_table()
    words = " ".join(f"{key.label} {key.explained}" for key in left).lower()
    for off in ("save", "hand-out", "file", "python", "$editor", "csv", "6 code"):
        assert off not in words
    assert {"play", "corpus", "lessons", "page-5", "quit"} <= {key.id for key in left}
    assert Rights().key_table() == KEYS
    assert help_text("lab", Rights(visitor=True)) is not None


async def test_ctrl_p_finds_nothing_that_is_off() -> None:
    async with visiting() as visitor:
        found = " ".join(
            f"{command.title} {command.help}"
            for command in visitor.app.get_system_commands(visitor.app.screen)
        )
        assert "hand-out" not in found
        assert "Code:" not in found
        assert "Lesson: the next scene" in found


async def test_nothing_is_kept() -> None:
    async with visiting() as visitor:
        visitor.app.lab.change(text=b"mine")
        await visitor.press("d")
        assert not visitor.app._keep


def test_whoever_starts_the_program_may_do_everything() -> None:
    assert [key.id for key in KEYS if key.where in (PAGE, EVERYWHERE) and Rights().refusal(key.action)] == []


def test_ids_of_what_is_off_are_ids_of_keys() -> None:
    from bpe_play.tui import rights

    known: set[Any] = {key.id for key in KEYS}
    assert {*rights._OFF, *rights._OTHERWISE} <= known
