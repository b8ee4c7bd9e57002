"""What `bpe-play` takes when it opens the lab, and its --help."""

from __future__ import annotations

import argparse
import os

from bpe_play.tui.commands import COMMANDS
from bpe_play.tui.commands.parser import CommandError, Parser, add_training_options

THEMES = ("bpe-dark", "bpe-light", "bpe-contrast")
ABOUT = (
    "A terminal lab for byte-pair-encoding tokenizers: watch one learn, step through its merges, break it."
)
NOTE = "A file that is called like a command or a corpus is opened as ./NAME."


def read(words: list[str]) -> argparse.Namespace:
    """The options in the words of a command line, checked as far as they can be before the lab is open."""
    options = _parser().parse_args(words)
    if not options.version:
        _check(options)
    return options


def _parser() -> Parser:
    commands = "\n".join(f"  {name:<14}{about}" for name, about in COMMANDS.items())
    parser = Parser("bpe-play", ABOUT, f"commands (each has its own --help):\n{commands}\n\n{NOTE}")
    parser.add_argument("file", metavar="FILE", nargs="?", help="a file, a folder, - or a corpus by name")
    add_training_options(parser, vocab_size_needed=False)
    parser.add_argument("--text", help="what stands in the text pane")
    parser.add_argument("--code", metavar="FILE", help="a BPE of your own in Python: each save runs it")
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument(
        "--plain-keys",
        action="store_true",
        help="where accents or dead keys do not arrive: the old key protocol",
    )
    parser.add_argument("--version", action="store_true", help="print the version and end")
    return parser


def _check(options: argparse.Namespace) -> None:
    """Say what is wrong here, where it can still be seen, and not on a screen that takes the terminal."""
    if options.file in COMMANDS and not os.path.lexists(options.file):
        raise CommandError(f"The command {options.file} stands after options", "write it first")
    if options.split is not None:
        from bpe_play.tui.commands.inputs import read_split

        read_split(options.split)
    if options.file not in (None, "-"):
        from bpe_play.tui.commands.inputs import check_source

        check_source(options.file)
