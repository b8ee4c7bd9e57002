"""`bpe-play convert`: a tokenizer from one file format to another, with the proof."""

from __future__ import annotations

import argparse
import os

from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.commands import MODELS
from bpe_play.tui.commands.inputs import open_model, read_split, say_notes
from bpe_play.tui.commands.output import say
from bpe_play.tui.commands.parser import CommandError, utf8

FORMATS = "bpe-play, minbpe, tokenizer.json, id-pairs, gpt2, tiktoken"
NOTES = f"""{MODELS}

OUT is written in the format of its ending: tokenizer.json, .tiktoken, vocab.json (with merges.txt beside it),
.model (minbpe), pairs.json, or .json for a model of bpe-play. The ids of hard texts are compared with those
of the library that owns the format, if it is installed: of MODEL before, and of OUT after it is written."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="the tokenizer to convert")
    parser.add_argument("out", metavar="OUT", help="the file to write")
    parser.add_argument("--format", metavar="FORMAT", help=f"whatever the ending of OUT: {FORMATS}")
    parser.add_argument(
        "--split",
        type=utf8,
        metavar="NAME|REGEX",
        help="the pre-tokenizer of a MODEL that does not say it, such as a .tiktoken file",
    )


def run(options: argparse.Namespace) -> None:
    from bpe_play.engine.formats import format_for, proof_of_save, save_tokenizer
    from bpe_play.engine.untrained import late_notes

    key = options.format or format_for(options.out).key
    tokenizer = _opened(options)
    _prove_opened(tokenizer, options.model)
    for note in late_notes(tokenizer.vocabulary):
        say(note)
    for sentence in save_tokenizer(tokenizer, options.out, key):
        say(sentence)
    say(f"saved in {options.out}")
    found = proof_of_save(tokenizer, options.out)
    if found.fails:
        raise CommandError(str(found), "the file is not the same tokenizer: do not use it")
    say(str(found))


def _prove_opened(tokenizer: Tokenizer, path: str) -> None:
    """Whether a file means the same to the library that owns its format; nothing is written if not."""
    from bpe_play.engine.formats import proof
    from bpe_play.engine.formats.opened import OpenedTokenizer

    if not isinstance(tokenizer, OpenedTokenizer):
        return
    found = proof(tokenizer, path)
    if found.fails:
        raise CommandError(f"{path}: {found}", "nothing was written; tell us about this file")
    if found.owner is not None:
        say(f"opened {path}")
        say(str(found))


def _opened(options: argparse.Namespace) -> Tokenizer:
    if options.split is None:
        return open_model(options.model)
    if not os.path.exists(options.model):
        raise CommandError("--split is for a file that does not say its split", "leave it out")
    from bpe_play.engine.formats import open_tokenizer

    read_split(options.split)
    tokenizer = open_tokenizer(options.model, pattern=options.split)
    say_notes(tokenizer)
    return tokenizer
