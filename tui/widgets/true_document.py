"""The document of a text box: it keeps the true text and shows a harmless picture of it.

Textual's own document loses what it does not know: it takes CR, VT, FF and others for line ends and makes
them all alike. Here only LF ends a line and everything else is a character in it. Each line exists twice:
true, and drawn one character for one, so that a location is the same in both. Undo, cut and copy go through
`get_text_range` and `replace_range`, which speak of the true text; drawing and moving see the drawn lines.
"""

from __future__ import annotations

from textual.document._document import Document, EditResult, Location

from bpe_play.tui.visible import one_to_one


class TrueDocument(Document):
    """A text in lines.

    >>> document = TrueDocument("a\\r\\n\\x1bb")
    >>> document.lines, document.text == "a\\r\\n\\x1bb"
    (['a␍', '␛b'], True)
    """

    def __init__(self, text: str) -> None:
        super().__init__("")
        self._true = text.split("\n")
        self._lines = [one_to_one(line) for line in self._true]
        self._text: str | None = text

    @property
    def text(self) -> str:
        """The true text; kept until the next edit, because TextArea asks for it for every line it draws."""
        if self._text is None:
            self._text = "\n".join(self._true)
        return self._text

    def true_line(self, row: int) -> str:
        """A line as it truly is, as long as its drawing."""
        return self._true[row]

    def get_text_range(self, start: Location, end: Location) -> str:
        """The true text between two locations."""
        (top, left), (bottom, right) = self._in_order(start, end)
        lines = self._true[top : bottom + 1]
        lines[-1] = lines[-1][:right]
        lines[0] = lines[0][left:]
        return "\n".join(lines)

    def replace_range(self, start: Location, end: Location, text: str) -> EditResult:
        """Put a text in the place of what is between two locations."""
        (top, left), (bottom, right) = self._in_order(start, end)
        replaced = self.get_text_range(start, end)
        lines = (self._true[top][:left] + text).split("\n")
        end_location = (top + len(lines) - 1, len(lines[-1]))
        lines[-1] += self._true[bottom][right:]
        self._true[top : bottom + 1] = lines
        self._lines[top : bottom + 1] = [one_to_one(line) for line in lines]
        self._text = None
        return EditResult(end_location, replaced)

    def length_after(self, start: Location, end: Location, text: str) -> tuple[int, int]:
        """How many characters the text, and its longest line that changes, would have after a replacement."""
        (top, left), (bottom, right) = self._in_order(start, end)
        length = len(self.text) - len(self.get_text_range(start, end)) + len(text)
        lines = text.split("\n")
        lines[0] = self._true[top][:left] + lines[0]
        lines[-1] += self._true[bottom][right:]
        return length, max(map(len, lines))

    def _in_order(self, start: Location, end: Location) -> tuple[Location, Location]:
        """The two locations, first one first; a location behind the end is the end."""
        first, last = sorted((start, end))
        return min(first, self.end), min(last, self.end)
