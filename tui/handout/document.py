"""A hand-out as a document: a state, the corpus or where it is, and what must come out of it.

    {"format": "bpe-play hand-out", "version": 1, "code": "12SZ-2GT5",
     "page": "lab", "fingerprint": "CFC5…", "steps": 768, "state": {…},
     "corpus": {"name": "story.txt", "path": null, "bytes": 812, "sha256": "…", "data": "…"},
     "tokenizer": null, "made_by": {"program": "0.1.0", "regex": "…", "python": "…", "unicode": "…"}}

`data` is the corpus itself (zlib, then base64), where it is of one's own and small; then no path of the
machine it was made on is in the document. Text is in ASCII. Whatever is not as it must be is refused with
its place: nothing of a hand-out is passed over. Nothing is opened or trained here.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from dataclasses import asdict, dataclass
from typing import Any

from bpe_play.engine.fields import Field
from bpe_play.engine.strict_json import document
from bpe_play.engine.versions import Versions
from bpe_play.tui.handout.code import PAGES, code_of, name_code
from bpe_play.tui.handout.symbols import grouped
from bpe_play.tui.state import State

FORMAT, VERSION = "bpe-play hand-out", 1
MOST_INSIDE = 1_000_000  # bytes of a corpus that are put into the document

_FIELDS = frozenset(
    {"format", "version", "code", "page", "fingerprint", "steps", "state", "corpus", "tokenizer", "made_by"}
)
# The fields of a state that the first hand-outs had. Those that came later may be missing.
_FIRST_STATE = (
    *("source", "split", "ties", "vocab_size", "min_count", "longest_token", "cursor", "tokenizer"),
    *("text", "specials", "byte_format"),
)
_FILE_FIELDS = frozenset({"name", "path", "bytes", "sha256", "data"})


@dataclass(frozen=True)
class FilePart:
    """A file that the state needs: its name, size and SHA-256; its path there, or its bytes, or neither."""

    name: str
    size: int
    sha256: str
    path: str | None = None
    data: bytes | None = None


@dataclass(frozen=True)
class Handout:
    """What a file holds.

    fingerprint  the long one, of the first `steps` merges; "" where nothing was learned yet
    corpus       None only if it was not read yet
    tokenizer    the file of the tokenizer that is shown, if it is one
    complete     whether the training had ended, so that the code may hold the fingerprint too; not in the file
    """

    state: State
    page: str
    fingerprint: str
    steps: int
    corpus: FilePart | None
    tokenizer: FilePart | None
    made_by: Versions
    complete: bool = True

    @property
    def name(self) -> str:
        """The ten symbols by which the file is called."""
        return name_code(_text(self._head(code="")))

    @property
    def code(self) -> str:
        """What one types elsewhere, in groups: the whole state where it is small, else the file's name."""
        return grouped(self._whole_code() or self.name)

    @property
    def code_is_enough(self) -> bool:
        """Whether the code stands for all of it, so that the file is not needed."""
        return self._whole_code() is not None

    @property
    def is_private(self) -> bool:
        """Whether text that somebody typed or a file of theirs is in it."""
        corpus = self.corpus
        own_file = corpus is not None and (corpus.path is not None or corpus.data is not None)
        return own_file or self.state.text != State().text

    def _whole_code(self) -> str | None:
        return code_of(self.state, self.page, self.fingerprint if self.complete else "")

    def _head(self, code: str) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "code": code,
            "page": self.page,
            "fingerprint": self.fingerprint,
            "steps": self.steps,
            "state": self.state.to_json(),
            "corpus": _file_json(self.corpus),
            "tokenizer": _file_json(self.tokenizer),
            "made_by": asdict(self.made_by),
        }

    def to_bytes(self) -> bytes:
        return _text(self._head(self.code))


def _text(value: dict[str, Any]) -> bytes:
    return json.dumps(value, indent=1).encode("ascii") + b"\n"


