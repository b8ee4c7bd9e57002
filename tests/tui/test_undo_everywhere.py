"""On every screen u takes back what was last changed there, r makes it again, and a notice says what it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.stream_examples import STREAM_EXAMPLES
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.stream_desk import StreamDesk
from bpe_play.tui.stream_source import BYTES, StreamSource
from bpe_play.tui.undo import UndoLists

Sitting = Callable[..., Any]

ROBOT = [(9468, b"\xf0\x9f"), (97, b"\xa4"), (244, b"\x96"), (15960, b" hi")]


class TestTheStream:
    def test_a_cut_and_a_flush_stand_for_themselves_amid_steps(self, desk: StreamDesk) -> None:
        seen = []
        for change in (lambda: desk.step(1), lambda: desk.step(1), desk.cut, desk.flush):
            seen.append(desk.chosen())
            change()
        undone = desk.undo_lists.on("stream")  # type: ignore[union-attr]
        for before in (seen[3], seen[2], seen[0]):
            undone.undo()
            assert desk.chosen() == before

    @pytest.fixture
    def desk(self) -> StreamDesk:
        desk = StreamDesk(UndoLists())
        desk.load(ROBOT, 7)
        return desk

    @pytest.mark.parametrize(
        ("change", "words"),
        [
            (lambda desk: desk.step(2), "place in the stream"),
            (lambda desk: desk.finish(), "place in the stream"),
            (lambda desk: desk.flush(), "place in the stream"),
            (lambda desk: desk.toggle_bytes(), "tokens or bytes"),
            (lambda desk: desk.set_stop("hi"), "stop sequence"),
            (lambda desk: desk.choose_decoder(1), "decoder"),
            (lambda desk: desk.choose_source(StreamSource(None, BYTES)), "what is streamed"),
        ],
    )
    def test_takes_each_choice_back(self, desk: StreamDesk, change: object, words: str) -> None:
        before = desk.chosen()
        change(desk)  # type: ignore[operator]
        after = desk.chosen()
        entry = desk.undo_lists.on("stream").undo()  # type: ignore[union-attr]
        assert desk.chosen() == before
        assert entry is not None
        assert entry.words == words
        desk.undo_lists.on("stream").redo()  # type: ignore[union-attr]
        assert desk.chosen() == after

    def test_goes_back_to_its_place_when_the_tokens_of_before_are_there(self, desk: StreamDesk) -> None:
        """Another vocabulary may have to be loaded, and a long text to be cut."""
        lists = desk.undo_lists
        assert lists is not None
        desk.step(2)
        desk.cut()
        place = desk.stream.place
        desk.choose_source(StreamSource.of(next(iter(STREAM_EXAMPLES.values()))))
        desk.load([(1, b"x")] * 9, 9)
        lists.on("stream").undo()
        assert desk.stream.place != place, "the tokens are still those of the example"
        desk.load(ROBOT, 7)
        assert desk.stream.place == place

    def test_bytes_of_a_token_that_had_begun_come_back_with_the_bytes(self, desk: StreamDesk) -> None:
        desk.toggle_bytes()
        desk.step(1)
        desk.toggle_bytes()
        assert desk.stream.sent == 0
        desk.undo_lists.on("stream").undo()  # type: ignore[union-attr]
        assert desk.stream.sent == 1


async def test_typing_on_a_screen_is_taken_back_on_that_screen(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("2", "e")
        await person.type(" x")
        await person.press("escape", "1", "u")
        await person.is_told("nothing to take back on this screen")
        assert person.lab.state.text == b"newest lower x"
        await person.press("2", "u")
        await person.is_told("Taken back: text")
        assert person.lab.state.text == b"newest lower"
        await person.press("r")
        await person.is_told("Made again: text")
        assert person.lab.state.text == b"newest lower x"


async def test_steps_of_the_stream_are_taken_back_where_the_labs_stay(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("home", "right", "2", "right", "right", "u")
        assert (person.app.screen.stream.position, person.lab.cursor) == (0, 1)
        await person.press("r")
        assert person.app.screen.stream.position == 2


async def test_the_example_of_before_comes_back_at_its_place(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("2", "right", "right", "o", "down", "enter")
        screen = person.app.screen
        await person.until(lambda: screen.source.example is not None and screen.stream.position == 0)
        await person.press("u")
        await person.until(lambda: screen.source.example is None and screen.stream.position == 2)


async def test_views_of_the_glitch_screen_and_searches_are_taken_back(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("3")
        screen = person.app.screen
        await person.until(lambda: screen.browse.state.tokenizer is not None)
        await person.press("slash", "t", "h", "escape")
        await person.until(lambda: screen.browse.state.found.query == "th")
        await person.press("m", "f")
        assert screen.make.state.part.value == "scaffold"
        await person.press("u")
        assert screen.make.state.part.value == "glitch"
        await person.press("u")
        await person.is_told("Taken back: view")
        assert screen.view is screen.browse
        await person.press("u")
        await person.until(lambda: screen.browse.state.found.query == "")
        await person.press("r", "r", "r")
        assert screen.view is screen.make
        assert screen.browse.state.found.query == "th"


async def test_a_row_that_was_taken_away_comes_back_as_it_was(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.rows) == 3 and len(screen.state.shown) == 3)
        await person.press("down", "comma")
        rows, step = list(screen.state.rows), screen.state.rows[1].step
        assert step is not None
        await person.press("x")
        assert len(screen.state.rows) == 2
        await person.press("u")
        await person.is_told("Taken back: tokenizers")
        assert screen.state.rows == rows
        assert screen.state.rows[1].step == step
        await person.press("u")
        assert screen.state.rows[1].step is None
        await person.press("r", "r")
        assert len(screen.state.rows) == 2


@pytest.mark.parametrize("moves", [["n"], ["right", "right", "down"], ["end"], ["n", "n", "left"]])
async def test_moves_in_the_compared_text_are_taken_back(sit_down: Sitting, moves: list[str]) -> None:
    async with sit_down(text=b"newest lower newest lower") as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.shown) == 3)
        view = screen.query_one("CompareView")
        before = view.cursor
        await person.press(*moves)
        after = view.cursor
        assert after != before
        await person.press("u")
        await person.is_told("Taken back: place in the text")
        assert view.cursor == before, "a run of moves is one change"
        await person.press("r")
        assert view.cursor == after


async def test_a_move_is_taken_back_before_its_word_came(sit_down: Sitting) -> None:
    """Keys that come together: the next one is there before the screen was told of the move."""
    async with sit_down() as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.shown) == 3)
        view = screen.query_one("CompareView")
        view.action_walk(1)
        screen.action_undo()
        await person.is_told("Taken back: place in the text")
        assert view.cursor.offset == 0


async def test_the_place_comes_back_with_the_text(sit_down: Sitting) -> None:
    async with sit_down(text=b"newest lower newest lower") as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.shown) == 3)
        await person.press("down", "right", "right")
        place = screen.state.cursor
        screen._choose_text("own", "", b"another text")
        assert screen.state.cursor == (place[0], 0)
        await person.press("u")
        assert screen.state.cursor == place
        assert (
            screen.query_one("CompareView").cursor.row,
            screen.query_one("CompareView").cursor.offset,
        ) == place


async def test_the_place_waits_while_a_long_text_is_cut(sit_down: Sitting) -> None:
    async with sit_down(text=b"newest lower " * 5_000) as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.shown) == 3 and not screen.is_cutting)
        await person.press("end")
        place = screen.state.cursor
        assert place[1] > 60_000
        screen._choose_text("own", "", b"short")
        await person.press("u")
        assert screen.state.cursor == place
        await person.until(
            lambda: not screen.is_cutting and screen.query_one("CompareView").cursor.offset > 60_000
        )
        await person.press("u", "r", "r")
        await person.is_told("Made again: text")


async def test_a_row_that_was_just_taken_away_is_not_asked_for_again(sit_down: Sitting) -> None:
    """A long text is cut in a thread, and meanwhile the rows of before are shown."""
    async with sit_down(text=b"newest lower " * 5_000) as person:
        await person.press("4")
        screen = person.app.screen
        await person.until(lambda: len(screen.state.shown) == 3 and not screen.is_cutting)
        await person.press("x", "x")
        assert [row.which.title for row in screen.state.rows] == ["cl100k_base"]
        await person.press("f", "x")
        await person.is_told("The last tokenizer stays")


async def test_views_tokenizers_and_figures_of_measures_are_taken_back(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("5", "n")
        screen = person.app.screen
        assert screen.state.view == "numbers"
        await person.press("k", "home", "enter")
        assert screen.state.choices.picks[0].title == "lab"
        await person.press("u")
        await person.is_told("Taken back: tokenizer")
        assert screen.state.choices.picks[0].title == "gpt2"
        await person.press("u")
        assert screen.state.view == "size"
        await person.press("r", "r")
        assert screen.state.view == "numbers"
        assert screen.state.choices.picks[0].title == "lab"


async def beside_the_editor(person: Any) -> Any:
    """The code screen, where letters are keys."""
    await person.press("6")
    screen = person.app.screen
    await person.until(lambda: screen.state.report is not None)  # esc would stop the first run
    await person.press("escape")
    await person.until(lambda: screen.focused.id == "result")
    return screen


async def test_a_file_an_exercise_and_settings_of_code_are_taken_back(
    sit_down: Sitting, tmp_path: Path
) -> None:
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        own, other = screen.state.path, tmp_path / "other.py"
        other.write_text("# another\n")
        screen.open_file(other)
        screen.go_to("merge")
        screen.action_hint()
        await person.press("v")
        await person.answer("7")
        assert (screen.state.kept.merges, screen.state.hints) == (7, 1)
        for words in ("merges to learn", "hint"):
            await person.press("u")
            await person.is_told(f"Taken back: {words}")
        assert (screen.state.kept.merges, screen.state.hints) == (64, 0)
        await person.press("u")
        assert screen.query_one("CodeBox").text == "# another\n"
        await person.press("u")
        assert (screen.state.path, screen.state.exercise, screen.state.kept.exercise) == (own, None, "")
        await person.press("r", "r", "r", "r")
        assert screen.state.exercise is EXERCISES["merge"]
        assert (screen.state.kept.merges, screen.state.hints) == (7, 1)


async def test_text_of_the_editor_is_taken_back_from_outside_it_too(sit_down: Sitting) -> None:
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        before = screen.state.text
        await person.press("enter", "a", "b", "escape")
        await person.until(lambda: screen.focused.id == "result")
        await person.press("u")
        await person.is_told("Taken back: text")
        assert screen.query_one("CodeBox").text == screen.state.text == before
        await person.press("r")
        assert screen.state.text == "ab" + before


async def test_a_file_that_went_away_comes_back_as_it_was_left(sit_down: Sitting, tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        gone.write_text("# mine\n")
        screen.open_file(gone)
        screen.go_to("merge")
        gone.unlink()
        await person.press("u")
        assert gone.read_text() == screen.state.text == "# mine\n"


async def test_a_file_that_is_not_utf_8_comes_back_byte_for_byte(sit_down: Sitting, tmp_path: Path) -> None:
    gone = tmp_path / "gone.py"
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        gone.write_bytes(b"# \xff\n")
        screen.open_file(gone)
        screen.go_to("merge")
        gone.unlink()
        await person.press("u")
        assert gone.read_bytes() == b"# \xff\n"


async def test_a_file_that_cannot_be_opened_again_is_said_and_given_up(
    sit_down: Sitting, tmp_path: Path
) -> None:
    folder = tmp_path / "folder.py"
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        own = screen.state.path
        screen.open_file(folder)
        screen.state.edit("# typed")
        screen.go_to("merge")
        folder.unlink()
        folder.mkdir()
        await person.press("u")
        await person.is_told("is a folder")
        assert screen.state.exercise is EXERCISES["merge"]
        await person.press("u")
        await person.is_told("That was in 'folder.py', which is not open")
        await person.press("u")
        await person.is_told("Taken back: file")
        assert screen.state.path == own


async def test_a_file_that_was_changed_outside_is_not_left_while_there_is_unsaved_text(
    sit_down: Sitting, tmp_path: Path
) -> None:
    async with sit_down() as person:
        screen = await beside_the_editor(person)
        mine = tmp_path / "mine.py"
        mine.write_text("# a\n")
        screen.open_file(mine)
        await person.press("enter", "x", "escape")
        mine.write_text("# from outside\n")
        await person.until(lambda: screen.state.conflict)
        screen.go_to("merge")
        await person.is_told("was changed outside, and there is unsaved text here")
        assert (screen.state.path, mine.read_text()) == (mine, "# from outside\n")
        assert screen.state.text == "x# a\n"


@pytest.mark.parametrize("page", PAGES)
async def test_with_nothing_changed_each_screen_says_so(sit_down: Sitting, page: str) -> None:
    async with sit_down() as person:
        await person.press(str(PAGES[page].number))
        await person.until(lambda: page == person.app.screen.PLACE)
        person.app.screen.set_focus(None)  # the code screen begins in its editor
        await person.press("u")
        await person.is_told("nothing to take back on this screen")
        await person.press("r")
        await person.is_told("nothing to make again on this screen")


async def test_only_the_last_thing_taken_back_is_on_the_screen(sit_down: Sitting) -> None:
    async with sit_down() as person:
        await person.press("b", "home", "u", "u", "r")
        await person.is_told("Made again: bytes")
        assert "Taken back" not in person.sees
