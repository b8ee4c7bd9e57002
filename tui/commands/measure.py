"""`bpe-play measure`: the figures of the measure screen, as a table, as JSON or as CSV."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from bpe_play.corpora import Source
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.measure.export import to_csv, to_json
from bpe_play.engine.measure.price import read_price
from bpe_play.tui.commands import SOURCES
from bpe_play.tui.commands.algorithms import add_switches, settings_of
from bpe_play.tui.commands.figures import table
from bpe_play.tui.commands.inputs import read_source
from bpe_play.tui.commands.output import Output, say
from bpe_play.tui.commands.parser import CommandError, Parser, add_training_options, whole
from bpe_play.tui.commands.progress import progress
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.picks import Kind, Pick, Recipe
from bpe_play.tui.measures.table import MEASURES, Measure
from bpe_play.tui.measures.table import run as run_measure

DEFAULT_CORPUS, DEFAULT_SIZE = "english", 1024
_VIEWS = "\n".join(f"  {row.key:<13}{row.about}" for row in MEASURES.values())
NOTES = f"""\
VIEW is one of
{_VIEWS}

{SOURCES}
Algorithms are trained on SOURCE, and texts are SOURCE where no --text is given. Without SOURCE it is the
corpus {DEFAULT_CORPUS}.
--model and --algorithm say what is measured, in this order; views take one or two.
With --json there is a line for each row; bytes are in hex."""


def arguments(parser: Parser) -> None:
    parser.add_argument("view", metavar="VIEW", choices=tuple(MEASURES), help="what to measure")
    parser.add_argument("source", metavar="SOURCE", nargs="?", default=DEFAULT_CORPUS, help="the corpus")
    parser.add_argument(
        "--model", dest="picks", action="append", type=_model, metavar="MODEL", help="a tokenizer"
    )
    parser.add_argument(
        "--algorithm",
        dest="picks",
        action="append",
        type=_algorithm,
        metavar="KEY",
        help=f"one that is trained here: {', '.join(ALGORITHMS)}",
    )
    parser.add_argument("--text", metavar="SOURCE", help="another text (size, use, fertility, sides)")
    parser.add_argument("--part", help="a part of the view, such as “never used” of use")
    add_training_options(parser, vocab_size_needed=False, smallest=1)
    add_switches(parser)
    _add_figures(parser)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--json", action="store_true", help="print lines of JSON")
    shown.add_argument("--csv", action="store_true", help="print CSV")


def _add_figures(parser: Parser) -> None:
    """What can be set for one view each; the names are those of the views' options."""
    number, text = whole(1, 10**9), str
    for name, kind, explained in (
        ("width", number, "size: numbers per token in the model"),
        ("window", number, "size: context window in tokens"),
        ("request", number, "size: a request in characters"),
        ("priced", number, "size: one more size to price"),
        ("folder", text, "languages: a folder of parallel texts, one a language"),
        ("base", text, "languages: the one that costs 1"),
        ("largest", whole(1, 99_999), "numbers: the largest"),
        ("deepest", whole(1, 200), "indentation: how deep"),
        ("words", text, "spelling, sides: words separated by spaces"),
        ("letter", text, "spelling: the letter that is counted"),
        ("price", _price, "fertility: a price per million tokens"),
        ("typed", str.encode, "algorithm: a text to cut"),
        ("word", text, "algorithm: a word to explain"),
        ("seed", whole(0), "algorithm: of ways to cut that are drawn by chance"),
        ("temperature", _temperature, "algorithm: at which they are drawn"),
    ):
        parser.add_argument(f"--{name}", type=kind, metavar=name.upper(), help=explained)
    parser.add_argument("--tied", action="store_const", const=True, help="size: one table for both ends")
    parser.add_argument("--space", action="store_const", const=True, help="numbers: after a space")


