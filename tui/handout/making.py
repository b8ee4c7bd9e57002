"""A hand-out of what the lab shows now, and its file.

`snapshot` is quick and takes what it needs from the lab; `Snapshot.handout` and `write` read, hash and write
files, so they belong into a thread.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePath

from bpe_play.corpora import CORPORA, Source
from bpe_play.engine.versions import versions
from bpe_play.tui.handout.document import MOST_INSIDE, FilePart, Handout, sha256
from bpe_play.tui.lab import Lab, Phase, Training, fingerprint_of
from bpe_play.tui.own_files import write_own
from bpe_play.tui.state import State

STANDARD_INPUT = "standard-input.txt"
_COUNTS = ".counts"


@dataclass(frozen=True)
class Snapshot:
    """What a hand-out is made of, as it was at one moment. `steps` have been learned so far."""

    state: State
    page: str
    training: Training
    steps: int
    source: Source | None

    def handout(self) -> Handout:
        fingerprint = self._fingerprint()
        return Handout(
            state=self._shared_state(),
            page=self.page,
            fingerprint=fingerprint,
            steps=self.steps if fingerprint else 0,
            corpus=self._corpus(),
            tokenizer=_tokenizer_file(self.state.tokenizer),
            made_by=versions(),
            complete=self.training.phase is Phase.DONE,
        )

    def _fingerprint(self) -> str:
        """Of what was learned so far; another algorithm than BPE over bytes has one when it has ended."""
        is_there = self.state.algorithm == "bpe" or self.training.phase is Phase.DONE
        return fingerprint_of(self.training, self.steps) if self.steps and is_there else ""

    @property
    def _goes_inside(self) -> bool:
        """Whether the corpus itself is handed out: one of one's own that is small, or that is nowhere else."""
        source, name = self.source, self.state.source
        return source is not None and name not in CORPORA and len(source.data) <= MOST_INSIDE

    def _shared_state(self) -> State:
        """Without the path of a corpus that is inside, which says nothing elsewhere but who one is."""
        source, tokenizer = self.state.source, self.state.tokenizer
        if self._goes_inside:
            source = self._name
        elif source not in (*CORPORA, "-"):
            source = _absolute(source)
        is_file = tokenizer and os.path.isfile(_absolute(tokenizer))
        return self.state.changed(source=source, tokenizer=_absolute(tokenizer) if is_file else tokenizer)

    @property
    def _name(self) -> str:
        """What the corpus is called, as a file that is read as this one was: as words with counts or not."""
        if self.state.source in CORPORA:
            return self.state.source
        name = PurePath(self.state.source).name if self.state.source != "-" else STANDARD_INPUT
        running_text = self.source is not None and self.source.words is None
        return f"{name}.txt" if running_text and name.endswith(_COUNTS) else name or "corpus.txt"

    def _corpus(self) -> FilePart | None:
        if self.source is None:
            return None
        data = self.source.data
        is_elsewhere = self.state.source not in (*CORPORA, "-") and not self._goes_inside
        return FilePart(
            self._name,
            len(data),
            sha256(data),
            path=_absolute(self.state.source) if is_elsewhere else None,
            data=data if self._goes_inside else None,
        )


def snapshot(lab: Lab, page: str) -> Snapshot:
    """What is there now; `page` is the screen that is shown."""
    return Snapshot(lab.state, page, lab.training, len(lab.training.history), lab.source)


def write(handout: Handout) -> Path:
    """Write its file, in the folder one is in or else in the user's own; EngineError where neither can be."""
    data = handout.to_bytes()
    return write_own(file_name(handout.name), data, private=handout.is_private)


def file_name(name: str) -> str:
    return f"bpe-play-{name}.json"


def _absolute(path: str) -> str:
    """As it is found from any folder; a relative one stays so when the folder one was in is gone."""
    whole = os.path.expanduser(path)
    try:
        return os.path.abspath(whole)
    except OSError:
        return whole


def _tokenizer_file(name: str) -> FilePart | None:
    """Which file a tokenizer that others trained was read from; None for a published one."""
    path = _absolute(name)
    if not name or not os.path.isfile(path):
        return None
    data = Path(path).read_bytes()
    return FilePart(PurePath(path).name, len(data), sha256(data), path=path)
