"""`bpe-play train`: learn merges, print each as it is made, save the model."""

from __future__ import annotations

import argparse
from collections.abc import Generator

from bpe_play.corpora import Source
from bpe_play.engine.counting import count_words
from bpe_play.engine.fingerprint import SHORT
from bpe_play.engine.merges import BYTES, Merge, StopReason, TieRule
from bpe_play.engine.model import Model
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.training import train
from bpe_play.tui.commands import SOURCES
from bpe_play.tui.commands.algorithms import add_algorithm_options, say_unheeded, train_algorithm
from bpe_play.tui.commands.inputs import read_source, read_split
from bpe_play.tui.commands.output import say
from bpe_play.tui.commands.parser import LARGEST_VOCABULARY, CommandError, add_training_options, whole
from bpe_play.tui.commands.progress import progress
from bpe_play.tui.commands.saving import check_output, save_model, trained_on
from bpe_play.tui.commands.steps import Learned, print_steps

DEFAULT_SPLIT = "gpt2"
LONG_CUT = 4 << 20  # bytes that take about a second
NOTES = SOURCES


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("source", metavar="SOURCE", help="the text to learn from")
    add_training_options(parser, vocab_size_needed=True, smallest=1)
    parser.add_argument(
        "--min-count", type=whole(1), default=1, metavar="N", help="merge no pair that is rarer than this"
    )
    parser.add_argument(
        "--longest-token", type=whole(1), metavar="BYTES", help="make no token that is longer than this"
    )
    add_algorithm_options(parser)
    parser.add_argument("-o", "--output", metavar="MODEL", help="save what was learned in this file")
    parser.add_argument("--json", action="store_true", help="print each step as a line of JSON")


def run(options: argparse.Namespace) -> None:
    if options.algorithm != "bpe":
        train_algorithm(options)
        return
    _check_size(options.vocab_size)
    say_unheeded(options)
    split = read_split(DEFAULT_SPLIT if options.split is None else options.split)
    check_output(options.output)
    source = read_source(options.source)
    if source.words is not None and options.split is not None:
        say("words with counts are not split again; the split is kept for encoding")
    words = _words(source, split)
    learned = Learned(sum(len(word) * count for word, count in words.items()))
    try:
        reason = print_steps(_training(words, options), learned, options)
    except KeyboardInterrupt:
        say(f"interrupted after {learned.steps}; nothing is saved")
        raise
    model = _model(options, split, source, learned)
    save_model(model, options.output)
    say(learned.summary(reason, model.fingerprint()[:SHORT]))


def _check_size(vocab_size: int) -> None:
    """BPE begins with the 256 bytes; other algorithms may have fewer tokens."""
    try:
        whole(BYTES, LARGEST_VOCABULARY)(str(vocab_size))
    except argparse.ArgumentTypeError as error:
        raise CommandError(f"argument --vocab-size: {error}", "bpe begins with the 256 bytes") from None


def _words(source: Source, split: PreTokenizer) -> dict[bytes, int]:
    if source.words is not None:
        return source.words
    with progress() as line:
        if split.pattern is not None and len(source.data) > LONG_CUT:
            line.begin("cutting {:,} bytes into pieces", len(source.data))
        return count_words(split, source.data)


def _training(words: dict[bytes, int], options: argparse.Namespace) -> Generator[Merge, None, StopReason]:
    return train(
        words,
        options.vocab_size,
        ties=_ties(options),
        min_count=options.min_count,
        longest_token=options.longest_token,
        runners_up=0,
    )


def _ties(options: argparse.Namespace) -> TieRule:
    return TieRule(options.ties or TieRule.FIRST_SEEN)


def _model(options: argparse.Namespace, split: PreTokenizer, source: Source, learned: Learned) -> Model:
    return Model(
        split=split,
        ties=_ties(options),
        merges=tuple(learned.pairs),
        counts=tuple(learned.counts),
        vocab_size=options.vocab_size,
        min_count=options.min_count,
        longest_token=options.longest_token,
        trained_on=trained_on(source),
    )
