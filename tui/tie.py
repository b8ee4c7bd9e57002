"""A tie in what the lab has learned: which pairs, which of them won, and what choosing another one means."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_play.engine.history import History
from bpe_play.engine.merges import Pair
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import Choice


@dataclass(frozen=True)
class Tie:
    """One step, as it was when it was looked at.

    pairs    the pairs that tie, the winner first, as many as the history keeps
    tied     how many there are in all, and `count` how often each occurs
    by_rule  the one that the tie rule takes
    before   the lab's choices at steps before this one, and `later` how many there are after it
    """

    step: int
    history: History
    pairs: tuple[Pair, ...]
    by_rule: Pair
    tied: int
    count: int
    before: tuple[Choice, ...]
    later: int

    def choices_with(self, pair: Pair) -> tuple[Choice, ...]:
        """What the lab must choose for this pair to win; nothing here if that is what the tie rule says.

        What was chosen for later steps was chosen in a future that does not come about then.
        """
        return self.before if pair == self.by_rule else (*self.before, (self.step, pair))


def tie_at(lab: Lab, step: int) -> Tie:
    """The tie of a step. Where somebody chose, the tie rule's own winner stands first among the others."""
    history = history_of(lab)
    merge = history.merge(step)
    pairs = (merge.pair, *(other.pair for other in merge.runners_up if other.count == merge.count))
    choices = lab.state.choices
    return Tie(
        step=step,
        history=history,
        pairs=pairs,
        by_rule=pairs[1] if lab.was_chosen(step) and len(pairs) > 1 else pairs[0],
        tied=merge.tied,
        count=merge.count,
        before=tuple(choice for choice in choices if choice[0] < step),
        later=sum(choice[0] > step for choice in choices),
    )


def tied_step(lab: Lab) -> int | None:
    """The step under the cursor or the one after it, if pairs tie there."""
    history = history_of(lab)
    near = (lab.cursor, lab.cursor + 1)
    return next((step for step in near if 1 <= step <= len(history) and history.tied(step) > 1), None)


def can_be_opened(lab: Lab) -> bool:
    """Whether there is a tie to look at here, and nothing that is to be predicted would be seen with it."""
    learns_bpe = lab.own and lab.state.algorithm == "bpe"
    return learns_bpe and "merge" not in lab.hidden and tied_step(lab) is not None


def history_of(lab: Lab) -> History:
    """The lab's own, which is of BPE over bytes where there are ties to look at."""
    assert isinstance(lab.history, History)
    return lab.history
