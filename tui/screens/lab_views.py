"""What opens over the lab screen: the evidence for a merge, the merges of a word, a large paste."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_play.engine import Tokenization, to_bytes

if TYPE_CHECKING:
    from bpe_play.tui.screens.lab import LabScreen


def show_evidence(screen: LabScreen, step: int) -> None:
    from bpe_play.tui.screens.evidence import EvidenceScreen

    if 1 <= step <= screen.lab.steps:
        screen.app.push_screen(EvidenceScreen(screen.lab, step))
    else:
        screen.say("Step 0 is bytes alone: go to a merge first")


def show_word(screen: LabScreen, tokenization: Tokenization, index: int) -> None:
    """The merges of the piece under the token cursor."""
    from bpe_play.tui.screens.word import WordScreen

    if not tokenization.spans:
        screen.say("Type something first: e")
        return
    offset = tokenization.spans[min(index, len(tokenization.spans) - 1)].start
    screen.app.push_screen(WordScreen(screen.lab, _piece_at(screen, tokenization.data, offset)))


def _piece_at(screen: LabScreen, data: bytes, offset: int) -> bytes:
    start = 0
    for piece in screen.lab.split.pieces(data):
        if start <= offset < start + len(piece):
            return piece
        start += len(piece)
    return data


def take_large_paste(screen: LabScreen, text: str) -> None:
    """A paste that is too large to edit becomes the typed text as a whole, to be looked at."""
    from bpe_play.tui.widgets.editor import TextBox

    screen.query_one(TextBox).load(text)
    screen.lab.change(text=to_bytes(text))
    screen.say(f"{len(text):,} characters pasted: too many to edit here, so the box only shows them")
