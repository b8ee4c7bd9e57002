"""What opens over the lab screen: the evidence for a merge, the merges of a word, a large paste."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bpe_play.engine import Tokenization, TokenSpan, to_bytes
from bpe_play.engine.tokenizer import Piece

if TYPE_CHECKING:
    from bpe_play.tui.lab import Lab
    from bpe_play.tui.screens.lab import LabScreen
    from bpe_play.tui.screens.page import Page

LONGEST_PIECE = 1_000  # bytes of a piece whose merges can be watched


def show_evidence(screen: LabScreen, step: int) -> None:
    from bpe_play.tui.screens.evidence import EvidenceScreen

    if "merge" in screen.lab.hidden:
        screen.say("The next merge is hidden, and the evidence would show it: guess first, with ctrl+r")
    elif 1 <= step <= screen.lab.steps:
        screen.app.push_screen(EvidenceScreen(screen.lab, step))
    else:
        first = (
            "bytes alone: go to a merge" if screen.lab.tokenizer.is_plain else "where it begins: go to a step"
        )
        screen.say(f"Step 0 is {first} first")


def show_word(screen: LabScreen, tokenization: Tokenization, index: int) -> None:
    """How the piece under the token cursor becomes tokens."""
    tokenizer = screen.lab.tokenizer
    if screen.lab.hidden & {"cut", "count"}:
        screen.say("The cut is hidden, and its merges would show it: guess first, with ctrl+r")
    elif not tokenization.spans:
        screen.say("Type something first: e")
    elif tokenizer.why_no_merges:
        screen.say(tokenizer.why_no_merges)
    else:
        piece = _piece_under(screen.lab, tokenization, min(index, len(tokenization.spans) - 1))
        if piece is None or piece.id is not None:
            screen.say("This is one token as a whole: nothing is merged here")
        elif len(piece.data) > LONGEST_PIECE:
            size = f"{len(piece.data):,} bytes" if tokenization.is_whole else "very"
            screen.say(f"This piece is {size} long: too long to watch its merges")
        else:
            _show_piece(screen, piece.data)


def _show_piece(screen: LabScreen, piece: bytes) -> None:
    """Its merges, or the moves of another algorithm."""
    from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
    from bpe_play.tui.screens.moves import MovesScreen
    from bpe_play.tui.screens.word import WordScreen

    lab = screen.lab
    if isinstance(lab.tokenizer, TrainedTokenizer):
        screen.app.push_screen(MovesScreen(lab.tokenizer, piece, lab.cursor))
    else:
        screen.app.push_screen(WordScreen(lab, piece))


def _piece_under(lab: Lab, tokenization: Tokenization, index: int) -> Piece | None:
    """The piece that a token is a part of, found in the part of the text that is shown."""
    start, end = tokenization.spans[0].start, tokenization.spans[-1].end
    span = tokenization.spans[index]
    here = span._replace(start=span.start - start, end=span.end - start)
    return _piece_at(lab.tokenizer.pieces(tokenization.data[start:end], specials=lab.state.specials), here)


def _piece_at(pieces: Iterable[Piece], span: TokenSpan) -> Piece | None:
    """The piece that a token is a part of. A token can be empty, where a normalizer put a space."""
    around = (piece for piece in pieces if piece.start <= span.start and span.end <= piece.end)
    return next((piece for piece in around if span.start < piece.end or span.start == span.end), None)


def take_large_paste(screen: Page, text: str) -> None:
    """A paste that is too large to edit becomes the typed text as a whole, to be looked at."""
    screen.lab.change(text=to_bytes(text))
    screen.say(f"{len(text):,} characters pasted: too many to edit here, so the box only shows them")
