"""What a tokenizer loses of a text: does it come back, and what did unknown tokens swallow?"""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.algorithms.pieces import as_bytes
from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.door import to_text
from bpe_play.engine.swallowed import in_words


@dataclass(frozen=True)
class Loss:
    """The report on one text.

    decoded             what decoding gives
    seen                the text as the model saw it, after normalizing
    unknown             for each unknown token the bytes that it swallowed
    """

    data: bytes
    decoded: bytes
    seen: bytes
    unknown: tuple[bytes, ...]

    @property
    def round_trips(self) -> bool:
        """Whether decoding gives the text again, and not by chance: the light is green."""
        return self.decoded == self.data and not self.unknown

    @property
    def unknown_characters(self) -> int:
        """How many characters, or stray bytes, the unknown tokens swallowed."""
        return sum(len(to_text(swallowed)) for swallowed in self.unknown)

    @property
    def was_changed(self) -> bool:
        """Whether normalizing changed the text, in more than how spaces are written."""
        space = "▁".encode()
        return self.seen.replace(space, b" ") != self.data.replace(space, b" ")

    @property
    def first_difference(self) -> int | None:
        """The offset of the first byte that comes back otherwise, or not at all; None when all do."""
        if self.decoded == self.data:
            return None
        pairs = zip(self.data, self.decoded, strict=False)
        shorter = min(len(self.data), len(self.decoded))
        return next((at for at, (byte, other) in enumerate(pairs) if byte != other), shorter)

    def __str__(self) -> str:
        """The report in a sentence, without any of the text."""
        if self.round_trips:
            return "Decoding gives the same bytes."
        reasons = []
        if self.unknown:
            reasons.append(in_words(len(self.unknown), self.unknown_characters))
        if self.was_changed:
            reasons.append("normalizing changed the text")
        place = self.first_difference
        head = (
            "The same bytes come back by chance"
            if place is None
            else f"Decoding gives another text from byte {place:,} on"
        )
        return f"{head}: {', and '.join(reasons)}." if reasons else f"{head}."


def loss(model: Model, text: str | bytes, step: int | None = None) -> Loss:
    """Encode, decode, compare.

    >>> from bpe_play.engine.algorithms.char import CharModel, Fallback, TextRules
    >>> print(loss(CharModel([b"a"], Fallback(False), TextRules()), "año"))
    Decoding gives another text from byte 1 on: 2 unknown tokens swallowed 2 characters.
    """
    tokenization = model.tokenize(text, step=step)
    return Loss(
        as_bytes(text),
        model.decode(tokenization.ids, step=step),
        model.seen(text),
        tuple(span.token for span in tokenization.spans if span.unknown),
    )
