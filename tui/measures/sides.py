"""Two tokenizers side by side: vocabularies as sets, the same words cut by both, borders of morphemes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bpe_play.engine.algorithms.protocol import Model
from bpe_play.engine.counted import counted
from bpe_play.engine.morpheme_words import MORPHEMES
from bpe_play.engine.morphemes import MorphemeScore, WordBorders, morpheme_score
from bpe_play.engine.side_by_side import Compression, Pieces, compression, cut_by_both, sets
from bpe_play.tui.measures.inputs import Inputs
from bpe_play.tui.measures.picks import Made
from bpe_play.tui.measures.tax import language_name

WORDS, LEFT, RIGHT, BOTH, MORPHEME_BORDERS = "words", "only left", "only right", "both", "morphemes"
PARTS = (WORDS, MORPHEME_BORDERS, LEFT, RIGHT, BOTH)


@dataclass(frozen=True)
class SidesOptions:
    """Words separated by spaces that both cut; each is cut as it stands, without a space before it."""

    words: str = "lower lowest newest slower unhappiness tokenization strawberry"


@dataclass(frozen=True)
class SidesResult:
    """What two tokenizers have in common.

    sets        part → the texts of the tokens in it, in the order of their ids
    scores      language → the score of each
    """

    titles: tuple[str, str]
    pieces: tuple[Pieces, ...]
    sets: dict[str, tuple[bytes, ...]]
    scores: dict[str, tuple[MorphemeScore, MorphemeScore]]
    compression: Compression
    text: str

    @property
    def shared(self) -> float:
        """The share of all tokens that both have."""
        every = sum(len(tokens) for tokens in self.sets.values())
        return len(self.sets[BOTH]) / every if every else 0.0


@dataclass(frozen=True)
class TokenRow:
    """A token that only one has, or both."""

    token: bytes
    where: str


@dataclass(frozen=True)
class BordersRow:
    """A word with its morphemes, and as one tokenizer cuts it; offsets in bytes from its start."""

    tokenizer: str
    language: str
    word: str
    morpheme_borders: tuple[int, ...]
    token_borders: tuple[int, ...]
    hits: int
    unknown: bool


def measure(inputs: Inputs) -> SidesResult:
    left, right = inputs.made
    inputs.tell("comparing", 0, 0)
    scores = {
        language: (morpheme_score(left.model, words), morpheme_score(right.model, words))
        for language, words in MORPHEMES.items()
    }
    return SidesResult(
        (left.title, right.title),
        tuple(cut_by_both(inputs.options.words.split(), left.model, right.model)),
        _sets(left, right),
        scores,
        compression(inputs.text, left.model, right.model),
        inputs.text_name,
    )


def _sets(left: Made, right: Made) -> dict[str, tuple[bytes, ...]]:
    texts = {LEFT: _texts(left.model), RIGHT: _texts(right.model)}
    found = sets(texts[LEFT], texts[RIGHT])
    return {
        LEFT: _in_order(texts[LEFT], found.only_left),
        RIGHT: _in_order(texts[RIGHT], found.only_right),
        BOTH: _in_order(texts[LEFT], found.both),
    }


def _texts(model: Model) -> list[bytes]:
    """What the tokens stand for; the unknown one stands for nothing of its own."""
    return [model.token(token_id) for token_id in model.ids() if not model.is_unknown(token_id)]


def _in_order(texts: Iterable[bytes], chosen: frozenset[bytes]) -> tuple[bytes, ...]:
    return tuple(text for text in dict.fromkeys(texts) if text in chosen)


def outcome(result: SidesResult, part: str) -> list[str]:
    """How long the text is for both, what their vocabularies share, and the scores if they are asked for."""
    (left, right), found = result.titles, result.compression
    lost = zip(result.titles, found.lost, strict=True)
    said = [
        f"Bytes per token of {result.text}: {left} {found.left:.2f}, {right} {found.right:.2f}.",
        *(f"{title} has no token for {counted(count, 'character')} of it." for title, count in lost if count),
        f"Both have {len(result.sets[BOTH]):,} tokens, only {left} {len(result.sets[LEFT]):,}, "
        f"only {right} {len(result.sets[RIGHT]):,}.",
    ]
    if part == MORPHEME_BORDERS:
        for language, scores in result.scores.items():
            pairs = zip(result.titles, scores, strict=True)
            said += (f"{language_name(language)}, {title}: {score}" for title, score in pairs)
    return said


def rows(result: SidesResult, options: SidesOptions, part: str) -> Sequence[Any]:
    """The rows of a part."""
    if part == WORDS:
        return result.pieces
    if part == MORPHEME_BORDERS:
        return list(_borders(result))
    return [TokenRow(token, part) for token in result.sets[part]]


def _borders(result: SidesResult) -> Iterator[BordersRow]:
    for language, both in result.scores.items():
        for title, score in zip(result.titles, both, strict=True):
            yield from (_border_row(title, language, word) for word in score.words)


def _border_row(title: str, language: str, word: WordBorders) -> BordersRow:
    return BordersRow(
        title,
        language_name(language),
        word.word,
        tuple(sorted(word.morphemes)),
        tuple(sorted(word.tokens)),
        word.hits,
        word.unknown,
    )


def cut_at(word: str, borders: Iterable[int], drawn: Callable[[bytes], str] = bytes.decode) -> list[str]:
    """A word in parts, cut at some offsets in bytes.

    >>> cut_at("unhappy", [2])
    ['un', 'happy']
    """
    data = word.encode()
    ends = [0, *sorted(borders), len(data)]
    return [drawn(data[start:end]) for start, end in pairwise(ends)]
