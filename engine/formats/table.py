"""All formats, in one table: a new one is one file and one line.

Which format a file has is told by its content, never by its name; the order of the table is the order in
which they are asked.
"""

from __future__ import annotations

import gc
import inspect
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bpe_play.engine.errors import EngineError, ModelFileError
from bpe_play.engine.formats import (
    gpt2_files,
    hf_json,
    hf_save,
    id_pairs,
    minbpe,
    own,
    sentencepiece_model,
    tiktoken_ranks,
)
from bpe_play.engine.formats.source import Source, read
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.untrained import order_notes


@dataclass(frozen=True)
class Format:
    """A format of tokenizer files.

    suffixes  how names of such files end, the usual one first: by these a format is chosen when one saves
    sniff     whether a file has this format
    open      the tokenizer of a file; takes `pattern` where the format has none
    save      writes a tokenizer and says what the file does not hold; None where that is not possible
    """

    key: str
    title: str
    suffixes: tuple[str, ...]
    sniff: Callable[[Source], bool]
    open: Callable[..., Tokenizer]
    save: Callable[[Tokenizer, Path], list[str]] | None

    @property
    def takes_pattern(self) -> bool:
        """Whether the file says nothing about the split, so that one may be chosen."""
        return "pattern" in inspect.signature(self.open).parameters


FORMATS: dict[str, Format] = {
    known.key: known
    for known in [
        Format("bpe-play", "bpe-play model", (".json",), own.sniff, own.read, own.write),
        Format("minbpe", "minbpe model", (".model",), minbpe.sniff, minbpe.read, minbpe.write),
        Format(
            "tokenizer.json",
            "Hugging Face tokenizer",
            ("tokenizer.json",),
            hf_json.sniff,
            hf_json.read,
            hf_save.write,
        ),
        Format(
            "id-pairs",
            "JSON list of pairs of ids",
            ("pairs.json",),
            id_pairs.sniff,
            id_pairs.read,
            id_pairs.write,
        ),
        Format(
            "gpt2",
            "GPT-2 vocab.json and merges.txt",
            ("vocab.json", "merges.txt"),
            gpt2_files.sniff,
            gpt2_files.read,
            gpt2_files.write,
        ),
        Format(
            "sentencepiece",
            "sentencepiece model",
            (".model",),
            sentencepiece_model.sniff,
            sentencepiece_model.read,
            None,
        ),
        Format(
            "tiktoken",
            "tiktoken rank file",
            (".tiktoken",),
            tiktoken_ranks.sniff,
            tiktoken_ranks.read,
            tiktoken_ranks.write,
        ),
    ]
}
_IN_FOLDERS = ("tokenizer.json", "vocab.json", "encoder.json", "tokenizer.model")


def open_tokenizer(path: str | os.PathLike[str], *, pattern: str | None = None) -> Tokenizer:
    """The tokenizer in a file of any of the formats, or in a folder that holds one.

    pattern  name or pattern of a pre-tokenizer, for formats that hold none

    Raises an EngineError that says where the file is broken, or what in it is not supported. Its `notes`
    say what the user should know.
    """
    with _no_collection():
        return _opened(file_in(Path(path)), pattern)


def _opened(path: Path, pattern: str | None) -> Tokenizer:
    """When this ends, what was read is gone, before anybody searches it for garbage."""
    source = read(path)
    found = detect(source)
    if pattern is not None and not found.takes_pattern:
        raise EngineError(f"A {found.title} has its own split", "open it without naming one")
    opened = found.open(source) if pattern is None else found.open(source, pattern)
    if found.open is not tiktoken_ranks.read:  # whose merges follow from the ranks
        opened.notes += tuple(order_notes(opened.vocabulary))
    return opened


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for garbage: among half a million new lists it finds none, and takes a third of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def detect(source: Source) -> Format:
    """The format of a file; ModelFileError where it is none of them."""
    for known in FORMATS.values():
        if known.sniff(source):
            return known
    titles = ", ".join(known.title for known in FORMATS.values())
    if source.starts_as_json:
        raise ModelFileError(f"{source.name} is JSON, but no tokenizer", f"these can be opened: {titles}")
    raise ModelFileError(
        f"{source.name} is no tokenizer file that is known here", f"these can be opened: {titles}"
    )


def format_for(name: str) -> Format:
    """The format in which a file of this name is saved: that of the longest ending, else our own.

    >>> [format_for(name).key for name in ("x.tiktoken", "tokenizer.json", "my-pairs.json", "x.json", "x")]
    ['tiktoken', 'tokenizer.json', 'id-pairs', 'bpe-play', 'bpe-play']
    """
    endings = (
        (len(ending), known)
        for known in FORMATS.values()
        if known.save is not None
        for ending in known.suffixes
        if name.endswith(ending)
    )
    return max(endings, key=lambda row: row[0], default=(0, FORMATS["bpe-play"]))[1]


def file_in(path: Path) -> Path:
    """The tokenizer file that a path means: itself, or the one in a folder."""
    if not path.is_dir():
        return path
    for name in _IN_FOLDERS:
        if (path / name).exists():
            return path / name
    raise ModelFileError(
        f"There is no tokenizer in the folder {path.name or path}", f"it would be named {_IN_FOLDERS[0]}"
    )


def save_tokenizer(tokenizer: Tokenizer, path: str | os.PathLike[str], format_key: str) -> list[str]:
    """Write a tokenizer in a format; the answer says what the file does not hold.

    The file is the old one or the new one, whole, whatever happens. EngineError says why a format cannot
    hold a tokenizer, or why the file cannot be written.
    """
    found = FORMATS.get(format_key)
    if found is None or found.save is None:
        written = ", ".join(known.key for known in FORMATS.values() if known.save is not None)
        raise EngineError(f"Nothing is written as {format_key!r}", f"choose one of {written}")
    try:
        return found.save(tokenizer, Path(path))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise ModelFileError(
            f"{Path(path).name!r} cannot be written: {reason}", "choose another place"
        ) from None
