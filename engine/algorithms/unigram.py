"""Unigram encoding: of all ways to cut a text, the most probable one (Kudo 2018).

Each piece has a score, the logarithm of its probability; the score of a way is their sum. How pieces and
scores are learned is in unigram_training.py; this takes them from anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from bpe_play.engine.algorithms.lattice import Lattice
from bpe_play.engine.algorithms.piece_index import Edge, Index, best_path, best_paths
from bpe_play.engine.algorithms.scored_pieces import ScoredPieces
from bpe_play.engine.algorithms.steps import Figure, Move
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenization

# What a character without a piece scores below the worst piece. Both peers have this number.
PENALTY = 10.0


@dataclass(frozen=True)
class Segmentation:
    """One way to cut a word.

    probability  against all ways there are, so that those of all ways add up to 1
    """

    ids: tuple[int, ...]
    pieces: tuple[bytes, ...]
    score: float
    probability: float


class UnigramModel(ScoredPieces):
    """Cuts text by given pieces and scores; see ScoredPieces for `unk_id` and `byte_fallback`.

    never          ids of pieces that text never becomes, although it may spell them
    unknown_score  that of an unknown character; by default the lowest of all scores less 10
    single         see lattice.Index

    >>> model = UnigramModel([("[UNK]", 0.0), ("a", -2.0), ("b", -2.0), ("ab", -3.0)], 0)
    >>> model.encode("aba"), model.encode("xxb"), [round(way.score) for way in model.segmentations("ab")]
    ([3, 1], [0, 2], [-3, -4])
    """

    def __init__(
        self,
        pieces: Sequence[tuple[str, float]],
        unk_id: int | None,
        byte_fallback: bool = False,
        rules: TextRules | None = None,
        *,
        never: Collection[int] = (),
        unknown_score: float | None = None,
        single: bool = False,
    ) -> None:
        super().__init__(pieces, unk_id, byte_fallback, rules)
        lowest = min((score for _, score in pieces), default=0.0)
        usable = (
            (text, piece_id, score)
            for piece_id, (text, score) in enumerate(pieces)
            if text and piece_id not in never
        )
        self._index = Index.of(usable, lowest - PENALTY if unknown_score is None else unknown_score, single)

    def index(self, step: int | None) -> Index:
        """The pieces there were after a step."""
        return self._index

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        text = to_text(piece)
        return self.cuts_of(text, best_path(text, self.index(step)))

    def segmentations(
        self, word: str | bytes, number: int = 5, step: int | None = None
    ) -> list[Segmentation]:
        """The most probable ways to cut a word, taken as one piece, the best first."""
        return self._ways(to_text(self.seen(word)), number, step)

    def _ways(self, text: str, number: int, step: int | None) -> list[Segmentation]:
        lattice = Lattice.of(text, self.index(step))
        total = lattice.log_total()
        return [self._segmentation(text, path, score, total) for score, path in lattice.best(number)]

    def _segmentation(self, text: str, path: list[Edge], score: float, total: float) -> Segmentation:
        cuts = self.cuts_of(text, path)
        return Segmentation(tuple(cut.id for cut in cuts), self.names(cuts), score, math.exp(score - total))

    def sample(
        self,
        text: str | bytes,
        *,
        temperature: float = 1.0,
        seed: int = 0,
        step: int | None = None,
        specials: SpecialMode = SpecialMode.TEXT,
    ) -> Tokenization:
        """A text cut at random, every piece anew; the same seed gives the same tokens on every machine.

        temperature  above 0; near 0 the best way nearly always, 1 by probability, higher ever more evenly
        """
        if temperature <= 0:
            raise EngineError(f"A temperature of {temperature} cannot be", "choose a number above 0")
        random = Random(seed)

        def cuts(piece: bytes) -> list[Cut]:
            word = to_text(piece)
            return self.cuts_of(word, Lattice.of(word, self.index(step)).sample(random, temperature))

        return self.tokenize_with(cuts, text, specials)

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        """For each place in the word the best way to get there, then the best ways in all."""
        text = to_text(piece)
        best = best_paths(text, self.index(step))
        for end in range(1, len(text)):
            path = best(end)
            pieces = self.names(self.cuts_of(text, path))
            score = sum(edge.score for edge in path)
            rest = to_bytes(text[end:])
            yield Move("the best way to get here", (*pieces, rest), 0, (Figure("score", score),))
        ways = self._ways(text, 2, step)
        for rank, way in reversed(list(enumerate(ways, start=1))):
            title = "the best way of all" if rank == 1 else "the second best"
            figures = (Figure("probability", way.probability), Figure("score", way.score))
            yield Move(title, way.pieces, len(way.pieces) if rank == 1 else 0, figures)

    def usable(self) -> list[tuple[str, float]]:
        """The pieces that text can become, with their scores, in the order of their ids."""
        index = self.index(None)
        found = sorted((entry, text) for text in index.places if (entry := index.find(text)) is not None)
        return [(text, score) for (_, score), text in found]

    def score(self, token_id: int, step: int | None = None) -> float | None:
        """The score of a piece; None for one that text never becomes."""
        text = self._texts[token_id] if 0 <= token_id < len(self._texts) else ""
        entry = self.index(step).find(text)
        return None if entry is None else entry[1]
