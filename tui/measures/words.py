"""Fertility, tokens per word, of several texts; and what they cost at a price that somebody types in."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from bpe_play.engine.measure.fertility import Fertility, fertility
from bpe_play.engine.measure.price import cost, read_price
from bpe_play.tui.measures.inputs import Inputs

# Built-in texts of several kinds; a corpus and a text of one's own come before them.
BUILT_IN = ("english", "spanish", "python", "numbers", "emoji", "forum")


@dataclass(frozen=True)
class WordsOptions:
    """A price per million tokens, as it was typed; empty where none was."""

    price: str = ""


@dataclass(frozen=True)
class WordsResult:
    """For each text its words under each tokenizer."""

    titles: tuple[str, ...]
    texts: tuple[str, ...]
    found: tuple[tuple[Fertility, ...], ...]


@dataclass(frozen=True)
class WordsRow:
    """One text under one tokenizer; `cost` is None where no price was typed in."""

    tokenizer: str
    text: str
    words: int
    tokens: int
    tokens_per_word: float
    pieces_per_word: float
    words_in_one_token: int
    cost: Decimal | None


def measure(inputs: Inputs) -> WordsResult:
    texts = _texts(inputs)
    found = []
    for number, (name, data) in enumerate(texts.items()):
        inputs.tell(f"counting the words of {name}", number, len(texts))
        found.append(tuple(fertility(made.model, data) for made in inputs.made))
    return WordsResult(tuple(made.title for made in inputs.made), tuple(texts), tuple(found))


def _texts(inputs: Inputs) -> dict[str, bytes]:
    texts = {inputs.order.corpus: inputs.corpus}
    if inputs.order.text:
        texts[inputs.order.text] = inputs.text
    return texts | {name: inputs.text_named(name) for name in BUILT_IN if name not in texts}


def price(options: WordsOptions) -> Decimal | None:
    """The price that was typed; None for none."""
    return read_price(options.price) if options.price.strip() else None


def rows(result: WordsResult, options: WordsOptions, part: str = "") -> list[WordsRow]:
    """Text by text, the tokenizers beside each other."""
    per_million = price(options)
    return [
        _row(title, text, found, per_million)
        for text, row in zip(result.texts, result.found, strict=True)
        for title, found in zip(result.titles, row, strict=True)
    ]


def _row(title: str, text: str, found: Fertility, per_million: Decimal | None) -> WordsRow:
    return WordsRow(
        title,
        text,
        found.words,
        found.tokens,
        found.tokens_per_word,
        found.pieces_per_word,
        found.in_one,
        None if per_million is None else cost(found.tokens, per_million),
    )
