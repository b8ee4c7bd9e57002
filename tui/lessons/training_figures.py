"""Figures of what was learned: merges, counts and the corpus, as of a step.

A step that is left out is the one that the scene shows.
"""

from __future__ import annotations

from bpe_play.engine import EngineError, History, to_bytes
from bpe_play.engine.merges import Merge, Pair
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.figure import Figure
from bpe_play.tui.visible import label


def _step(lab: Lab, argument: str, least: int = 1) -> int:
    """A step that was learned."""
    step = int(argument) if argument else lab.cursor
    if not least <= step <= lab.steps:
        raise EngineError(f"There is no step {step:,}", f"{lab.steps:,} merges were learned")
    return step


def _merge(lab: Lab, argument: str) -> Merge:
    step, history = _step(lab, argument), lab.history
    merge = history.merge(step) if isinstance(history, History) else history.step(step).merge
    if merge is None:
        raise EngineError("The steps of this algorithm are no merges", "let the lesson learn with bpe")
    return merge


def _pair(lab: Lab, pair: Pair) -> str:
    left, right = (lab.tokenizer.token(token_id) for token_id in pair)
    return f"{label(left)} + {label(right)}"


def _whole_merge(lab: Lab, step: str) -> str:
    merge = _merge(lab, step)
    return f"{_pair(lab, merge.pair)} → {label(merge.token)}"


def _candidates(lab: Lab, argument: str) -> str:
    """The three that lead after a step."""
    leading = lab.history.candidates(_step(lab, argument, 0))[:3]
    return ", ".join(f"{_pair(lab, pair)} {count:,}" for pair, count in leading) or "none"


def _tokens_after(lab: Lab, argument: str) -> str:
    return f"{lab.history.tokens_after(_step(lab, argument, 0)):,}"


def _compression(lab: Lab, argument: str) -> str:
    return f"{lab.history.bytes_per_token(_step(lab, argument, 0)):.2f}"


def _step_of(lab: Lab, argument: str) -> str:
    wanted, history, vocabulary = to_bytes(argument), lab.history, lab.tokenizer.vocabulary
    if isinstance(history, History):
        made = (vocabulary.tokens[token_id] for token_id in vocabulary.ids)
    else:
        made = (history.text(step) for step in range(1, len(history) + 1))
    return next((f"{step:,}" for step, token in enumerate(made, 1) if token == wanted), "never")


def _size(lab: Lab) -> int:
    history = lab.history
    return history.start_tokens if isinstance(history, History) else history.size


ROWS = [
    Figure("{size}", "length of the corpus in bytes", lambda lab, _: f"{_size(lab):,}"),
    Figure("{steps}", "how many merges were learned", lambda lab, _: f"{lab.steps:,}"),
    Figure("{step}", "the step that the scene shows", lambda lab, _: f"{lab.cursor:,}"),
    Figure("{fingerprint}", "the mark of what was learned", lambda lab, _: f"#{lab.fingerprint}"),
    Figure("{merge: 12}", "a merge, as in a + b → ab", _whole_merge, "step"),
    Figure("{pair: 12}", "its pair, as in a + b", lambda lab, step: _pair(lab, _merge(lab, step).pair), "step"),
    Figure("{token: 12}", "the token that it makes", lambda lab, step: label(_merge(lab, step).token), "step"),
    Figure("{length: 12}", "its bytes", lambda lab, step: f"{len(_merge(lab, step).token):,}", "step"),
    Figure("{count: 12}", "how often its pair was there", lambda lab, step: f"{_merge(lab, step).count:,}", "step"),
    Figure("{tied: 12}", "how many pairs had that count", lambda lab, step: f"{_merge(lab, step).tied:,}", "step"),
    Figure("{candidates: 12}", "the three pairs that lead after a step", _candidates, "step"),
    Figure("{tokens_after: 12}", "the corpus in tokens after a step", _tokens_after, "step"),
    Figure("{compression: 12}", "its bytes per token", _compression, "step"),
    Figure("{step_of: the}", "the step that made a token, or never", _step_of, "text"),
]  # fmt: skip
