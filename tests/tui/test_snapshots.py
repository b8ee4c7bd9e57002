"""The lab as it is seen, at three sizes: drawings that one can read, beside this file in __snapshots__.

They hold text and not colours, so that they are the same with every version of Textual. After a change that
is meant, BPE_PLAY_DRAW=1 in the environment draws them anew; look at them before they are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

SitDown = Callable[..., AbstractAsyncContextManager[Any]]

FOLDER = Path(__file__).parent / "__snapshots__"
LAB = {"source": "tiny", "vocab_size": 280, "text": "the rainy señor 日 🍓".encode(), "cursor": 12}


def compare(name: str, seen: str) -> None:
    drawn = "".join(f"{line.rstrip()}\n" for line in seen.split("\n"))
    path = FOLDER / f"{name}.txt"
    if os.environ.get("BPE_PLAY_DRAW"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (100, 30), (120, 40)])
async def test_the_lab(sit_down: SitDown, columns: int, rows: int) -> None:
    async with sit_down(size=(columns, rows), **LAB) as person:
        await person.pilot.pause()
        compare(f"lab-{columns}x{rows}", person.sees)


async def test_the_evidence_for_a_merge(sit_down: SitDown) -> None:
    async with sit_down(**LAB) as person:
        await person.press("enter")
        await person.pilot.pause()
        compare("evidence-100x30", person.sees)