def _temperature(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.001 <= value <= 1_000:
        raise argparse.ArgumentTypeError(f"{text!r} is no temperature from 0.001 to 1,000")
    return value


def _price(text: str) -> str:
    """The text as it is, once it is a price: that is said before anything is counted."""
    if text.strip():
        read_price(text)
    return text


def _model(name: str) -> Pick:
    """A published vocabulary by its name, or a file."""
    from bpe_play.engine.published.table import published_names

    is_published = any(name == info.name for info in published_names())
    return Pick(Kind.PUBLISHED if is_published else Kind.FILE, name)


def _algorithm(key: str) -> Pick:
    if key not in ALGORITHMS:
        raise argparse.ArgumentTypeError(f"{key!r} is no algorithm: choose one of {', '.join(ALGORITHMS)}")
    return Pick(Kind.ALGORITHM, key)


def run(options: argparse.Namespace) -> None:
    measure = MEASURES[options.view]
    part = _part(measure, options.part)
    chosen = _options(measure, options)
    picks = _picks(measure, options.picks)
    needs_corpus = "corpus" in measure.takes or any(pick.kind is Kind.ALGORITHM for pick in picks)
    source = read_source(options.source) if needs_corpus else Source("", b"")
    options.vocab_size = options.vocab_size or DEFAULT_SIZE
    order = Order(
        measure.key,
        tuple(Recipe(pick, pick.title) for pick in picks),
        source.name,
        settings_of(options),
        options.text or "",
        chosen,
        source.words,
    )
    result = _measured(order, source.data)
    for sentence in measure.said(result, part):
        say(sentence)
    _print(measure.rows(result, chosen, part), options)


def _part(measure: Measure, asked: str | None) -> str:
    if asked is None:
        return measure.parts[0]
    if asked not in measure.parts:
        named = ", ".join(measure.parts) if len(measure.parts) > 1 else "it has one only"
        raise CommandError(f"{measure.key} has no part {asked!r}", f"choose one of: {named}")
    return asked


def _options(measure: Measure, options: argparse.Namespace) -> Any:
    """The options of the view, with what was said. What another view takes is refused."""
    own = {field.name for field in fields(measure.options)} if measure.options is not None else set()
    every = {field.name for row in MEASURES.values() if row.options for field in fields(row.options)}
    said = {name: getattr(options, name) for name in every if getattr(options, name, None) is not None}
    foreign = sorted(said.keys() - own - {"vocab_size"})
    if foreign:
        raise CommandError(f"{measure.key} takes no --{foreign[0]}", "measure --help says which view does")
    if options.text and "text" not in measure.takes:
        raise CommandError(f"{measure.key} takes no --text", "give the text as SOURCE, or leave it out")
    return replace(measure.options, **{name: said[name] for name in said.keys() & own}) if own else None


def _picks(measure: Measure, picks: Sequence[Pick] | None) -> list[Pick]:
    """As many as were named; else those of the view, with BPE on SOURCE in the place of the lab's."""
    if not picks:
        bpe = Pick(Kind.ALGORITHM, "bpe")
        return [bpe if pick.kind is Kind.LAB else pick for pick in measure.picks]
    least = 2 if measure.key == "sides" else 1
    most = len(measure.picks)
    if not least <= len(picks) <= most:
        wanted = str(most) if least == most else f"{least} or {most}"
        counted = f"{wanted} tokenizer{'s' if most > 1 else ''}"
        raise CommandError(
            f"{measure.key} takes {counted}, not {len(picks)}", "name them with --model and --algorithm"
        )
    return list(picks)


def _measured(order: Order, data: bytes) -> Any:
    with progress() as line:

        def tell(doing: str, done: int, total: int) -> None:
            said = doing.replace("{", "{{").replace("}", "}}")
            line.update(f"{said} {{}} %" if total else said, *([100 * done // total] if total else []))

        return run_measure(order, data, tell)


def _print(rows: Sequence[Any], options: argparse.Namespace) -> None:
    out = Output()
    if options.json:
        out.raw(to_json(rows).encode("utf-8", "backslashreplace"))
    elif options.csv:
        out.raw(to_csv(rows).encode("utf-8", "backslashreplace"))
    else:
        for line in table(rows):
            out.line(line)
    out.flush()
    sys.stdout.flush()
