"""The forms of the measure screen: the figures of a view, and how algorithms are trained."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from bpe_play.engine.errors import EngineError
from bpe_play.engine.measure.price import read_price
from bpe_play.tui.measure_orders import Learning
from bpe_play.tui.measures.curve import CurveOptions
from bpe_play.tui.measures.digits import DigitsOptions
from bpe_play.tui.measures.indents import IndentsOptions
from bpe_play.tui.measures.learning import LearningOptions
from bpe_play.tui.measures.letters import LettersOptions
from bpe_play.tui.measures.sides import SidesOptions
from bpe_play.tui.measures.tax import TaxOptions
from bpe_play.tui.measures.words import WordsOptions
from bpe_play.tui.screens.form import Field, FormScreen, is_yes, number_of, whole_number, yes_field

if TYPE_CHECKING:
    from bpe_play.tui.screens.measure import MeasureScreen

LARGEST = 1_000_000


def ask_settings(screen: MeasureScreen) -> None:
    """The figures of the view, as a form."""
    options = screen.state.choices.options
    if options is None:
        screen.say("There is nothing to set here but the tokenizer (k)")
        return
    fields, read = form_of(options, screen.bpe.rights.files)

    def take(values: list[str] | None) -> None:
        if values is not None:
            screen.state.choose(**read(values))
            screen.redraw()

    title = screen.state.measure.title
    screen.app.push_screen(FormScreen(title[0].upper() + title[1:], fields), take)


Read = Callable[[list[str]], dict[str, Any]]


def form_of(options: Any, files: bool = True) -> tuple[list[Field], Read]:
    """The lines of a form about some options, and what is made of the answers; without `files` no paths."""
    match options:
        case CurveOptions():
            return _curve_form(options)
        case TaxOptions():
            return _tax_form(options) if files else _base_form(options)
        case DigitsOptions():
            fields = [
                _number_field("largest number", options.largest, 1, 99_999),
                yes_field("a space before each number", options.space),
            ]
            return fields, lambda values: {"largest": number_of(values[0]), "space": is_yes(values[1])}
        case IndentsOptions():
            fields = [
                _number_field("deepest indentation", options.deepest, 1, 200),
                Field("code behind it", options.code, lambda value: None if value else "something, please"),
            ]
            return fields, lambda values: {"deepest": number_of(values[0]), "code": values[1]}
        case LettersOptions():
            fields = [
                _words_field(options.words),
                Field("letter that is counted", options.letter, _check_letter),
            ]
            return fields, lambda values: {"words": values[0], "letter": values[1].strip()}
        case WordsOptions():
            field = Field("price per million tokens (empty: none)", options.price, _check_price)
            return [field], lambda values: {"price": values[0]}
        case SidesOptions():
            return [_words_field(options.words)], lambda values: {"words": values[0]}
    return _algorithm_form(options)


def _curve_form(options: CurveOptions) -> tuple[list[Field], Read]:
    names = ("vocab_size", "width", "window", "request", "priced")
    labels = (
        "entries to learn",
        "width of the model: numbers per token",
        "context window in tokens",
        "a request in characters",
        "one more size to price",
    )
    fields = [
        _number_field(label, getattr(options, name), 1, LARGEST)
        for name, label in zip(names, labels, strict=True)
    ]
    fields.append(yes_field("the output table is the embedding again", options.tied))

    def read(values: list[str]) -> dict[str, Any]:
        numbers = {name: number_of(value) for name, value in zip(names, values, strict=False)}
        return {**numbers, "tied": is_yes(values[-1])}

    return fields, read


def _tax_form(options: TaxOptions) -> tuple[list[Field], Read]:
    def check(folder: str) -> str | None:
        if not folder.strip() or (exists(expanded(folder)) and os.path.isdir(expanded(folder))):
            return None
        return "there is no such folder"

    (base,), read = _base_form(options)
    folder = Field("folder of parallel texts, en.txt, tr.txt … (empty: our passage)", options.folder, check)
    return [folder, base], lambda values: {"folder": expanded(values[0]), **read(values[1:])}


def _base_form(options: TaxOptions) -> tuple[list[Field], Read]:
    field = Field("language that costs 1 (empty: en, or the first)", options.base, lambda value: None)
    return [field], lambda values: {"base": values[0].strip()}


def _algorithm_form(options: LearningOptions) -> tuple[list[Field], Read]:
    fields = [
        Field("word to explain (empty: the first of the typed text)", options.word, lambda value: None),
        Field("temperature of ways drawn by chance", f"{options.temperature:g}", _check_temperature),
        _number_field("first seed", options.seed, 0, 10**9),
    ]

    def read(values: list[str]) -> dict[str, Any]:
        return {"word": values[0].strip(), "temperature": float(values[1]), "seed": number_of(values[2])}

    return fields, read


def ask_learning(screen: MeasureScreen) -> None:
    """How algorithms are trained; all views that train one share it."""
    if not screen.state.trains:
        screen.say("Nothing is trained here: k chooses an algorithm")
        return
    now = screen.state.learning

    def take(values: list[str] | None) -> None:
        if values is not None:
            size, *switches = values
            pieces, fallback, nfkc = map(is_yes, switches)
            screen.state.learn(Learning(number_of(size or "0"), pieces, fallback, nfkc))
            screen.redraw()

    size = f"{now.vocab_size:,}" if now.vocab_size else ""
    fields = [
        Field("entries (empty: as many as in the lab)", size, whole_number(1, LARGEST, empty=True)),
        yes_field("SentencePiece: no words, spaces are ▁", now.sentencepiece),
        yes_field("byte fallback instead of [UNK]", now.byte_fallback),
        yes_field("NFKC: normalize text first", now.nfkc),
    ]
    screen.app.push_screen(FormScreen("How algorithms are trained", fields), take)


def _number_field(label: str, value: int, low: int, high: int) -> Field:
    return Field(label, f"{value:,}", whole_number(low, high))


def _words_field(value: str) -> Field:
    return Field(
        "words, separated by spaces", value, lambda typed: None if typed.split() else "a word, please"
    )


def _check_letter(value: str) -> str | None:
    return None if value.strip() and len(value.split()) == 1 else "one letter, or some that stand together"


def _check_price(value: str) -> str | None:
    if not value.strip():
        return None
    try:
        read_price(value)
    except EngineError as error:
        return f"{error.title}: {error.hint}"
    return None


def _check_temperature(value: str) -> str | None:
    try:
        return None if 0.001 <= float(value) <= 1000 else "from 0.001 to 1000"
    except ValueError:
        return "a number such as 0.5"


def expanded(typed: str) -> str:
    return os.path.expanduser(typed.strip())


def exists(path: str) -> bool:
    try:
        return os.path.exists(path)
    except ValueError:  # a NUL in it
        return False
