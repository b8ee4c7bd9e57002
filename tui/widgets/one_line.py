"""A line to fill in: what is pasted into it is made harmless, and what does not fit on one line is told."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from bpe_play.tui.visible import one_to_one


def kept_of(pasted: str) -> tuple[str, str]:
    r"""What a line keeps of a paste, and the sentence that says what it does not; "" if it keeps all.

    A line end at the end of the paste is none: it is what copying a whole line brings along.

    >>> kept_of("a\nb\n")
    ('a', '1 of 2 lines kept: there is room for one')
    >>> kept_of("\x1b[2J")
    ('␛[2J', '1 character cannot stand in this line: a sign takes its place')
    >>> kept_of("café\r\n")
    ('café', '')
    """
    lines = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    kept = one_to_one(lines[0])
    changed = sum(was != now for was, now in zip(lines[0], kept, strict=True))
    said = []
    if len(lines) > 1:
        said.append(f"1 of {len(lines):,} lines kept: there is room for one")
    if changed == 1:
        said.append("1 character cannot stand in this line: a sign takes its place")
    elif changed:
        said.append(f"{changed:,} characters cannot stand in this line: signs take their places")
    return kept, ". ".join(said)


class OneLine(Input):
    """Textual's Input, but a paste cannot bring in what a terminal would obey, and nothing is lost unsaid."""

    def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.take(event.text)

    def action_paste(self) -> None:
        """Paste what was copied in this program, such as a whole pane."""
        self.take(self.app.clipboard)

    def take(self, text: str) -> None:
        """Put in what was pasted, as far as a line can hold it."""
        kept, said = kept_of(text)
        self.replace(kept, *self.selection)
        if said:
            self.app.notify(said, markup=False, timeout=8)
