"""A learner's merges beside the engine's: true counts, the first step in which they part, and round trips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from bpe_play.engine.merges import Merge, Pair
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.learner import parts
from bpe_play.tui.learner.program import Learned, Program
from bpe_play.tui.learner.replay import Replay
from bpe_play.tui.learner.report import Difference, Reason, Step, Trip

Words = Mapping[bytes, int]

TEXTS = (
    "strawberry",
    "the theatre, then the other",
    "café — naïve — 日本語",
    "año 👩‍👧",
    "3.14159 == 1000000",
    "    if x:\n\treturn",
    "",
)
_SHOWN = 12


def steps_of(merges: Sequence[Merge]) -> tuple[Step, ...]:
    """The engine's own merges."""
    tokens = Vocabulary.of(merge.pair for merge in merges).tokens
    return tuple(Step(tokens[merge.pair[0]], tokens[merge.pair[1]], merge.count) for merge in merges)


def count_steps(merges: Mapping[Pair, int], words: Words) -> tuple[Step, ...]:
    """A learner's merges with their true counts in a corpus."""
    vocab, replay = parts.vocab_of(merges), Replay(words)
    steps: list[Step] = []
    for pair, new_id in merges.items():
        steps.append(Step(vocab[pair[0]], vocab[pair[1]], replay.count(pair)))
        replay.merge(pair, new_id)
    return tuple(steps)


def first_difference(
    learned: Learned, yours: Sequence[Step], engine: Sequence[Step], words: Words
) -> Difference | None:
    """Where two lists part, and why; `words` is the corpus as the engine cuts it."""
    for index, (mine, other) in enumerate(zip_longest(yours, engine)):
        if mine is None or other is None:
            return Difference(index + 1, Reason.SHORT if mine is None else Reason.LONG, mine, other)
        if mine.pair != other.pair:
            return _difference(learned, index, mine, other, words)
    return None


def _difference(learned: Learned, index: int, mine: Step, other: Step, words: Words) -> Difference:
    in_engines_cut = _count_at(learned.merges, index, words)
    if in_engines_cut < mine.count:
        reason = Reason.CUT
    elif mine.count == 0:
        reason = Reason.GONE
    else:
        reason = Reason.TIE if mine.count == other.count else Reason.FEWER
    said = learned.counts[index] if learned.counts else None
    score = learned.scores[index] if learned.scores else None
    return Difference(index + 1, reason, mine, other, None if said == mine.count else said, score)


def _count_at(merges: Mapping[Pair, int], index: int, words: Words) -> int:
    """How often the pair of a step stood in a corpus when all steps before it had been made."""
    replay = Replay(words)
    entries = list(merges.items())
    for pair, new_id in entries[:index]:
        replay.merge(pair, new_id)
    return replay.count(entries[index][0])


def round_trip(program: Program, text: str) -> Trip:
    """A text through encode and decode, against the engine's encode with the program's own merges."""
    merges = program.learned.merges
    due = [token_id for piece in program.pieces(text) for token_id in parts.encode(piece, merges)]
    ids = program.encode(text)
    back = program.decode(ids)
    wrong = ""
    if back != text:
        wrong = f"comes back as {back[:_SHOWN]!r}" + (" …" if len(back) > _SHOWN else "")
    elif ids != due:
        wrong = f"cut as {_ids(ids)}, in rank order {_ids(due)}"
    return Trip(text, len(ids), len(due), wrong)


def _ids(ids: Sequence[int]) -> str:
    return " ".join(map(str, ids[:_SHOWN])) + (" …" if len(ids) > _SHOWN else "")
