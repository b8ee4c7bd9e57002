"""The trainers that are compared, ours first. One is run as `python -m tests.bench.trainers NAME TEXT SIZE SPLIT OUT`.

Each is a function from a Task to (work, tokens): `work()` is what is timed, `tokens(result)` gives the bytes of
the learned tokens in order of learning, which is written to OUT, one in hexadecimal a line.

Settings that are equal for all: the size of the vocabulary, all 256 bytes in it from the start, GPT-2's
split (or none), pairs down to a count of 1. Ours alone keeps the history: counts, tokens after each step,
ten runners-up. What differs is how ties go, see AGREE.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from tests.bench.inside import measured, report

# The pattern as other tools document it; the possessive form that we use matches the same, and costs some of them more.
GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""

_STEPS_AT_ONCE = 512


@dataclass(frozen=True)
class Task:
    """What to learn: from which file, how many entries, with or without a split."""

    path: Path
    vocab_size: int
    split: str

    @property
    def text(self) -> str:
        return self.path.read_bytes().decode("utf-8")


Trainer = Callable[[Task], tuple[Callable[[], Any], Callable[[Any], list[bytes]]]]


def _ours(ties: str, order: bytes = bytes(range(256)), by_line: bool = False) -> Trainer:
    """Ours, with the whole history; `order` is the order of single bytes that lowest ids go by."""

    def prepare(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
        from bpe_play.engine.history import History, pack
        from bpe_play.engine.merges import TieRule
        from bpe_play.engine.pretokenizers import pre_tokenizer
        from bpe_play.engine.training import count_words, train
        from bpe_play.tui import garbage

        garbage.wait()  # as the trainer's process does
        data, split = task.path.read_bytes(), pre_tokenizer(task.split)
        ranks = bytes(order.index(value) for value in range(256))

        def work() -> History:
            words = _by_line(split, data) if by_line else count_words(split, data)
            if order != bytes(range(256)):
                words = {word.translate(ranks): count for word, count in words.items()}
            history = History(len(data))
            training = train(words, task.vocab_size, ties=TieRule(ties))
            while rows := pack(islice(training, _STEPS_AT_ONCE)):  # as the trainer's process sends them
                history.extend(rows)
            return history

        return work, lambda history: [
            history.vocabulary.tokens[token_id].translate(order) for token_id in history.vocabulary.ids
        ]

    return prepare


def _by_line(split: Any, data: bytes) -> dict[bytes, int]:
    """Words counted line by line, as a tool does that reads files so: no piece crosses a line end."""
    counts: dict[bytes, int] = {}
    for line in data.split(b"\n"):
        for piece, count in split.counts(line + b"\n").items():
            counts[piece] = counts.get(piece, 0) + count
    return counts


def _tokenizers(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    text, tokenizer = task.text, Tokenizer(models.BPE())
    if task.split != "none":
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    trainer = trainers.BpeTrainer(
        vocab_size=task.vocab_size,
        show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=[],
    )

    def merges(_: None) -> list[bytes]:
        return _from_letters(json.loads(tokenizer.to_str())["model"]["merges"])

    return lambda: tokenizer.train_from_iterator([text], trainer), merges


def _gigabpe(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    """Has only the bytes that occur in its vocabulary, so its size is set to give the same number of merges."""
    import gigabpe

    size = task.vocab_size - 256 + len(set(task.path.read_bytes()))

    def work() -> Any:
        return gigabpe.train_bpe([str(task.path)], size, pretokenizer="bytelevel", special_tokens=[])

    return work, lambda result: _from_letters(result[1])


def _from_letters(merges: list[tuple[str, str]]) -> list[bytes]:
    from bpe_play.engine.byte_letters import from_letters

    return [from_letters(left + right) for left, right in merges]


def _rustbpe(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    import rustbpe

    text, tokenizer = task.text, rustbpe.Tokenizer()

    def work() -> None:
        tokenizer.train_from_iterator([text], task.vocab_size, pattern=GPT2)

    return work, lambda _: [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()][256:]


def _bpeasy(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    import bpeasy

    text = task.text
    longest = len(text)

    def work() -> dict[bytes, int]:
        ranks: dict[bytes, int] = bpeasy.train_bpe(iter([text]), GPT2, longest, task.vocab_size)
        return ranks

    return work, lambda ranks: sorted(ranks, key=ranks.__getitem__)[256:]


def _minibperust(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    import MiniBpeRust

    text = task.text
    if task.split == "none":
        tokenizer = MiniBpeRust.BasicTokenizer()
    else:
        tokenizer = MiniBpeRust.FastRegexTokenizer(GPT2)
    return (
        lambda: tokenizer.train(text, task.vocab_size),
        lambda _: [tokenizer.vocab[at] for at in range(256, task.vocab_size)],
    )


def _sentencepiece(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    """Its own split (spaces, scripts, digits) over characters: comparable in work, not in merges."""
    import io

    import sentencepiece

    model = io.BytesIO()

    def work() -> None:
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=_lines(task.path),
            model_writer=model,
            model_type="bpe",
            vocab_size=task.vocab_size,
            byte_fallback=True,
            hard_vocab_limit=False,
            max_sentence_length=1 << 20,
            minloglevel=2,
        )

    return work, lambda _: []


def _lines(path: Path) -> Iterator[str]:
    with open(path, encoding="utf-8", newline="\n") as lines:
        yield from lines


def _lesson(task: Task) -> tuple[Callable[[], Any], Callable[[Any], list[bytes]]]:
    from tests.bench.lesson import train

    data = task.path.read_bytes()
    return lambda: train(data, task.vocab_size), lambda tokens: list(tokens)


def _byte_order() -> bytes:
    from bpe_play.engine.byte_letters import BYTE_ORDER

    return bytes(BYTE_ORDER)


FIRST_SEEN, LOWEST_IDS = "bpe-play, first seen", "bpe-play, lowest ids"
PRINTABLE_FIRST, BY_LINE = "bpe-play, printable first", "bpe-play, line by line"
SPLIT = "bpe-play, first seen, split"

TRAINERS: dict[str, Trainer] = {
    FIRST_SEEN: _ours("first-seen"),
    LOWEST_IDS: _ours("lowest-ids"),
    PRINTABLE_FIRST: lambda task: _ours("lowest-ids", _byte_order())(task),
    BY_LINE: lambda task: _ours("lowest-ids", _byte_order(), by_line=True)(task),
    SPLIT: lambda task: _ours("first-seen")(replace(task, split="gpt2")),
    "tokenizers": _tokenizers,
    "rustbpe": _rustbpe,
    "bpeasy": _bpeasy,
    "gigabpe": _gigabpe,
    "minibperust": _minibperust,
    "sentencepiece": _sentencepiece,
    "the lesson's": _lesson,
}

# Which of ours each tool must agree with, merge for merge.
AGREE = {
    "rustbpe": LOWEST_IDS,
    "bpeasy": LOWEST_IDS,
    "tokenizers": PRINTABLE_FIRST,
    "gigabpe": BY_LINE,
    "minibperust": FIRST_SEEN,
    "the lesson's": FIRST_SEEN,
}


def main(name: str, path: str, vocab_size: str, split: str, out: str) -> None:
    work, tokens = TRAINERS[name](Task(Path(path), int(vocab_size), split))
    result, cost = measured(work)
    Path(out).write_text("".join(f"{token.hex()}\n" for token in tokens(result)), encoding="ascii")
    report(cost)


if __name__ == "__main__":
    main(*sys.argv[1:])
