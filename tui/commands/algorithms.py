"""`bpe-play train --algorithm KEY` for algorithms other than BPE over bytes: print each step, save the model."""

from __future__ import annotations

import argparse
from typing import Any

from bpe_play.engine.algorithms.protocol import Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Step
from bpe_play.engine.algorithms.table import ALGORITHMS, algorithm
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.counted import counted
from bpe_play.engine.fingerprint import SHORT
from bpe_play.engine.merges import TieRule
from bpe_play.engine.token_chars import MOST_TOKENS
from bpe_play.tui.commands.inputs import read_source, read_split
from bpe_play.tui.commands.output import Output, json_line, say
from bpe_play.tui.commands.parser import whole
from bpe_play.tui.commands.progress import progress
from bpe_play.tui.commands.saving import check_output, save_model, trained_on
from bpe_play.tui.commands.steps import print_line
from bpe_play.tui.visible import label

DEFAULT_SPLIT = "gpt2"
_SHOWN = 4  # pieces of a step, for people
_SWITCHES = {
    "sentencepiece": "no words: spaces are like other characters, written as ▁",
    "byte_fallback": "a character without a token becomes its bytes, not [UNK]",
    "nfkc": "normalize the text first, which changes it",
}
# Options of the command, by the names that algorithms have for them.
_OPTIONS = ("split", "ties", "longest_token", "longest_word", *_SWITCHES)


def add_algorithm_options(parser: argparse.ArgumentParser) -> None:
    """Which algorithm, and what only some of them heed."""
    titles = ", ".join(f"{key} ({row.title})" for key, row in ALGORITHMS.items())
    parser.add_argument(
        "--algorithm", choices=tuple(ALGORITHMS), default="bpe", help=f"how to learn: {titles}"
    )
    add_switches(parser)


def add_switches(parser: argparse.ArgumentParser) -> None:
    for name, explained in _SWITCHES.items():
        parser.add_argument(f"--{name.replace('_', '-')}", action="store_true", help=explained)
    parser.add_argument(
        "--longest-word",
        type=whole(1, MOST_TOKENS),
        metavar="N",
        help=f"WordPiece: a word of more characters is [UNK] (default {Settings.longest_word})",
    )


def settings_of(options: argparse.Namespace) -> Settings:
    """The settings that a command line asks for."""
    return Settings(
        vocab_size=options.vocab_size,
        split=read_split(options.split or DEFAULT_SPLIT),
        ties=TieRule(options.ties or TieRule.FIRST_SEEN),
        min_count=getattr(options, "min_count", 1),
        longest_token=getattr(options, "longest_token", None),
        longest_word=options.longest_word or Settings.longest_word,
        runners_up=0,
        **{name: getattr(options, name) for name in _SWITCHES},
    )


def say_unheeded(options: argparse.Namespace) -> None:
    """Say which options change nothing, so that nobody waits for what they would do."""
    heeds = ALGORITHMS[options.algorithm].heeds
    for name in _OPTIONS:
        if getattr(options, name) and name not in heeds:
            say(f"{options.algorithm} does not heed --{name.replace('_', '-')}")


def train_algorithm(options: argparse.Namespace) -> None:
    """Train, print each step as it is made, and save the model."""
    row = algorithm(options.algorithm)
    settings = row.effective(settings_of(options))
    say_unheeded(options)
    check_output(options.output)
    source = read_source(options.source)
    if source.words is not None and options.split is not None:
        say("words with counts are not split again; the split is kept for encoding")
    words = row.words(source.data, settings) if source.words is None else source.words
    training = row.train(words, settings)
    for note in training.notes:
        say(note)
    try:
        steps = _print(training, options)
    except KeyboardInterrupt:
        say("interrupted; nothing is saved")
        raise
    model = TrainedModel.of(row.key, settings, training, steps, trained_on(source))
    save_model(model, options.output)
    for limit in model.limits() if options.output is not None else ():
        say(limit)
    say(_summary(training, steps, model.fingerprint()[:SHORT]))


def _summary(training: Training, steps: list[Step], fingerprint: str) -> str:
    """The outcome in a sentence."""
    if not steps:
        return f"{training.reason}: nothing was learned; fingerprint {fingerprint}"
    many = "" if len(steps) == 1 else "s"
    entries = (
        f"{counted(steps[-1].vocabulary, 'entry', 'entries')}, {counted(steps[-1].tokens_after, 'token')}"
    )
    return f"{training.reason} after {len(steps):,} step{many}: {entries}; fingerprint {fingerprint}"


def _print(training: Training, options: argparse.Namespace) -> list[Step]:
    """Print the steps, and keep them."""
    out, steps = Output(), []
    if not options.json:
        out.line(f"{'step':>7} {'entries':>8} {'tokens':>11}  what")
    with progress(quiet=out.is_terminal) as line:
        for step in training:
            steps.append(step)
            print_line(json_line(step_as_json(step)) if options.json else _row(step), out, options)
            line.update("step {:,}, {:,} entries", step.step, step.vocabulary)
    print_line(None, out, options)
    return steps


def step_as_json(step: Step) -> dict[str, Any]:
    """A step as one object; a merge has its pair, its id and its bytes too, as steps of bpe have them."""
    found: dict[str, Any] = {
        "step": step.step,
        "title": step.title,
        "pieces": [piece.hex() for piece in step.pieces],
        "vocabulary": step.vocabulary,
        "tokens_after": step.tokens_after,
        "figures": dict(step.figures),
    }
    if step.merge is not None:
        found |= {"pair": list(step.merge.pair), "id": step.merge.id, "bytes": step.merge.token.hex()}
    return found


def _row(step: Step) -> str:
    figures = "  ".join(f"{name} {value:.4g}" for name, value in step.figures[:2])
    if step.merge is not None:
        left, right, made = (label(piece) for piece in step.pieces)
        what = f"{left} + {right} → {made}"
    else:
        more = "│…" if len(step.pieces) > _SHOWN else ""
        what = f"{step.title} {'│'.join(map(label, step.pieces[:_SHOWN]))}{more}".strip()
    return f"{step.step:>7} {step.vocabulary:>8} {step.tokens_after:>11}  {what}   {figures}"
