"""`bpe-play encode`: a text to token ids."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bpe_play.engine.door import to_bytes
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.commands import MODELS, SOURCES
from bpe_play.tui.commands.inputs import open_model, read_source
from bpe_play.tui.commands.output import Output, say
from bpe_play.tui.commands.parser import CommandError, whole
from bpe_play.tui.plain_ascii import SPACE, plain_ascii

_LARGE = 1 << 19
NOTES = f"{SOURCES}\n\n{MODELS}"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="the tokenizer to use")
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="standard input if there is none")
    parser.add_argument("--text", help="encode this instead of a SOURCE")
    parser.add_argument(
        "--step", type=whole(0), metavar="K", help="encode with the first K merges only, or as of step K"
    )
    parser.add_argument(
        "--special",
        choices=[mode.value for mode in SpecialMode],
        default=SpecialMode.TEXT.value,
        help="a special token spelled in the text is plain text (the default), special, or an error",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one line of JSON: ids, tokens in hex, notes if there are any",
    )


def run(options: argparse.Namespace) -> None:
    if options.text is not None and options.source is not None:
        raise CommandError("There is both a SOURCE and a --text", "give one of them")
    tokenizer = open_model(options.model, None if options.text is None else to_bytes(options.text))
    _check_step(options.step, tokenizer)
    ids = _ids(tokenizer, _data(options), options.step, SpecialMode(options.special))
    tokens = {token_id: tokenizer.token(token_id) for token_id in set(ids)}
    if options.json:
        _write_json(Output(), ids, tokens, tokenizer.notes)
    else:
        _write_table(Output(), ids, tokens)


def _ids(tokenizer: Tokenizer, data: bytes, step: int | None, mode: SpecialMode) -> list[int]:
    """The ids; says on standard error what unknown tokens swallowed, where a tokenizer has such tokens."""
    if not tokenizer.is_plain:
        from bpe_play.engine.swallowed import swallowed_in_words  # late: BPE over bytes loses nothing

        tokenization = tokenizer.tokenize(data, step=step, specials=mode)
        if lost := swallowed_in_words(tokenization):
            say(lost)
        return tokenization.ids
    if len(data) < _LARGE:
        return tokenizer.encode(data, step=step, specials=mode)
    from bpe_play.engine import rapid  # late: a short text does without it

    return rapid.encode(tokenizer, data, step=step, specials=mode)


def _data(options: argparse.Namespace) -> bytes:
    if options.text is not None:
        return to_bytes(options.text)
    return read_source(options.source or "-").data


def _check_step(step: int | None, tokenizer: Tokenizer) -> None:
    known = tokenizer.vocabulary.step
    if step is not None and step > known:
        kind = "merge" if tokenizer.is_plain else "step"
        raise CommandError(f"--step {step} is beyond the last {kind}", f"the model has {known:,} {kind}s")


def _write_json(out: Output, ids: list[int], tokens: dict[int, bytes], notes: Sequence[str]) -> None:
    line = {"ids": ids, "tokens": [tokens[token_id].hex() for token_id in ids]}
    out.json(line | ({"notes": list(notes)} if notes else {}))
    out.flush()


def _write_table(out: Output, ids: list[int], tokens: dict[int, bytes]) -> None:
    """A line for each token: its id, and what it looks like."""
    width = len(str(max(ids, default=0)))
    lines = {token_id: f"{token_id:>{width}}  {_label(token)}" for token_id, token in tokens.items()}
    for token_id in ids:
        out.line(lines[token_id])
    out.flush()


def _label(token: bytes) -> str:
    plain = plain_ascii(token, SPACE)
    if plain is not None:
        return plain
    from bpe_play.tui.visible import label  # late: ASCII does without it

    return label(token)
