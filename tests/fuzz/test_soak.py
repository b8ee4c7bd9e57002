"""The soak: its short form, and that it tells what grows and what slows down. The hour is run by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Fuzz = Callable[[str], Any]


async def test_a_lap_measures_every_kind_of_key(fuzz: Fuzz) -> None:
    with fuzz("screens").own_folders():
        (lap,) = await fuzz("soak").soak(0, algorithms=["bpe"], least=1)
    assert set(lap.keys) == {"scrub", "type", "switch", "on a page", "lesson", "tie", "stage"}
    assert all(paint.clock > 0 and paint.processor > 0 for kind in lap.keys.values() for paint in kind)
    assert lap.memory > 0
    assert lap.left == 0


def made_up(fuzz: Fuzz, number: int, memory: float, processor: float, clock: float = 10.0) -> Any:
    module = fuzz("laps")
    paints = [module.Paint(clock, processor)] * 20
    return module.Lap(
        memory=memory,
        child=20.0,
        objects=1000 + number,
        keys={"type": paints},
        floors=[module.Paint(1.0, 1.0)],
    )


@pytest.mark.parametrize(
    ("memory", "processor", "clock", "holds"),
    [
        (1.0, 0.0, 0.0, True),
        (4.0, 0.0, 0.0, False),  # a leak
        (1.0, 1.0, 1.0, False),  # a program that slows down
        (1.0, 0.0, 1.0, True),  # others on the machine
    ],
)
def test_a_soak_tells_a_leak_and_a_program_that_slows_down(
    fuzz: Fuzz, memory: float, processor: float, clock: float, holds: bool
) -> None:
    """What is added to 100 MB and 10 ms with each lap of ten."""
    laps = [
        made_up(fuzz, lap, 100 + memory * lap, 10 + processor * lap, 10 + clock * lap) for lap in range(10)
    ]
    assert fuzz("soak").judged(laps) is holds


def test_the_table_has_a_line_for_each_figure(fuzz: Fuzz, capsys: pytest.CaptureFixture[str]) -> None:
    fuzz("soak").judged([made_up(fuzz, 0, 100.0, 10.0) for _ in range(10)])
    told = capsys.readouterr().out
    assert "laps 4 to 6 against laps 8 to 10" in told
    for name in ("memory, MB", "largest child, MB", "objects", "type, p50, ms", "type, p95, ms of processor"):
        assert any(line.startswith(name) and line.endswith("ratio 1.000") for line in told.splitlines())
