"""Figures of a vocabulary: its size, its fragments, what languages cost in it, what a text never uses."""

from __future__ import annotations

from collections import Counter

from bpe_play.corpora import corpus, passages
from bpe_play.corpora.errors import CorpusError
from bpe_play.engine import EngineError
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.uses import count_uses
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.figure import Figure


def _size(lab: Lab, argument: str) -> str:
    """As of the scene's step."""
    tokenizer = lab.tokenizer
    if isinstance(tokenizer, TrainedTokenizer):
        return f"{len(tokenizer.model.ids(lab.cursor)):,}"
    return f"{len(tokenizer.vocabulary) - lab.steps + lab.cursor:,}"


def _learned(lab: Lab) -> dict[int, bytes]:
    tokenizer, vocabulary = lab.tokenizer, lab.tokenizer.vocabulary
    if isinstance(tokenizer, TrainedTokenizer):
        first = set(tokenizer.model.ids(0))
        return {one: vocabulary.tokens[one] for one in tokenizer.model.ids(lab.cursor) if one not in first}
    return {token_id: vocabulary.tokens[token_id] for token_id in vocabulary.ids[: lab.cursor]}


def _fragments(lab: Lab, argument: str) -> str:
    return f"{sum(not _is_utf8(token) for token in _learned(lab).values()):,}"


def _is_utf8(token: bytes) -> bool:
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _passage(lab: Lab, language: str) -> int:
    known = passages()
    if language not in known:
        raise EngineError(f"There is no passage in {language!r}", f"the languages are {', '.join(known)}")
    return len(lab.tokenizer.encode(known[language], step=lab.cursor))


def _passage_tokens(lab: Lab, language: str) -> str:
    return f"{_passage(lab, language):,}"


def _tax(lab: Lab, language: str) -> str:
    return f"{_passage(lab, language) / _passage(lab, 'en'):.2f}"


def _uses(lab: Lab, data: bytes) -> Counter[int]:
    return count_uses(lab.tokenizer, data, lab.cursor)


def _read(name: str) -> bytes:
    try:
        return corpus(name).read()
    except CorpusError as error:
        raise EngineError(error.title.rstrip("."), error.hint) from error


def _unused(lab: Lab, name: str) -> str:
    uses = _uses(lab, _read(name))
    return f"{sum(not uses[token_id] for token_id in _learned(lab)):,}"


def _glitches(lab: Lab, name: str) -> str:
    """Used in the text that the tokenizer learned from, and never in the other."""
    assert lab.source is not None
    uses_a, uses_b = _uses(lab, lab.source.data), _uses(lab, _read(name))
    return f"{sum(uses_a[token_id] > 0 and not uses_b[token_id] for token_id in _learned(lab)):,}"


ROWS = [
    Figure("{vocabulary}", "how many tokens there are", _size),
    Figure("{fragments}", "learned tokens that are no UTF-8 by themselves", _fragments),
    Figure("{passage: es}", "tokens of the passage in a language", _passage_tokens, "word"),
    Figure("{tax: es}", "the same, divided by those in English", _tax, "word"),
    Figure("{unused: tiny}", "learned tokens that a corpus never uses", _unused, "word"),
    Figure("{glitches: tiny}", "of these, how many the scene's own corpus uses", _glitches, "word"),
]  # fmt: skip
