"""Nothing that text from outside holds is obeyed by the terminal, wherever it is shown.

The program runs in a real pseudo-terminal, and every byte that it writes is looked at: what is not one of
Textual's own sequences must be a character that can be seen.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import regex

from bpe_play.tui.screens.table import PAGES

TITLE, CLIPBOARD, LINK = "\x1b]0;owned\x07", "\x1b]52;c;b3duZWQ=\x07", "\x1b]8;;http://owned\x1b\\owned"
PICTURES = "\x1bPq#0;owned\x1b\\\x1b_Gowned\x1b\\"
MOVES = "\x1b[2J\x1b[99;99H\x1b[5;35;44mowned\x1bc\x9b5m"
BIDI = "\u202e\u202aabc\u202c\u2066\u2069\u200f\u061c"
INVISIBLE = "\u200b\u2060\ufeff\xad\u115f\u3164\U000e0001\ue000\u0378\ufe0f\u2028"
MARKUP = "[/][red]hi[/red] [@click=app.quit]x[/] [/foo] {x}"
CONTROLS = "".join(map(chr, [*range(1, 32), *range(0x7F, 0xA0)]))
HOSTILE = TITLE + CLIPBOARD + LINK + PICTURES + MOVES + BIDI + INVISIBLE + CONTROLS + MARKUP
STRAY = b"\x00\xff\xfe\xed\xa0\x80\x9b31m\xe2\x80"
# A name cannot hold a slash, and no system allows more than 255 bytes.
NAME = (TITLE + MOVES + BIDI + "\ufeff\n\x7f[red]x[@click=app.quit]y").replace("/", "")

OWN = re.compile(
    rb"\x1b\[(8[hl]|\?[0-9;]+[hl]|[0-9;]*m|[0-9]+;[0-9]+H|\?[0-9]+\$p|>[0-9]+u|<u)|\x1b\]22;[a-z]+\x07|\r|\n"
)
# Controls, format characters, unassigned and private ones, line separators, and what is not drawn by default.
HIDDEN = regex.compile(r"[\p{C}\p{Zl}\p{Zp}\p{DI}]")
AT_THE_LAB = "╭ Merges"  # what opens over it covers that
NEXT_SCREEN = b"\x1b[17~"  # F6
SIGNATURES = ["\x1b[5;35;44m", "\x1b[99;99H", "\x9b5m"]


def assert_harmless(output: bytes) -> None:
    """What was written is Textual's own sequences, our driver's, and characters that can be seen."""
    for signature in SIGNATURES:
        assert signature.encode() not in output
    assert HIDDEN.findall(OWN.sub(b"", output).decode("utf-8")) == []


@pytest.mark.parametrize(
    "raw", [TITLE, LINK, PICTURES, MOVES, *SIGNATURES, *BIDI.replace("abc", ""), *INVISIBLE, *CONTROLS[:8]]
)
def test_this_check_sees_what_is_raw(raw: str) -> None:
    with pytest.raises(AssertionError):
        assert_harmless(b"\x1b[1;1H\x1b[38;2;1;2;3mtext" + raw.encode())


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with a hostile name and hostile text, in a folder of its own, in which we are."""
    folder = tmp_path / "corpora"
    folder.mkdir()
    path = folder / NAME
    path.write_bytes((HOSTILE.encode() + STRAY) * 20)
    monkeypatch.chdir(folder)
    return path


def test_the_lab_obeys_nothing_of_what_it_shows(start: Callable[..., Any], corpus: Path) -> None:
    """B110 and B111, in every pane, list, dialog and notification."""
    pattern = f"{re.escape(TITLE)}|{re.escape(MARKUP)}|{BIDI}|\\s*\\S+|\\s+"
    screen = start(str(corpus), "--split", pattern, "--text", HOSTILE, "--vocab-size", "400")
    screen.wait("144 / 144").wait("not UTF-8 at offset")
    screen.press("home").wait("0 / 144").press("end").wait("144 / 144")

    screen.press("enter").wait("Step 144").press("left", "left").wait("Step 142")
    screen.press("esc").wait(AT_THE_LAB)
    screen.press("w").wait("The merges of").press("end", "esc").wait(AT_THE_LAB)
    screen.press("/").wait("find token").type("[@click=app.quit]x[/]zz").press("enter")
    screen.wait("No token holds '[@click=app.quit]x[/]zz'")
    screen.press("g").wait("go to step").type("[/]").press("enter").wait("'[/]' is not a step")
    screen.press("s").wait("Split:").press("end", "enter").wait("A pattern of your own")
    screen.type("[red").wait("does not compile").press("esc").wait(AT_THE_LAB)
    screen.press("ctrl+s").wait("Save the tokenizer").press("enter").wait("Saved 144 merges")
    screen.press("o").wait("Built in").wait("└── ").press("tab", "down").wait(" bytes").press("esc")
    screen.wait(AT_THE_LAB)

    for _ in PAGES:
        screen.send(NEXT_SCREEN)
        screen.wait_quiet()
    screen.wait("╭ Merges")
    screen.press("d").wait_quiet().press("z").wait_gone("Corpus").press("z").wait("Corpus")
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_harmless(bytes(screen.output))
    assert [path.suffix for path in corpus.parent.iterdir() if path != corpus] == [".json"], "it was saved"


def test_a_kept_corpus_that_is_gone_is_named_harmlessly(start: Callable[..., Any], tmp_path: Path) -> None:
    kept = tmp_path / "xdg_state_home" / "bpe-play" / "state.json"
    kept.parent.mkdir(parents=True)
    kept.write_text(json.dumps({"source": f"/gone/{NAME}", "split": f"({TITLE}[/]"}))
    screen = start()
    screen.wait("no training").wait_quiet()
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_harmless(bytes(screen.output))


def test_an_error_before_the_lab_opens_is_one_harmless_line(start: Callable[..., Any]) -> None:
    for arguments in ([f"/gone/{NAME}"], ["--split", f"({HOSTILE}["], ["--theme", HOSTILE]):
        screen = start(*arguments)
        assert screen.wait_end() == 2
        assert bytes(screen.output).count(b"\n") == 1
        assert_harmless(bytes(screen.output))


def test_pasted_text_is_shown_and_not_obeyed(start: Callable[..., Any]) -> None:
    screen = start("tiny", "--vocab-size", "260", "--text", "")
    screen.wait("4 / 4").press("e").wait("esc leave")
    screen.paste(HOSTILE + "\0").wait(f"{len(HOSTILE.encode()) + 1} bytes").wait("round trip ✓")
    screen.press("esc").wait("space play").press("/").wait("find token")
    screen.paste(HOSTILE).wait("hex:E2 80) ␛]0;owned")
    screen.press("enter").wait("No token holds").wait_quiet()
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    assert_harmless(bytes(screen.output))


def test_nothing_that_is_pasted_is_a_key(start: Callable[..., Any]) -> None:
    keys = "\x11", "\x1b[D", "\x1b\x1b", "x", "\x1bOQ", "t" * 40, "\x1b[17~", "\x1b[<0;5;5M", "\x1b"
    screen = start("tiny", "--vocab-size", "260", "--text", "")
    screen.wait("4 / 4").paste("".join(keys)).paste("\x1b" + "".join(keys)).wait_quiet()
    screen.wait("4 / 4").wait("first seen").wait("╭ Merges")
    screen.press("left").wait("3 / 4").press("ctrl+q")
    assert screen.wait_end() == 0
