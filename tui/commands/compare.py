"""`bpe-play compare`: what a text becomes and costs in several tokenizers, and where they part."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

from bpe_play.engine.compare import Comparison, Difference, compare
from bpe_play.engine.door import to_bytes
from bpe_play.engine.swallowed import swallowed, swallowed_in_words
from bpe_play.engine.tokenizer import Tokenization, Tokenizer
from bpe_play.tui.commands import MODELS, SOURCES
from bpe_play.tui.commands.inputs import open_model, read_source
from bpe_play.tui.commands.output import Output
from bpe_play.tui.commands.parser import CommandError
from bpe_play.tui.percent import against

_JSON = """\
With --json there is a line for each MODEL, in order, and then one for each place where they part: its bytes
from start to end, and the tokens that each MODEL cuts them into. Bytes are in hex; unknown_characters,
where there are any, is how many characters unknown tokens stand for: they are lost."""
NOTES = f"{MODELS}\n\n{SOURCES}\n\n{_JSON}"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("models", metavar="MODEL", nargs="+", help="the tokenizers to compare, two or more")
    parser.add_argument("--text", help="the text; without it, SOURCE or standard input is read")
    parser.add_argument("--source", metavar="SOURCE", help="a text to read")
    parser.add_argument("--json", action="store_true", help="print lines of JSON")


def run(options: argparse.Namespace) -> None:
    _check(options)
    data = to_bytes(options.text) if options.text is not None else read_source(options.source or "-").data
    opened = {name: open_model(name) for name in options.models}
    comparison = compare([opened[name].tokenize(data) for name in options.models])
    out = Output()
    if options.json:
        _write_json(out, opened, options.models, comparison)
    else:
        _write_table(out, options.models, comparison)
    out.flush()


def _check(options: argparse.Namespace) -> None:
    if len(options.models) < 2:
        raise CommandError("There is one MODEL only", "name two or more to compare")
    if options.text is not None and options.source is not None:
        raise CommandError("There is both a --text and a --source", "give one of them")


def _write_json(
    out: Output, opened: Mapping[str, Tokenizer], names: Sequence[str], comparison: Comparison
) -> None:
    for name, row, cost in zip(names, comparison.rows, comparison.costs, strict=True):
        ids, tokens = row.ids, [span.token.hex() for span in row.spans]
        figures = {
            "count": cost.tokens,
            "bytes_per_token": cost.bytes_per_token,
            "against_first": cost.against_first,
        }
        if lost := swallowed(row):
            figures["unknown_characters"] = lost
        notes = {"notes": list(opened[name].notes)} if opened[name].notes else {}
        out.json({"model": name, "ids": ids, "tokens": tokens, **figures, **notes})
    for difference in comparison.differences:
        data = comparison.data[difference.start : difference.end].hex()
        tokens_of = [[token.hex() for token in tokens] for tokens in _tokens(comparison, difference)]
        out.json({"start": difference.start, "end": difference.end, "bytes": data, "tokens": tokens_of})


def _write_table(out: Output, names: Sequence[str], comparison: Comparison) -> None:
    from bpe_play.tui.visible import plain

    shown = [plain(name) for name in names]
    width = max(9, *map(len, shown))
    out.line(f"{'tokenizer':<{width}}  {'tokens':>9}  {'b/t':>6}  {'cost':>8}")
    for number, (name, cost) in enumerate(zip(shown, comparison.costs, strict=True)):
        share = against(cost.against_first) if number else "first"
        lost = swallowed_in_words(comparison.rows[number])
        line = f"{name:<{width}}  {cost.tokens:>9,}  {cost.bytes_per_token:>6.2f}  {share:>8}"
        out.line(f"{line}  {lost}".rstrip())
    _write_differences(out, shown, width, comparison)


def _write_differences(out: Output, names: Sequence[str], width: int, comparison: Comparison) -> None:
    """Each place where they part: the byte where it begins, and a line for each tokenizer."""
    from bpe_play.tui.visible import label

    if not comparison.differences:
        out.line("\nall cut alike")
    for number, difference in enumerate(comparison.differences, 1):
        out.line(f"\ndifference {number:,} of {len(comparison.differences):,}, byte {difference.start:,}")
        for name, row, indices in zip(names, comparison.rows, difference.tokens, strict=True):
            spans = (row.spans[index] for index in indices)
            tokens = (
                f"unknown({label(span.token)})" if span.unknown else label(span.token) for span in spans
            )
            out.line(f"{name:<{width}}  {'│'.join(tokens)}")


def _tokens(comparison: Comparison, difference: Difference) -> list[list[bytes]]:
    """What each tokenizer makes of a difference."""
    return [_of(row, indices) for row, indices in zip(comparison.rows, difference.tokens, strict=True)]


def _of(row: Tokenization, indices: range) -> list[bytes]:
    return [row.spans[index].token for index in indices]
