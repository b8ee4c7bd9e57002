"""The code screen with its keys: typing and saving, runs that go wrong, exercises, files, and every size."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.learner import kept as keeping
from bpe_play.tui.learner.exercises import EXERCISES, ORDER
from bpe_play.tui.learner.limits import Limits
from bpe_play.tui.learner.template import TEMPLATE
from bpe_play.tui.screens import code_choices
from bpe_play.tui.screens.code import CodeScreen
from bpe_play.tui.state import State
from bpe_play.tui.widgets.code_box import CodeBox
from bpe_play.tui.widgets.pane import Pane

GOOD = "def choose(counts):\n    return max(counts, key=counts.get)\n"
LOOP = "def choose(counts):\n    while True:\n        pass\n"


class Teacher:
    """Somebody at the keys of the code screen."""

    def __init__(self, app: BpePlay, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> CodeScreen:
        assert isinstance(self.app.screen, CodeScreen)
        return self.app.screen

    @property
    def box(self) -> CodeBox:
        return self.screen.query_one(CodeBox)

    @property
    def sees(self) -> str:
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def until(self, true: Callable[[], bool]) -> None:
        for _ in range(3_000):
            if true():
                return
            await self.pilot.pause(0.01)
        raise AssertionError(f"it never came true\n{self.sees}")

    async def until_seen(self, text: str) -> None:
        await self.until(lambda: text in self.sees)

    async def write(self, source: str) -> None:
        """Another text in the editor, as if it were typed, and not saved."""
        await self.press("escape", "enter", "ctrl+a")
        self.box._replace_via_keyboard(source, *self.box.selection)
        await self.pilot.pause()

    async def save_and_run(self, source: str) -> None:
        await self.write(source)
        await self.press("ctrl+s")
        await self.until(lambda: not self.screen.state.is_running)
        await self.pilot.pause()

    async def answer(self, text: str) -> None:
        await self.pilot.pause()
        line = self.app.screen.focused
        assert isinstance(line, Input)
        line.value = text
        await self.press("enter")
        await self.pilot.pause()


@asynccontextmanager
async def teaching(
    file: Path | None = None,
    size: tuple[int, int] = (100, 30),
    source: str = GOOD,
    keep: bool = False,
    state: State | None = None,
) -> AsyncIterator[Teacher]:
    """The code screen with a file that has run, over a lab with a small corpus."""
    if file is not None and not file.exists():
        file.write_text(source)
    lab = Lab(state or State(source="aaabdaaabac", vocab_size=259, split="none"))
    app = BpePlay(lab, keep=keep, code_file=file)
    app.learner_limits = Limits(seconds=20, memory=128 << 20, output=20_000)
    async with app.run_test(size=size) as pilot:
        teacher = Teacher(app, pilot)
        if file is None:
            await teacher.press("6")
        await teacher.until(lambda: isinstance(app.screen, CodeScreen) and hasattr(app.screen, "state"))
        await teacher.until(lambda: teacher.screen.state.lab.source is not None)
        await teacher.until(lambda: not teacher.screen.state.is_running)
        await pilot.pause()
        yield teacher


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "my_bpe.py"


# -- typing, saving, running


async def test_it_opens_with_the_file_and_has_run_it(file: Path) -> None:
    async with teaching(file) as teacher:
        assert teacher.box.true_text == GOOD
        await teacher.until_seen("merges are the engine's")
        assert "my_bpe.py" in teacher.sees


async def test_without_a_file_there_is_one_with_a_template() -> None:
    async with teaching() as teacher:
        assert teacher.box.true_text == TEMPLATE
        await teacher.until_seen("merges are the engine's")


async def test_three_lines_are_typed_and_saved(file: Path) -> None:
    async with teaching(file, source="") as teacher:
        for line in ("def score(p, l, r):", "return p / (l * r)"):
            for letter in line:
                await teacher.press(letter)
            await teacher.press("enter")
        assert teacher.box.true_text.startswith("def score(p, l, r):\n    return p")
        assert "not saved" in teacher.sees
        await teacher.press("ctrl+s")
        await teacher.until_seen("your score prefers")
        assert file.read_text() == teacher.box.true_text
        assert "not saved" not in teacher.sees


async def test_an_error_is_marked_in_its_line_and_the_last_good_result_stays(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.save_and_run("def choose(counts):\n    return nonsense\n")
        assert teacher.box.marked == 2
        assert "2✗" in teacher.sees
        assert "NameError" in teacher.sees
        assert "2 │ return nonsense" in teacher.sees
        assert "From the last run that worked" in teacher.sees
        await teacher.press("x")
        assert teacher.box.marked == 0, "it is being mended"
        await teacher.save_and_run(GOOD)
        assert "From the last run that worked" not in teacher.sees


async def test_a_save_outside_runs_it(file: Path) -> None:
    async with teaching(file) as teacher:
        file.write_text("print('from outside')\n" + GOOD)
        await teacher.until_seen("from outside")
        assert teacher.box.true_text == file.read_text()
        await teacher.until(lambda: not teacher.screen.state.is_running)


async def test_a_save_outside_does_not_take_what_is_being_typed(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.write("# mine\n" + GOOD)
        file.write_text("# theirs\n" + GOOD)
        await teacher.until_seen("changed outside")
        assert teacher.box.true_text.startswith("# mine")
        await teacher.press("escape")
        await teacher.until(lambda: not teacher.screen.state.is_running)
        await teacher.press("escape", "t")
        assert teacher.box.true_text.startswith("# theirs")


async def test_an_endless_loop_leaves_every_key_and_esc_stops_it(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.write(LOOP)
        await teacher.press("ctrl+s")
        await teacher.until_seen("esc stops")
        await teacher.press("x", "y")
        assert teacher.box.true_text.endswith("xy")
        await teacher.press("ctrl+z", "ctrl+z", "f6")
        await teacher.until(lambda: not isinstance(teacher.app.screen, CodeScreen))
        await teacher.press("6")
        await teacher.until_seen("esc stops")
        await teacher.press("escape")
        await teacher.until_seen("stopped")
        assert "From the last run that worked" in teacher.sees


async def test_esc_stops_a_run_from_the_panes_too(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.press("escape")
        file.write_text(LOOP)
        await teacher.until_seen("esc stops")
        await teacher.press("escape")
        await teacher.until_seen("stopped")


async def test_leaving_the_program_ends_the_run(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.write(LOOP)
        await teacher.press("ctrl+s")
        await teacher.until_seen("esc stops")
        run = teacher.screen.state.run
        assert run is not None
    assert run.has_ended


async def test_prints_have_a_pane_of_their_own(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.save_and_run("for i in range(40):\n    print(i, '\\x1b[2J[red]')\n" + GOOD)
        await teacher.until_seen("40 lines")
        assert "\x1b" not in teacher.sees
        assert "\\x1b[2J[red]" in teacher.sees


async def test_another_corpus_in_the_lab_is_another_run(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.until_seen("11 B")
        teacher.app.lab.change(source="tiny")
        await teacher.until_seen("86 B")


# -- the merge lists


LATE = """\
step = 0

