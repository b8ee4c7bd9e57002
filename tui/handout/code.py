"""A small state as a code that one types: built-in corpus, settings, a short text, and the fingerprint.

    symbol 1        what the code is: 1 a state, 2 only the name of a hand-out file
    numbers         which of the fields below are there: those that are not as at the first start
    the fields      in the order of the table

What the first start is, the order of fields and the order of names are part of the code: later versions may
add to the end of the tables and nothing else, or old codes would mean something new. A state that the code
has no words for (a file of one's own, a long text) gets none; its hand-out is the file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from bpe_play.engine import SpecialMode, TieRule
from bpe_play.engine.merges import BYTES
from bpe_play.engine.token_chars import MOST_TOKENS
from bpe_play.tui.handout.bits import Reader, Writer
from bpe_play.tui.handout.symbols import CodeError, bits_of, symbols_of
from bpe_play.tui.state import Choice, State, choices_of

LONGEST = 64  # symbols of a code that somebody may be asked to type

_STATE, _NAME = 1, 2
_NAME_BITS = 35
_FIRST = State(
    source="english",
    split="gpt2",
    ties=TieRule.FIRST_SEEN,
    vocab_size=1024,
    min_count=1,
    longest_token=None,
    cursor=None,
    tokenizer="",
    text="How many r's are in strawberry? ñ 🍓".encode(),
    specials=SpecialMode.TEXT,
    byte_format="hex",
    algorithm="bpe",
    sentencepiece=False,
    byte_fallback=False,
    nfkc=False,
    choices=(),
)
PAGES = ("lab", "stream", "glitch", "compare", "measure", "code")
CORPORA = (
    *("english", "spanish", "passage", "python", "numbers", "emoji", "forum", "forum-clean"),
    *("tiny", "lowest", "aaabdaaabac", "ab-cd", "six-ties", "python-docs", "stdlib"),
)
SPLITS = ("none", "gpt2", "cl100k", "o200k")
TOKENIZERS = ("", "gpt2", "r50k_base", "p50k_base", "p50k_edit", "cl100k_base", "o200k_base", "o200k_harmony")
ALGORITHMS = ("bpe", "char", "word", "bpe-char", "wordpiece", "unigram")
_TIES = ("first-seen", "lowest-ids")
_SPECIALS = ("text", "special", "error")
_FORMATS = ("hex", "binary", "decimal")
_LETTERS = " abcdefghijklmnopqrstuvwxyz.,'?!"


class Coded(NamedTuple):
    """What a code says: a state, the screen that is shown, and the fingerprint's first four digits, or ""."""

    state: State
    page: str
    fingerprint: str


class NotInCodeError(Exception):
    """A value that the code has no words for."""


@dataclass(frozen=True)
class _Field:
    """How one field is written and read."""

    name: str
    write: Callable[[Writer, Any], None]
    read: Callable[[Reader], Any]


def _named(name: str, table: tuple[str, ...]) -> _Field:
    """A field whose values have names in a table."""

    def write(writer: Writer, value: str) -> None:
        if value not in table:
            raise NotInCodeError(name)
        writer.number(table.index(value))

    return _Field(name, write, lambda reader: reader.entry(table))


def _counted(name: str, least: int = 0) -> _Field:
    def write(writer: Writer, value: int) -> None:
        if value < least:
            raise NotInCodeError(name)
        writer.number(value - least)

    return _Field(name, write, lambda reader: reader.number() + least)


def _switch(name: str) -> _Field:
    """A field that is true where it is there at all, since it is false at the first start."""
    return _Field(name, lambda writer, value: None, lambda reader: True)


def _write_choices(writer: Writer, choices: tuple[Choice, ...]) -> None:
    """Each step as how many after the one before."""
    writer.number(len(choices))
    before = 0
    for step, pair in choices:
        for number in (step - before, *pair):
            writer.number(number)
        before = step


def _read_choices(reader: Reader) -> tuple[Choice, ...]:
    rows: list[list[int]] = []
    for _ in range(reader.number()):
        before = rows[-1][0] if rows else 0
        rows.append([before + reader.number(), reader.number(), reader.number()])
    return choices_of(rows)


_SPLIT = len(SPLITS)  # the number that says: a pattern of one's own follows


def _write_split(writer: Writer, split: str) -> None:
    if split in SPLITS:
        writer.number(SPLITS.index(split))
    else:
        writer.number(_SPLIT)
        writer.data(split.encode())


def _read_split(reader: Reader) -> str:
    which = reader.number()
    if which > _SPLIT:
        raise CodeError("The code names a split that this bpe-play does not have", "take a newer bpe-play")
    return SPLITS[which] if which < _SPLIT else reader.data().decode()


