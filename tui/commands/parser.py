"""How the command line is read: argparse, but with errors that are raised and not printed."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from typing import NoReturn

LARGEST_VOCABULARY = 1_000_000


class CommandError(Exception):
    """A command that cannot be carried out: what is wrong (`title`), and what to do (`hint`)."""

    def __init__(self, title: str, hint: str) -> None:
        super().__init__(title, hint)
        self.title = title
        self.hint = hint


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal; told so, argparse need not load shutil with its compressors to find out."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    try:
        return int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        pass
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):  # no terminal, or no standard output at all
        return 80


class Parser(argparse.ArgumentParser):
    """Options are written out in full, so that a new one can never change what a script means."""

    def __init__(self, name: str, description: str, epilog: str = "") -> None:
        super().__init__(
            prog=name,
            description=description,
            epilog=epilog,
            formatter_class=HelpFormatter,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        raise CommandError(message, f"{self.prog} --help shows what can be written")


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an option that takes a whole number in a range, both ends included.

    >>> whole(1)("12")
    12
    """
    span = f"from {least:,}" + (f" to {most:,}" if most is not None else " up")

    def read(text: str) -> int:
        number = int(text) if re.fullmatch("[0-9]{1,18}", text) else -1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number {span}")
        return number

    return read


def utf8(text: str) -> str:
    r"""A word of the command line as UTF-8, whatever the locale took it for.

    >>> utf8("\udcc3\udcb1+")
    'ñ+'
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a lone surrogate that stands for no byte
        return text


def add_training_options(
    parser: argparse.ArgumentParser, *, vocab_size_needed: bool, smallest: int = 256
) -> None:
    """What `train` and the lab share. None stands for what was not said."""
    parser.add_argument(
        "--vocab-size",
        type=whole(smallest, LARGEST_VOCABULARY),
        required=vocab_size_needed,
        metavar="N",
        help="how many tokens in all; for bpe the 256 bytes plus the merges to learn",
    )
    parser.add_argument(
        "--split",
        type=utf8,
        metavar="NAME|REGEX",
        help="pre-tokenizer: none, gpt2, cl100k, o200k, or a pattern of the regex module",
    )
    parser.add_argument(
        "--ties",
        choices=("first-seen", "lowest-ids"),
        help="which of equally frequent pairs is merged",
    )
