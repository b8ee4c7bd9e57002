"""The proof: the ids of a list of hard texts, here and in the library that owns a format.

The library is asked only if it is installed; nothing is asked of the network.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.source import read
from bpe_play.engine.formats.table import detect
from bpe_play.engine.formats.tiktoken_ranks import read_ranks
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.tokenizer import Tokenizer

Encode = Callable[[str], list[int]]


@dataclass(frozen=True)
class Difference:
    """The first text that gives other ids."""

    text: str
    ours: list[int]
    theirs: list[int]


@dataclass(frozen=True)
class Proof:
    """What a comparison found.

    owner  the library that was asked; None where none is installed that knows the format
    """

    owner: str | None
    texts: int = 0
    difference: Difference | None = None

    @property
    def holds(self) -> bool:
        """Whether there was somebody to ask, who agreed."""
        return self.owner is not None and self.difference is None


def proof(tokenizer: Tokenizer, path: str | os.PathLike[str]) -> Proof:
    """Compare a tokenizer with what the owner of the format reads from the file at `path`."""
    owner = _owner(tokenizer, Path(path))
    if owner is None:
        return Proof(None)
    name, encode = owner
    for number, text in enumerate(TEXTS, start=1):
        ours, theirs = tokenizer.encode(text), encode(text)
        if ours != theirs:
            return Proof(name, number, Difference(text, ours, theirs))
    return Proof(name, len(TEXTS))


def _owner(tokenizer: Tokenizer, path: Path) -> tuple[str, Encode] | None:
    source = read(path)
    asked = {"tiktoken": _tiktoken, "tokenizer.json": _tokenizer_json, "gpt2": _two_files}
    ask = asked.get(detect(source).key)
    try:
        return ask(tokenizer, path) if ask else None
    except ImportError:
        return None


def _tiktoken(tokenizer: Tokenizer, path: Path) -> tuple[str, Encode]:
    from bpe_play.engine.published.offline import Definition, encoding_of

    pattern = tokenizer.pre_tokenizer.pattern or r"[\s\S]+"
    encoding = encoding_of(Definition(path.name, pattern, read_ranks(read(path)), {}))
    return "tiktoken", encoding.encode_ordinary


def _tokenizer_json(tokenizer: Tokenizer, path: Path) -> tuple[str, Encode]:
    theirs = importlib.import_module("tokenizers").Tokenizer.from_file(str(path))
    return "tokenizers", _plainly(theirs)


def _two_files(tokenizer: Tokenizer, path: Path) -> tuple[str, Encode]:
    library = importlib.import_module("tokenizers")
    folder = path.parent
    names = (
        ("vocab.json", "merges.txt") if (folder / "merges.txt").exists() else ("encoder.json", "vocab.bpe")
    )
    theirs = library.Tokenizer(library.models.BPE.from_file(*(str(folder / name) for name in names)))
    theirs.pre_tokenizer = library.pre_tokenizers.ByteLevel(add_prefix_space=False)
    return "tokenizers", _plainly(theirs)


def _plainly(theirs: Any) -> Encode:
    """Text only: special tokens in it are text, and none are put around it."""
    theirs.encode_special_tokens = True

    def encode(text: str) -> list[int]:
        try:
            ids: list[int] = theirs.encode(text, add_special_tokens=False).ids
        except Exception as error:
            raise EngineError(f"tokenizers cannot encode {text!r}: {error}", "the proof ends here") from None
        return ids

    return encode
