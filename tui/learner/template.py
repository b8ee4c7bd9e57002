"""What a new file begins with, and how a file is read, made and written."""

from __future__ import annotations

from pathlib import Path

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.door import to_bytes
from bpe_play.engine.errors import EngineError

LARGEST = 1_000_000

TEMPLATE = """\
# A BPE of your own: each save runs it on the
# corpus of the lab. Write any of these; what
# you leave out, the engine has ready.
#
#   pair_counts(ids)  {(left, right): count}
#   merge(ids, pair, new_id)           ids
#   choose(counts)                     pair
#   score(pair_count, left_count, right_count)
#   pre_tokenize(text)                 strings
#   train(text, vocab_size)  {pair: new_id}
#   encode(text, merges)               ids
#   decode(ids, vocab)                 text
#
# Or a class: train, encode, decode, merges.


def choose(counts):
    return max(counts, key=counts.get)
"""


def read_file(path: Path, made_of: str | None = None) -> bytes:
    """What is in a learner's file. EngineError with a reason when it cannot be one. A file that is not there is
    made of a text first, if there is one.
    """
    try:
        if made_of is not None and not path.exists() and not path.is_symlink():
            write_file(path, to_bytes(made_of))
        if path.is_dir():
            raise EngineError(f"{path.name!r} is a folder", "name a Python file")
        if path.exists() and not path.is_file():
            raise EngineError(f"{path.name!r} is a device or a pipe", "name a Python file")
        if path.stat().st_size > LARGEST:
            raise EngineError(f"{path.name!r} is larger than 1 MB", "a program to learn from is a short one")
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise EngineError(f"{str(path)!r} cannot be read: {reason}", "choose another path") from None


def read_or_create(path: Path, text: str = TEMPLATE) -> bytes:
    """The same; a file that is not there is made first."""
    return read_file(path, made_of=text)


def write_file(path: Path, data: bytes) -> None:
    """Write it whole or not at all. EngineError with a reason when that fails."""
    try:
        write_atomically(path, data)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise EngineError(f"{str(path)!r} cannot be written: {reason}", "choose another path") from None


def learners_file(name: str) -> Path:
    """The file that the command line names, made if it is not there."""
    path = Path(name).expanduser().absolute()
    read_or_create(path)
    return path
