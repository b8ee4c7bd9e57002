"""Play a stream of tokens through a decoder, step by step.

What the steps are worth, measured against the right decoder, is in stream_report.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bpe_play.engine.stream import REPLACEMENT
from bpe_play.engine.stream_decoders import Decoder
from bpe_play.engine.tokenizer import Tokenization

Token = tuple[int, bytes]


@dataclass(frozen=True, slots=True)
class StreamStep:
    """What one token did.

    number      1, 2, 3 …; the flush at the end of the stream is the last step
    id, token   what arrived; None and no bytes for the flush
    end         how many bytes have arrived in all
    sent        the text that went out
    held        the bytes that are held back afterwards
    """

    number: int
    id: int | None
    token: bytes
    end: int
    sent: str
    held: bytes

    @property
    def replacements(self) -> int:
        """How many U+FFFD went out, real ones of the text included."""
        return self.sent.count(REPLACEMENT)


def play(tokens: Iterable[Token], decoder: Decoder, *, flush: bool = True) -> list[StreamStep]:
    """Every step of a stream, with the flush at its end if the stream has ended.

    >>> from bpe_play.engine.stream import StreamDecoder
    >>> [step.sent for step in play(one_byte_a_token("añ".encode()), StreamDecoder())]
    ['a', '', 'ñ', '']
    """
    steps: list[StreamStep] = []
    end = 0
    for token_id, token in tokens:
        end += len(token)
        steps.append(StreamStep(len(steps) + 1, token_id, token, end, decoder.feed(token), decoder.pending))
    if flush:
        steps.append(StreamStep(len(steps) + 1, None, b"", end, decoder.flush(), decoder.pending))
    return steps


def tokens_of(tokenization: Tokenization, name: Callable[[int], bytes] | None = None) -> list[Token]:
    """The tokens of a text, as a stream sends them.

    name  what an id stands for: an unknown token sends its name, as the text that it swallowed is lost
    """
    return [
        (span.id, name(span.id) if span.unknown and name is not None else span.token)
        for span in tokenization.spans
    ]


def one_byte_a_token(data: bytes) -> list[Token]:
    """The stream of a vocabulary without merges."""
    return [(byte, bytes([byte])) for byte in data]
