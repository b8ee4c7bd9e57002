"""`bpe-play corpora`: the texts that are always there."""

from __future__ import annotations

import argparse

from bpe_play.corpora import CORPORA
from bpe_play.tui.commands.output import Output

NOTES = ""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print each as a line of JSON")


def run(options: argparse.Namespace) -> None:
    out = Output()
    width = max(map(len, CORPORA))
    for row in CORPORA.values():
        if options.json:
            names = ("key", "title", "language", "licence", "about", "counts")
            out.json({name: getattr(row, name) for name in names})
        else:
            out.line(f"{row.key:<{width}}  {row.language:<3}  {row.licence:<7}  {row.title}: {row.about}")
    out.flush()
