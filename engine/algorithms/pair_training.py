"""Training by merging pairs of characters: the loop that BPE over characters and WordPiece share.

How they differ is in pair_rules.py, the counting in pair_corpus.py.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable

from bpe_play.engine.algorithms.pair_corpus import PairCorpus
from bpe_play.engine.algorithms.pair_rules import Learned, Rules, by_count
from bpe_play.engine.algorithms.ranking import Ranked, Ranking
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Choice, Figure, Step
from bpe_play.engine.merges import Candidate, Merge, Pair, StopReason, TieRule


class PairTraining:
    """A training in progress: a corpus, what it has learned, and the ranking of what could be merged."""

    def __init__(
        self, corpus: PairCorpus, learned: Learned, rules: Rules, settings: Settings, extra_tokens: int
    ) -> None:
        self.corpus, self.learned, self.rules, self.settings = corpus, learned, rules, settings
        self._extra_tokens = extra_tokens
        self._ids = {token: token_id for token_id, token in learned.written.items()} if rules.one_id else {}
        self._next_id = max(learned.written, default=-1) + 1
        self._ranking = Ranking()
        self._by_count = Ranking()
        self._too_rare = False
        self._rank(corpus.counts)

    def steps(self) -> Generator[Step, None, str]:
        """Merge until the vocabulary is full or nothing is left."""
        while len(self.learned.written) < self.settings.vocab_size:
            ranked = self._ranking.best(1 + self.settings.runners_up)
            if not ranked:
                return StopReason.BELOW_MINIMUM if self._too_rare else StopReason.NO_PAIR_LEFT
            yield self._merge(*ranked)
        return StopReason.VOCABULARY_FULL

    def _merge(self, best: Ranked, *others: Ranked) -> Step:
        pair, corpus = best.pair, self.corpus
        count, before = corpus.counts[pair], corpus.tokens
        parts = corpus.symbol_counts[pair[0]], corpus.symbol_counts[pair[1]]
        tied = self._ranking.tied(-best.negative_score)
        frequent = self._most_frequent()
        choices = tuple(self._choice(other) for other in others)
        candidates = tuple(Candidate(other.pair, corpus.counts[other.pair]) for other in others)
        new = self._name(pair)
        self._rank(self._changed(pair, new))
        figures = [Figure("count", count), Figure("saved", before - corpus.tokens), Figure("tied", tied)]
        if self.rules.score is not by_count:
            figures = [Figure("score", -best.negative_score), *figures]
            figures += [Figure("count of left", parts[0]), Figure("count of right", parts[1])]
        written, tokens = self.learned.written, corpus.tokens + self._extra_tokens
        merge = Merge(len(self.learned.pairs), pair, new, written[new], count, tokens, tied, candidates)
        return Step(
            merge.step,
            "merge",
            (written[pair[0]], written[pair[1]], written[new]),
            len(written),
            tokens,
            tuple(figures),
            choices,
            merge,
            frequent,
        )

    def _most_frequent(self) -> Choice | None:
        """What BPE would take, where that is not what is done anyway."""
        best = self._by_count.best(1)
        if not best:
            return None
        left, right = best[0].pair
        count, symbols = self.corpus.counts[best[0].pair], self.corpus.symbol_counts
        written = self.learned.written
        return Choice(
            written[left], written[right], count, self.rules.score(count, symbols[left], symbols[right])
        )

    def _choice(self, ranked: Ranked) -> Choice:
        left, right = ranked.pair
        written = self.learned.written
        return Choice(written[left], written[right], self.corpus.counts[ranked.pair], -ranked.negative_score)

    def _name(self, pair: Pair) -> int:
        """The id of what the pair becomes."""
        token = self._joined(pair) or b""
        new = self._ids.get(token, self._next_id)
        if new == self._next_id:
            self._next_id += 1
            self.learned.written[new] = token
            if self.rules.one_id:
                self._ids[token] = new
        self.learned.pairs.append(pair)
        self.learned.made.append(new)
        return new

    def _changed(self, pair: Pair, new: int) -> Iterable[Pair]:
        """Merge; all pairs whose score is another one now."""
        changed = self.corpus.merge(pair, new)
        if self.rules.score is not by_count:
            for symbol in (*pair, new):
                changed.update(self.corpus.pairs_with(symbol))
        return changed

    def _rank(self, pairs: Iterable[Pair]) -> None:
        counts, symbols = self.corpus.counts, self.corpus.symbol_counts
        for pair in pairs:
            count = counts.get(pair, 0)
            if not self._is_candidate(pair, count):
                self._ranking.remove(pair)
                self._by_count.remove(pair)
                continue
            tie = self._tie(pair)
            self._ranking.put(pair, self.rules.score(count, symbols[pair[0]], symbols[pair[1]]), tie)
            if self.rules.score is not by_count:
                self._by_count.put(pair, count, tie)

    def _is_candidate(self, pair: Pair, count: int) -> bool:
        if not count or not self._may_be_made(pair):
            return False
        rare = count < self.settings.min_count
        self._too_rare = self._too_rare or rare
        return not rare

    def _may_be_made(self, pair: Pair) -> bool:
        token, longest = self._joined(pair), self.settings.longest_token
        return token is not None and (longest is None or len(token) <= longest)

    def _joined(self, pair: Pair) -> bytes | None:
        return self.rules.join(self.learned.written[pair[0]], self.learned.written[pair[1]])

    def _tie(self, pair: Pair) -> int | Pair:
        return self.corpus.first_place(pair) if self.settings.ties is TieRule.FIRST_SEEN else pair
