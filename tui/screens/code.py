"""The code screen: a learner's own BPE, running as it is saved, beside the engine's; and the exercises.

What is open, runs and came of it is in a CodeState; this screen looks at the file, drains the run, turns keys
into calls, and draws.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from bpe_play.engine import EngineError
from bpe_play.engine.counted import counted
from bpe_play.tui.code_state import CodeState
from bpe_play.tui.keys import bindings
from bpe_play.tui.lab import Topic
from bpe_play.tui.learner import kept as keeping
from bpe_play.tui.learner.exercises import EXERCISES, after
from bpe_play.tui.screens import code_choices, code_lines, code_lists, code_words
from bpe_play.tui.screens.page import Page
from bpe_play.tui.widgets.code_box import CodeBox
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.lines import FooterLine
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.pieces import Line
from bpe_play.tui.widgets.scroll_lines import ScrollLines

_DRAINS_PER_SECOND = 8
_LOOKS_PER_SECOND = 4
_SECONDS_BETWEEN_SAVES = 2.0
_BORDERS = 2
VIEWS = ("result", "task", "prints")


class CodeScreen(Page):
    """Screen 6."""

    PLACE = "code"
    BINDINGS = bindings("code")
    AUTO_FOCUS = "CodeBox"
    DEFAULT_CSS = """
    CodeScreen #code-top { height: 1fr; }
    CodeScreen #code-pane { width: 56%; min-width: 58; height: 100%; }
    CodeScreen CodeBox { height: 1fr; }
    CodeScreen #code-side { width: 1fr; height: 100%; }
    CodeScreen #result-pane { height: 1fr; }
    CodeScreen #task-pane { max-height: 50%; display: none; }
    CodeScreen #prints-pane { height: 7; display: none; }
    CodeScreen.exercising #task-pane, CodeScreen.view-task #task-pane { display: block; }
    CodeScreen.printing #prints-pane, CodeScreen.view-prints #prints-pane { display: block; }
    /* One pane beside the code, or below it. */
    CodeScreen.-narrow #code-top { layout: vertical; }
    CodeScreen.-narrow #code-pane { width: 100%; height: 1fr; }
    CodeScreen.-narrow #code-side { width: 100%; height: 46%; }
    CodeScreen.-narrow #code-side Pane, CodeScreen.-low #code-side Pane {
        display: none; height: 1fr; max-height: 100%;
    }
    CodeScreen.-narrow.view-result #result-pane, CodeScreen.-low.view-result #result-pane { display: block; }
    CodeScreen.-narrow.view-task #task-pane, CodeScreen.-low.view-task #task-pane { display: block; }
    CodeScreen.-narrow.view-prints #prints-pane, CodeScreen.-low.view-prints #prints-pane { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.view = VIEWS[0]
        self._box = CodeBox()  # outlives its place on the screen when the program ends
        self._reveals = False

    def body(self) -> ComposeResult:
        with Horizontal(id="code-top"):
            with Pane(title="Code", id="code-pane", classes="-flush"):
                yield self._box
            with Vertical(id="code-side"):
                with Pane(title="Exercises", id="task-pane", classes="-flush"):
                    yield ScrollLines(id="task")
                with Pane(title="Result", id="result-pane", classes="-flush"):
                    yield ScrollLines(id="result")
                with Pane(title="Prints", id="prints-pane", classes="-flush"):
                    yield ScrollLines(id="prints")

    def on_mount(self) -> None:
        self.state = CodeState(self.lab, keeping.load(), self.bpe.learner_limits)
        self._try(self._open_first)
        self.state.undo_lists = self.lab.undo_lists
        self._show_file()
        self.show_view("task" if self.state.exercise else "result")
        self.every(1 / _DRAINS_PER_SECOND, self._drain)
        self.every(1 / _LOOKS_PER_SECOND, self._look)
        self.every(_SECONDS_BETWEEN_SAVES, self._keep)

    def on_unmount(self) -> None:
        self.take_untold()
        self._keep()
        self.state.close()

    def _open_first(self) -> None:
        if self.bpe.code_file is not None:
            self.state.open(self.bpe.code_file)
        else:
            self.state.open_kept()

    def changed(self, topic: Topic) -> None:
        super().changed(topic)
        if self.state.is_due():
            self.state.start()
        self.draw()

    def show_choices(self) -> None:
        if self._box.true_text != self.state.text:
            self._box.load(self.state.text)
        if self.state.is_due():
            self._reveals = False
            self.run_again()
            self.show_view("task" if self.state.exercise else "result")
        self.draw()

    def _try(self, act: Callable[[], None]) -> bool:
        """Do something with files; whether it went well. What went wrong is said."""
        try:
            act()
        except EngineError as error:
            self.bpe.say_error(error)
            return False
        except OSError as error:
            self.say(f"It cannot be written: {error.strerror}", error=True)
            return False
        return True

    def _keep(self) -> None:
        """Write down what is open and done; an unsaved text too."""
        if self.bpe._keep:
            try:
                keeping.save(self.state.to_keep())
            except OSError:
                return  # the app says so when it cannot keep its own state

    # -- what happens by itself

    def _drain(self) -> None:
        was_running = self.state.is_running
        heard = self.state.drain()
        if "results" in heard:
            self.draw()
        elif was_running:
            if "prints" in heard:
                self._draw_prints()
            self._draw_borders()

    def _look(self) -> None:
        """Whether the file was saved outside."""
        if not self.state.poll():
            return
        if self.state.conflict:
            self.say("The file was changed outside, and there is unsaved text here: both are kept")
        self._box.load(self.state.text)
        self.run_again()

    # -- drawing

    def draw(self) -> None:
        state = self.state
        self._show("result", lambda width: code_lines.result_lines(state, width))
        self._show("task", lambda width: code_lines.task_lines(state, self._reveals, width))
        self._box.mark(state.fault.line if state.fault and not state.is_unsaved else 0)
        self._draw_prints()
        self._draw_borders()

    def _draw_prints(self) -> None:
        printed = self.state.printed
        self._show("prints", lambda width: code_lines.print_lines(printed, width), from_end=True)

    def _show(self, name: str, layout: Callable[[int], list[Line]], from_end: bool = False) -> None:
        self.query_one(f"#{name}", ScrollLines).show(layout, from_end=from_end)

    def _draw_borders(self) -> None:
        state = self.state
        code = self.query_one("#code-pane", Pane)
        code.set_title(code_words.file_title(state))
        code.set_figures(code_words.file_figures(state))
        self.query_one("#result-pane", Pane).set_figures(code_words.result_figures(state))
        lines = state.printed.count(b"\n")
        self.query_one("#prints-pane", Pane).set_figures(counted(lines, "line") if lines else "")
        exercise = state.exercise
        title = f"Exercise {exercise.number} of {len(EXERCISES)}" if exercise else "Help"
        self.query_one("#task-pane", Pane).set_title(title)
        self.set_class(exercise is not None, "exercising")
        self.set_class(bool(state.printed), "printing")

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self.draw)
        self.call_after_refresh(self._fit_task)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Another footer while typing; a pane that gets the focus is the one that is seen."""
        if isinstance(event.widget, CodeBox):
            event.prevent_default()
            self.query_one(FooterLine).show(code_words.typing_keys())
        elif event.widget.id in VIEWS:
            self.show_view(event.widget.id)

    def show_view(self, view: str) -> None:
        """Where there is room for one pane beside the code, this one."""
        self.view = view
        for each in VIEWS:
            self.set_class(each == view, f"view-{each}")

    def on_scroll_lines_laid_out(self, event: ScrollLines.LaidOut) -> None:
        if event.control.id == "task":
            self._fit_task()

    def _fit_task(self) -> None:
        """The task takes what it needs where it stands above the result; CSS says how much that may be."""
        pane, lines = self.query_one("#task-pane", Pane), self.query_one("#task", ScrollLines).lines
        if self.has_class("-narrow") or self.has_class("-low"):
            pane.styles.clear_rule("height")
        else:
            pane.styles.height = len(lines) + _BORDERS

    def _show_file(self) -> None:
        self._reveals = False
        self._box.load(self.state.text)
        self.draw()
        for name in VIEWS:
            self.query_one(f"#{name}", ScrollLines).scroll_home(animate=False)

    # -- the editor

    def on_text_box_edited(self, event: TextBox.Edited) -> None:
        self.state.edit(event.text)
        self._box.mark(0)
        self._draw_borders()

    def on_text_box_refused(self, event: TextBox.Refused) -> None:
        self.say(event.reason, error=True)

    def on_text_box_large_paste(self, event: TextBox.LargePaste) -> None:
        self.say("That is too long for the box: save it as a file and open it with o", error=True)

    def on_text_box_left(self) -> None:
        if self.state.is_running:
            self.action_halt()
        else:
            self.query_one(f"#{self.view}").focus()

    def action_write(self) -> None:
        self._box.focus()

    def action_save(self) -> None:
        """Save and run, when the editor has taken in the keys that came before this one."""
        self._box.call_later(self._save_and_run)

    def _save_and_run(self) -> None:
        if self._save():
            self.run_again()

    def _save(self) -> bool:
        self.take_untold()
        return self._try(self.state.save)

    def take_untold(self) -> None:
        """What stands in the editor."""
        self.state.edit(self._box.true_text)

    def action_take_file(self) -> None:
        if self.state.conflict:
            self.state.take_file()
            self._show_file()

    def action_outside(self) -> None:
        """The file in the user's own editor; what is unsaved is saved first."""
        self.take_untold()
        if self.state.is_unsaved and not self._save():
            return
        self._try(lambda: code_choices.edit_outside(self, self.state.path))

    # -- running

    def run_again(self) -> None:
        """Run the file, and let the result be seen."""
        if not self.state.start():
            self.say("The corpus is still being read: it runs then")
        self.show_view("result")
        self.draw()

    def action_play(self) -> None:
        """Run; what is unsaved is saved first."""
        self.action_save()

    def action_halt(self) -> None:
        """Stop the run; else nothing."""
        self.state.stop()

    # -- views

    def action_step(self, by: int) -> None:
        """The next pane beside the code, or the one before; also while typing."""
        shown = [view for view in VIEWS if self.query_one(f"#{view}-pane").display]
        views = VIEWS if len(shown) < 2 else shown
        at = views.index(self.view) if self.view in views else -1
        view = views[(at + by) % len(views)]
        self.show_view(view)
        if not isinstance(self.focused, CodeBox):
            self.query_one(f"#{view}").focus()

    def action_difference(self) -> None:
        """To the first step that differs."""
        result = self.query_one("#result", ScrollLines)
        line = code_lists.first_difference(result.lines)
        if line is None:
            self.say("No step differs" if self.state.report else "Nothing has been learned yet")
        else:
            self.show_view("result")
            result.reveal(line)

    # -- files and settings

    def open_file(self, path: Path) -> None:
        self._open(lambda: self.state.open(path), "result")

    def go_to(self, key: str) -> None:
        """An exercise by its key, or a file of one's own."""
        if key == code_choices.OWN:
            self._open(self.state.open_own, "result")
        else:
            self._open(lambda: self.state.open_exercise(key), "task")

    def _open(self, act: Callable[[], None], view: str) -> None:
        if self._try(act):
            self._show_file()
            self.run_again()
            self.show_view(view)

    def action_open(self) -> None:
        code_choices.ask_path(self)

    def action_exercises(self) -> None:
        code_choices.choose_exercise(self)

    def action_exercise(self, by: int) -> None:
        exercise = self.state.exercise
        if exercise is None:
            self.action_exercises()
        elif after(exercise.key, by) is exercise:
            self.say("That was the last exercise" if by > 0 else "This is the first exercise")
        else:
            self.go_to(after(exercise.key, by).key)

    def action_hint(self) -> None:
        if self.state.exercise is None:
            self.say("Hints belong to exercises: x")
        elif not self.state.show_hint():
            self.say("There are no more hints; a shows a solution")
        self._show_task(code_lines.LAST_HINT)

    def action_reveal(self) -> None:
        self._reveals = self.state.exercise is not None and not self._reveals
        self._show_task(code_lines.SOLUTION if self._reveals else "")

    def _show_task(self, heading: str) -> None:
        """Let the last line that begins so be seen, at the top if it must be."""
        self.show_view("task")
        self.draw()
        self.call_after_refresh(self._scroll_task, heading)

    def _scroll_task(self, heading: str) -> None:
        task = self.query_one("#task", ScrollLines)
        line = code_lines.line_of(task.lines, heading)
        task.scroll_to(y=line, animate=False, force=True)

    def action_merges(self) -> None:
        code_choices.ask_merges(self)

    def action_split(self) -> None:
        code_choices.choose_split(self)
