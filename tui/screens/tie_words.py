"""What the tie lens says: who ties, how the two futures go on, and whether they meet. All of it is safe to draw."""

from __future__ import annotations

from bpe_play.engine import to_text
from bpe_play.engine.futures import Futures
from bpe_play.engine.history import History
from bpe_play.engine.merges import Pair, TieRule
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.other_future import OtherFuture
from bpe_play.tui.tie import Tie
from bpe_play.tui.visible import label, plain

_MOST_NAMED = 3
_WIDEST = 16
_LOOKED_AT = 20_000  # steps around one in which a tie is looked for


def nearest_tie(history: History, step: int) -> int | None:
    """The step nearest to this one at which pairs tie; of two as near, the later one."""
    for away in range(1, _LOOKED_AT):
        for near in (step + away, step - away):
            if 1 <= near <= len(history) and history.tied(near) > 1:
                return near
        if step + away > len(history) and step - away < 1:
            return None
    return None


def no_tie(history: History, step: int) -> str:
    """That nothing ties here, and where something does."""
    near = nearest_tie(history, step)
    here = f"At step {step:,} one pair is the most frequent: there is no tie." if step else "Step 0 is bytes."
    return f"{here} " + (
        "No step near it has one" if near is None else f"The nearest tie is at step {near:,}"
    )


def title(tie: Tie) -> str:
    known = len(tie.pairs)
    more = f", the first {known} of them" if known < tie.tied else ""
    times = "once" if tie.count == 1 else f"{tie.count:,} times"
    return f"Step {tie.step:,}: {tie.tied:,} pairs occur {times}{more}"


def remark(tie: Tie, pair: Pair, rule: TieRule) -> str:
    """What there is to say about one of the pairs."""
    name, is_by_rule = rule.value.replace("-", " "), pair == tie.by_rule
    if pair == tie.pairs[0]:
        return f"wins: {name}" if is_by_rule else "wins: you chose it"
    return f"would win: {name}" if is_by_rule else ""


def headings(vocabulary: Vocabulary, first: Pair, second: Pair) -> tuple[str, str]:
    """Over the two columns."""
    return f"{_pair(vocabulary, first)} wins, as now", f"{_pair(vocabulary, second)} wins instead"


def _pair(vocabulary: Vocabulary, pair: Pair) -> str:
    return " + ".join(label(vocabulary.tokens[token_id], _WIDEST) for token_id in pair)


def taken(tie: Tie, pair: Pair) -> str:
    """That a winner was taken, and what went with the future that was."""
    choices = "choice is" if tie.later == 1 else "choices are"
    more = f"; {tie.later} later {choices} dropped with that" if tie.later else ""
    made = to_text(b"".join(tie.history.vocabulary.tokens[token_id] for token_id in pair))
    return f"{made!r} wins step {tie.step:,} now{more}. u: as before"


def waiting(other: OtherFuture) -> str:
    """How far the other future is while there is nothing of it to see."""
    if other.problem:
        return plain(other.problem)
    if other.counted < 1:
        return f"counting the pieces of the corpus once more … {other.counted:.0%}"
    return f"learning the other future … {len(other.history):,} of {other.step:,} steps up to the tie"


def summary(other: OtherFuture, futures: Futures) -> str:
    """In a sentence or two: met again, or parted."""
    if other.problem:
        return plain(other.problem)
    limit = ", the last one compared" if other.is_limited else ""
    end = f"up to step {futures.last:,}{limit if other.is_compared else ', learning goes on …'}"
    return _meeting(futures, end) if futures.met is not None else _parting(futures, end)


def _meeting(futures: Futures, end: str) -> str:
    met, before = futures.met or 0, futures.met_before
    again = f" They had met {_times(before)} before and parted." if before else ""
    how = "in another order" if _has_other_order(futures) else "made of other parts"
    if met == futures.last:
        return f"They meet again after step {met:,}, the last one compared: the same {met:,} tokens, {how}.{again}"
    after = f"from there both learn the same, {end}."
    return f"They meet again after step {met:,}: the same {met:,} tokens, {how}; {after}{again}"


def _has_other_order(futures: Futures) -> bool:
    steps = range(futures.start, futures.last + 1)
    return any(futures.step_in_other(0, step) != step for step in steps)


def _parting(futures: Futures, end: str) -> str:
    """How much is different, and which tokens only one of them has."""
    first, second = futures.only
    last = last_difference(futures)
    again = f"; after step {last:,} both go on alike" if last < futures.last else ""
    apart = f"They part: {end}, {futures.differing:,} of {futures.last - futures.start + 1:,} steps differ"
    if not first and not second:
        return f"{apart}, but no token is on one side alone."
    return f"{apart}{again}. Only left: {_named(first)}. Only right: {_named(second)}."


def last_difference(futures: Futures) -> int:
    """The last step at which they do not make the same."""
    backwards = range(futures.last, futures.start, -1)
    return next((step for step in backwards if not futures.is_same(step)), futures.start)


def _named(tokens: list[bytes]) -> str:
    if not tokens:
        return "none"
    named = " ".join(f"“{label(token, _WIDEST)}”" for token in tokens[:_MOST_NAMED])
    more = len(tokens) - _MOST_NAMED
    return named + (f" and {more:,} more" if more > 0 else "")


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"
