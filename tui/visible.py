r"""What any text looks like on the screen. The one place that makes text harmless before it is drawn.

A terminal obeys some characters, hides others, and disagrees with its neighbour about the width of a third
kind. None of them is drawn as it is:

- controls (C0, C1, DEL) have a picture of one cell, or `\x9b`
- format characters, bidi marks, private, unassigned and invisible ones are written as `\u202e`
- spaces that are not U+0020 are drawn as ␣, a mark that stands alone sits on ◌
- what joins or changes an emoji or letter inside a grapheme (ZWJ, ZWNJ, variation selectors, skin tones)
  is drawn as ⁺, so a family is 👩⁺👧 and a heart ❤⁺; the two letters of a flag are drawn as letters
- characters whose width has changed since Unicode 15 are written as `\u4dc0`
- bytes that are not UTF-8 are written as `\xff`

The kind of a glyph tells a stand-in from the same characters in the text: draw it in its own style. `label`
and `plain` have no style, so there every stand-in has a form that no text can have.
Vowel signs of Indic scripts (Mc) are drawn as text after their letter, though some terminals give them a cell
of their own; where columns matter, draw code point by code point.
This module does not know tokens, colours or panes.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache, lru_cache
from typing import NamedTuple

import regex
from rich.cells import cell_len, get_character_cell_size

from bpe_play.engine.door import to_bytes, valid_runs
from bpe_play.tui.plain_ascii import SPACE as SPACE
from bpe_play.tui.plain_ascii import plain_ascii


class Kind(Enum):
    """What a glyph stands for: text as it is, a control, something invisible or joined, a stray byte."""

    TEXT = "text"
    CONTROL = "control"
    FORMAT = "format"
    STRAY = "stray"


class Glyph(NamedTuple):
    """Something to draw: `text` takes `width` cells (1 or more) and stands for data[start:end]."""

    text: str
    width: int
    kind: Kind
    start: int
    end: int


JOINED = "⁺"
UNKNOWN = "▯"
NEWLINE, TAB = "↵", "⇥"

_OLD_WIDTHS = "15.0.0"
_LONGEST = 8  # code points of a grapheme that are drawn
_BYTES_PER_CELL = 64  # more than the bytes of a grapheme that are worth reading for one cell

_GRAPHEME = r"\X"
_UNDRAWABLE = r"[\p{C}\p{M}\p{DI}\p{RI}\p{Emoji_Modifier}\u2800]|(?! )\p{Z}"
_ATTACHES = r"(?!\p{DI})[\p{M}\p{L}]"
_MARK = r"[\p{Mn}\p{Me}]"
_BLANK = r"[\p{Zs}\u2800]"
_LETTER_OF_FLAG = r"\p{RI}"
_JOINS = r"[\u200c\u200d\p{Variation_Selector}\p{Emoji_Modifier}\U000e0020-\U000e007f]"


@cache
def _pattern(text: str) -> regex.Pattern[str]:
    """Compiled when first needed: ASCII, which most texts begin with, needs none of them."""
    return regex.compile(text)


def glyphs(data: bytes) -> list[Glyph]:
    r"""The glyphs of a text: one for each grapheme, control and stray byte; they cover it exactly.

    >>> [(glyph.text, glyph.start, glyph.end) for glyph in glyphs(b"\xc3\xb1\x1b\xff")]
    [('ñ', 0, 2), ('␛', 2, 3), ('\\xff', 3, 4)]
    """
    found: list[Glyph] = []
    start = 0
    for unit, is_valid in _units(data):
        text, width, kind = _drawn(unit) if is_valid else _stray(unit)
        end = start + len(to_bytes(unit))
        found.append(Glyph(text, width, kind, start, end))
        start = end
    return found


def label(token: bytes, width: int | None = None) -> str:
    r"""A token on one line, cropped with … to `width` cells if one is given.

    >>> label(b" be\n"), label("“".encode()[:2]), label(b"\x1b[2J"), label(b"tokenizer", 5)
    ('␣be↵', '⟨E2 80⟩', '\\x1b[2J', 'toke…')
    """
    if width is None:
        return _written(token, SPACE)
    read = token[: _BYTES_PER_CELL * max(width, 0)]
    return crop(_written(read, SPACE), width, more=len(read) < len(token))


def plain(text: str) -> str:
    r"""Any text (a file name, an error, a title) on one line, safe to draw.

    >>> plain("no\x1b[2Jise"), plain(r"\p{L}+ ok")
    ('no\\x1b[2Jise', '\\p{L}+ ok')
    """
    return _written(to_bytes(text))


def one_to_one(text: str) -> str:
    r"""The text with every character replaced by exactly one that is safe to draw, for an editable box.

    Several characters may share a stand-in, so the box must keep the true text elsewhere. Line ends are
    characters like any other here.

    >>> one_to_one("a\x1b\u202e❤\ufe0f")
    'a␛▯❤⁺'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if as_it_is else _stand_in(char) for char, as_it_is in _in_place(text))


def crop(drawn: str, width: int, more: bool = False) -> str:
    """A line that is already safe to draw, cropped with … to `width` cells; `more`: there is more of it."""
    if cell_len(drawn) <= width and not more:
        return drawn
    kept, cells = [], 0
    for cluster in _pattern(_GRAPHEME).findall(drawn[: _LONGEST * max(width, 0)]):
        cells += cell_len(cluster)
        if cells > width - 1:
            break
        kept.append(cluster)
    return "".join(kept) + "…" if width > 0 else ""


