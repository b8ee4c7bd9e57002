"""How far what the user of a stream sees is from what there was to see.

The measure is the incremental decoder: it sends each character with its last byte, and U+FFFD for broken
bytes as soon as they are known to be broken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bpe_play.engine.stream import REPLACEMENT, StreamDecoder
from bpe_play.engine.stream_play import StreamStep


@dataclass(frozen=True, slots=True)
class Unit:
    """What the right decoder sends as one: a character, or the U+FFFD for some broken bytes.

    text  one code point; data: its bytes; start: their offset in the stream
    due   the step that it belongs to: that of its last byte, or the one that shows it to be broken
    """

    text: str
    data: bytes
    start: int
    due: int

    @property
    def end(self) -> int:
        return self.start + len(self.data)

    @property
    def broken(self) -> bool:
        """Whether these bytes are no character. A U+FFFD that the text contains is one."""
        return self.text == REPLACEMENT and self.data != REPLACEMENT.encode()


def units(steps: Sequence[StreamStep]) -> list[Unit]:
    """The characters of a stream in order. Bytes that may still become a character are not among them.

    >>> from bpe_play.engine.stream_play import one_byte_a_token, play
    >>> [(unit.text, unit.due) for unit in units(play(one_byte_a_token("añ".encode()), StreamDecoder()))]
    [('a', 1), ('ñ', 3)]
    """
    data = b"".join(step.token for step in steps)
    found: list[Unit] = []
    for character, size, due in _sendings(steps):
        start = found[-1].end if found else 0
        found.append(Unit(character, data[start : start + size], start, due))
    return found


def _sendings(steps: Sequence[StreamStep]) -> Iterator[tuple[str, int, int]]:
    """Each character that the right decoder sends, of how many bytes it is, and at which step it goes."""
    decoder, open_bytes = StreamDecoder(), 0
    for step in steps:
        for byte in step.token:
            text = decoder.feed(bytes([byte]))
            settled = open_bytes + 1 - len(decoder.pending)
            yield from ((*sized, step.number) for sized in _sized(text, settled))
            open_bytes = len(decoder.pending)
        if step.id is None:
            yield from ((*sized, step.number) for sized in _sized(decoder.flush(), open_bytes))


def _sized(text: str, size: int) -> Iterator[tuple[str, int]]:
    """What one byte settled, character by character: of several, all but the first are single bytes."""
    for index, character in enumerate(text):
        yield character, 1 if index else size - len(text) + 1


@dataclass(frozen=True)
class StreamReport:
    """What a decoder made of a stream, measured against the right one.

    seen         what the user sees in the end; right: what there was to see
    characters   how many whole characters the text has; broken bytes are none
    lost         characters that never came as themselves
    early        characters, or broken bytes, of which something was sent before it was known what they are
    late         those that were not sent when they could be
    replacements       how many U+FFFD the user sees
    replacements_due   how many there should be: for broken bytes, and those the text itself contains
    first_wrong  number of the first step after which the user had seen something else than he should
    """

    seen: str
    right: str
    characters: int
    lost: tuple[Unit, ...]
    early: tuple[Unit, ...]
    late: tuple[Unit, ...]
    replacements: int
    replacements_due: int
    first_wrong: int | None

    @property
    def is_right(self) -> bool:
        """Whether the user saw the right text at every step."""
        return self.first_wrong is None


def report(steps: Sequence[StreamStep]) -> StreamReport:
    """Measure a stream that was played; without its flush, characters still on their way are not lost.

    >>> from bpe_play.engine.stream_decoders import EachTokenAlone
    >>> from bpe_play.engine.stream_play import one_byte_a_token, play
    >>> result = report(play(one_byte_a_token("añ".encode()), EachTokenAlone()))
    >>> len(result.lost), len(result.early), result.replacements, result.first_wrong
    (1, 1, 2, 2)
    """
    due = units(steps)
    seen, right = "".join(step.sent for step in steps), "".join(unit.text for unit in due)
    sent_to = [0, *(step.end - len(step.held) for step in steps)]  # by step: where the bytes sent so far end
    return StreamReport(
        seen=seen,
        right=right,
        characters=sum(not unit.broken for unit in due),
        lost=() if seen == right else _lost(due, sent_to, ended=bool(steps) and steps[-1].id is None),
        early=tuple(unit for unit in due if sent_to[unit.due - 1] > unit.start),
        late=tuple(unit for unit in due if sent_to[unit.due] < unit.end),
        replacements=seen.count(REPLACEMENT),
        replacements_due=right.count(REPLACEMENT),
        first_wrong=_first_wrong(steps, due),
    )


def _lost(due: Sequence[Unit], sent_to: Sequence[int], ended: bool) -> tuple[Unit, ...]:
    """Characters that were sent in pieces, or not at all."""
    torn_at = set(sent_to)
    return tuple(
        unit
        for unit in due
        if not unit.broken
        and (not torn_at.isdisjoint(range(unit.start + 1, unit.end)) or (ended and sent_to[-1] < unit.end))
    )


def _first_wrong(steps: Sequence[StreamStep], due: Sequence[Unit]) -> int | None:
    by_step = [""] * (len(steps) + 1)
    for unit in due:
        by_step[unit.due] += unit.text
    for step, text in zip(steps, by_step[1:], strict=True):
        if step.sent != text:
            return step.number
    return None
