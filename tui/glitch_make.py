"""Glitch tokens of one's own: what is chosen, what was found, and what the toy model has become of it.

Corpus A trains the tokenizer, corpus B stands for the text that the model is trained on. No screen is known
here; the work is done in a process (glitch_worker.py), and `drain` takes its results.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from statistics import median
from typing import Any

from bpe_play.corpora import Source
from bpe_play.engine.glitch import GlitchReport, votes
from bpe_play.engine.merges import BYTES, TieRule
from bpe_play.engine.occurrences import Occurrence
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.frames import Kind
from bpe_play.tui.glitch_job import Job
from bpe_play.tui.glitch_messages import TokenizerOrder, ToyResult, report_from_json

MOST_VOTES = 500


@dataclass(frozen=True)
class MakeSettings:
    """What is chosen. `a` and `b` are corpora by name, or paths; `rounds` is how often the toy reads B."""

    a: str = "forum"
    b: str = "forum-clean"
    split: str = "gpt2"
    vocab_size: int = 700
    seed: int = 1
    rounds: int = 10


class Part(Enum):
    """A part of the vocabulary, as one looks at it."""

    GLITCH = "glitch"
    SCAFFOLD = "scaffold"
    UNMAKEABLE = "cannot be made"
    ALL = "all learned"

    @property
    def about(self) -> str:
        return _ABOUT[self]


_ABOUT = {
    Part.GLITCH: "used in A, never in B",
    Part.SCAFFOLD: "steps to longer tokens, used in neither",
    Part.UNMAKEABLE: "no text was found that makes them",
    Part.ALL: "farthest moved first",
}


@dataclass(frozen=True)
class TokenFacts:
    """One token of the result; `moved` is None as long as the toy is not trained."""

    id: int
    token: bytes
    uses_a: int
    uses_b: int
    moved: float | None


class MakeState:
    """Settings and results. A new start forgets what was found before."""

    def __init__(self, settings: MakeSettings | None = None) -> None:
        self.settings = settings or MakeSettings()
        self.part = Part.GLITCH
        self.job: Job | None = None
        self.failure = ""
        self.sizes = (0, 0)
        self.corpus_a = b""
        self.tokenizer: Tokenizer | None = None
        self.report: GlitchReport | None = None
        self.toy: ToyResult | None = None

    # -- working

    def start(self, corpus_a: bytes, corpus_b: bytes) -> None:
        """Train the tokenizer, look for glitch tokens, train the toy: all in a process."""
        self.stop()
        self.corpus_a, self.sizes, self.failure = corpus_a, (len(corpus_a), len(corpus_b)), ""
        self.tokenizer = self.report = self.toy = None
        self.job = Job(self._order(len(corpus_a)), corpus_a + corpus_b)

    def _order(self, size_a: int) -> dict[str, Any]:
        chosen = self.settings
        return {
            "job": "glitch",
            "size_a": size_a,
            "split": chosen.split,
            "vocab_size": chosen.vocab_size,
            "ties": TieRule.FIRST_SEEN.value,
            "seed": chosen.seed,
            "rounds": chosen.rounds,
        }

    def drain(self) -> bool:
        """Take what the process has said; whether there is something new."""
        if self.job is None:
            return False
        for kind, payload in self.job.drain():
            self._take(kind, payload)
        if not self.job.running:
            self.failure, self.job = self.job.failure, None
        return True

    def _take(self, kind: Kind, payload: Mapping[str, Any]) -> None:
        if kind is Kind.START:
            order = TokenizerOrder(split=self.settings.split, pairs=payload["pairs"])
            self.tokenizer = order.make()
            self.report = report_from_json(payload["report"], self.tokenizer.vocabulary.tokens)
        elif kind is Kind.DONE:
            self.toy = ToyResult.from_json(payload)

    def stop(self) -> bool:
        """End the work; what was found stays. Whether there was any."""
        if self.job is None:
            return False
        self.job.stop()
        self.job = None
        return True

    # -- results

    def ids(self, part: Part | None = None) -> list[int]:
        """The tokens of a part, or of the one that is shown."""
        if self.report is None or self.tokenizer is None:
            return []
        match part or self.part:
            case Part.GLITCH:
                return [row.id for row in self.report.glitch]
            case Part.SCAFFOLD:
                return [row.id for row in self.report.scaffold]
            case Part.UNMAKEABLE:
                return [reach.id for reach in self.report.unmakeable]
        return sorted(self.tokenizer.vocabulary.ids, key=lambda token_id: (-self._moved(token_id), token_id))

    def _moved(self, token_id: int) -> float:
        return self.toy.rows[token_id].moved if self.toy else 0.0

    @property
    def next_part(self) -> Part:
        """The one after the part that is shown; after the last, the first."""
        parts = list(Part)
        return parts[(parts.index(self.part) + 1) % len(parts)]

    def facts(self, token_id: int) -> TokenFacts:
        """Of one token of the result."""
        assert self.report is not None
        assert self.tokenizer is not None
        uses_a = self.report.uses_a or Counter()
        moved = self.toy.rows[token_id].moved if self.toy else None
        token = self.tokenizer.token(token_id)
        return TokenFacts(token_id, token, uses_a[token_id], self.report.uses_b[token_id], moved)

    def votes(self, token_id: int) -> list[Occurrence]:
        """The lines of A that voted for a token, at most MOST_VOTES of them."""
        if self.tokenizer is None:
            return []
        return list(islice(votes(self.corpus_a, self.tokenizer.token(token_id)), MOST_VOTES))

    @property
    def median_moved(self) -> float:
        """How far the row of the middle one has moved, of the learned tokens that B uses.

        The others have not moved at all. Where the text is short they are most of them, and would be the middle.
        """
        ids = self.tokenizer.vocabulary.ids if self.tokenizer and self.report else []
        used = [token_id for token_id in ids if self.report and self.report.uses_b[token_id]]
        return median(map(self._moved, used)) if used else 0.0

    def to_compare(self, token_id: int) -> tuple[int, int] | None:
        """A glitch token and a normal one to compare what the toy expects after them.

        The token that is looked at is one of the two, if the toy was asked about it.
        """
        if self.toy is None or self.report is None or not self.report.glitch:
            return None
        asked = self.toy.predictions
        used = [other for other, _ in self.report.uses_b.most_common() if other >= BYTES and other in asked]
        if not used:
            return None
        glitch, normal = self.report.glitch[0].id, used[0]
        if token_id in asked:
            glitch, normal = (token_id, normal) if not self.report.uses_b[token_id] else (glitch, token_id)
        return glitch, normal


def text_of(source: Source) -> bytes:
    """A corpus as running text; words with counts are repeated so often, a word a line."""
    if source.words is None:
        return source.data
    return b"".join((word + b"\n") * count for word, count in source.words.items())
