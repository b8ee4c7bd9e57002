"""`bpe-play open`: the lab as somebody else had it, from their hand-out or its code."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from bpe_play.tui.commands.output import Output, say
from bpe_play.tui.commands.parser import CommandError
from bpe_play.tui.visible import plain

if TYPE_CHECKING:
    from bpe_play.tui.handout.check import Checked

DIFFERS = 1

NOTES = """\
In the lab F8 writes a hand-out: a file, and a code. For a built-in corpus and a short text the code is all
that is needed, in groups or not, in capitals or not; else it names the file, which is looked for here.
A word that is the name of a file is the file.

--check trains without opening the lab, and says whether the same is learned here; the exit status is then
0 if it is and 1 if it is not."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("handout", metavar="FILE|CODE", nargs="+", help="a hand-out's file, or its code")
    parser.add_argument("--corpus", metavar="FILE", help="where the corpus is, if it is not in the hand-out")
    parser.add_argument("--check", action="store_true", help="only say whether the same is learned here")
    parser.add_argument("--json", action="store_true", help="with --check: one line of JSON")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def run(options: argparse.Namespace) -> int:
    from bpe_play.tui.handout.opening import open_handout

    opened = open_handout(_word(options.handout), options.corpus)
    if options.check:
        from bpe_play.tui.handout.check import check

        return _print(check(opened), options.json)
    if options.json:
        raise CommandError("--json is for --check", "leave it away to open the lab")
    for sentence in opened.differs:
        say(f"not as in the hand-out: {sentence}")
    from bpe_play.tui.app import run_opened

    return run_opened(opened, mouse=not options.no_mouse)


def _word(words: list[str]) -> str:
    """A code may be typed with blanks between its groups."""
    return words[0] if len(words) == 1 or os.path.lexists(words[0]) else " ".join(words)


def _print(checked: Checked, as_json: bool) -> int:
    from dataclasses import asdict

    out = Output()
    if as_json:
        out.json(asdict(checked))
    else:
        out.line(checked.verdict)
        for sentence in checked.differs:
            out.line(f"not as in the hand-out: {plain(sentence)}")
    out.flush()
    return 0 if checked.same else DIFFERS
