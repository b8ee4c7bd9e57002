"""The lines of the lesson strip: plain functions from the texts of a scene and a width to lines of pieces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from bpe_play.tui.lessons.words import harmless
from bpe_play.tui.widgets.pieces import Line, Piece, crop, width_of

Marked = Sequence[tuple[str, str]]  # text and its kind: "text", "figure" (drawable already) or "wrong"

_INKS = {"text": "text", "figure": "lead", "wrong": "bad"}
_GRAPHEME = regex.compile(r"\X")
_GAP = 2


@dataclass(frozen=True)
class LessonView:
    """What a strip shows of a scene.

    scene, of   its number, and how many there are
    show        paragraphs are separated by line ends
    guess       what was guessed and the verdict on it, in words; "" for none
    answer      None while it is hidden
    notes       the teacher's, None while they are hidden
    waiting     whether figures are still being computed
    keys        the keys that matter now, as (key, label)
    """

    lesson: str
    title: str
    scene: int
    of: int
    show: Marked = ()
    ask: Marked = ()
    guess: str = ""
    answer: Marked | None = None
    notes: Marked | None = None
    waiting: bool = False
    score: str = ""
    keys: tuple[tuple[str, str], ...] = ()


def head_line(view: LessonView, width: int, more: bool) -> Line:
    """Number, titles, and at the right the score and the keys, as far as there is room."""
    left = [Piece(f" {view.scene}/{view.of} ", "accent_bar"), Piece(f" {harmless(view.title)}", "lead")]
    parts = _parts_at_the_right(view, more)
    while parts and width_of(left) + _GAP + width_of(_side_by_side(parts)) > width:
        parts.remove(min(parts, key=lambda part: part[0]))
    right = _side_by_side(parts)
    lesson = Piece(f"   {harmless(view.lesson)}", "dim")
    if width_of([*left, lesson]) + _GAP + width_of(right) <= width:
        left.append(lesson)
    gap = Piece(" " * max(width - width_of(left) - width_of(right), 0))
    return crop([*left, gap, *right], width)


def _parts_at_the_right(view: LessonView, more: bool) -> list[tuple[int, Line]]:
    """The score and the keys, each with its weight: the lightest goes first where room is short."""
    parts: list[tuple[int, Line]] = [(len(view.keys) - 2, [Piece(view.score, "dim")])] if view.score else []
    for weight, (key, name) in enumerate(view.keys):
        name = "more" if more and name == "next" else name
        parts.append((weight, [Piece(key, "accent"), Piece(f" {name}", "dim")]))
    return parts


def _side_by_side(parts: list[tuple[int, Line]]) -> Line:
    joined = [piece for _, line in parts for piece in (Piece("  "), *line)]
    return joined[1:]


def body_lines(view: LessonView, width: int) -> tuple[list[Line], int]:
    """Everything below the head, and the line where the question begins."""
    if view.waiting:
        return [[Piece("computing the figures …", "dim")]], 0
    if view.notes is not None:
        return _paragraphs(view.notes or [("No notes for this scene.", "text")], width, "✎ ", "dim"), 0
    lines = _paragraphs(view.show, width)
    question = len(lines)
    if view.ask:
        lines += _paragraphs(view.ask, width, "? ", "accent")
    if view.answer is not None:
        if view.guess:
            lines += _paragraphs([(view.guess, "text")], width, "  ", "accent")
        lines += _paragraphs(view.answer, width, "→ ", "good")
    return lines, question


def _paragraphs(marked: Marked, width: int, sign: str = "", ink: str = "") -> list[Line]:
    """Lines behind a sign; text is in the given ink, figures and faults in their own."""
    lines: list[Line] = []
    for paragraph in _split(marked):
        pieces = [
            Piece(
                text if kind == "figure" else harmless(text), ink if ink and kind == "text" else _INKS[kind]
            )
            for text, kind in paragraph
        ]
        for line in wrap_line(pieces, max(width - len(sign), 8)):
            lines.append([Piece(" " * len(sign) if lines else sign, ink or "text"), *line])
    return lines


def _split(marked: Marked) -> list[list[tuple[str, str]]]:
    paragraphs: list[list[tuple[str, str]]] = [[]]
    for text, kind in marked:
        first, *others = text.split("\n")
        paragraphs[-1].append((first, kind))
        paragraphs += [[(other, kind)] for other in others]
    return [paragraph for paragraph in paragraphs if any(text for text, _ in paragraph)]


def wrap_line(line: Line, width: int) -> list[Line]:
    """A line in lines of at most `width` cells, broken at blanks; a word that is longer is broken anywhere.

    >>> from bpe_play.tui.widgets.pieces import text_of
    >>> [text_of(each) for each in wrap_line([Piece("one "), Piece("12", "lead"), Piece(", three")], 8)]
    ['one 12,', 'three']
    """
    lines: list[Line] = [[]]
    for word in _words(line):
        for part in _parts(word, width):
            blank = [Piece(" ")] if lines[-1] and part is word else []
            if width_of([*lines[-1], *blank, *part]) <= width:
                lines[-1] += [*blank, *part]
            else:
                lines.append(list(part))
    return lines


def _words(line: Line) -> list[Line]:
    """Runs of pieces without a blank."""
    words: list[Line] = [[]]
    for piece in line:
        first, *others = piece.text.split(" ")
        words[-1].append(Piece(first, piece.ink))
        words += [[Piece(other, piece.ink)] for other in others]
    return [[piece for piece in word if piece.text] for word in words if any(piece.text for piece in word)]


def _parts(word: Line, width: int) -> list[Line]:
    """The word, or parts of it that have room."""
    if width_of(word) <= width:
        return [word]
    parts: list[Line] = [[]]
    for piece in word:
        for unit in _GRAPHEME.findall(piece.text):
            if width_of([*parts[-1], Piece(unit)]) > width:
                parts.append([])
            parts[-1].append(Piece(unit, piece.ink))
    return parts
