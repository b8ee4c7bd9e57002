"""`bpe-play vocabularies`: the published vocabularies that can be had by name, without a network."""

from __future__ import annotations

import argparse
from dataclasses import asdict

from bpe_play.engine.published.table import PublishedInfo, published_names
from bpe_play.tui.commands.output import Output
from bpe_play.tui.visible import plain

NOTES = """\
MERGEABLE are the tokens that BPE can make; SIZE is one more than the highest id, special tokens included."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print each as a line of JSON")


def run(options: argparse.Namespace) -> None:
    out = Output()
    known = published_names()
    width = max(len(info.name) for info in known)
    if not options.json:
        out.line(f"{'name':<{width}}  {'mergeable':>9}  {'size':>9}  title")
    for info in known:
        if options.json:
            out.json(asdict(info))
        else:
            out.line(_row(info, width))
    out.flush()


def _row(info: PublishedInfo, width: int) -> str:
    sizes = (f"{'' if size is None else f'{size:,}':>9}" for size in (info.mergeable, info.n_vocab))
    return "  ".join([f"{plain(info.name):<{width}}", *sizes, plain(info.title)])
