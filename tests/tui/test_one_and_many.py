"""One of a thing is not several of it, in the figures on the borders."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

from bpe_play.engine.text_figures import TextFigures
from bpe_play.tui.screens.lab_words import figures_to_come, longest_that_fits, text_figures

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


def test_figures_of_one_letter() -> None:
    assert text_figures(TextFigures(1, 1, 1, 1, round_trip=True))[0] == (
        "1 grapheme  1 code point  1 byte  1 token  1.00 b/t  round trip ✓"
    )
    assert figures_to_come(1)[0] == "1 byte  counting tokens …"
    assert text_figures(TextFigures(2000, 2000, 2000, 2000, round_trip=True))[0].startswith(
        "2,000 graphemes  2,000 code points  2,000 bytes  2,000 tokens"
    )


def test_all_figures_have_room_on_a_screen_of_80_columns() -> None:
    variants = text_figures(TextFigures(code_points=36, size=39, tokens=24, graphemes=35, round_trip=True))
    assert longest_that_fits(variants, 68) == (
        "35 graphemes  36 code points  39 bytes  24 tokens  1.62 b/t  ✓"
    )


async def test_a_text_of_one_letter_on_the_screen(sit_down: SitDown) -> None:
    async with sit_down(text=b"a") as person:
        assert "1 grapheme  1 code point  1 byte  1 token  " in person.sees
