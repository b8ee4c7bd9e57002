"""`bpe-play lesson`: the list, a lesson on paper, and what is wrong with a file of one's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bpe_play.tui.lessons.table import ORDER

Cli = Callable[..., Any]

MINE = """
title = "Mine"
[[scene]]
title = "Rain"
show = "It has {tokens: rain} tokens."
corpus = "tiny"
ask = "At step 0?"
right = "{tokens@step=0: rain}"
say = "Wait."
keys = ["home"]
"""


def test_the_lessons_are_listed_in_order(cli: Cli) -> None:
    lines = cli("lesson").out.decode().splitlines()
    assert [line.split()[0] for line in lines] == list(ORDER)
    listed = cli("lesson", "--json").lines
    assert [row["name"] for row in listed] == list(ORDER)
    assert all(row["about"] and row["scenes"] > 1 for row in listed)


def test_a_lesson_is_printed_with_its_figures_notes_and_answers(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    ran = cli("lesson", str(path), "--print")
    assert ran.status == 0
    words = ran.out.decode()
    for part in (
        "Mine",
        "1/1  Rain",
        "It has 2 tokens.",
        "notes: Wait.",
        "? At step 0?",
        "= 4",
        "Press home",
    ):
        assert part in words


def test_what_is_wrong_is_one_line(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINE.replace("tiny", "tinny"))
    ran = cli("lesson", str(path))
    assert ran.status == 2
    assert ran.err.startswith(
        "bpe-play lesson: mine.toml, line 6: there is no corpus and no file named 'tinny'"
    )
    assert ran.err.count("\n") == 1
    assert "did you mean twelfth?" in cli("lesson", "twelth").err
    assert "has 1 scenes" in cli("lesson", _mended(path), "--from", "9").err


def _mended(path: Path) -> str:
    path.write_text(MINE)
    return str(path)
