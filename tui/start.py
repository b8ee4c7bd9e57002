"""How the lab starts: from what was kept, changed by what the command line says."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from bpe_play.engine import TieRule, to_bytes
from bpe_play.tui.lab import Lab
from bpe_play.tui.settings import load_state
from bpe_play.tui.state import State

if TYPE_CHECKING:
    from bpe_play.corpora import Source


def starting_lab(
    source: str | None = None,
    split: str | None = None,
    ties: str | None = None,
    vocab_size: int | None = None,
    text: str | None = None,
    kept: State | None = None,
) -> Lab:
    """A lab with the kept state, and with whatever is given in its place.

    A corpus from standard input cannot be read again, so a kept one gives way to the first corpus.
    """
    state = load_state() if kept is None else kept
    if state.source == "-":
        state = state.after(source=State().source, cursor=None)
    given = {
        "source": source,
        "split": split,
        "ties": None if ties is None else TieRule(ties),
        "vocab_size": vocab_size,
        "text": None if text is None else to_bytes(text),
    }
    chosen = {name: value for name, value in given.items() if value is not None}
    restart = {"cursor": None} if chosen.keys() - {"text"} else {}
    return Lab(state.after(**chosen, **restart))


def lab_of_handout(state: State, screen: str = Lab.SCREEN) -> Lab:
    """A lab with a state from elsewhere, which an undo on its screen leaves for the one that was kept here."""
    kept = load_state()
    lab = Lab(State() if kept.source == "-" else kept)
    lab.change(screen, **{name: getattr(state, name) for name in state.to_json()})
    return lab


def take_standard_input() -> Source:
    """Read standard input to its end, then give its place to the terminal, where the keys come from."""
    from bpe_play.corpora import read_source

    source = read_source("-")
    try:
        terminal = os.open("/dev/tty", os.O_RDWR)
    except OSError:
        return source  # no terminal at all; whoever asked will say so
    os.dup2(terminal, 0)
    os.close(terminal)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    return source
