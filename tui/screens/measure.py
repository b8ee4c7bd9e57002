"""The measure screen: figures about tokenizers as pictures and tables, each of which can go to a file.

What is measured is in a MeasureState, which works in a process of its own; this screen shows what it has,
takes its progress at a timer's pace, and turns keys into its calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from bpe_play.engine import EngineError
from bpe_play.tui.keys import bindings
from bpe_play.tui.lab import Topic
from bpe_play.tui.measure_files import file_name, write_rows
from bpe_play.tui.measure_state import MeasureState
from bpe_play.tui.measures.table import MEASURES
from bpe_play.tui.screens import measure_choices, measure_forms, measure_kept
from bpe_play.tui.screens.measure_words import settings_in_words
from bpe_play.tui.screens.page import Page
from bpe_play.tui.widgets.line_view import LineView
from bpe_play.tui.widgets.measure_settings import part_line, setting_lines
from bpe_play.tui.widgets.measure_sheet import Sheet
from bpe_play.tui.widgets.measure_sheets import SHEETS
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.pieces import Line, Piece
from bpe_play.tui.widgets.row_list import RowList

if TYPE_CHECKING:
    from bpe_play.tui.lessons.lesson import Scene

_TICKS_PER_SECOND = 8
_VIEWS = list(MEASURES.values())


class MeasureScreen(Page):
    """Screen 5."""

    PLACE = "measure"
    BINDINGS = bindings("measure")
    AUTO_FOCUS = "#measure-rows"
    DEFAULT_CSS = """
    MeasureScreen #measure-left { width: 23; height: 100%; }
    MeasureScreen #measure-views-pane { height: 12; }
    MeasureScreen #measure-views { overflow-y: hidden; }
    MeasureScreen #measure-with-pane { height: 1fr; }
    MeasureScreen #measure-pane { width: 1fr; height: 100%; }
    MeasureScreen #measure-plot { height: 3fr; min-height: 6; }
    MeasureScreen #measure-rows { height: 2fr; min-height: 3; margin-top: 1; }
    MeasureScreen #measure-about { margin-top: 1; }
    MeasureScreen.-low #measure-rows { margin-top: 0; }
    MeasureScreen.-low #measure-about { margin-top: 0; }
    MeasureScreen.-wide #measure-left { width: 30; }
    """

    def body(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="measure-left"):
                with Pane(title="Measure", id="measure-views-pane", classes="-flush"):
                    yield RowList(_draw_view, id="measure-views")
                with Pane(title="With", id="measure-with-pane", classes="-flush"):
                    yield LineView(id="measure-with")
            with Pane(title="", id="measure-pane", classes="-flush"):
                yield LineView(id="measure-parts")
                yield LineView(id="measure-head")
                yield LineView(id="measure-plot")
                yield RowList(self._draw_row, id="measure-rows", empty=" ")
                yield LineView(id="measure-about")

    def __init__(self) -> None:
        super().__init__()
        self._sheet: Sheet | None = None
        self._is_due = False  # whether the state is going to be asked if there is something to do

    def on_mount(self) -> None:
        self.state = MeasureState(self.lab)
        self.bpe.keep_too("measure", lambda: measure_kept.load_into(self.state), self._save)
        self.every(1 / _TICKS_PER_SECOND, self._tick)
        self.query_one("#measure-views", RowList).show(len(_VIEWS))
        self._begin_soon()

    def on_unmount(self) -> None:
        self.state.stop()

    def _save(self) -> None:
        measure_kept.save(self.state)

    def changed(self, topic: Topic) -> None:
        super().changed(topic)
        if topic is not Topic.HISTORY:  # there are many, and the end of a training is told as one of TRAINING
            self._begin_soon()

    def show_choices(self) -> None:
        self.bpe.keep_soon()
        self.query_one("#measure-rows", RowList).move_to(0)
        self._begin()

    # -- working

    def _begin_soon(self) -> None:
        """Once, however many topics have changed."""
        if not self._is_due:
            self._is_due = True
            self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """Let the state work if it must, and show how things are."""
        self._is_due = False
        self.state.refresh()
        self._draw()

    def _tick(self) -> None:
        job = self.state.job
        if job is not None and self.state.drain():
            if self.state.job is None:
                self._draw()
            else:
                self._draw_title()

    # -- drawing

    def _draw(self) -> None:
        """Everything: there may be another result, or another view."""
        choices, measure = self.state.choices, self.state.measure
        self._sheet = None
        if choices.result is not None:
            self._sheet = SHEETS[measure.key](choices.result, choices.options, choices.part)
        self.query_one("#measure-views", RowList).move_to(list(MEASURES).index(measure.key))
        self._draw_title()
        self._draw_settings()
        self._lay_out_sheet()
        self._draw_rows()

    def _draw_title(self) -> None:
        state, pane = self.state, self.query_one("#measure-pane", Pane)
        title = state.measure.title
        pane.set_title(title[0].upper() + title[1:])
        if state.job is not None:
            pane.set_figures(f"{state.job.progress} …   esc stops")
        elif state.is_older:
            pane.set_figures("figures of before   space measures")
        else:
            pane.set_figures(self._sheet.figures if self._sheet else "")

    def _draw_settings(self) -> None:
        settings = settings_in_words(self.state)
        self.query_one("#measure-with", LineView).show(lambda width, height: setting_lines(settings, width))

    def _lay_out_sheet(self) -> None:
        """Give each part of the pane its height, and show those that have something to show."""
        sheet, parts = self._sheet, self.state.measure.parts
        heights = {"parts": int(len(parts) > 1), "head": 0, "about": 0}
        if sheet is not None:
            heights |= {"head": sheet.head_lines, "about": sheet.about_lines}
        for name, height in heights.items():
            view = self.query_one(f"#measure-{name}", LineView)
            view.display = height > 0
            view.styles.height = height
        self.query_one("#measure-plot").display = sheet is not None and sheet.has_plot
        rows = 1 + max(sheet.count, 1) if sheet is not None else None  # so that words stand under few rows
        self.query_one("#measure-rows").styles.max_height = rows
        part = self.state.choices.part
        self.query_one("#measure-parts", LineView).show(lambda width, height: [part_line(parts, part)])

    def _draw_rows(self) -> None:
        sheet, rows = self._sheet, self.query_one("#measure-rows", RowList)
        if sheet is None:
            rows.show(0, empty=self._nothing())
            return
        header = sheet.header(rows.scrollable_content_region.width)
        rows.show(sheet.count, rows.cursor, empty=sheet.nothing, header=header)
        self.query_one("#measure-head", LineView).show(lambda width, height: sheet.head(width)[:height])
        self._draw_row_words()

    def _nothing(self) -> str:
        """Why there is nothing to see."""
        state = self.state
        if state.job is not None:
            return "Measuring …"
        return state.waiting or state.choices.failure or "Nothing is measured.   space: measure"

    def _draw_row_words(self) -> None:
        """What depends on the row under the cursor."""
        sheet, row = self._sheet, self.query_one("#measure-rows", RowList).cursor
        if sheet is None:
            return
        failure = self.state.choices.failure

        def about(width: int, height: int) -> list[Line]:
            if failure:
                return [[Piece(f" {failure}", "bad")]]
            return sheet.about(row, width)[:height] if sheet.count else []

        self.query_one("#measure-about", LineView).show(about)
        self.query_one("#measure-plot", LineView).show(lambda width, height: sheet.plot(width, height, row))

    def _draw_row(self, row: int, width: int) -> Line:
        return self._sheet.line(row, width) if self._sheet is not None and row < self._sheet.count else []

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_rows)

    # -- what lists say

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        if event.list.id == "measure-views":
            self.action_view(_VIEWS[event.row].key)
        else:
            self._draw_row_words()

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        if event.list.id == "measure-views":
            self.query_one("#measure-rows", RowList).focus()

    # -- keys

    def action_view(self, view: str) -> None:
        """Show another measure; its work begins by itself."""
        self.state.show(view)
        self.show_choices()

    def set_scene(self, scene: Scene) -> None:
        if scene.view:
            self.action_view(scene.view)

    def action_part(self, by: int) -> None:
        """The next part of what was found, or the one before."""
        if len(self.state.measure.parts) > 1:
            self.state.next_part(by)
            self.bpe.keep_soon()
            self.query_one("#measure-rows", RowList).move_to(0)
            self._draw()

    def action_tokenizer(self, place: int) -> None:
        if place < len(self.state.choices.picks):
            measure_choices.choose_tokenizer(self, place)
        else:
            self.say("This takes one tokenizer: k")

    def action_text(self) -> None:
        measure_choices.choose_text(self)

    def action_settings(self) -> None:
        measure_forms.ask_settings(self)

    def action_learning(self) -> None:
        measure_forms.ask_learning(self)

    def action_play(self) -> None:
        """Measure again what was given up."""
        if self.state.choices.given_up is None:
            self.say("Nothing was stopped here: what is shown is measured, or is being measured now")
            return
        self.state.again()
        self._draw()

    def action_halt(self) -> None:
        """End the work; what was found before stays."""
        if self.state.stop():
            self.say("Stopped: space measures again")
            self._draw()

    def action_export(self, kind: str) -> None:
        """Write the part that is shown into a file, and say where it is."""
        state, choices = self.state, self.state.choices
        if choices.result is None:
            self.say("There are no figures to write yet")
            return
        try:
            rows = state.measure.rows(choices.result, choices.options, choices.part)
            path = write_rows(rows, file_name(state.view, choices.part), kind)
        except EngineError as error:
            self.bpe.say_error(error)
        else:
            self.say(f"{len(rows):,} rows are in {path}")

    def redraw(self) -> None:
        """A choice was made: keep it, and show what there is."""
        self.bpe.keep_soon()
        self._draw()


def _draw_view(row: int, width: int) -> Line:
    view = _VIEWS[row]
    return [Piece(f"{view.letter} ", "accent"), Piece(view.title)]
