"""`bpe-play decode`: token ids to the bytes they stand for, written as they are."""

from __future__ import annotations

import argparse
import json
import re

from bpe_play.tui.commands import MODELS
from bpe_play.tui.commands.inputs import open_model, read_source
from bpe_play.tui.commands.output import Output
from bpe_play.tui.commands.parser import CommandError

NOTES = MODELS
HINT = "write ids as whole numbers with spaces or commas between, or lines of `encode --json`"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="the tokenizer to use")
    parser.add_argument(
        "ids",
        metavar="ID",
        nargs="*",
        help="token ids; from standard input if there are none, where lines of encode --json are read too",
    )


def run(options: argparse.Namespace) -> None:
    tokenizer = open_model(options.model)
    ids = _given(options.ids) if options.ids else _piped()
    out = Output()
    out.raw(tokenizer.decode(ids))
    out.flush()


def _given(words: list[str]) -> list[int]:
    return [token_id for word in words for token_id in _ids(word, "")]


def _piped() -> list[int]:
    lines = read_source("-").data.decode("utf-8", "replace").split("\n")
    return [token_id for at, line in enumerate(lines, 1) for token_id in _ids(line, f" in line {at}")]


def _ids(line: str, where: str) -> list[int]:
    """The ids of a line, or of one argument, which may hold several as well.

    >>> _ids("72, 105", ""), _ids('{"ids":[72],"tokens":["48"]}', "")
    ([72, 105], [72])
    """
    if line.lstrip().startswith("{"):
        return _ids_of_json(line, where)
    return [_id(word, where) for word in re.split(r"[\s,]+", line.strip("[] \t\r\n,")) if word]


def _ids_of_json(line: str, where: str) -> list[int]:
    try:
        ids = json.loads(line)["ids"]
    except (ValueError, KeyError, RecursionError):
        raise CommandError(f"There is no list of ids{where}", HINT) from None
    return (
        [_id(str(token_id), where) for token_id in ids] if isinstance(ids, list) else [_id(str(ids), where)]
    )


def _id(word: str, where: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", word):
        raise CommandError(f"{word[:40]!r}{where} is no token id", HINT)
    return int(word)
