"""Glitch tokens: learned by the tokenizer from one text, never seen by the model in another.

The tokenizer is trained on corpus A, the model on corpus B. A token that A made and B never uses is one of
which the model knows nothing. Three things look alike and are kept apart here:

    glitch       can be made and stands in A, but has no use in B: a user who types it hands it to the model
    scaffold     has no use in A either: a step on the way to longer tokens, which normal text skips
    unmakeable   no text was found that makes it, so nobody can hand it to the model

The lines of A that voted for a token are found by `votes`. What it means for a model that a token was never
seen is measured in toy_model.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from bpe_play.engine.finish import finish
from bpe_play.engine.occurrences import Occurrence, occurrences
from bpe_play.engine.reach import Reach, comes_back, reach
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.uses import count_uses


@dataclass(frozen=True, slots=True)
class UnusedToken:
    """A learned token without any use in B.

    step      the step of training that made it
    uses_in_a how often it stands in the text that the tokenizer learned from
    """

    id: int
    token: bytes
    step: int
    uses_in_a: int


@dataclass(frozen=True)
class GlitchReport:
    """Tokens that B never uses, by what is the matter with them.

    learned       how many tokens were looked at: all but single bytes and special tokens
    glitch        used in A, never in B; the most used first
    scaffold      used in neither; in order of learning
    unmakeable    what was tried with tokens that no text seems to make
    unused_bytes  single bytes that B never uses by themselves
    uses_a, uses_b  how often each token stands in the texts; uses_a is None when there is no A
    """

    learned: int
    glitch: tuple[UnusedToken, ...]
    scaffold: tuple[UnusedToken, ...]
    unmakeable: tuple[Reach, ...]
    unused_bytes: tuple[int, ...]
    uses_a: Counter[int] | None
    uses_b: Counter[int]


def find_glitches(
    tokenizer: Tokenizer, corpus_a: bytes | None, corpus_b: bytes
) -> Generator[str, None, GlitchReport]:
    """Count the uses in both texts; says what it is doing, and returns the report.

    Without A (a published vocabulary, whose text nobody has) every token that can be made and has no use in
    B counts as a glitch token.
    """
    yield "counting the tokens of B"
    uses_b = count_uses(tokenizer, corpus_b)
    yield "counting the tokens of A"
    uses_a = None if corpus_a is None else count_uses(tokenizer, corpus_a)
    yield "trying the tokens that have no use"
    vocabulary = tokenizer.vocabulary
    unused = [token_id for token_id in sorted(set(vocabulary.ids)) if not uses_b[token_id]]
    in_a = uses_a or Counter()
    unmakeable = _unmakeable(tokenizer, [token_id for token_id in unused if not in_a[token_id]])
    rows = [
        UnusedToken(token_id, vocabulary.tokens[token_id], vocabulary.step_of(token_id), in_a[token_id])
        for token_id in unused
        if token_id not in unmakeable
    ]
    return GlitchReport(
        learned=len(set(vocabulary.ids)),
        glitch=tuple(sorted((row for row in rows if row.uses_in_a or uses_a is None), key=_most_used_first)),
        scaffold=tuple(row for row in rows if not row.uses_in_a and uses_a is not None),
        unmakeable=tuple(unmakeable.values()),
        unused_bytes=tuple(token_id for token_id in sorted(vocabulary.byte_ids) if not uses_b[token_id]),
        uses_a=uses_a,
        uses_b=uses_b,
    )


def find_glitches_now(tokenizer: Tokenizer, corpus_a: bytes | None, corpus_b: bytes) -> GlitchReport:
    """The same without looking at the progress.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(90, 111), (256, 101)]))
    >>> report = find_glitches_now(tokenizer, b"Zoe: hi", b"hi")
    >>> [row.token for row in report.glitch], [row.token for row in report.scaffold]
    ([b'Zoe'], [b'Zo'])
    """
    return finish(find_glitches(tokenizer, corpus_a, corpus_b))


def votes(corpus_a: bytes, token: bytes, limit: int | None = None) -> Iterator[Occurrence]:
    """The lines of A that asked for a token: where its bytes stand, in order, each line once."""
    return occurrences(corpus_a, token, limit)


def _most_used_first(row: UnusedToken) -> tuple[int, int]:
    return -row.uses_in_a, row.step


def _unmakeable(tokenizer: Tokenizer, candidates: list[int]) -> dict[int, Reach]:
    """Those of the tokens that nothing makes. Only those that fail by themselves are tried at length."""
    is_itself = comes_back(tokenizer)
    suspects = [token_id for token_id in candidates if not is_itself(token_id)]
    tried = {token_id: reach(tokenizer, token_id) for token_id in suspects}
    return {token_id: found for token_id, found in tried.items() if not found.anywhere}
