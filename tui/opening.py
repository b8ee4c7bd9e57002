"""Opens a tokenizer that others trained, in threads, and says in the lab how far it is.

A published vocabulary tells how much of it is done. A file is read and then proven against the library of
its owner: two stages of which nobody knows beforehand how long they take, so the stage is what is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.aside import aside
from bpe_play.tui.lab import Lab, Opening
from bpe_play.tui.vocabularies import VOCABULARIES

READING, PROVING = "1 of 2: reading", "2 of 2: proving"

Say = Callable[[str, bool], None]


async def open_into(lab: Lab, name: str, say: Say) -> None:
    """Load a tokenizer and show it; EngineError where it cannot be had, which leaves what was shown.

    `say` hears sentences for the user, and whether they tell of an error.
    """
    is_published = any(name == row.name for row in VOCABULARIES.rows())
    mine = Opening(name, done=0.0) if is_published else Opening(name, READING)
    lab.opens(mine)
    try:
        await (_published(lab, mine, say) if is_published else _file(lab, mine, say))
    finally:
        if lab.opening is not None and lab.opening.name == mine.name:
            lab.opens(None)


async def _published(lab: Lab, mine: Opening, say: Say) -> None:
    def heard(done: float) -> None:
        if lab.opening is not None and lab.opening.name == mine.name:
            lab.opens(replace(mine, done=done))

    _adopt(lab, mine.name, await VOCABULARIES.get(mine.name, heard), say)


def _adopt(lab: Lab, name: str, tokenizer: Tokenizer, say: Say) -> None:
    lab.adopt(name, tokenizer)
    for note in tokenizer.notes:
        say(note, False)


async def _file(lab: Lab, mine: Opening, say: Say) -> None:
    from bpe_play.engine.formats import open_tokenizer, proof
    from bpe_play.engine.untrained import late_notes

    tokenizer: Tokenizer = await aside(open_tokenizer, mine.name)
    lab.opens(replace(mine, stage=PROVING))
    _adopt(lab, mine.name, tokenizer, say)
    found = await aside(proof, tokenizer.twin(), mine.name)
    if str(found):
        say(str(found), found.fails)
    late = await aside(late_notes, tokenizer.vocabulary)
    for note in late:
        say(note, False)
    tokenizer.notes += tuple(filter(None, [str(found), *late]))  # to be read again later
