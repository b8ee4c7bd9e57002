"""The steps of a training on standard output: each as it is made, for people or as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Generator

from bpe_play.engine.counted import counted
from bpe_play.engine.merges import BYTES, Merge, Pair, StopReason
from bpe_play.tui.commands.output import Output
from bpe_play.tui.commands.progress import progress
from bpe_play.tui.visible import label

WIDEST_TOKEN = 60


class Learned:
    """What was learned so far; `size` is the corpus in bytes, `tokens` in tokens."""

    def __init__(self, size: int) -> None:
        self.size = self.tokens = size
        self.pairs: list[Pair] = []
        self.counts: list[int] = []

    def add(self, merge: Merge) -> None:
        self.pairs.append(merge.pair)
        self.counts.append(merge.count)
        self.tokens = merge.tokens_after

    @property
    def steps(self) -> str:
        return counted(len(self.pairs), "merge")

    def summary(self, reason: StopReason, fingerprint: str) -> str:
        """The outcome in a sentence."""
        ratio = self.size / self.tokens if self.tokens else 0.0
        return (
            f"{reason} after {self.steps}: {counted(self.size, 'byte')} are "
            f"{counted(self.tokens, 'token')}, {ratio:.2f} bytes per token; fingerprint {fingerprint}"
        )


def print_steps(
    training: Generator[Merge, None, StopReason], learned: Learned, options: argparse.Namespace
) -> StopReason:
    """Print each step as it is made, take it in, and say why there are no more."""
    out = Output()
    write = _json_line if options.json else _Table(out).line
    with progress(quiet=out.is_terminal) as line:
        while True:
            try:
                merge = next(training)
            except StopIteration as end:
                reason: StopReason = end.value
                break
            learned.add(merge)
            print_line(write(merge), out, options)
            line.update("step {:,} of {:,}", merge.step, options.vocab_size - BYTES)
    print_line(None, out, options)
    return reason


def print_line(line: str | None, out: Output, options: argparse.Namespace) -> None:
    """A line, or the end of them. `train -o MODEL | head` still saves its model."""
    try:
        if line is None:
            out.flush()
        else:
            out.line(line)
    except BrokenPipeError:
        if options.output is None:
            raise
        out.close()


def _json_line(merge: Merge) -> str:
    left, right = merge.pair
    return (
        f'{{"step":{merge.step},"pair":[{left},{right}],"id":{merge.id},"bytes":"{merge.token.hex()}",'
        f'"count":{merge.count},"tokens_after":{merge.tokens_after}}}'
    )


class _Table:
    """The steps for people: a heading, and columns of figures before the tokens, whose width nobody knows."""

    def __init__(self, out: Output) -> None:
        out.line(f"{'step':>7} {'id':>7} {'count':>9} {'tokens':>11}  merge")
        self._tokens = {value: label(bytes([value])) for value in range(BYTES)}

    def line(self, merge: Merge) -> str:
        left, right = (self._tokens[token_id] for token_id in merge.pair)
        made = self._tokens[merge.id] = label(merge.token, WIDEST_TOKEN)
        return (
            f"{merge.step:>7} {merge.id:>7} {merge.count:>9} {merge.tokens_after:>11}"
            f"  {left} + {right} → {made}"
        )
