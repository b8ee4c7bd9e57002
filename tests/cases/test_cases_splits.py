"""Splits: the pieces of each family, and a kept pattern that is no pattern."""

from __future__ import annotations

import pytest

from bpe_play.engine import PatternError, pre_tokenizer
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State


def pieces(split: str, text: str) -> list[str]:
    return [piece.decode() for piece in pre_tokenizer(split).pieces(text.encode())]


def test_contractions_in_capitals_are_cut_like_the_others() -> None:
    """B036: cl100k takes 'RE and 'M in any case, as the source pattern does."""
    assert pieces("cl100k", "'RE") == ["'RE"]
    assert pieces("cl100k", "I'M we'll THEY'RE we'd") == [
        "I",
        "'M",
        " we",
        "'ll",
        " THEY",
        "'RE",
        " we",
        "'d",
    ]


@pytest.mark.parametrize(
    ("split", "expected"),
    [
        ("gpt2", "don|'t| DON|'|T| camelCase| 1234567| x| \n\n | y"),
        ("cl100k", "don|'t| DON|'T| camelCase| |123|456|7| x| \n\n| | y"),
        ("o200k", "don't| DON'T| camel|Case| |123|456|7| x| \n\n| | y"),
    ],
)
def test_the_same_line_under_each_family(split: str, expected: str) -> None:
    """B037: apostrophes, capitals, digits and blanks."""
    assert "|".join(pieces(split, "don't DON'T camelCase 1234567 x \n\n  y")) == expected


@pytest.mark.parametrize("pattern", ["[", r"\p{Nope}"])
def test_a_lab_with_a_kept_pattern_that_is_none_opens_and_says_so(pattern: str) -> None:
    """B041: it begins with a pattern that works, and the rest of the state is there."""
    lab = Lab(State(split=pattern, text=b"kept"))
    assert isinstance(lab.last_error, PatternError)
    assert lab.split.key == "gpt2"
    assert lab.state.text == b"kept"


def test_a_lab_with_a_kept_pattern_that_only_looks_wrong_opens_with_it() -> None:
    r"""B041: to the regex module \p without braces is the letter p, so this is a pattern."""
    lab = Lab(State(split=r"\p"))
    assert lab.last_error is None
    assert lab.split.pieces(b"apple") == [b"a", b"p", b"p", b"le"]
