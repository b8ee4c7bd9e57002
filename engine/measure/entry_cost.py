"""What an entry of the vocabulary costs a model: parameters and memory; and what it saves: tokens."""

from __future__ import annotations

from dataclasses import dataclass

FP16_BYTES = 2


@dataclass(frozen=True)
class EntryCost:
    """The tables of a model that have a row for each token.

    vocabulary  how many tokens
    width       of the model: numbers per token
    tied        whether the output table is the embedding table again, and costs nothing more

    >>> cost = EntryCost(128_000, 4_096)
    >>> cost.embedding, cost.parameters, cost.memory
    (524288000, 1048576000, 2097152000)
    """

    vocabulary: int
    width: int
    tied: bool = False

    @property
    def embedding(self) -> int:
        """Parameters of the table that turns ids into vectors."""
        return self.vocabulary * self.width

    @property
    def output(self) -> int:
        """Parameters of the table that turns vectors into scores of ids."""
        return 0 if self.tied else self.embedding

    @property
    def parameters(self) -> int:
        return self.embedding + self.output

    @property
    def memory(self) -> int:
        """Bytes at fp16, two for each parameter."""
        return FP16_BYTES * self.parameters


def window_in_characters(window: int, tokens: int, characters: int) -> float:
    """How many characters fit in a context window of so many tokens, by a text of this measure.

    >>> window_in_characters(8_192, tokens=100, characters=450)
    36864.0
    """
    return window * characters / tokens if tokens else 0.0


def tokens_of_request(request: int, tokens: int, characters: int) -> float:
    """How many tokens a request of so many characters takes, by a text of this measure."""
    return request * tokens / characters if characters else 0.0
