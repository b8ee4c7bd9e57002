"""The measure screen with its keys: views, tokenizers, parts, figures, files, and Esc."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from bpe_play.tui import measure_state
from bpe_play.tui.lab import Lab
from bpe_play.tui.measure_orders import Learning
from bpe_play.tui.measure_state import MeasureState
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.picks import Kind, Pick
from bpe_play.tui.measures.table import MEASURES, run
from bpe_play.tui.screens import measure_kept
from bpe_play.tui.screens.choose import ChooseScreen
from bpe_play.tui.screens.corpus_picker import CorpusPicker
from bpe_play.tui.screens.form import FormScreen
from bpe_play.tui.screens.measure import MeasureScreen
from bpe_play.tui.widgets.row_list import RowList

SitDown = Callable[..., Any]
SIZES = [(80, 24), (100, 30), (120, 40)]


class AtOnce:
    """A job that works when it is first asked, without a process; a slow one never comes to an end."""

    is_slow = False

    def __init__(self, order: Order, data: bytes) -> None:
        self.order, self._data = order, data
        self.running, self.failure, self.progress = True, "", "counting 12 %"
        self.result: Any = None

    def drain(self) -> bool:
        if self.is_slow or not self.running:
            return False
        self.running, self.result = False, run(self.order, self._data)
        return True

    def stop(self) -> None:
        self.running = False


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No process, no published vocabulary that must be loaded, and a folder of its own for files."""
    monkeypatch.setattr(measure_state, "MeasureJob", AtOnce)
    picks = Pick(Kind.ALGORITHM, "bpe"), Pick(Kind.ALGORITHM, "wordpiece")
    for key, row in MEASURES.items():
        monkeypatch.setitem(MEASURES, key, replace(row, picks=picks[: len(row.picks)]))
    monkeypatch.chdir(tmp_path)


def screen_of(person: Any) -> MeasureScreen:
    screen = person.app.screen
    assert isinstance(screen, MeasureScreen)
    return screen


async def measured(person: Any) -> MeasureScreen:
    """The screen, when there is something to see."""
    await person.pilot.pause()
    screen = screen_of(person)
    await person.until(lambda: screen.state.job is None and not screen._is_due)
    await person.pilot.pause()
    return screen


async def opened(person: Any) -> MeasureScreen:
    await person.press("5")
    return await measured(person)


async def fill(person: Any, *values: str) -> None:
    """Fill in the lines of a form, "" leaves one as it is."""
    form = person.app.screen
    assert isinstance(form, FormScreen)
    for number, value in enumerate(values):
        if value:
            form.query_one(f"#field-{number}").value = value  # type: ignore[attr-defined]
    await person.press("enter")
    await person.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
async def test_every_view_is_shown_by_its_key_and_readable_at_every_size(
    sit_down: SitDown, size: tuple[int, int]
) -> None:
    async with sit_down(size=size) as person:
        await opened(person)
        for row in MEASURES.values():
            await person.press(row.letter)
            screen = await measured(person)
            assert screen.state.view == row.key
            assert row.title.capitalize()[:12] in person.sees
            assert screen.state.choices.result is not None, row.key
            assert screen.query_one("#measure-rows", RowList).size.height >= 3, "the header and two rows"


async def test_the_list_at_the_left_shows_the_views_one_after_the_other(sit_down: SitDown) -> None:
    async with sit_down() as person:
        screen = await opened(person)
        screen.query_one("#measure-views").focus()
        await person.press("down")
        assert (await measured(person)).state.view == "languages"
        await person.press("enter")
        assert screen.focused is screen.query_one("#measure-rows")