def _file_json(part: FilePart | None) -> dict[str, Any] | None:
    if part is None:
        return None
    packed = None if part.data is None else base64.b64encode(zlib.compress(part.data, 9)).decode("ascii")
    return {
        "name": part.name,
        "path": part.path,
        "bytes": part.size,
        "sha256": part.sha256,
        "data": packed,
    }


def is_handout(data: bytes) -> bool:
    """Whether these bytes, the beginning of a file, say that they are a hand-out."""
    return FORMAT.encode() in data[:200]


def parse(data: bytes, file: str) -> Handout:
    """The hand-out that a file holds; ModelFileError says what is wrong with it and where."""
    whole = Field(document(data, file), "", file)
    if not isinstance(whole.value, dict) or whole.value.get("format") != FORMAT:
        whole.refuse("this is no hand-out", "give a file that the hand-out key wrote, or a code")
    if whole.member("version").value != VERSION:
        whole.refuse("this hand-out was made by a newer bpe-play", "take a newer bpe-play")
    fields = whole.members(_FIELDS)
    page = whole.member("page")
    if page.text() not in PAGES:
        page.expected("a screen: " + ", ".join(PAGES))
    whole.member("code").text()
    return Handout(
        state=_state(fields["state"]),
        page=page.text(),
        fingerprint=_hex(whole.member("fingerprint"), 16, or_empty=True),
        steps=whole.member("steps").whole(0),
        corpus=_file(whole.member("corpus")),
        tokenizer=_file(whole.member("tokenizer")),
        made_by=_versions(whole.member("made_by")),
    )


def _state(field: Field) -> State:
    """A state of which nothing had to be guessed; what it did not know yet is as at the first start."""
    there = field.members(State().to_json())
    for name in _FIRST_STATE:
        field.member(name)  # says it if it is missing
    state = State.from_json(State().to_json() | {name: member.value for name, member in there.items()})
    read = json.loads(json.dumps(state.to_json()))
    for name, member in there.items():
        if read[name] != member.value or type(read[name]) is not type(member.value):
            member.refuse("this is not a value that the lab has")
    return state


def _file(field: Field) -> FilePart | None:
    if field.value is None:
        return None
    field.members(_FILE_FIELDS)
    path, data = field.member("path"), field.member("data")
    part = FilePart(
        name=field.member("name").text(),
        size=field.member("bytes").whole(0),
        sha256=_hex(field.member("sha256"), 64).lower(),
        path=None if path.value is None else path.text(),
        data=None if data.value is None else _unpacked(data),
    )
    if part.data is not None and (len(part.data) != part.size or sha256(part.data) != part.sha256):
        data.refuse("the corpus inside is not the one that was put in", "take another copy of the file")
    return part


def _unpacked(field: Field) -> bytes:
    """At most what may be inside, whatever the packed bytes would grow to."""
    try:
        packer = zlib.decompressobj()
        data = packer.decompress(base64.b64decode(field.text(), validate=True), MOST_INSIDE + 1)
    except (binascii.Error, ValueError, zlib.error):
        field.refuse("these are not packed bytes", "take another copy of the file")
    if len(data) > MOST_INSIDE or not packer.eof:
        field.refuse(f"there are more than {MOST_INSIDE:,} bytes inside, or they are cut off")
    return data


def _versions(field: Field) -> Versions:
    names = asdict(Versions())
    field.members(names)
    return Versions(**{name: field.member(name).text() for name in names})


def _hex(field: Field, digits: int, or_empty: bool = False) -> str:
    text = field.text()
    if not re.fullmatch(f"[0-9A-Fa-f]{{{digits}}}", text) and not (or_empty and not text):
        field.expected(f"{digits} hexadecimal digits")
    return text


def sha256(data: bytes) -> str:
    """In hexadecimal."""
    import hashlib

    return hashlib.sha256(data).hexdigest()
