"""Patterns that would take all memory are refused before they are compiled; ordinary ones are not."""

from __future__ import annotations

import pytest

from bpe_play.engine import PatternError, pre_tokenizer
from bpe_play.engine.pattern_size import LARGEST, compiled_size
from bpe_play.engine.pretokenizers import PRETOKENIZERS


@pytest.mark.parametrize(
    "pattern",
    [
        "a{1000000000}",
        "(?:ab){99999,}",
        "(?:(?:(?:a{1000}){1000}){1000}){100}",
        "a{300}{300}",
        "[a-z]{1000}" * 100,
        "x" * 60_000,
        "[" + "x" * 60_000 + "]",
    ],
    ids=lambda pattern: pattern[:40],
)
def test_refused_at_once(pattern: str) -> None:
    with pytest.raises(PatternError, match="The pattern is too large"):
        pre_tokenizer(pattern)


@pytest.mark.parametrize(
    "pattern", [r"\d{1,3}", "a{1,100000}", "(?:a{2}b){3}", r"\{99999999\}", "[{99999999}]", "a{,9}"]
)
def test_ordinary_repeats_are_fine(pattern: str) -> None:
    assert pre_tokenizer(pattern).pieces(b"ab")


@pytest.mark.parametrize("call", ["(?R)", "(?0)", "(?1)", "(?-1)", "(?&x)", "(?P>x)"])
def test_a_pattern_that_calls_itself_is_refused(call: str) -> None:
    """Left recursion takes half a gigabyte within a second, before anybody can stop it."""
    with pytest.raises(PatternError, match="calls itself"):
        pre_tokenizer(rf"(?P<x>a{call}?b)|.")


@pytest.mark.parametrize(
    "pattern", [r"\(\?R\)", "[(?R)]", r"(a)(?(1)b|c)", r"(?P<R>a)(?P=R)", "(?i:R)", r"(a)\1"]
)
def test_what_only_looks_like_a_call_is_not_refused(pattern: str) -> None:
    assert b"".join(pre_tokenizer(pattern).pieces(b"aab (?R)")) == b"aab (?R)"


def test_the_published_patterns_are_small() -> None:
    assert all(compiled_size(split.pattern or "") < 200 for split in PRETOKENIZERS.values())


@pytest.mark.parametrize(
    "pattern", ["[" * 40_000, "[a" * 20_000, "(" * 40_000, ")" * 40_000, "{9}" * 10_000, "\\" * 9]
)
def test_what_is_no_pattern_has_a_size_too(pattern: str) -> None:
    assert compiled_size(pattern) >= min(1, LARGEST)
