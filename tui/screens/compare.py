"""The compare screen: two to four tokenizers on one text, in common columns, and what the text costs in each.

What is compared is in a CompareState, and compare_work loads and cuts for it; this screen turns keys into
their calls, and draws what came of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult

from bpe_play.engine import to_bytes, to_text
from bpe_play.engine.compare import Comparison
from bpe_play.tui.compare_state import MOST, Kind, Order, Row, Which
from bpe_play.tui.keys import bindings
from bpe_play.tui.lab import Topic
from bpe_play.tui.screens import compare_choices
from bpe_play.tui.screens.compare_words import figures, notes_of, short_name, table_rows, text_name
from bpe_play.tui.screens.compare_work import CompareWork
from bpe_play.tui.screens.notes import NotesScreen
from bpe_play.tui.visible import plain
from bpe_play.tui.vocabularies import VOCABULARIES
from bpe_play.tui.widgets.compare_table import CompareTable
from bpe_play.tui.widgets.compare_view import CompareView
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from bpe_play.tui.lessons.lesson import Scene

_HINT = "Nothing to compare.   e: type a text   o: choose one   l: the lab's"
_LEGEND = (
    "Brackets show where the tokenizers part; n: to the next such place.",
    "← → along the tokens of a row, ↑ ↓ to another row.",
)


class CompareScreen(CompareWork):
    """Screen 4."""

    PLACE = "compare"
    BINDINGS = bindings("compare")
    AUTO_FOCUS = "CompareView"
    DEFAULT_CSS = """
    CompareScreen #compare-pane { height: 1fr; }
    CompareScreen #compare-text-pane { height: 6; display: none; }
    CompareScreen.typing #compare-text-pane { display: block; }
    CompareScreen #compare-table-pane { height: auto; }
    CompareScreen.-low #compare-text-pane { height: 5; }
    CompareScreen.-tall #compare-text-pane { height: 8; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_box: bytes | None = None  # the text that the box shows
        self._followed = (0, 0)  # the place of the view that came of the state

    def body(self) -> ComposeResult:
        with Pane(title="Text", id="compare-pane", classes="-flush"):
            yield CompareView(_HINT, _LEGEND)
        with Pane(title="Type", figures="esc: done", id="compare-text-pane"):
            yield TextBox(placeholder="type or paste the text that is compared")
        with Pane(title="Tokenizers", id="compare-table-pane"):
            yield CompareTable()

    def changed(self, topic: Topic) -> None:
        super().changed(topic)
        if topic in (Topic.TEXT, Topic.CURSOR, Topic.TRAINING):
            self.recut()

    def show_choices(self) -> None:
        if self.state.text is not self._in_box:
            self._fill_box()
        self._follow()
        self.load_pending()

    # -- drawing ---------------------------------------------------------------------------------------

    def take(self, order: Order, comparison: Comparison) -> None:
        self.take_untold()
        super().take(order, comparison)
        names = [short_name(self.state, row) for row in order.rows]
        self.query_one(CompareView).show(comparison, names)
        self._follow()

    def draw_table(self) -> None:
        cursor = self.query_one(CompareView).cursor
        self.query_one(CompareTable).show(table_rows(self.state, cursor.offset), cursor.row)

    def draw_titles(self) -> None:
        pane, comparison = self.query_one("#compare-pane", Pane), self.state.comparison
        pane.set_title(text_name(self.state))
        if self.is_cutting:
            pane.set_figures("cutting …")
        elif comparison is not None:
            offset = self.query_one(CompareView).cursor.offset
            pane.set_figures(figures(self.state, comparison, offset))

    # -- the place in the text -------------------------------------------------------------------------

    @property
    def _place(self) -> tuple[int, int]:
        """The row and the byte of the token where the view has the cursor."""
        cursor = self.query_one(CompareView).cursor
        return cursor.row, cursor.offset

    def _follow(self) -> None:
        """Go where the state has the cursor, or as near as what is cut by now allows."""
        self.query_one(CompareView).move_to(*self.state.cursor)
        self._followed = self._place
        self.draw_titles()
        self.draw_table()

    def take_untold(self) -> None:
        """Where somebody has moved the cursor of the view, if somebody has."""
        if self._place != self._followed:
            self.state.go_to(*self._place)
            self._follow()

    def _go_to(self, row: int, offset: int) -> None:
        self.take_untold()
        self.state.go_to(row, offset)
        self._follow()

    def on_compare_view_cursor_moved(self) -> None:
        self.take_untold()

    def on_compare_table_row_clicked(self, event: CompareTable.RowClicked) -> None:
        self._go_to(event.row, self._place[1])

    # -- differences -----------------------------------------------------------------------------------

    def action_difference(self, direction: int) -> None:
        """To the next one, or the one before; after the last comes the first."""
        comparison, view = self.state.comparison, self.query_one(CompareView)
        if comparison is None or not comparison.differences:
            self.say("All cut this text alike: add a tokenizer (a) or choose another text (o)")
            return
        find = comparison.next_difference if direction > 0 else comparison.difference_before
        found = find(view.cursor.offset) or comparison.differences[0 if direction > 0 else -1]
        self._go_to(view.cursor.row, found.start)

    # -- tokenizers ------------------------------------------------------------------------------------

    @property
    def _row(self) -> Row:
        """The row of the cursor; one that was just taken away may still be shown."""
        row, number = None, self.query_one(CompareView).cursor.row
        if number < len(self.state.shown):
            row = self.state.shown[number]
        return row if row in self.state.rows else self.state.rows[min(number, len(self.state.rows) - 1)]

    def action_add(self) -> None:
        if self.state.has_room:
            compare_choices.choose_tokenizer(self, "Add a tokenizer", self._add)
        else:
            self.say(f"{MOST} tokenizers at most: k puts another in place of the one at the cursor")

    def _add(self, which: Which) -> None:
        self.state.add(which)
        self.load_pending()

    def action_replace(self) -> None:
        row = self._row

        def take(which: Which) -> None:
            self.state.replace(row, which)
            self.load_pending()

        compare_choices.choose_tokenizer(self, f"In place of {row.which.title}", take, row.which)

    def action_remove(self) -> None:
        if self.state.remove(self._row):
            self.recut()
        else:
            self.say("The last tokenizer stays: k puts another in its place")

    def action_make_first(self) -> None:
        self.state.make_first(self._row)
        self.recut()

    def action_give_up(self) -> None:
        """Stop waiting for what is being loaded."""
        if self.state.pending:
            self.state.give_up()
            self.draw_table()

    def action_notes(self) -> None:
        """What is to be known of the tokenizers that have notes."""
        notes = notes_of(self.state)
        if notes:
            self.app.push_screen(NotesScreen(notes))
        else:
            self.say("There is nothing unusual to know about these tokenizers")

    # -- steps -----------------------------------------------------------------------------------------

    def action_step(self, steps: int) -> None:
        """The tokenizer of the cursor as it was some merges before, or is some merges later."""
        row = self._row
        if self._has_steps(row):
            self.state.move_to(row, self.state.step(row) + steps)
            self.recut()

    def _has_steps(self, row: Row) -> bool:
        """Whether there is a step to go to; says so where there is none."""
        if not self.state.steps(row):
            self.say(f"{row.which.title} has no merges, so it has no steps")
        return self.state.steps(row) > 0

    def action_goto(self) -> None:
        if self._has_steps(self._row):
            name, steps = plain(self._row.which.title), self.state.steps(self._row)
            self.query_one(Prompt).ask("step", f"{name} as of step (0 to {steps:,}; empty: the newest)")

    def on_prompt_answered(self, event: Prompt.Answered) -> None:
        digits = event.answer.replace(",", "").strip()
        if digits and not (digits.isascii() and digits.isdigit()):
            self.say(f"{event.answer!r} is not a step: type a number")
            return
        self.state.move_to(self._row, int(digits[:12]) if digits else None)
        self.recut()

    # -- lessons ---------------------------------------------------------------------------------------

    def set_scene(self, scene: Scene) -> None:
        """The lab's text in the lab's tokens, and in those of the tokenizers that the scene names."""
        if scene.beside:
            self.state.set_beside([_which(name) for name in scene.beside])
        self.action_lab_text()
        self.load_pending()

    # -- the text --------------------------------------------------------------------------------------

    def action_text(self) -> None:
        compare_choices.choose_text(self, self._choose_text)

    def _choose_text(self, key: str, title: str, text: bytes) -> None:
        if key == "lab":
            self.state.follow_lab()
        else:
            self.state.choose(key, title, text)
        self._show_new_text()

    def action_lab_text(self) -> None:
        self.state.follow_lab()
        self._show_new_text()

    def _show_new_text(self) -> None:
        self._fill_box()
        self.recut()

    def _fill_box(self) -> None:
        self._in_box = self.state.text
        self.query_one(TextBox).load(to_text(self._in_box))

    def action_write(self) -> None:
        self._fill_box()
        box = self.query_one(TextBox)
        self.add_class("typing")
        box.focus()

    def on_text_box_edited(self, event: TextBox.Edited) -> None:
        self._edit(event.text)

    def on_text_box_refused(self, event: TextBox.Refused) -> None:
        self.say(event.reason, error=True)

    def on_text_box_large_paste(self, event: TextBox.LargePaste) -> None:
        self.query_one(TextBox).load(event.text)
        self._edit(event.text)

    def _edit(self, text: str) -> None:
        """Another text; the cursor goes to what was typed last."""
        row, column = self.query_one(TextBox).cursor_location
        lines = text.split("\n")
        before = "\n".join([*lines[:row], lines[row][:column]]) if row < len(lines) else ""
        self._in_box = to_bytes(text)
        self.state.edit(self._in_box)
        self.state.cursor = self.state.cursor[0], max(len(to_bytes(before)) - 1, 0)
        self.recut()

    def on_text_box_left(self) -> None:
        self.remove_class("typing")
        self.query_one(CompareView).focus()


def _which(name: str) -> Which:
    """A tokenizer as a lesson names it: a published one, or a file."""
    is_published = any(name == row.name for row in VOCABULARIES.rows())
    return Which(Kind.PUBLISHED if is_published else Kind.FILE, name)
