"""The fingerprint is the same for the same tokenizer, on every machine, and another for another."""

from __future__ import annotations

from typing import Any

import pytest

from bpe_play.engine.fingerprint import LONG, Fingerprint, fingerprint
from bpe_play.engine.merges import TieRule

MERGES = [(101, 32), (32, 116), (226, 128)]
GIVEN: dict[str, Any] = {"pattern": r"\w+", "ties": TieRule.FIRST_SEEN, "merges": MERGES}


def test_it_is_known_beforehand() -> None:
    """Were it to change, files and rooms with two versions of the program would disagree."""
    assert fingerprint(None, TieRule.FIRST_SEEN, MERGES) == "CE0A"
    assert (
        fingerprint(**GIVEN, specials={"ñ": 300}, min_count=2, longest_token=9, length=LONG)
        == "138E9F511BC3634C"
    )


@pytest.mark.parametrize(
    "other",
    [
        {"pattern": None},
        {"pattern": ""},
        {"pattern": r"\w"},
        {"ties": TieRule.LOWEST_IDS},
        {"merges": MERGES[:2]},
        {"merges": MERGES[::-1]},
        {"merges": [(101, 32), (32, 1), (16226, 128)]},
        {"min_count": 2},
        {"longest_token": 2},
        {"specials": {"x": 300}},
        {"specials": {"x": 301}},
        {"specials": {"300 x": 300}},
    ],
    ids=str,
)
def test_whatever_decides_how_text_is_encoded_changes_it(other: dict[str, Any]) -> None:
    assert fingerprint(**GIVEN | other) != fingerprint(**GIVEN)


def test_no_pattern_is_not_the_empty_pattern() -> None:
    assert fingerprint(None, TieRule.FIRST_SEEN, []) != fingerprint("", TieRule.FIRST_SEEN, [])


def test_the_order_in_which_special_tokens_are_named_does_not_matter() -> None:
    one, other = {"x": 300, "y": 301}, {"y": 301, "x": 300}
    assert fingerprint(**GIVEN, specials=one) == fingerprint(**GIVEN, specials=other)


def test_step_by_step_is_the_same_as_at_once() -> None:
    mark = Fingerprint(r"\w+", TieRule.FIRST_SEEN)
    for step, pair in enumerate(MERGES, start=1):
        mark.learn([pair])
        assert mark.short == fingerprint(**GIVEN | {"merges": MERGES[:step]})
    assert mark.long.startswith(mark.short)
    assert (len(mark.short), len(mark.long)) == (4, 16)


def test_a_pattern_with_a_surrogate_has_one_too() -> None:
    assert len(fingerprint("\udcff", TieRule.FIRST_SEEN, [])) == 4