def _write_text(writer: Writer, text: bytes) -> None:
    """Five bits for a small letter where there is nothing else, else eight for a byte."""
    letters = text.decode("latin-1")
    is_plain = all(letter in _LETTERS for letter in letters)
    writer.raw(is_plain, 1)
    if is_plain:
        writer.entries(letters, _LETTERS)
    else:
        writer.data(text)


def _read_text(reader: Reader) -> bytes:
    return reader.entries(_LETTERS).encode() if reader.raw(1) else reader.data()


# The most usual ones first: where only they are there, the code is shortest.
_FIELDS = (
    _Field("fingerprint", lambda w, value: w.raw(int(value, 16), 16), lambda r: f"{r.raw(16):04X}"),
    _Field("text", _write_text, _read_text),
    _counted("cursor"),
    _named("source", CORPORA),
    _counted("vocab_size", BYTES),
    _Field("split", _write_split, _read_split),
    _named("page", PAGES),
    _named("tokenizer", TOKENIZERS),
    _named("ties", _TIES),
    _named("byte_format", _FORMATS),
    _named("specials", _SPECIALS),
    _counted("min_count"),
    _counted("longest_token"),
    _named("algorithm", ALGORITHMS),
    _switch("sentencepiece"),
    _switch("byte_fallback"),
    _switch("nfkc"),
    _Field("choices", _write_choices, _read_choices),
)
_DEFAULTS = {name: getattr(_FIRST, name) for name in _FIRST.to_json()} | {"page": "lab", "fingerprint": ""}


def code_of(state: State, page: str = "lab", fingerprint: str = "") -> str | None:
    """The symbols for a state, ungrouped; None where it is too large, or more than the code has words for.

    >>> code_of(State(vocab_size=300), fingerprint="CFC5")
    '132SZ2WJ0TG'
    """
    values = {name: getattr(state, name) for name in state.to_json()}
    values |= {"page": page, "fingerprint": fingerprint[:4]}
    known = {field.name for field in _FIELDS}
    later = State()
    if any(value != getattr(later, name) for name, value in values.items() if name not in known):
        return None  # a field of a later version, which is not as at the start
    if len(state.text) > LONGEST or len(state.split) > LONGEST:
        return None
    try:
        symbols = _written(values)
    except (NotInCodeError, UnicodeEncodeError):
        return None
    return symbols if len(symbols) <= LONGEST else None


def _written(values: dict[str, Any]) -> str:
    there = [field for field in _FIELDS if values[field.name] != _DEFAULTS[field.name]]
    writer = Writer()
    writer.raw(_STATE, 5)
    writer.number(sum(1 << _FIELDS.index(field) for field in there))
    for field in there:
        field.write(writer, values[field.name])
    return symbols_of(writer.bits)


def name_code(data: bytes) -> str:
    """The name of a hand-out file, from what it holds: ten symbols."""
    writer = Writer()
    writer.raw(_NAME, 5)
    writer.raw(int.from_bytes(hashlib.sha256(data).digest()[:5]) >> (40 - _NAME_BITS), _NAME_BITS)
    return symbols_of(writer.bits)


def is_name(typed: str) -> bool:
    """Whether a code only names a file; CodeError as in `read`."""
    return Reader(bits_of(typed)).raw(5) == _NAME


def read(typed: str) -> Coded:
    """The state that a code stands for; CodeError for everything that is not such a code, whatever it is."""
    bits = bits_of(typed)
    reader = Reader(bits)
    if reader.raw(5) != _STATE:
        raise CodeError("This is a code of another kind", "take a newer bpe-play, or compare the code")
    try:
        values = _read(reader)
    except (UnicodeDecodeError, ValueError):
        raise _damaged() from None
    state = {name: value for name, value in values.items() if name not in ("page", "fingerprint")}
    coded = Coded(_FIRST.changed(**state), values["page"], values["fingerprint"])
    if not _is_possible(coded.state) or bits_of(_written(values)) != bits:
        raise _damaged()
    return coded


def _read(reader: Reader) -> dict[str, Any]:
    flags = reader.number()
    if flags >> len(_FIELDS):
        raise CodeError("The code says more than this bpe-play understands", "take a newer bpe-play")
    there = [field for at, field in enumerate(_FIELDS) if flags >> at & 1]
    values = _DEFAULTS | {field.name: field.read(reader) for field in there}
    return values | {"ties": TieRule(values["ties"]), "specials": SpecialMode(values["specials"])}


def _is_possible(state: State) -> bool:
    return state.vocab_size <= MOST_TOKENS and state.min_count >= 1


def _damaged() -> CodeError:
    return CodeError("The code does not fit together", "compare it group by group with the one shown")
