"""What commands read: sources, models, splits.

Imports are late where a command may do without: an `encode --text` needs no corpora.
"""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.commands.output import say
from bpe_play.tui.commands.parser import CommandError
from bpe_play.tui.commands.progress import progress

if TYPE_CHECKING:
    from bpe_play.corpora import Source


def read_source(name: str) -> Source:
    """The text that a SOURCE names; says on standard error what of a folder was left out."""
    from bpe_play.corpora import open_source

    if name == "-":
        explain_waiting()
    with progress() as line:
        source = open_source(name, progress=lambda size: line.update("read {:,} bytes", size))
    if source.skipped:
        first = source.skipped[0]
        say(f"left out of the folder: {len(source.skipped)}, the first is {first.path} ({first.why})")
    return source


def check_source(name: str) -> None:
    """Raise what opening it would raise if there is no such corpus or path; a real one is not opened."""
    from bpe_play.corpora import CORPORA, open_source

    if name not in CORPORA and not os.path.exists(os.path.expanduser(name)):
        open_source(name)


def explain_waiting() -> None:
    """Standard input that is a keyboard looks like a program that hangs."""
    if sys.stdin is not None and sys.stdin.isatty():
        say("reading standard input; Ctrl+D on a line of its own ends it")


def read_split(name_or_pattern: str) -> PreTokenizer:
    """The pre-tokenizer of --split. A mistyped name is no pattern, though it would make one."""
    if name_or_pattern not in PRETOKENIZERS and re.fullmatch(r"[A-Za-z0-9_-]*", name_or_pattern):
        raise CommandError(
            f"There is no split named {name_or_pattern!r}",
            f"the names are {', '.join(PRETOKENIZERS)}; as a pattern it is written (?:{name_or_pattern})",
        )
    return pre_tokenizer(name_or_pattern)


def open_model(name: str, text: bytes | None = None) -> Tokenizer:
    """The tokenizer that a MODEL names; says on standard error what may make it differ from elsewhere.

    `text` is all that it is going to encode, if that is known: what does not concern it need not be said.
    """
    if not (_looks_like_path(name) and os.path.lexists(name)):
        from bpe_play.engine import published

        if name in (info.name for info in published.published_names()):
            return published.load(name)
    if not os.path.lexists(name):
        raise CommandError(
            f"There is no file and no published vocabulary named {name!r}",
            "bpe-play vocabularies lists the names, bpe-play train -o saves a model",
        )
    return _open_ours(name, text) if _is_ours(name) else _open_foreign(name)


def _looks_like_path(name: str) -> bool:
    return os.sep in name or "." in name


def _open_ours(path: str, text: bytes | None) -> Tokenizer:
    from bpe_play.engine.model_file import load

    model = load(path)
    tokenizer = model.tokenizer(os.path.basename(path))
    tokenizer.notes = tuple(model.notices(text))
    if model.trained_on is None:  # then its merges may come from anywhere
        from bpe_play.engine.untrained import order_notes

        tokenizer.notes += tuple(order_notes(tokenizer.vocabulary))
    say_notes(tokenizer)
    return tokenizer


def _is_ours(path: str) -> bool:
    """Whether a file says that it is a model of ours. A pipe, which can be read once only, must be one, and
    what cannot be read at all is left to `load` to explain. A folder is somebody else's: a file is in it."""
    from bpe_play.engine.model_file import is_model

    if os.path.isdir(path):
        return False
    if not os.path.isfile(path):
        return True
    try:
        with open(path, "rb") as stream:
            return is_model(stream.read(200))
    except OSError:
        return True


def _open_foreign(path: str) -> Tokenizer:
    from bpe_play.engine.formats import open_tokenizer

    tokenizer = open_tokenizer(path)
    say_notes(tokenizer)
    return tokenizer


def say_notes(tokenizer: Tokenizer) -> None:
    """What is to be known about a tokenizer, on standard error."""
    for note in tokenizer.notes:
        say(note)
