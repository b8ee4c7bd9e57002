"""What must hold for a training and its tokenizer, each checked, with a proof or a counter-example.

All of them hold for BPE. Other algorithms break some, and the counter-example shows where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_play.engine.algorithms.protocol import Coder
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.counted import counted
from bpe_play.engine.history import History


@dataclass(frozen=True)
class Light:
    """One invariant: green when it holds.

    proof    what was checked, or where it fails, in a sentence of ours
    example  the text or token of the counter-example, as it is
    """

    name: str
    holds: bool
    proof: str
    example: bytes = b""


@dataclass(frozen=True)
class MergeFacts:
    """What is needed of a merge to check it."""

    step: int
    equal: bool
    count: int
    saved: int
    token: bytes


def facts_of(history: History) -> Iterator[MergeFacts]:
    """The merges of a BPE history."""
    for step in range(1, len(history) + 1):
        merge = history.merge(step)
        saved = history.tokens_after(step - 1) - merge.tokens_after
        yield MergeFacts(step, merge.pair[0] == merge.pair[1], merge.count, saved, merge.token)


def facts_of_steps(steps: Iterable[Step]) -> Iterator[MergeFacts]:
    """The merges of any algorithm; steps that merge nothing are left out."""
    for step in steps:
        if step.merge is not None:
            left, right = step.merge.pair
            saved = int(step.figure("saved"))
            yield MergeFacts(step.step, left == right, step.merge.count, saved, step.merge.token)


def round_trip(coder: Coder, texts: Iterable[bytes], step: int | None = None) -> Light:
    """Decoding what was encoded gives the same bytes."""
    checked = 0
    for text in texts:
        if coder.decode(coder.encode(text, step=step), step=step) != text:
            return Light("round trip", False, "This text comes back as another one.", text)
        checked += len(text)
    return Light("round trip", True, f"All {checked:,} bytes came back.")


def byte_count(coder: Coder, texts: Iterable[bytes], step: int | None = None) -> Light:
    """The tokens' bytes follow one another and add up to the text."""
    tokens = checked = 0
    for text in texts:
        spans = coder.tokenize(text, step=step).spans
        joined = b"".join(coder.token(span.id, step) for span in spans)
        if len(joined) != len(text) or any(left.end != right.start for left, right in pairwise(spans)):
            return Light(
                "byte count",
                False,
                f"Its tokens have {counted(len(joined), 'byte')}, the text {len(text):,}.",
                text,
            )
        tokens, checked = tokens + len(spans), checked + len(text)
    return Light("byte count", True, f"{tokens:,} tokens have {checked:,} bytes, as the text has.")


def never_rising(facts: Iterable[MergeFacts]) -> Light:
    """The count of the merged pair never rises from one step to the next.

    Why: a new pair holds the new token, and that stands there no oftener than the merge just counted.
    """
    name, last, steps = "counts never rise", None, 0
    for fact in facts:
        if last is not None and fact.count > last.count:
            sentence = f"Step {fact.step:,} has the count {fact.count:,}, the step before {last.count:,}."
            return Light(name, False, sentence, fact.token)
        last, steps = fact, steps + 1
    return Light(name, True, f"No count of {counted(steps, 'step')} is above the one before.")


def saving(facts: Iterable[MergeFacts]) -> Light:
    """A merge saves as many tokens as its count; a pair of equal tokens may save less, as `aaa` shows."""
    name, equal, steps = "saved = count, unless a = b", 0, 0
    for fact in facts:
        if fact.saved > fact.count or (fact.saved != fact.count and not fact.equal):
            sentence = (
                f"Step {fact.step:,} has the count {fact.count:,} and saves {counted(fact.saved, 'token')}."
            )
            return Light(name, False, sentence, fact.token)
        equal, steps = equal + (fact.saved < fact.count), steps + 1
    return Light(
        name,
        True,
        f"Steps checked: {steps:,}. Merging a token with itself saved less: {counted(equal, 'time')}.",
    )


def same_as_training(coder: Coder, corpus: Sequence[bytes], tokens: int, step: int | None = None) -> Light:
    """Encoding the corpus gives as many tokens as training ended with.

    corpus  the texts that were trained on
    tokens  its length in tokens after the step, as training says
    """
    name = "encode(corpus) = result of training"
    found = sum(len(coder.encode(text, step=step)) for text in corpus)
    if found != tokens:
        return Light(name, False, f"Encoding gives {found:,} tokens, training ended with {tokens:,}.")
    return Light(name, True, f"Both give {counted(tokens, 'token')}.")
