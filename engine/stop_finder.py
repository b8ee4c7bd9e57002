"""Find the stop sequence of a stream whose text arrives in pieces.

A stop sequence may be split over two tokens, and what has been sent cannot be called back. So text that may
be the beginning of a stop sequence is held back until more arrives. This works on text: where tokens cut
characters, `StreamDecoder` comes first.
"""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine.errors import EngineError


class StopFinder:
    """Passes text through up to the first stop sequence; the result is the same however the text is cut.

    Of several stop sequences the one that is complete first counts; of those that end at the same place,
    the longest.

    >>> finder = StopFinder(["\\nUser:"])
    >>> [finder.feed(text) for text in ("Fine.", "\\n", "Use", "ful\\nUs", "er", ": hi")]
    ['Fine.', '', '', '\\nUseful', '', '']
    >>> finder.found
    '\\nUser:'
    """

    def __init__(self, stops: Sequence[str]) -> None:
        if "" in stops:
            raise EngineError("A stop sequence is empty", "give it at least one character")
        self.stops = tuple(stops)
        self.pending = ""
        self.found: str | None = None

    @property
    def stopped(self) -> bool:
        """Whether a stop sequence has come; from then on nothing is passed through."""
        return self.found is not None

    def feed(self, text: str) -> str:
        """The text that is safe to send: it is before any stop sequence, and no part of one."""
        if self.stopped:
            return ""
        text = self.pending + text
        hits = [(at + len(stop), at, stop) for stop in self.stops if (at := text.find(stop)) >= 0]
        if hits:
            _, safe, self.found = min(hits)
        else:
            safe = len(text) - self._beginning_at_end(text)
        self.pending = "" if hits else text[safe:]
        return text[:safe]

    def flush(self) -> str:
        """The stream has ended: what was held back is text after all."""
        text, self.pending = self.pending, ""
        return text

    def _beginning_at_end(self, text: str) -> int:
        """Length of the longest end of the text that is the beginning of a stop sequence."""
        longest = max((len(stop) - 1 for stop in self.stops), default=0)
        for length in range(min(longest, len(text)), 0, -1):
            if any(stop.startswith(text[-length:]) for stop in self.stops):
                return length
        return 0
