"""`bpe-play stream`: send the tokens of a text one at a time, and see what each decoder makes of them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bpe_play.engine.door import to_bytes
from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.stream_play import StreamStep, Token, play, tokens_of
from bpe_play.engine.stream_report import StreamReport, report
from bpe_play.tui.commands import MODELS, SOURCES
from bpe_play.tui.commands.inputs import open_model, read_source
from bpe_play.tui.commands.output import Output
from bpe_play.tui.commands.parser import CommandError, whole
from bpe_play.tui.stream_lanes import STOP, kinds
from bpe_play.tui.stream_state import single_bytes

NOTES = f"""\
The decoders: alone (each token by itself), by-length (all so far, what is new by length), hold-ufffd (hold
while the text ends in U+FFFD), incremental (the right one), and stop with --stop. The last step is the flush
at the end of the stream.

{SOURCES}

{MODELS}"""

_WIDEST = 20
Played = dict[str, list[StreamStep]]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("model", metavar="MODEL", help="the tokenizer that cuts the text")
    parser.add_argument("source", metavar="SOURCE", nargs="?", help="standard input if there is none")
    parser.add_argument("--text", help="stream this instead of a SOURCE")
    parser.add_argument("--bytes", action="store_true", help="send the tokens byte by byte")
    parser.add_argument("--cut", type=whole(0), metavar="K", help="the stream ends after K tokens")
    parser.add_argument("--stop", metavar="TEXT", help="a stop sequence to look for")
    parser.add_argument("--json", action="store_true", help="print each step as a line of JSON")


def run(options: argparse.Namespace) -> None:
    if options.text is not None and options.source is not None:
        raise CommandError("There is both a SOURCE and a --text", "give one of them")
    if options.stop == "":
        raise CommandError("The stop sequence is empty", "give it at least one character")
    tokenizer = open_model(options.model)
    data = to_bytes(options.text) if options.text is not None else read_source(options.source or "-").data
    tokens = tokens_of(tokenizer.tokenize(data), tokenizer.token)[: options.cut]
    arrivals = single_bytes(tokens) if options.bytes else tokens
    played = {kind.key: play(arrivals, kind.make()) for kind in kinds(options.stop or "")}
    write = _write_json if options.json else _write_table
    write(Output(), played, _owed(arrivals))


def _owed(arrivals: Sequence[Token]) -> list[int]:
    """How many bytes the character on its way still waits for, after each step."""
    decoder = StreamDecoder()
    owed = []
    for _, token in arrivals:
        decoder.feed(token)
        owed.append(decoder.owed)
    return [*owed, 0]


def _write_json(out: Output, played: Played, owed: list[int]) -> None:
    for index, step in enumerate(played["incremental"]):
        sent = {key: steps[index].sent for key, steps in played.items()}
        line = {"step": step.number, "id": step.id, "bytes": step.token.hex(), "held": step.held.hex()}
        out.json(line | {"owed": owed[index], "sent": sent})
    out.flush()


def _write_table(out: Output, played: Played, owed: list[int]) -> None:
    """A line a step, and at the end a line for each decoder."""
    from bpe_play.tui.visible import label

    columns = [f"{key:<{_WIDEST}}" for key in played]
    out.line("  ".join([f"{'step':>6} {'id':>7}  {'bytes':<{_WIDEST}} {'owed':>4}", *columns]).rstrip())
    for index, step in enumerate(played["incremental"]):
        sent = [label(to_bytes(steps[index].sent), _WIDEST) for steps in played.values()]
        name = "flush" if step.id is None else str(step.id)
        head = f"{step.number:>6} {name:>7}  {_hex(step.token):<{_WIDEST}} {owed[index]:>4}"
        out.line("  ".join([head, *map(_padded, sent)]).rstrip())
    for key, steps in played.items():
        if key != STOP:
            out.line(f"{key}: {_in_words(report(steps))}")
    out.flush()


def _padded(text: str) -> str:
    from rich.cells import cell_len

    return text + " " * (_WIDEST - cell_len(text))


def _hex(token: bytes) -> str:
    written = token.hex(" ").upper()
    return written if len(written) <= _WIDEST else f"{written[: _WIDEST - 2].rstrip()} …"


def _in_words(found: StreamReport) -> str:
    if found.is_right:
        return "right at every step"
    return (
        f"lost {len(found.lost)}, too early {len(found.early)}, late {len(found.late)}, "
        f"U+FFFD {found.replacements} of {found.replacements_due} due, wrong from step {found.first_wrong}"
    )
