"""Unigram training (Kudo 2018): start with far too many pieces, and take away those that are missed least.

    seed -> EM round, EM round -> prune -> EM round, EM round -> prune … -> the size asked for

An EM round gives every piece the probability with which it is used, over all ways to cut the corpus.
Pruning drops the pieces without which the corpus becomes least improbable. Characters are never dropped.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping

from bpe_play.engine.algorithms import kept_scores
from bpe_play.engine.algorithms.alphabet import Fallback, character_counts, check_size, covering, notes_on
from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Figure, Step
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.unigram_em import expect, maximize
from bpe_play.engine.algorithms.unigram_history import History, HistoryModel
from bpe_play.engine.algorithms.unigram_pruning import best_uses, losses_without, pieces_as_units
from bpe_play.engine.algorithms.unigram_seed import Runs, seed, substrings
from bpe_play.engine.algorithms.unigram_units import Unit, with_beginnings
from bpe_play.engine.door import to_text
from bpe_play.engine.merges import StopReason

EM_ROUNDS = 2
SEED_TIMES = 5
_SPARE = 1.1  # pruning stops this much above the target; the last cut is by probability
_LONGEST_RUN = 256  # a longer one is learned from in parts, with no piece across the borders
_SHOWN = 8  # how many of the pieces that went a step names


class UnigramTraining:
    """A training in progress. Piece n keeps its number; `alive[n]` says whether it is still there.

    runs      the known parts of the corpus's words, with their weights
    alphabet  characters that are never dropped; the first pieces
    room      how many pieces there may be in the end
    unknown   how many tokens the unknown parts of the corpus take
    """

    def __init__(self, runs: Runs, alphabet: Mapping[str, int], room: int, unknown: int, settings: Settings):
        self.runs, self.alphabet, self.room, self.unknown = runs, alphabet, room, unknown
        self.settings = settings
        self.history = History()
        self.scores: list[float] = []
        self.alive = bytearray()
        self._units: list[Unit] = []
        self._others: dict[int, Unit] = {}
        self._scale = 3.0

    @property
    def size(self) -> int:
        """How many pieces there are."""
        return sum(self.alive)

    def steps(self) -> Generator[Step, None, str]:
        """Seed, then round after round until the target is reached."""
        target = max(int(self.room * _SPARE), len(self.alphabet))
        yield self._seed()
        while True:
            for _ in range(EM_ROUNDS):
                yield self._em_round()
            if self.size <= target:
                break
            yield self._prune(max(target, int(self.size * self.settings.shrink)))
        is_full = self.size >= self.room
        yield self._last_cut()
        return StopReason.VOCABULARY_FULL if is_full else "no other substring is worth a token"

    def _seed(self) -> Step:
        least = max(2, self.settings.min_count)
        found = substrings(self.runs, self.settings.longest_piece, least)
        size = self.settings.seed_size or SEED_TIMES * self.settings.vocab_size
        pieces = seed(self.alphabet.items(), self._allowed(found).items(), size)
        self.history.texts = [text for text, _ in pieces]
        self.alive = bytearray(b"\1" * len(pieces))
        total = math.log(sum(value for _, value in pieces) or 1.0)
        self.scores = [math.log(value) - total for _, value in pieces]
        numbers = with_beginnings((text, number) for number, (text, _) in enumerate(pieces))
        self._units = [Unit.of(text, weight, numbers) for text, weight in self.runs]
        tokens = sum(len(text) * weight for text, weight in self.runs)
        return self._step("seed", tokens, [Figure("substrings", len(found))], self.history.texts[-_SHOWN:])

    def _allowed(self, found: dict[str, int]) -> dict[str, int]:
        longest = self.settings.longest_token
        return {
            text: count for text, count in found.items() if longest is None or len(text.encode()) <= longest
        }

    def _em_round(self) -> Step:
        lengths = list(map(len, self.history.texts))
        found = expect(self._units, self.scores, lengths, self._scale)
        before = bytes(self.alive)
        self.scores = maximize(found.expected, self.alive, len(self.alphabet))
        characters = sum(unit.length * unit.weight for unit in self._units)
        self._scale = found.loss / max(characters, 1)
        figures = [Figure("bits per character", self._scale / math.log(2)), *self._gone(before)]
        return self._step("EM round", round(found.tokens), figures, self._named(before))

    def _prune(self, target: int) -> Step:
        """Keep the pieces that would be missed most, and the characters."""
        needed, before = len(self.alphabet), bytes(self.alive)
        self._others = self._others or pieces_as_units(self.history.texts, self.alive)
        uses = best_uses(self._units, self.scores)
        losses = losses_without(self._others, uses, self.scores, needed)
        ranked = sorted(losses, key=lambda piece: (-losses[piece], piece))[: max(target - needed, 0)]
        self._keep({*range(needed), *ranked})
        for unit in (*self._units, *self._others.values()):
            unit.keep(self.alive)
        figures = [*self._gone(before), Figure("least loss kept", losses[ranked[-1]] if ranked else 0.0)]
        return self._step("prune", sum(uses), figures, self._named(before))

    def _last_cut(self) -> Step:
        """Exactly the size asked for: the characters, and the most probable of the others."""
        needed = len(self.alphabet)
        others = [piece for piece in range(needed, len(self.alive)) if self.alive[piece]]
        others.sort(key=lambda piece: (-self.scores[piece], piece))
        before = bytes(self.alive)
        self._keep({*range(needed), *others[: max(self.room - needed, 0)]})
        tokens = sum(best_uses(self._units, self.scores))
        return self._step("last cut", tokens, self._gone(before), self._named(before))

    def _keep(self, pieces: set[int]) -> None:
        """Drop all other pieces."""
        for piece in range(len(self.alive)):
            if piece not in pieces:
                self.alive[piece] = 0
                self.scores[piece] = -math.inf

    def _gone(self, before: bytes) -> list[Figure]:
        return [Figure("dropped", sum(before) - self.size)]

    def _named(self, before: bytes) -> list[str]:
        """The longest of the pieces that went, as examples."""
        gone = [self.history.texts[n] for n, was in enumerate(before) if was and not self.alive[n]]
        return sorted(gone, key=lambda text: (-len(text), text))[:_SHOWN]

    def _step(self, title: str, tokens: int, figures: list[Figure], named: list[str]) -> Step:
        self.history.add(self.alive, self.scores)
        return Step(
            len(self.history),
            title,
            tuple(text.encode() for text in named),
            self.size + self.settings.vocab_size - self.room,
            tokens + self.unknown,
            tuple(figures),
        )


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Learn pieces and their probabilities."""
    fallback = Fallback(settings.byte_fallback)
    counts = character_counts(words)
    alphabet = {char: counts[char] for char in covering(counts, settings.coverage)}
    check_size(fallback.size, len(alphabet), settings, "its characters, and what stands for unknown ones")
    runs, unknown = _runs(words, alphabet, fallback)
    training = UnigramTraining(runs, alphabet, settings.vocab_size - fallback.size, unknown, settings)
    return Training(
        training.steps(),
        lambda: HistoryModel(training.history.copy(), fallback, TextRules.of(settings)),
        notes_on(settings, len(counts) - len(alphabet)),
        start_tokens=sum(len(text) * weight for text, weight in runs) + unknown,
    )


def _runs(words: Mapping[bytes, int], alphabet: Mapping[str, int], fallback: Fallback) -> tuple[Runs, int]:
    """The known parts of the words, none too long, and how many tokens the unknown parts take."""
    runs: dict[str, int] = {}
    unknown = 0
    for word, weight in words.items():
        for text, is_known in fallback.parts(to_text(word), alphabet):
            if not is_known:
                unknown += weight * len(fallback.cuts(text))
                continue
            for start in range(0, len(text), _LONGEST_RUN):
                part = text[start : start + _LONGEST_RUN]
                runs[part] = runs.get(part, 0) + weight
    return list(runs.items()), unknown


ALGORITHM = Algorithm(
    key="unigram",
    title="Unigram",
    summary="start with too many pieces, drop those that are missed least; cut text the most probable way",
    heeds=frozenset(
        {
            "byte_fallback",
            "coverage",
            "longest_piece",
            "longest_token",
            "min_count",
            "nfkc",
            "seed_size",
            "sentencepiece",
            "shrink",
            "split",
        }
    ),
    start=start,
    columns=("entries", "bits per character", "dropped"),
    keeping=Keeping(kept_scores.write, kept_scores.read, kept_scores.LIMITS),
)
