"""`bpe-play glitch`: the kinds of tokens in a vocabulary, and those of which a text knows nothing."""

from __future__ import annotations

import argparse
from typing import Any

from bpe_play.engine.anatomy import Anatomy, study
from bpe_play.engine.finish import finish
from bpe_play.engine.glitch import GlitchReport, find_glitches
from bpe_play.engine.reach import Reach
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.toy_model import ToyModel, ToySettings
from bpe_play.tui.commands import MODELS, SOURCES
from bpe_play.tui.commands.inputs import open_model, read_source
from bpe_play.tui.commands.output import Output, say
from bpe_play.tui.commands.parser import CommandError, whole
from bpe_play.tui.commands.progress import progress
from bpe_play.tui.glitch_make import text_of

NOTES = f"""\
Without --against: how many tokens of each kind, and written in each script. With it: every learned token that
has no use in that text, as glitch (it can be made), scaffold (a step to longer tokens, with --trained-on) or
unmakeable (no text was found that makes it). With --toy also how far its row has moved when a toy model, a
stand-in for a large one, has read the text.

{SOURCES}

{MODELS}"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="the tokenizer to look at")
    parser.add_argument("--against", metavar="SOURCE", help="what stands for a model's text")
    parser.add_argument("--trained-on", metavar="SOURCE", help="the text that the tokenizer was learned from")
    parser.add_argument("--toy", action="store_true", help="train the toy model on --against")
    parser.add_argument("--seed", type=whole(0), default=1, metavar="N", help="of the toy model")
    parser.add_argument("--json", action="store_true", help="print lines of JSON")


def run(options: argparse.Namespace) -> None:
    if options.against is None and (options.toy or options.trained_on is not None):
        raise CommandError("There is no text to look in", "name it with --against")
    tokenizer = open_model(options.model)
    if options.against is None:
        _write_kinds(Output(), _studied(tokenizer), options.json)
    else:
        _write_unused(tokenizer, options)


def _studied(tokenizer: Tokenizer) -> Anatomy:
    with progress() as line:
        steps = study(tokenizer)
        while True:
            try:
                done = next(steps)
            except StopIteration as end:
                anatomy: Anatomy = end.value
                return anatomy
            line.update("looked at {:,} of {:,} tokens", done.done, done.total)


def _write_kinds(out: Output, anatomy: Anatomy, as_json: bool) -> None:
    groups = [("kind", kind.value, ids) for kind, ids in anatomy.kinds.items() if kind.value != "scaffold"]
    groups += [("script", script, ids) for script, ids in anatomy.scripts.items()]
    for sort, name, ids in groups:
        line: dict[str, Any] = {sort: name, "count": len(ids), "ids": ids}
        if name == "unreachable":
            line["reach"] = [_reach(anatomy.reach[token_id]) for token_id in ids]
        if as_json:
            out.json(line)
        else:
            out.line(f"{len(ids):>9,}  {sort} {name}")
    out.flush()


def _reach(reach: Reach) -> dict[str, Any]:
    inside = None if reach.inside is None else reach.inside.hex()
    return {"id": reach.id, "alone": reach.alone, "after_space": reach.after_space, "inside": inside}


def _write_unused(tokenizer: Tokenizer, options: argparse.Namespace) -> None:
    corpus_b = text_of(read_source(options.against))
    corpus_a = None if options.trained_on is None else text_of(read_source(options.trained_on))
    with progress() as line:
        line.update("counting the tokens of the text")
        report = finish(find_glitches(tokenizer, corpus_a, corpus_b))
    moved = _moved(tokenizer, corpus_b, options.seed) if options.toy else None
    out = Output()
    for row in _rows(tokenizer, report, moved):
        if options.json:
            out.json(row)
        else:
            out.line(_in_words(row))
    out.flush()
    say(_summary(report))


def _moved(tokenizer: Tokenizer, corpus_b: bytes, seed: int) -> dict[int, float]:
    model = ToyModel(sorted(tokenizer.vocabulary.tokens), ToySettings(seed=seed))
    with progress() as line:
        for done in model.train(tokenizer.encode(corpus_b)):
            line.update("the toy model has read {:,} of {:,} pairs", done.done, done.total)
    return {row.id: row.moved for row in model.rows()}


def _rows(tokenizer: Tokenizer, report: GlitchReport, moved: dict[int, float] | None) -> list[dict[str, Any]]:
    """All unused tokens, a part after the other; `uses` are those in the text it was learned from."""
    parts = [("glitch", row.id) for row in report.glitch]
    parts += [("scaffold", row.id) for row in report.scaffold]
    parts += [("unmakeable", reach.id) for reach in report.unmakeable]
    rows = []
    for part, token_id in parts:
        row: dict[str, Any] = {"id": token_id, "bytes": tokenizer.token(token_id).hex(), "part": part}
        row["uses"] = None if report.uses_a is None else report.uses_a[token_id]
        rows.append(row if moved is None else row | {"moved": moved[token_id]})
    return rows


def _in_words(row: dict[str, Any]) -> str:
    from bpe_play.tui.visible import label

    uses = "" if row["uses"] is None else f"{row['uses']:>9,}"
    moved = f"{row['moved']:>9.4f}" if "moved" in row else ""
    return f"{row['id']:>7}  {row['part']:<10}{uses}{moved}  {label(bytes.fromhex(row['bytes']))}"


def _summary(report: GlitchReport) -> str:
    return (
        f"of {report.learned:,} learned tokens: {len(report.glitch):,} glitch, "
        f"{len(report.scaffold):,} scaffold, {len(report.unmakeable):,} cannot be made"
    )
