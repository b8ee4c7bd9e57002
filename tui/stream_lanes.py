"""Decoders side by side on one stream: what each has sent, step by step, and what that is worth.

Plain values for the stream screen and the command line; who plays and steps is stream_state.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bpe_play.engine.door import to_bytes
from bpe_play.engine.stop_finder import StopFinder
from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.stream_decoders import DECODERS, Decoder, DecoderKind
from bpe_play.engine.stream_play import StreamStep, Token, play
from bpe_play.engine.stream_report import StreamReport, report

RIGHT = "incremental"
STOP = "stop"


class UntilStop:
    """The right decoder, and behind it a StopFinder: what a server sends that must end at a stop sequence.

    >>> decoder = UntilStop("ñ!")
    >>> [decoder.feed(token) for token in (b"a\\xc3", b"\\xb1", b"?")], decoder.pending
    (['a', '', 'ñ?'], b'')
    """

    def __init__(self, stop: str) -> None:
        self._decoder = StreamDecoder()
        self.finder = StopFinder([stop])

    @property
    def pending(self) -> bytes:
        """The text that may be the beginning of the stop sequence, and the bytes of half a character."""
        return to_bytes(self.finder.pending) + self._decoder.pending

    def feed(self, data: bytes) -> str:
        return self.finder.feed(self._decoder.feed(data))

    def flush(self) -> str:
        return self.finder.feed(self._decoder.flush()) + self.finder.flush()


def kinds(stop: str = "") -> list[DecoderKind]:
    """The decoders that run side by side; with a stop sequence, the one that looks for it is the last."""
    found = list(DECODERS.values())
    return [*found, _stop_kind(stop)] if stop else found


def _stop_kind(stop: str) -> DecoderKind:
    return DecoderKind(
        STOP,
        "incremental, until the stop",
        "Behind the incremental decoder, text that may be the beginning of the stop sequence is held back: "
        "what was sent cannot be called back.",
        lambda: UntilStop(stop),
    )


@dataclass(frozen=True)
class Lane:
    """One decoder on the stream.

    steps    every arrival up to the end of the stream, as if it was never flushed
    sent     those of them that have happened, and the flush if it has
    report   what the user has seen so far against what there was to see; None for the stop lane, which
             leaves text out on purpose
    found    the step at which the stop lane finds its stop sequence, sooner or later
    """

    kind: DecoderKind
    steps: Sequence[StreamStep]
    sent: Sequence[StreamStep]
    report: StreamReport | None
    found: int | None = None

    @property
    def seen(self) -> str:
        """What the user has seen so far."""
        return "".join(step.sent for step in self.sent)

    @property
    def held(self) -> bytes:
        """What the decoder holds back now."""
        return self.sent[-1].held if self.sent else b""


def run(arrivals: Sequence[Token], make: Callable[[], Decoder]) -> list[StreamStep]:
    """A stream that has not ended."""
    return play(arrivals, make(), flush=False)


def lane(kind: DecoderKind, steps: Sequence[StreamStep], position: int, ended: bool, stop: str = "") -> Lane:
    """A decoder after so many arrivals, and after the flush if the stream has ended."""
    sent = list(steps[:position])
    if ended:
        arrivals = [(step.id or 0, step.token) for step in sent]
        sent.append(play(arrivals, kind.make())[-1])
    if kind.key == STOP:
        return Lane(kind, steps, sent, None, stop_found_at(steps, stop))
    return Lane(kind, steps, sent, report(sent))


def stop_found_at(steps: Sequence[StreamStep], stop: str) -> int | None:
    """The number of the step at which a stop sequence is complete.

    >>> stop_found_at(run([(1, b"a\\n"), (2, b"U"), (3, b"x")], StreamDecoder), "\\nU")
    2
    """
    decoder = UntilStop(stop)
    for step in steps:
        decoder.feed(step.token)
        if decoder.finder.stopped:
            return step.number
    return None
