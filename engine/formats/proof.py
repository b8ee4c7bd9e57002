"""The proof: the ids of a list of hard texts, here and in the library that owns a format.

The library is asked only if it is installed; nothing is asked of the network. A format that no library owns
is proven by opening what was saved.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bpe_play.engine.formats.gpt2_files import pair_of
from bpe_play.engine.formats.source import read
from bpe_play.engine.formats.table import detect, file_in, open_tokenizer
from bpe_play.engine.formats.tiktoken_ranks import read_ranks
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.tokenizer import Tokenizer

Encode = Callable[[str], list[int]]
_OPENED_AGAIN = "the file opened again"
_SHOWN = 8  # ids


@dataclass(frozen=True)
class Difference:
    """The first text that gives other ids."""

    text: str
    ours: list[int]
    theirs: list[int]


@dataclass(frozen=True)
class Proof:
    """What a comparison found; as a str, in a sentence, which is empty where nobody owns the format.

    owner    who was asked: a library with its version, or None where no library owns the format
    texts    how many texts were compared; 0 where the library is not installed
    failure  what the library said when it could not read the file, or encode a text
    """

    owner: str | None
    texts: int = 0
    difference: Difference | None = None
    failure: str = ""

    @property
    def holds(self) -> bool:
        """Whether there was somebody to ask, who agreed."""
        return self.texts > 0 and self.difference is None and not self.failure

    @property
    def fails(self) -> bool:
        """Whether there was somebody to ask, who did not agree."""
        return self.difference is not None or bool(self.failure)

    def __str__(self) -> str:
        if self.failure:
            return f"{self.owner} cannot use the file: {self.failure}"
        if self.difference is not None:
            ours, theirs = map(_listed, (self.difference.ours, self.difference.theirs))
            return f"{self.owner} gives other ids for {self.difference.text[:40]!r}: {theirs}, here {ours}"
        if self.texts:
            return f"The ids of {self.texts} texts were compared with {self.owner}: equal"
        return f"{self.owner} is not installed: the ids were not compared" if self.owner else ""


def _listed(ids: list[int]) -> str:
    rest = ", …" if len(ids) > _SHOWN else ""
    return f"[{', '.join(map(str, ids[:_SHOWN]))}{rest}]"


def proof(tokenizer: Tokenizer, path: str | os.PathLike[str]) -> Proof:
    """Compare a tokenizer with what the owner of the format reads from the file at `path`."""
    path = file_in(Path(path))
    owner = _OWNERS.get(detect(read(path)).key)
    if owner is None:
        return Proof(None)
    try:
        name = f"{owner.library} {version(owner.library)}"
        encode = owner.ask(tokenizer, path)
    except ImportError:  # PackageNotFoundError is one too
        return Proof(owner.library)
    except BaseException as error:  # whatever a library says of a file that it does not like
        return Proof(owner.library, failure=_said_by_library(error))
    return _compared(tokenizer, name, encode)


def proof_of_save(tokenizer: Tokenizer, path: str | os.PathLike[str]) -> Proof:
    """The same after saving; where nobody owns the format, the file is opened again and asked itself."""
    found = proof(tokenizer, path)
    if found.owner is not None:
        return found
    split = tokenizer.pre_tokenizer
    known = split.key if split.key in PRETOKENIZERS else split.pattern
    takes = detect(read(file_in(Path(path)))).takes_pattern
    again = open_tokenizer(path, pattern=known if takes else None)
    return _compared(tokenizer, _OPENED_AGAIN, again.encode)


def _compared(tokenizer: Tokenizer, name: str, encode: Encode) -> Proof:
    for number, text in enumerate(TEXTS, start=1):
        try:
            ours, theirs = tokenizer.encode(text), encode(text)
        except BaseException as error:
            said = _said_by_library(error)
            return Proof(name, number, failure=f"{text[:40]!r} cannot be encoded: {said}")
        if ours != theirs:
            return Proof(name, number, Difference(text, ours, theirs))
    return Proof(name, len(TEXTS))


def _said_by_library(error: BaseException) -> str:
    """The words of an error; a fault in a library written in Rust is no Exception to Python."""
    if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
        raise error
    return str(error)[:200]


@dataclass(frozen=True)
class _Owner:
    """A library, and how it is asked for the ids of plain text."""

    library: str
    ask: Callable[[Tokenizer, Path], Encode]


def _tiktoken(tokenizer: Tokenizer, path: Path) -> Encode:
    from bpe_play.engine.published.offline import Definition, encoding_of

    pattern = tokenizer.pre_tokenizer.pattern or r"[\s\S]+"
    encoding = encoding_of(Definition(path.name, pattern, read_ranks(read(path)), {}))
    ordinary: Encode = encoding.encode_ordinary
    return ordinary


def _tokenizer_json(tokenizer: Tokenizer, path: Path) -> Encode:
    return _plainly(importlib.import_module("tokenizers").Tokenizer.from_file(str(path)))


def _two_files(tokenizer: Tokenizer, path: Path) -> Encode:
    library = importlib.import_module("tokenizers")
    both = (str(part) for part in pair_of(path))
    theirs = library.Tokenizer(library.models.BPE.from_file(*both))
    theirs.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return _plainly(theirs)


def _sentencepiece(tokenizer: Tokenizer, path: Path) -> Encode:
    processor = importlib.import_module("sentencepiece").SentencePieceProcessor(model_file=str(path))
    ids: Encode = processor.encode
    return ids


def _plainly(theirs: Any) -> Encode:
    """Text only: special tokens in it are text, and none are put around it."""
    theirs.encode_special_tokens = True
    return lambda text: list(theirs.encode(text, add_special_tokens=False).ids)


_OWNERS: dict[str, _Owner] = {
    "tiktoken": _Owner("tiktoken", _tiktoken),
    "tokenizer.json": _Owner("tokenizers", _tokenizer_json),
    "gpt2": _Owner("tokenizers", _two_files),
    "sentencepiece": _Owner("sentencepiece", _sentencepiece),
}
