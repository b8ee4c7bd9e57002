"""The measure screen in a real pseudo-terminal of the smallest size, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def test_a_curve_a_tax_an_unknown_letter_and_a_file(
    start: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    screen = start("english", "--vocab-size", "300", columns=80, rows=24)
    screen.wait("44 / 44").press("5").wait("Vocabulary size")

    # The curve bends here: every doubling brings less. The last rows of the table are below.
    screen.wait("The gains shrink from 256 on").wait("spanish, not trained on")
    screen.press("end").wait("128,000 × 4,096 = 524,288,000")

    # What a language costs fell between two vocabularies that are loaded for it.
    screen.press("l").wait("Greek costs 1.7 times English in o200k, 3.6 times in", 90)
    screen.press("x").wait("rows are in")
    assert len((tmp_path / "bpe-play-languages.csv").read_text().splitlines()) == 1 + 2 * 18

    # WordPiece loses what the corpus does not hold: a red light, and how much was swallowed.
    screen.press("a").wait("unknown tokens swallowed").wait("BPE would take")
    screen.press("right").wait("stands for").wait("[UNK]")
    screen.press("k").wait("First tokenizer").press("home", "down", "down", "down", "enter")
    screen.wait("Decoding gives the same bytes")

    screen.press("1").wait("Corpus").press("5").wait("Decoding gives the same bytes")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
