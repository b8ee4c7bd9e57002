"""The language tax: the same passage in many languages, under one or two tokenizers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bpe_play.corpora import LANGUAGES, CorpusError, passages, read_source
from bpe_play.engine.errors import EngineError
from bpe_play.engine.measure.language_tax import Tax, language_tax
from bpe_play.tui.measures.inputs import Inputs

_FIRST_BASE = "en"


@dataclass(frozen=True)
class TaxOptions:
    """A folder of parallel texts, one file a language, or "" for our own passage; and the language that the
    others are compared with, or "" for English where there is a text in it."""

    folder: str = ""
    base: str = ""


@dataclass(frozen=True)
class TaxResult:
    """A table for each tokenizer; `base` is the language that costs 1."""

    titles: tuple[str, ...]
    tables: tuple[tuple[Tax, ...], ...]
    base: str


@dataclass(frozen=True)
class TaxRow:
    """One language under one tokenizer, for a file."""

    tokenizer: str
    language: str
    name: str
    characters: int
    bytes: int
    tokens: int
    tokens_per_character: float
    bytes_per_token: float
    premium: float


def measure(inputs: Inputs) -> TaxResult:
    texts = parallel_texts(inputs.options.folder) if inputs.options.folder else dict(passages())
    base = inputs.options.base or (_FIRST_BASE if _FIRST_BASE in texts else next(iter(texts)))
    tables = tuple(tuple(language_tax(texts, made.model, base)) for made in inputs.made)
    return TaxResult(tuple(made.title for made in inputs.made), tables, base)


def parallel_texts(folder: str) -> dict[str, str | bytes]:
    """The files of a folder by their names without the ending; hidden files and folders are left out.

    Raises EngineError where there is no such folder, or no text in it.
    """
    path = Path(folder).expanduser()
    if not path.is_dir():
        raise EngineError(f"There is no folder {folder!r}", "name one with a text in it for each language")
    files = sorted(file for file in path.iterdir() if file.is_file() and not file.name.startswith("."))
    if not files:
        raise EngineError(
            f"The folder {folder!r} holds no text", "put a file in it for each language: en.txt …"
        )
    stems = [file.stem for file in files]
    try:
        return {
            file.stem if stems.count(file.stem) == 1 else file.name: read_source(file).data for file in files
        }
    except CorpusError as error:
        raise EngineError(error.title.rstrip("."), error.hint) from None


def language_name(language: str) -> str:
    """A language in words, or as its file is called.

    >>> language_name("es"), language_name("klingon")
    ('Spanish', 'klingon')
    """
    return LANGUAGES.get(language, language)


def rows(result: TaxResult, options: TaxOptions, part: str) -> list[TaxRow]:
    """Every language under every tokenizer."""
    return [
        TaxRow(
            title,
            row.language,
            language_name(row.language),
            row.characters,
            row.bytes,
            row.tokens,
            row.tokens_per_character,
            row.bytes_per_token,
            row.premium,
        )
        for title, table in zip(result.titles, result.tables, strict=True)
        for row in table
    ]