@lru_cache(8192)
def is_drawable(char: str) -> bool:
    """Whether a character alone can be drawn as it is, with a width that terminals agree on."""
    if char.isascii():
        return char.isprintable()
    if _pattern(_UNDRAWABLE).match(char):
        return False
    width = get_character_cell_size(char)
    return width > 0 and width == get_character_cell_size(char, _OLD_WIDTHS)


@lru_cache(8192)
def _attaches(char: str) -> bool:
    """Whether a character without a width of its own may be drawn after a letter: marks, Hangul vowels."""
    no_width = get_character_cell_size(char) == get_character_cell_size(char, _OLD_WIDTHS) == 0
    return no_width and bool(_pattern(_ATTACHES).match(char))


def _in_place(text: str) -> Iterator[tuple[str, bool]]:
    """Each character, and whether it can be drawn as it is where it stands: marks only after a letter."""
    drawn = _LONGEST
    for char in text:
        drawn = drawn + 1 if _attaches(char) else 0 if is_drawable(char) else _LONGEST
        yield char, drawn < _LONGEST
        if char == " ":
            drawn = _LONGEST


def _units(data: bytes) -> Iterator[tuple[str, bool]]:
    """Graphemes and stray bytes in order; a CR LF is two controls here."""
    for run, is_valid in valid_runs(data):
        for unit in _pattern(_GRAPHEME).findall(run) if is_valid and not run.isascii() else run:
            if unit == "\r\n":
                yield "\r", True
                unit = "\n"
            yield unit, is_valid


def _stray(unit: str) -> tuple[str, int, Kind]:
    return f"\\x{to_bytes(unit)[0]:02x}", 4, Kind.STRAY


@lru_cache(8192)
def _drawn(cluster: str) -> tuple[str, int, Kind]:
    text, kind = _drawn_character(cluster) if len(cluster) == 1 else _drawn_cluster(cluster)
    return text, cell_len(text), kind


def _drawn_character(char: str) -> tuple[str, Kind]:
    if is_drawable(char):
        return char, Kind.TEXT
    if char < " " or "\x7f" <= char < "\xa0":
        return _stand_in(char) if char < "\x80" else escaped(char), Kind.CONTROL
    if _attaches(char) and _pattern(_MARK).match(char):
        return "◌" + char, Kind.FORMAT
    shown = _stand_in(char)
    return shown if shown in SPACE or _pattern(_LETTER_OF_FLAG).match(char) else escaped(char), Kind.FORMAT


def _drawn_cluster(cluster: str) -> tuple[str, Kind]:
    text, kind = _drawn_character(cluster[0])
    may_attach = not text.startswith("\\")
    for char in cluster[1:_LONGEST]:
        may_attach = is_drawable(char) or (may_attach and _attaches(char))
        if may_attach:
            text += char
        elif _pattern(_LETTER_OF_FLAG).match(char):
            text += _stand_in(char)
        else:
            text, kind = text.removesuffix(JOINED) + JOINED, Kind.FORMAT
    if len(cluster) > _LONGEST:
        return text.removesuffix(JOINED) + JOINED, Kind.FORMAT
    return text, kind


@lru_cache(8192)
def _stand_in(char: str) -> str:
    """One safe character of one cell in the place of one that is not."""
    if char < " " or char == "\x7f":
        return {"\n": NEWLINE, "\t": TAB, "\x7f": "␡"}.get(char) or chr(0x2400 + ord(char))
    if _pattern(_LETTER_OF_FLAG).match(char):
        return chr(ord(char) - 0x1F1E6 + ord("A"))
    if _pattern(_BLANK).match(char):
        return SPACE
    return JOINED if _pattern(_JOINS).match(char) else UNKNOWN


def escaped(char: str) -> str:
    r"""A character written out: `\x9b`, `\u202e`, `\U000e0001`."""
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


_OURS = {NEWLINE, TAB, SPACE, "⟨", "⟩"}
_LOOKS_ESCAPED = r"\\(x[0-9a-f]{2}|u[0-9a-f]{4}|U[0-9a-f]{8})"


def _written(data: bytes, space: str = " ") -> str:
    r"""A text in one line without styles; no two texts are written alike.

    A backslash of the text is doubled if anything else in the line is, or looks like, an escape.
    """
    plain = plain_ascii(data, space)
    if plain is not None:
        return plain
    pieces = list(_pieces(data, space))
    if any(piece[:1] == "\\" and len(piece) > 1 for piece in pieces) or _pattern(_LOOKS_ESCAPED).search(
        "".join(pieces)
    ):
        pieces = ["\\\\" if piece == "\\" else piece for piece in pieces]
    return "".join(pieces)


def _pieces(data: bytes, space: str) -> Iterator[str]:
    special = {" ": space, "\n": NEWLINE, "\t": TAB}
    for run, is_valid in valid_runs(data):
        if not is_valid:
            yield f"⟨{to_bytes(run).hex(' ').upper()}⟩"
            continue
        for char, as_it_is in _in_place(run):
            yield special.get(char) or (char if as_it_is and char not in _OURS else escaped(char))