async def test_what_is_measured_stands_beside_the_key_that_changes_it(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("b")
        await measured(person)
        lines = person.sees.splitlines()
        set_here = ("k bpe", "K wordpiece", "o the corpus", "t 265 entries", "e 7 words", "· corpus lowest")
        for setting in set_here:
            assert any(setting in line for line in lines), setting


async def test_another_tokenizer_is_chosen_and_measured(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("w")
        screen = await measured(person)
        await person.press("K")
        await person.pilot.pause()
        assert isinstance(person.app.screen, ChooseScreen)
        person.app.screen.query_one(OptionList).highlighted = 1  # the first algorithm, after the lab's own
        await person.press("enter")
        await measured(person)
        assert [pick.name for pick in screen.state.choices.picks] == ["bpe", "char"]
        assert "char" in person.sees


async def test_a_view_of_one_tokenizer_has_no_second_one(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("K")
        assert person.told[-1] == "This takes one tokenizer: k"


async def test_parts_are_walked_with_left_and_right(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("c")
        screen = await measured(person)
        await person.press("right", "right")
        assert screen.state.choices.part == "script"
        await person.press("left", "left", "left")
        assert screen.state.choices.part == "length"
        assert "share of the text" in person.sees


async def test_the_words_follow_the_row(sit_down: SitDown) -> None:
    async with sit_down(size=(120, 40)) as person:
        await opened(person)
        await person.press("w")
        await measured(person)
        assert "strawberry has 3 r;" in person.sees
        await person.press("down", "down")
        assert "raspberry has 3 r;" in person.sees


async def test_a_form_sets_the_figures_of_the_view(sit_down: SitDown) -> None:
    async with sit_down(size=(120, 40)) as person:
        await opened(person)
        await person.press("w")
        await measured(person)
        await person.press("e")
        await person.pilot.pause()
        await fill(person, "banana", "an")
        await measured(person)
        assert "banana has 2 an;" in person.sees


async def test_a_wrong_figure_is_refused_where_it_is_typed(sit_down: SitDown) -> None:
    async with sit_down() as person:
        screen = await opened(person)
        await person.press("f")
        await measured(person)
        await person.press("e")
        await person.pilot.pause()
        await fill(person, "much")
        assert "That is no price per million tokens" in person.sees
        await fill(person, "2.50")
        await measured(person)
        assert screen.state.choices.options.price == "2.50"
        assert "2.50 per million tokens" in person.sees


async def test_a_form_that_is_taken_as_it_is_changes_nothing(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        for row in MEASURES.values():
            if row.options is not None:
                await person.press(row.letter, "e")
                await person.pilot.pause()
                await fill(person)
                assert (await measured(person)).state.choices.options == row.options


async def test_views_without_figures_say_so(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("g", "e")
        assert person.told[-1] == "There is nothing to set here but the tokenizer (k)"


async def test_how_algorithms_are_trained_is_set_for_all_views(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("a")
        screen = await measured(person)
        await person.press("t")
        await person.pilot.pause()
        await fill(person, "258", "yes")
        await measured(person)
        assert screen.state.learning.sentencepiece
        assert len(screen.state.choices.result.steps) == 2
        await person.press("b")
        await measured(person)
        assert "258 entries ▁" in person.sees


async def test_a_second_text_is_chosen_like_a_corpus(sit_down: SitDown) -> None:
    async with sit_down() as person:
        screen = await opened(person)
        await person.press("o")
        await person.pilot.pause()
        assert isinstance(person.app.screen, CorpusPicker)
        await person.press("home", "enter")
        await measured(person)
        assert screen.state.choices.text == "english"
        await person.press("n", "o")
        assert person.told[-1] == "This takes no other text"


# -- files


async def test_one_key_writes_csv_and_another_json_and_says_where(sit_down: SitDown, tmp_path: Path) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("c")
        await measured(person)
        await person.press("right", "right", "x", "X")
        name = "bpe-play-use-script"
        assert person.told[-2].endswith(f"{tmp_path / name}.csv")
        assert person.told[-1].endswith(f"{tmp_path / name}.json")
    with (tmp_path / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lines = [json.loads(line) for line in (tmp_path / f"{name}.json").read_text().splitlines()]
    assert [row["name"] for row in rows] == [line["name"] for line in lines]
    assert sum(line["size"] for line in lines) == 265


async def test_every_view_goes_to_a_file(sit_down: SitDown, tmp_path: Path) -> None:
    async with sit_down() as person:
        await opened(person)
        for row in MEASURES.values():
            await person.press(row.letter)
            await measured(person)
            await person.press("x")
            assert len(list(tmp_path.glob(f"bpe-play-{row.key}*.csv"))) == 1, person.told


async def test_before_there_are_figures_nothing_is_written(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AtOnce, "is_slow", True)
    async with sit_down() as person:
        await person.press("5")
        await person.pilot.pause()
        await person.press("x")
        assert person.told[-1] == "There are no figures to write yet"
    assert list(tmp_path.glob("*.csv")) == []


# -- work that takes long


async def test_esc_stops_the_work_and_space_begins_it_again(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AtOnce, "is_slow", True)
    async with sit_down() as person:
        await person.press("5")
        await person.pilot.pause()
        screen = screen_of(person)
        await person.until(lambda: screen.state.job is not None)
        await person.pilot.pause()
        assert "counting 12 %" in person.sees
        await person.press("escape")
        assert screen.state.job is None
        assert "Nothing is measured" in person.sees
        monkeypatch.setattr(AtOnce, "is_slow", False)
        await person.press("space")
        await measured(person)
        assert "entries" in person.sees


async def test_space_says_so_where_nothing_was_stopped(sit_down: SitDown) -> None:
    async with sit_down() as person:
        await opened(person)
        await person.press("space")
        assert person.told[-1].startswith("Nothing was stopped here")


async def test_after_a_stop_the_older_figures_are_called_so(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with sit_down() as person:
        screen = await opened(person)
        await person.press("n")
        await measured(person)
        monkeypatch.setattr(AtOnce, "is_slow", True)
        screen.state.choose(largest=50)
        await person.press("escape")
        await person.pilot.pause()
        assert "figures of before" in person.sees


async def test_a_change_in_the_lab_is_measured_when_one_comes_back(sit_down: SitDown) -> None:
    async with sit_down(text=b"newest") as person:
        screen = await opened(person)
        await person.press("a")
        await measured(person)
        assert screen.state.choices.result.word == b"newest"
        await person.press("1")
        person.lab.change(text=b"lowest")
        await opened(person)
        assert screen.state.choices.result.word == b"lowest"


async def test_what_goes_wrong_is_said_where_the_figures_would_be(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(job: AtOnce) -> bool:
        job.running, job.failure = False, "There is no such \x1b[red]thing. choose another"
        return True

    monkeypatch.setattr(AtOnce, "drain", fails)
    async with sit_down() as person:
        await opened(person)
        assert "There is no such" in person.sees
        assert "\x1b" not in person.sees


# -- what is kept until the next start


async def test_choices_are_there_again_at_the_next_start(sit_down: SitDown) -> None:
    async with sit_down(keep=True) as person:
        await person.press("5", "b", "right")
        state = screen_of(person).state
        state.pick(1, Pick(Kind.ALGORITHM, "unigram"))
        state.choose(words="lower lowest")
        state.learn(Learning(vocab_size=300, byte_fallback=True))
        screen_of(person).redraw()
        chosen = measure_kept.to_json(state)
    async with sit_down(keep=True) as person:
        await person.press("5")
        state = screen_of(person).state
        assert measure_kept.to_json(state) == chosen
        assert (state.view, state.choices.options.words) == ("sides", "lower lowest")
        assert "unigram" in person.sees


async def test_another_run_without_the_screen_leaves_what_is_kept(sit_down: SitDown) -> None:
    async with sit_down(keep=True) as person:
        await person.press("5", "b")
    kept = measure_kept.measure_path().read_bytes()
    async with sit_down(keep=True) as person:
        await person.press("2")
        person.app.keep_soon()
    assert measure_kept.measure_path().read_bytes() == kept


async def test_who_keeps_nothing_reads_nothing(sit_down: SitDown) -> None:
    async with sit_down(keep=True) as person:
        await person.press("5", "b")
    async with sit_down(keep=False) as person:
        await person.press("5")
        assert screen_of(person).state.view == "size"


DAMAGED: list[Any] = [
    None,
    [],
    "text",
    {"view": "nothing", "learning": 5, "views": []},
    {"view": ["size"], "learning": {"vocab_size": -1}, "views": {"size": 1}},
    {"learning": {"vocab_size": True, "nfkc": "yes"}},
    {"learning": {"vocab_size": 10**30}},
    {"views": {"size": {"picks": [["algorithm", "nothing"]], "text": 5, "part": "x", "options": []}}},
    {"views": {"size": {"picks": [["nowhere", "x"]], "options": {"vocab_size": 10**30, "tied": 1}}}},
    {"views": {"size": {"picks": [[["lab"], ""]], "options": {"vocab_size": 0, "width": -5, "window": 2.5}}}},
    {"views": {"sides": {"picks": [["lab", ""]], "part": ["x"], "options": {"words": "  "}}}},
    {"views": {"numbers": {"picks": [[], {}], "options": {"largest": 10**9, "space": None}}}},
    {"views": {"numbers": {"picks": [["published", "no"], ["lab", "x"]], "text": "english"}}},
    {"views": {"algorithm": {"options": {"temperature": float("nan"), "seed": -1, "typed": "x"}}}},
    {"views": {"algorithm": {"options": {"temperature": float("inf"), "word": 7}}}},
    {"views": {"fertility": {"options": {"price": "cheap"}}}},
    {"views": {"spelling": {"options": {"letter": "a b"}}}},
]


@pytest.mark.parametrize("kept", DAMAGED, ids=repr)
def test_what_is_damaged_is_as_at_the_first_start(kept: Any) -> None:
    state = MeasureState(Lab())
    measure_kept.take(state, kept)
    assert measure_kept.to_json(state) == measure_kept.to_json(MeasureState(Lab()))


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b" " * (2 << 20)], ids=range(5))
def test_a_file_that_is_no_json_is_as_none(data: bytes) -> None:
    measure_kept.measure_path().parent.mkdir(parents=True)
    measure_kept.measure_path().write_bytes(data)
    state = MeasureState(Lab())
    measure_kept.load_into(state)
    assert state.view == "size"


def test_one_choice_that_is_damaged_takes_no_other_with_it() -> None:
    options = {"largest": 99, "space": "damaged"}
    kept = {"views": {"numbers": {"picks": [["file", "/a b/c.json"], ["nowhere", ""]], "options": options}}}
    state = MeasureState(Lab())
    measure_kept.take(state, kept)
    state.show("numbers")
    first = MEASURES["numbers"].picks[1]
    assert state.choices.picks == [Pick(Kind.FILE, "/a b/c.json"), first]
    assert (state.choices.options.largest, state.choices.options.space) == (99, False)


def test_a_folder_of_texts_that_is_gone_stays_chosen() -> None:
    state = MeasureState(Lab())
    measure_kept.take(state, {"views": {"languages": {"options": {"folder": "/gone"}}}})
    assert state.all_choices["languages"].options.folder == "/gone"
