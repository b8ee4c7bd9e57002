"""The texts that lie in this package, as bytes."""

from __future__ import annotations

from collections.abc import Callable

from bpe_play.corpora.errors import CorpusError


def text_bytes(name: str) -> bytes:
    """The file ``name`` below the folder ``texts``, untouched."""
    from importlib.resources import files  # late, so that importing the table stays quick

    try:
        return files(__package__).joinpath("texts", name).read_bytes()
    except OSError as error:
        raise CorpusError(
            f"The text {name} of bpe-play cannot be read: {error.strerror}.", "Install bpe-play again."
        ) from error


def from_file(name: str) -> Callable[[], bytes]:
    """A reader for the table; the file is opened when the reader is called."""
    return lambda: text_bytes(name)


def from_bytes(data: bytes) -> Callable[[], bytes]:
    """A reader for a text of a few letters."""
    return lambda: data
