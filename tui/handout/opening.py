"""What a hand-out file or a code stands for on this machine: a state, its corpus, and what differs here.

A corpus that is inside a hand-out becomes a file of the user's own, so that the lab can read it like any
other. Nothing is trained here: `Opened.promise` is what must come out, and `verdict` says whether it did.
"""

from __future__ import annotations

import os
import stat
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePath

from bpe_play.corpora import CORPORA, Source, open_source
from bpe_play.engine import EngineError, pre_tokenizer
from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.counted import counted
from bpe_play.engine.strict_json import MAX_FILE
from bpe_play.engine.versions import Versions, versions
from bpe_play.tui.handout import code
from bpe_play.tui.handout.document import FilePart, Handout, parse, sha256
from bpe_play.tui.handout.making import file_name
from bpe_play.tui.handout.symbols import grouped, tidy
from bpe_play.tui.own_files import PRIVATE, folders
from bpe_play.tui.settings import state_path
from bpe_play.tui.state import State

_LONGEST_NAME = 100


@dataclass(frozen=True)
class Promise:
    """The fingerprint that must come out: its first digits or all, of the first `steps` merges or of all."""

    fingerprint: str
    steps: int | None = None


@dataclass(frozen=True)
class Opened:
    """What is to be shown. `differs` are sentences: what is not here as it was where the hand-out was made."""

    state: State
    page: str
    promise: Promise
    differs: tuple[str, ...] = ()


def open_handout(word: str, corpus: str | None = None) -> Opened:
    """What a path or a code stands for; `corpus` is a path to take the place of the hand-out's own.

    EngineError says why it cannot be rebuilt; what can be, but with a difference, is in the answer.
    """
    if _is_path(word):
        return _rebuilt(parse(_read(word), repr(os.path.basename(word))), corpus)
    if code.is_name(word):
        path = _named_file(tidy(word))
        return _rebuilt(parse(_read(str(path)), repr(path.name)), corpus)
    coded = code.read(word)
    pre_tokenizer(coded.state.split)
    return Opened(coded.state, coded.page, Promise(coded.fingerprint))


def _is_path(word: str) -> bool:
    return os.path.lexists(word) or any(mark in word for mark in (os.sep, ".json", "~", "\0"))


def _named_file(symbols: str) -> Path:
    """The file that a code names, where files of the user's own are."""
    name = file_name(symbols)
    for folder in folders():
        if (folder / name).is_file():
            return folder / name
    raise EngineError(
        f"The code {grouped(symbols)} is only the name of a hand-out, and {name} is not here",
        "put that file into this folder, or give its path",
    )


def _read(path: str) -> bytes:
    """The bytes of a file, or one more than is allowed; a device or a folder is refused."""
    try:
        if not stat.S_ISREG(os.stat(os.path.expanduser(path)).st_mode):
            raise EngineError(f"{path!r} is no file", "give a hand-out file, or a code")
        with open(os.path.expanduser(path), "rb") as stream:
            return stream.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise EngineError(f"{path!r} cannot be read: {reason}", "give a hand-out file, or a code") from None


@dataclass
class _Rebuilding:
    """One hand-out on its way to a state, and what was found to differ."""

    handout: Handout
    differs: list[str] = field(default_factory=list)

    def state(self, corpus: str | None) -> State:
        state = self.handout.state
        pre_tokenizer(state.split)  # one that does not compile here is said now
        return state.changed(source=self._source(corpus), tokenizer=self._tokenizer())

    def _source(self, given: str | None) -> str:
        part, name = self.handout.corpus, self.handout.state.source
        if given is not None:
            return self._compared(given, part)
        if name in CORPORA:
            return self._compared(name, part)
        if part is None:
            raise EngineError(
                "The hand-out says nothing about its corpus", "name it: bpe-play open … --corpus FILE"
            )
        if part.data is not None:
            return _unpacked(part, part.data)
        if part.path is None or not (os.path.isfile(part.path) or os.path.isdir(part.path)):
            raise _not_here(part)
        return self._compared(part.path, part)

    def _compared(self, source: str, part: FilePart | None) -> str:
        """A corpus that is here; it is read, and taken even if it is another one."""
        found = open_source(source)
        if part is not None and not _is_same(found, part):
            self.differs.append(
                f"the corpus {found.name} has other text: {counted(len(found.data), 'byte')} here, {part.size:,} there"
            )
        return source

    def _tokenizer(self) -> str:
        name, part = self.handout.state.tokenizer, self.handout.tokenizer
        if not name or name in code.TOKENIZERS:
            return name
        if part is None or not os.path.isfile(name):
            self.differs.append(f"the tokenizer {PurePath(name).name} is not here: your own is shown")
            return ""
        if sha256(Path(name).read_bytes()) != part.sha256:
            self.differs.append(f"the tokenizer {part.name} is another file here")
        return name


def _rebuilt(handout: Handout, corpus: str | None) -> Opened:
    rebuilding = _Rebuilding(handout, list(_other_versions(handout.made_by, versions())))
    state = rebuilding.state(corpus)
    promise = Promise(handout.fingerprint, handout.steps if handout.fingerprint else None)
    return Opened(state, handout.page, promise, tuple(rebuilding.differs))


def _other_versions(there: Versions, here: Versions) -> list[str]:
    titles = {"program": "bpe-play", "regex": "regex", "python": "Python", "unicode": "Unicode"}
    made, ours = asdict(there), asdict(here)
    differ = [name for name in titles if made[name] and made[name] != ours[name]]
    return [f"{titles[name]} is {ours[name]} here, {made[name]} there" for name in differ]


def _is_same(found: Source, part: FilePart) -> bool:
    return len(found.data) == part.size and sha256(found.data) == part.sha256


def _not_here(part: FilePart) -> EngineError:
    where = f" at {part.path}" if part.path else ""
    return EngineError(
        f"The corpus {part.name} ({counted(part.size, 'byte')}) is not inside the hand-out and not{where} here",
        "name it: bpe-play open … --corpus FILE",
    )


def _unpacked(part: FilePart, data: bytes) -> str:
    """The corpus of a hand-out as a file of the user's own, in a folder named after what is in it."""
    folder = state_path().parent / "hand-outs" / part.sha256[:16]
    try:
        name = os.fsencode(PurePath(part.name).name)[-_LONGEST_NAME:] or b"corpus.txt"
        path = folder / os.fsdecode(name)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomically(path, data, mode=PRIVATE)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise EngineError(
            f"The corpus of the hand-out cannot be written in {folder}: {reason}", "make room there"
        ) from None
    return str(path)


def verdict(promise: Promise, fingerprint: str) -> tuple[str, bool]:
    """Whether what was learned here is what was learned there, as a sentence."""
    shown, wanted = fingerprint[:4], promise.fingerprint
    if not wanted:
        return f"Fingerprint #{shown}; the hand-out has none to compare it with", True
    if fingerprint.startswith(wanted.upper()):
        return f"The same as in the hand-out: #{shown}", True
    return f"Fingerprint #{shown} here, #{wanted[:4]} in the hand-out: other merges were learned", False
