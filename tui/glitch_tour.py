"""The guided list of known glitch tokens: its rows, and how each vocabulary cuts a token's text."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bpe_play.engine.glitch_known import KNOWN_GLITCHES, VOCABULARY, KnownGroup, known_ids
from bpe_play.engine.stream_play import Token
from bpe_play.engine.tokenizer import Tokenizer

VOCABULARIES_OF_THE_TOUR = (VOCABULARY, "cl100k_base", "o200k_base")


@dataclass(frozen=True)
class TourRow:
    """A row of the list: a group's title (then there is no text), or a token of it."""

    group: KnownGroup
    text: str = ""
    id: int = -1


def tour_rows() -> list[TourRow]:
    """Each group with its tokens below it."""
    rows = []
    for group in KNOWN_GLITCHES:
        rows.append(TourRow(group))
        rows += [TourRow(group, text, token_id) for text, token_id in group.tokens.items()]
    return rows


def cut_by(tokenizer: Tokenizer, text: str) -> list[Token]:
    """The tokens that a vocabulary cuts a text into, with their ids."""
    return [(token_id, tokenizer.token(token_id)) for token_id in tokenizer.encode(text)]


def single_in(tokenizers: Mapping[str, Tokenizer]) -> dict[str, int]:
    """How many of the known tokens are one token, by vocabulary."""
    texts = known_ids().values()
    return {
        name: sum(len(tokenizer.encode(text)) == 1 for text in texts)
        for name, tokenizer in tokenizers.items()
    }
