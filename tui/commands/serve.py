"""`bpe-play serve`: the lab in a browser, for a room that has no terminals."""

from __future__ import annotations

import argparse
import os
from importlib.util import find_spec

from bpe_play.tui.commands.output import Output, say
from bpe_play.tui.commands.parser import CommandError, add_training_options, whole
from bpe_play.tui.lab_arguments import THEMES

LOOPBACK, PORT, VISITORS = "127.0.0.1", 8000, 30

NOTES = """\
Every visitor has a lab of their own, which begins as the options here say and is not kept. What would read or
write a file of theirs, or run code, is off in it; FILE is the one file that they see. On Linux each process of a
lab may take 1 GB of memory beyond Python's own: a lab that wants more ends, and the others go on.

With any host but the loopback address, anybody who can reach the port gets a lab that runs with your rights:
there is no password and no encryption."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", help="a file, a folder, or a corpus by name")
    parser.add_argument("--host", default=LOOPBACK, help=f"the address to listen at ({LOOPBACK})")
    parser.add_argument(
        "--port", type=whole(0, 65_535), default=PORT, metavar="N", help=f"({PORT}; 0: one that is free)"
    )
    parser.add_argument(
        "--visitors", type=whole(1, 1_000), default=VISITORS, metavar="N", help=f"labs at once ({VISITORS})"
    )
    add_training_options(parser, vocab_size_needed=False)
    parser.add_argument("--text", help="what stands in the text pane")
    parser.add_argument("--theme", choices=THEMES)


def run(options: argparse.Namespace) -> None:
    if find_spec("textual_serve") is None:
        raise CommandError(
            "The lab in a browser needs the package textual-serve",
            "pip install 'bpe-play[serve]' installs it, in a checkout pip install -e '.[serve]'",
        )
    words = words_for_visitors(options)
    from bpe_play.tui.serve.address import find

    address = find(options.host, options.port)
    if address.warning:
        say(address.warning)
    with address.listen() as listener:
        from bpe_play.tui.serve.room import Room, serve

        def begun() -> None:
            out = Output()
            out.line(f"The lab is at {address.url(listener.getsockname()[1])}   Ctrl+C ends it.")
            out.flush()

        serve(Room(words, options.host, options.visitors, begun), listener)


def words_for_visitors(options: argparse.Namespace) -> list[str]:
    """The command line of every visitor's lab, checked here, where one can still read what is wrong."""
    from bpe_play.tui.lab_arguments import read

    names = ("vocab_size", "split", "ties", "text", "theme")
    given = {name.replace("_", "-"): getattr(options, name) for name in names}
    words = [f"--{name}={value}" for name, value in given.items() if value is not None]
    if options.file == "-":
        raise CommandError("Standard input cannot be read by every visitor", "give a file instead of -")
    if options.file is not None:
        words.append(_place_of(options.file))
    read(words)
    return words


def _place_of(file: str) -> str:
    """A corpus by name; a path from the root, since every visitor's lab is in a folder of its own."""
    from bpe_play.corpora import CORPORA

    return file if file in CORPORA else os.path.abspath(os.path.expanduser(file))
