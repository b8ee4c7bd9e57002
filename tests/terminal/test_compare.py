"""The compare screen in a real pseudo-terminal, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def test_where_tokenizers_part_on_numbers(start: Callable[..., Any]) -> None:
    screen = start("tiny")
    screen.wait("bpe-play").wait("Corpus").press("4").wait("Text of the lab")

    # The vocabularies arrive one after the other; the lab's row goes, and another vocabulary comes.
    screen.wait("cl100k_base").wait_gone("loading")
    screen.press("x").wait_gone("lab, step")
    screen.press("a").wait("What the lab shows").press(*["down"] * 6)
    screen.wait("GPT-4o").press("enter").wait_gone("Add a tokenizer").wait("o200k_base").wait_gone("loading")

    # Numbers: the second difference is in 12345 or later, as the bracket and the figures say.
    screen.press("o").wait("What is typed in the lab").press("down").wait("GPT-2 merges digits")
    screen.press("enter").wait("47 bytes")
    screen.press("n").wait("difference 2 of").press("N").wait("difference 1 of")
    screen.wait("12│3 4│").wait("12 3│4│").wait("╰────╯")

    # Type, see it cut at once, and go back in time with GPT-2.
    screen.press("l").wait("Text of the lab").press("e").wait("esc leave")
    screen.press("ctrl+a").type(" the").wait("4 bytes").press("esc").wait("n next")
    screen.press("g").wait("gpt2 as of step").type("1").press("enter").wait("gpt2, step 1").wait("␣t│h│e│")
    screen.press("f3").wait("gpt2, step 2")

    screen.press("1").wait("Corpus").press("4").wait("gpt2, step 2")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