def choose(counts):
    global step
    step += 1
    return (max if step < 40 else min)(counts, key=counts.get)
"""


async def test_f_goes_to_the_first_difference(file: Path) -> None:
    async with teaching(file, source=LATE, state=State(source="numbers", split="none")) as teacher:
        await teacher.until_seen("Step 40: you chose")
        assert "▸" not in teacher.sees, "it is further down"
        await teacher.press("escape", "f")
        await teacher.pilot.pause()
        assert "▸" in teacher.sees
        await teacher.save_and_run(GOOD)
        await teacher.press("escape", "f")
        assert "No step differs" in [note.message for note in teacher.app._notifications]


async def test_more_merges_and_another_split(file: Path) -> None:
    async with teaching(file, state=State(source="tiny", vocab_size=300, split="none")) as teacher:
        await teacher.press("escape", "v")
        await teacher.answer("7")
        await teacher.until_seen("All 7 merges")
        await teacher.press("s")
        await teacher.pilot.pause()
        teacher.app.screen.query_one(OptionList).highlighted = 2
        await teacher.press("enter")
        await teacher.until_seen("split gpt2")


# -- files


async def test_o_opens_a_file_or_makes_it(file: Path, tmp_path: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.press("escape", "o")
        await teacher.answer(str(tmp_path / "no folder" / "x.py"))
        assert "there is no such folder" in teacher.sees
        await teacher.answer(str(tmp_path / "other.py"))
        await teacher.until_seen("other.py")
        assert teacher.box.true_text == TEMPLATE
        assert (tmp_path / "other.py").read_text() == TEMPLATE


async def test_what_cannot_be_written_is_said_and_stays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with teaching(file) as teacher:
        await teacher.write("# precious\n")
        file.unlink()
        file.mkdir()
        await teacher.press("ctrl+s")
        assert "cannot be written" in [note.message for note in teacher.app._notifications][-1]
        assert teacher.box.true_text == "# precious\n"


async def test_unsaved_text_is_there_the_next_time(file: Path) -> None:
    async with teaching(file, keep=True) as teacher:
        await teacher.write("# not saved yet\n")
    assert keeping.load().drafts == {str(file): "# not saved yet\n"}
    async with teaching(keep=True) as teacher:
        assert teacher.box.true_text == "# not saved yet\n"
        assert "not saved" in teacher.sees


async def test_e_hands_the_file_to_the_editor(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    handed: list[Path] = []
    monkeypatch.setattr(code_choices, "edit_outside", lambda screen, path: handed.append(path))
    async with teaching(file) as teacher:
        await teacher.write("# first saved\n")
        await teacher.press("escape", "e")
        assert handed == [file]
        assert file.read_text() == "# first saved\n"


def test_which_editor_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VISUAL", "")
    monkeypatch.setenv("EDITOR", "code --wait 'a b'")
    assert code_choices.editor_command() == ["code", "--wait", "a b"]
    monkeypatch.setenv("VISUAL", "vis")
    assert code_choices.editor_command() == ["vis"]
    monkeypatch.setenv("VISUAL", "'")
    with pytest.raises(Exception, match="VISUAL cannot be read"):
        code_choices.editor_command()


# -- exercises


async def test_all_exercises_from_the_first_to_the_last_by_their_keys() -> None:
    async with teaching(keep=True) as teacher:
        await teacher.press("escape", "x")
        await teacher.pilot.pause()
        await teacher.press("down", "enter")
        for key in ORDER:
            exercise = EXERCISES[key]
            await teacher.until_seen(f"Exercise {exercise.number} of 9")
            await teacher.until(lambda: not teacher.screen.state.is_running)
            await teacher.until_seen("smallest")
            await teacher.press(*["h"] * (len(exercise.hints) + 1))
            assert teacher.screen.state.hints == len(exercise.hints)
            await teacher.press("a")
            await teacher.until_seen("A solution:")
            await teacher.save_and_run(exercise.solution)
            await teacher.until_seen("Right, on all")
            await teacher.press("escape", "n")
        assert teacher.screen.state.kept.done == list(ORDER)
        await teacher.press("N")
        await teacher.until_seen("Exercise 8 of 9")
    assert keeping.load().done == list(ORDER)
    assert keeping.load().exercise == ORDER[-2]


async def test_the_smallest_input_that_goes_wrong_is_shown() -> None:
    async with teaching() as teacher:
        teacher.screen.go_to("count")
        await teacher.until_seen("3 of 33 inputs are right")
        for part in ("call  pair_counts([1, 1])", "gives {}", "due   {(1, 1): 1}"):
            assert part in teacher.sees


# -- every size, every key


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (60, 20)])
async def test_nothing_is_out_of_reach(file: Path, size: tuple[int, int]) -> None:
    async with teaching(file, size, source="print('hello')\n" + GOOD) as teacher:
        await teacher.until_seen("merges are the")
        seen = set()
        for _ in range(3):
            await teacher.press("f7")
            await teacher.pilot.pause()
            seen |= {
                pane.id for pane in teacher.screen.query(Pane) if pane.display and pane.region.height > 2
            }
            for pane in teacher.screen.query(Pane):
                assert pane.region.bottom <= size[1] - 1
        assert seen >= {"code-pane", "result-pane", "prints-pane"}
        assert isinstance(teacher.screen.focused, CodeBox), "F7 leaves the cursor where one types"


async def test_tab_indents_while_typing_and_goes_on_after_esc(file: Path) -> None:
    async with teaching(file) as teacher:
        await teacher.press("tab")
        assert teacher.box.true_text.startswith("    def choose")
        await teacher.press("ctrl+z", "escape")
        assert teacher.screen.focused is teacher.screen.query_one("#result")
        await teacher.press("tab")
        assert teacher.screen.focused is teacher.box
        await teacher.press("escape", "shift+tab")
        assert teacher.screen.focused is teacher.box


async def test_the_footer_shows_what_works_here(file: Path) -> None:
    async with teaching(file, (120, 40)) as teacher:
        assert "F5 run" in teacher.sees
        assert "F1 keys" in teacher.sees
        await teacher.press("escape")
        await teacher.pilot.pause()
        for words in ("space run", "enter type", "e $EDITOR", "x exercises", "? keys"):
            assert words in teacher.sees
        assert "F5 run" not in teacher.sees


async def test_a_pane_alone(file: Path) -> None:
    async with teaching(file, (80, 24)) as teacher:
        await teacher.press("escape", "z")
        await teacher.pilot.pause()
        assert teacher.screen.query_one("#result-pane", Pane).region.height > 18
        await teacher.press("z")
        await teacher.pilot.pause()
        assert teacher.box.region.height > 5
