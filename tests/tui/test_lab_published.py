"""A published vocabulary in the lab, in words: what the header says of it, and every step of it."""

from __future__ import annotations

import pytest

from bpe_play.engine import History
from bpe_play.engine.published import load
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.lab_words import ending, header_settings, header_status
from bpe_play.tui.state import State


@pytest.fixture(scope="module")
def lab() -> Lab:
    shown = Lab(State(text=b"strawberry"))
    shown.adopt("r50k_base", load("r50k_base"))
    return shown


def test_a_published_vocabulary_names_its_order_of_bytes(lab: Lab) -> None:
    """B085: in r50k the id 0 is not the byte 0, and the header says so; one's own has the bytes' own order."""
    assert ("byte order", "GPT-2's") in header_settings(lab)
    assert "byte order" not in dict(header_settings(Lab()))


def test_the_header_names_it_and_its_size(lab: Lab) -> None:
    assert header_settings(lab)[0] == ("", "r50k_base")
    assert ("tokens", "50,256") in header_settings(lab)
    assert header_status(lab) == "50,000 / 50,000"
    assert ending(lab) == "this is the whole vocabulary"


def test_the_timeline_goes_through_its_merges(lab: Lab) -> None:
    counts = []
    for step in (0, 100, 1_000, 50_000):
        lab.move_to(step)
        counts.append(len(lab.tokenization().spans))
        assert lab.round_trip(lab.tokenization())
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == len("strawberry")


def test_it_has_merges_without_counts(lab: Lab) -> None:
    history = History.of(lab.tokenizer.vocabulary)
    assert not history.counted
    assert history.merge(1).token == b" t"
    assert (history.merge(1).count, history.tokens_after(1), history.candidates(0)[0].count) == (0, 0, 0)
