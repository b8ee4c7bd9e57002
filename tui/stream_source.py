"""Where the streamed text and its tokens come from: what was typed or an example, and a vocabulary."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.stream_examples import StreamExample
from bpe_play.engine.stream_play import Token, one_byte_a_token, tokens_of
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.stream_state import LONGEST, given_tokens

OWN, BYTES, GIVEN = "own", "none", "given"
_AHEAD = 1_000  # bytes beyond those that are sent, so that the cut of the text does not move their borders


@dataclass(frozen=True)
class StreamSource:
    """A text and a vocabulary to cut it with.

    example      None is the typed text
    vocabulary   OWN (the lab's, as of its cursor), BYTES (no merges), GIVEN (as the example says), or the
                 name of a published one
    """

    example: StreamExample | None = None
    vocabulary: str = OWN

    @classmethod
    def of(cls, example: StreamExample) -> StreamSource:
        """An example with the vocabulary that shows its point."""
        return cls(example, GIVEN if example.tokens else example.tokenizer)

    def typed(self) -> StreamSource:
        """The typed text with the vocabulary that is on, or with our own if that was part of an example."""
        return StreamSource(None, OWN if self.vocabulary in (BYTES, GIVEN) else self.vocabulary)

    @property
    def title(self) -> str:
        return self.example.title if self.example else "the typed text"

    @property
    def look(self) -> str:
        """What to look at."""
        return self.example.look if self.example else ""

    @property
    def cut_after(self) -> int | None:
        """After how many tokens an example ends, if they are those it was made for."""
        return self.example.cut_after if self.example and self == StreamSource.of(self.example) else None

    @property
    def is_published(self) -> bool:
        return self.vocabulary not in (OWN, BYTES, GIVEN)

    def data(self, typed: bytes) -> bytes:
        return self.example.data if self.example else typed

    def tokens(self, typed: bytes, tokenizer: Tokenizer | None, step: int | None = None) -> list[Token]:
        """The tokens to send; of a long text those of its beginning. Without a tokenizer: single bytes.

        >>> StreamSource(None, BYTES).tokens(b"hi", None)
        [(104, b'h'), (105, b'i')]
        """
        if self.vocabulary == GIVEN and self.example:
            return given_tokens(self.example)
        start = self.data(typed)[: LONGEST + _AHEAD]
        if self.vocabulary == BYTES or tokenizer is None:
            return one_byte_a_token(start)
        return tokens_of(tokenizer.tokenize(start, step=step), tokenizer.token)
