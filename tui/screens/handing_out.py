"""Writing a hand-out and the log of the session, away from the screen, and then showing where they are."""

from __future__ import annotations

import asyncio
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from bpe_play.engine import EngineError
from bpe_play.engine.counted import counted
from bpe_play.tui.handout.document import Handout
from bpe_play.tui.handout.making import Snapshot, snapshot, write
from bpe_play.tui.lab import SHORT
from bpe_play.tui.own_files import write_own
from bpe_play.tui.screens.handout import HandoutScreen, Written

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay


async def hand_out(app: BpePlay, page: str) -> None:
    """Write what is shown now, and show it; what cannot be written is said, and nothing else changes."""
    shot = snapshot(app.lab, page)
    try:
        handout = await asyncio.to_thread(shot.handout)
        path = await asyncio.to_thread(write, handout)
        app.session.note(f"hand-out `{handout.code}` in `{path.name}`")
        log = await asyncio.to_thread(_write_log, app.session.markdown(), app.session.file_name)
    except OSError as error:
        app.say(f"The hand-out cannot be made: {error.strerror or error}", error=True)
    except EngineError as error:
        app.say_error(error)
    else:
        written = Written(
            _heading(shot, handout),
            handout.code,
            handout.code_is_enough,
            path,
            log,
            tuple(_remarks(shot, handout)),
        )
        app.clear_notifications()  # the back row reads what they would cover
        app.push_screen(HandoutScreen(written))


def _write_log(text: str, name: str) -> Path:
    return write_own(name, text.encode("utf-8", "surrogateescape"), private=True)


def _heading(shot: Snapshot, handout: Handout) -> str:
    if shot.state.tokenizer:
        return PurePath(shot.state.tokenizer).name
    return f"#{handout.fingerprint[:SHORT]}" if handout.fingerprint else "nothing learned yet"


def _remarks(shot: Snapshot, handout: Handout) -> list[str]:
    """What whoever takes it must know."""
    said = []
    if shot.training.busy:
        said.append(f"The training goes on: this is after {counted(handout.steps, 'merge')}.")
    corpus = handout.corpus
    if corpus is not None and corpus.path is not None:
        said.append(f"The corpus {corpus.name} is too large to be inside: take it along too.")
    elif corpus is None or (handout.state.source == "-" and corpus.data is None):
        said.append("The corpus is not inside: whoever opens this must have it.")
    if handout.tokenizer is not None:
        said.append(f"The tokenizer {handout.tokenizer.name} is not inside: take its file along too.")
    return said
