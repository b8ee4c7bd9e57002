"""How indentation becomes tokens: what a depth of so many spaces, or tabs, is cut into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_play.engine.algorithms.protocol import Coder

CODE = "x = 1"


@dataclass(frozen=True)
class Depth:
    """One depth.

    before  the tokens that are indentation only
    joined  how many characters of the indentation the first token of the code takes with it
    tokens  of the whole line
    """

    depth: int
    before: tuple[bytes, ...]
    joined: int
    tokens: int


def indentation(
    coder: Coder, depths: Iterable[int] = range(17), sign: str = " ", code: str = CODE
) -> list[Depth]:
    r"""What each depth becomes, for a line of code behind so many spaces or tabs.

    >>> from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
    >>> indentation(Tokenizer(pre_tokenizer("gpt2"), Vocabulary()), [2])[0].before
    (b' ', b' ')
    """
    return [_depth(coder, depth, sign, code) for depth in depths]


def _depth(coder: Coder, depth: int, sign: str, code: str) -> Depth:
    spans = coder.tokenize(sign * depth + code).spans
    border = len((sign * depth).encode())
    before = tuple(span.token for span in spans if span.end <= border)
    across = next((span for span in spans if span.start < border < span.end), None)
    return Depth(depth, before, border - across.start if across else 0, len(spans))


def distinct(depths: Iterable[Depth]) -> int:
    """How many different rows of tokens stand for the depths: as many as there are depths, if all is well."""
    return len({(depth.before, depth.joined) for depth in depths})
