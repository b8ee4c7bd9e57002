"""A text box that never changes a byte: the true text lives in its document, the widget is a view of it.

It can be edited up to 100,000 characters and lines of 4,000; above that it shows the beginning and is read
only, because wrapping a line costs time with its length for each letter. It knows no tokens.

A paste is inserted as it came, with one exception that lies in what terminals do: where CR is the only line
end, the terminal has put it in the place of LF, which is restored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import ne
from typing import ClassVar

import regex
from rich.text import Text
from textual import events
from textual.actions import SkipAction
from textual.binding import Binding, BindingType
from textual.document._document import EditResult, Location, Selection
from textual.document._document_navigator import DocumentNavigator
from textual.document._edit import Edit
from textual.document._wrapped_document import WrappedDocument
from textual.message import Message
from textual.widgets import TextArea

from bpe_play.engine.door import to_bytes
from bpe_play.tui.palette import palette
from bpe_play.tui.widgets.true_document import TrueDocument

LONGEST_TEXT = 100_000
LONGEST_LINE = 4_000
LARGEST_PASTE = 64 * 1024  # bytes
_SHOWN_OF_LONG_TEXT = 4_000
_SHOWN_LINE = 200

_GRAPHEME = regex.compile(r"\X")


def _quiet(keys: str, action: str, label: str) -> Binding:
    return Binding(keys, action, label, show=False)


class TextBox(TextArea, inherit_bindings=False):
    """An editable text of many lines. Esc leaves it."""

    DEFAULT_CSS = """
    TextBox {
        border: none;
        padding: 0 1;
        color: $foreground;
        background: $background;
        scrollbar-size-vertical: 1;
        &:focus { border: none; }
        & .text-area--cursor { color: $background; background: $accent; text-style: none; }
        & .text-area--selection {
            color: $input-selection-foreground;
            background: $input-selection-background;
        }
        & .text-area--placeholder { color: $secondary; }
        &:light .text-area--cursor { color: $background; background: $accent; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        _quiet("escape", "leave", "Leave the text box"),
        _quiet("up", "cursor_up", "Up"),
        _quiet("down", "cursor_down", "Down"),
        _quiet("left", "cursor_left", "Left"),
        _quiet("right", "cursor_right", "Right"),
        _quiet("ctrl+left", "cursor_word_left", "Word left"),
        _quiet("ctrl+right", "cursor_word_right", "Word right"),
        _quiet("home", "cursor_line_start", "Start of the line"),
        _quiet("end,ctrl+e", "cursor_line_end", "End of the line"),
        _quiet("pageup", "cursor_page_up", "Page up"),
        _quiet("pagedown", "cursor_page_down", "Page down"),
        _quiet("shift+up", "cursor_up(True)", "Select up"),
        _quiet("shift+down", "cursor_down(True)", "Select down"),
        _quiet("shift+left", "cursor_left(True)", "Select left"),
        _quiet("shift+right", "cursor_right(True)", "Select right"),
        _quiet("shift+home", "cursor_line_start(True)", "Select to the start of the line"),
        _quiet("shift+end", "cursor_line_end(True)", "Select to the end of the line"),
        _quiet("ctrl+a", "select_all", "Select all"),
        _quiet("backspace", "delete_left", "Delete left"),
        _quiet("delete,ctrl+d", "delete_right", "Delete right"),
        _quiet("ctrl+w,alt+backspace", "delete_word_left", "Delete the word left"),
        _quiet("ctrl+u", "delete_to_start_of_line", "Delete to the start of the line"),
        _quiet("ctrl+k", "delete_to_end_of_line_or_delete_line", "Delete to the end of the line"),
        _quiet("ctrl+z", "undo", "Undo"),
        _quiet("ctrl+y", "redo", "Redo"),
        _quiet("ctrl+x", "cut", "Cut"),
        _quiet("ctrl+c", "copy", "Copy"),
        _quiet("ctrl+v", "paste", "Paste"),
    ]

    @dataclass
    class Edited(Message):
        """The user changed the text; `text` is the true one."""

        text: str

    @dataclass
    class LargePaste(Message):
        """A paste that is too large for the box was not inserted; `text` is all of it."""

        text: str

    @dataclass
    class Refused(Message):
        """An edit was not made, or not exactly; `reason` says why, on one line."""

        reason: str

    class Left(Message):
        """The user pressed Esc."""

    ENTERED_AT_END: ClassVar[bool] = True  # whether the caret goes to the end when one comes to another text
    document: TrueDocument

    def __init__(self, text: str = "", *, placeholder: str = "", id: str | None = None) -> None:  # noqa: A002
        self._told = text
        self._copied = ""
        self._is_new = True
        super().__init__(tab_behavior="focus", highlight_cursor_line=False, placeholder=placeholder, id=id)
        self.cursor_blink = False
        self.match_cursor_bracket = False
        self._show(text)

    @property
    def true_text(self) -> str:
        """The text, exactly."""
        return self._told if self.read_only else self.document.text

    @property
    def caret_offset(self) -> int:
        """How many bytes of the text stand before the caret; 0 where the box only shows the text."""
        before = "" if self.read_only else self.document.get_text_range((0, 0), self.cursor_location)
        return len(to_bytes(before))

    def load(self, text: str) -> None:
        """Show another text; not an edit, so nothing is posted, and undo starts anew."""
        if text != self.true_text:
            self._told = text
            self._show(text)
            self._is_new = True

    def _show(self, text: str) -> None:
        self.read_only = is_too_long(text)
        self.show_cursor = not self.read_only
        self.load_text(_beginning(text) if self.read_only else text)

    def on_focus(self) -> None:
        """Whoever comes to a text goes on with it; who comes back finds the caret where it was left."""
        if self._is_new and self.ENTERED_AT_END and not self.read_only:
            self.move_cursor(self.document.end)
        self._is_new = False

    def _set_document(self, text: str, language: str | None) -> None:
        self.document = TrueDocument(text)
        self.wrapped_document = _Wrapped(self.document, tab_width=self.indent_width)
        self.navigator = DocumentNavigator(self.wrapped_document)
        self._build_highlight_map()
        self.selection = Selection()
        self._rewrap_and_refresh_virtual_size()

    def get_line(self, line_index: int) -> Text:
        """A line as it is drawn, stand-ins in a style of their own."""
        drawn, true = self.document.get_line(line_index), self.document.true_line(line_index)
        line = Text(drawn, end="", no_wrap=True)
        if drawn != true:
            mark = palette(self.app).mark
            for start, end in _runs(drawn, true):
                line.stylize(mark, start, end)
        return line

    def find_matching_bracket(self, bracket: str, search_from: Location) -> None:
        """None: TextArea would look through the whole text for it at every move."""

    def get_cursor_left_location(self) -> Location:
        """One grapheme to the left."""
        row, column = self.cursor_location
        if column == 0:
            return super().get_cursor_left_location()
        starts = [match.start() for match in _GRAPHEME.finditer(self.document.true_line(row)[:column])]
        return row, starts[-1]

    def get_cursor_right_location(self) -> Location:
        """One grapheme to the right."""
        row, column = self.cursor_location
        grapheme = _GRAPHEME.match(self.document.true_line(row), column)
        return (row, grapheme.end()) if grapheme else super().get_cursor_right_location()

    def edit(self, edit: Edit) -> EditResult:
        """Make an edit, unless the text would grow too long for the box."""
        length, line = self.document.length_after(edit.top, edit.bottom, edit.text)
        grows = len(edit.text) > 0
        if grows and length > LONGEST_TEXT:
            return self._refuse(
                f"The box holds {LONGEST_TEXT:,} characters at most: open longer text as a file"
            )
        if grows and line > LONGEST_LINE:
            return self._refuse(
                f"A line holds {LONGEST_LINE:,} characters at most: press Enter before going on"
            )
        return super().edit(edit)

    def _refuse(self, reason: str) -> EditResult:
        self.post_message(self.Refused(reason))
        return EditResult(self.cursor_location, "")

    def _on_text_area_changed(self, event: TextArea.Changed) -> None:
        event.stop()
        if not self.read_only and self.document.text != self._told:
            self._told = self.document.text
            self.post_message(self.Edited(self._told))

    async def _on_key(self, event: events.Key) -> None:
        """Keys in the order in which they come: the box's own bindings are run here, not after a bubble.

        A letter is inserted when it arrives, while a binding waits until its key has bubbled up to the
        app; of two quick keys the second could come first.
        """
        own = self._bindings.key_to_bindings.get(event.key)
        if own is None:
            await super()._on_key(event)
        elif await self.app.run_action(own[0].action, self):
            event.stop()
            event.prevent_default()

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self._insert_paste(pasted(event.text))

    def _insert_paste(self, text: str) -> None:
        if self.read_only or self._is_too_much(text):
            self.post_message(self.LargePaste(text))
        elif result := self._replace_via_keyboard(text, *self.selection):
            self.move_cursor(result.end_location)

    def _is_too_much(self, text: str) -> bool:
        """Whether a paste would make the text too long to edit; seen first by its own length, which is quick."""
        if len(text) > LARGEST_PASTE or len(to_bytes(text)) > LARGEST_PASTE:
            return True
        length, line = self.document.length_after(*self.selection, text)
        return length > LONGEST_TEXT or line > LONGEST_LINE

    def action_leave(self) -> None:
        """Leave the box."""
        self.post_message(self.Left())

    def action_copy(self) -> None:
        """Copy exactly for this box; what is not Unicode leaves it as U+FFFD."""
        if not self.selected_text:
            raise SkipAction
        self._copied = self.selected_text
        self.app.copy_to_clipboard(_for_clipboard(self._copied))

    def action_cut(self) -> None:
        """Cut the selection."""
        if not self.selection.is_empty and not self.read_only:
            self.action_copy()
            self._delete_via_keyboard(*self.selection)

    def action_paste(self) -> None:
        """Paste what was copied in this program."""
        clipboard = self.app.clipboard
        self._insert_paste(self._copied if clipboard == _for_clipboard(self._copied) else clipboard)


class _Wrapped(WrappedDocument):
    """Wrapped lines whose number is known: TextArea asks for it for every line it draws."""

    @property
    def height(self) -> int:
        return len(self._offset_to_line_info)


def _runs(drawn: str, true: str) -> Iterator[tuple[int, int]]:
    """Where stand-ins are: runs of columns, so that a line of nothing else is one run."""
    column = 0
    for is_stand_in, run in groupby(map(ne, drawn, true)):
        end = column + len(list(run))
        if is_stand_in:
            yield column, end
        column = end


def is_too_long(text: str) -> bool:
    """Whether a text can only be looked at here."""
    return len(text) > LONGEST_TEXT or any(len(line) > LONGEST_LINE for line in text.split("\n"))


def pasted(text: str) -> str:
    r"""The text that was pasted, from what the terminal sent.

    >>> pasted("a\rb"), pasted("a\r\nb\rc")
    ('a\nb', 'a\r\nb\rc')
    """
    return text if "\n" in text else text.replace("\r", "\n")


def _beginning(text: str) -> str:
    lines = text[:_SHOWN_OF_LONG_TEXT].split("\n")
    return "\n".join(
        line[at : at + _SHOWN_LINE] for line in lines for at in range(0, len(line) or 1, _SHOWN_LINE)
    )


def _for_clipboard(text: str) -> str:
    return to_bytes(text).decode("utf-8", "replace")
