"""`bpe-play open`: hand-outs and codes on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.tui.handout.code import code_of
from bpe_play.tui.state import State

Cli = Callable[..., Any]

TINY = State(source="tiny", vocab_size=270)


def tiny_code(fingerprint: str) -> str:
    return code_of(TINY, fingerprint=fingerprint) or ""


def test_a_code_is_checked_without_a_terminal(cli: Cli) -> None:
    ran = cli("open", tiny_code("8F26"), "--check")
    assert (ran.status, ran.out) == (0, b"The same as in the hand-out: #8F26\n")


def test_groups_may_be_words_of_their_own(cli: Cli) -> None:
    symbols = tiny_code("8F26").lower()
    assert cli("open", symbols[:4], symbols[4:], "--check").status == 0


def test_other_merges_are_status_1(cli: Cli) -> None:
    ran = cli("open", tiny_code("0000"), "--check", "--json")
    assert ran.status == 1
    (row,) = ran.lines
    assert (row["same"], row["promised"], row["fingerprint"][:4]) == (False, "0000", "8F26")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["open"], "FILE|CODE"),
        (["open", "12SZ-2GT6"], "The code was mistyped somewhere"),
        (["open", "hello"], "The code was mistyped somewhere"),
        (["open", "nothing.json"], "'nothing.json' cannot be read"),
        (["open", "/"], "'/' is no file"),
        (["open", "12SZ-2GT5", "--json"], "--json is for --check"),
        (["open", "12SZ-2GT5"], "The lab needs a terminal"),
        (["open", "\x1b[2J\u202e"], "is in no code"),
    ],
    ids=str,
)
def test_what_cannot_be_opened_is_one_line_and_status_2(cli: Cli, words: list[str], problem: str) -> None:
    ran = cli(*words)
    assert (ran.status, ran.out) == (2, b"")
    assert problem in ran.err
    assert ran.err[:-1].isprintable()


def test_a_file_that_is_no_hand_out_says_so(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"format": "something else"}')
    ran = cli("open", str(path))
    assert ran.status == 2
    assert "this is no hand-out" in ran.err
