"""A model of our own in a file: one JSON document that keeps all that encoding and decoding need, exactly.

    {"format": "bpe-play model", "version": 1, "algorithm": "bpe",
     "split": {"key": "gpt2", "pattern": "…"}, "ties": "first-seen",
     "options": {"vocab_size": 258, "min_count": 1, "longest_token": null},
     "special_tokens": {"<|end|>": 300},
     "corpus": {"name": "alice.txt", "bytes": 151191, "sha256": "…"},
     "made_by": {"program": "0.1.0", "regex": "…", "python": "…", "unicode": "…"},
     "fingerprint": "83FB2311068A30BC",
     "merges": [
      [101, 32, 4433],
      [32, 116, 3302]
     ]}

A row of `merges` is left id, right id and, in all rows or in none, how often the pair stood in the corpus;
row n, counted from 0, makes the id 256 + n. Only format, version, algorithm, split, ties and merges must be
there. Text is written in ASCII with JSON's escapes, so that no editor and no locale can change it, and read
as UTF-8. Files of other programs are not read here. Of other algorithms than "bpe", the file is told in
algorithms/trained_file.py; both kinds are read and written through here.
"""

from __future__ import annotations

import json
import os
import stat
from dataclasses import asdict
from typing import TYPE_CHECKING

from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.engine.model_check import ALGORITHM, FORMAT, VERSION, model_of
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.strict_json import MAX_FILE

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.trained import TrainedModel

__all__ = ["Model", "TrainedOn", "dumps", "is_model", "load", "loads", "save"]


def dumps(model: Model | TrainedModel) -> str:
    """The text of the file, in ASCII, one merge a line.

    >>> from bpe_play.engine.merges import TieRule
    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> model = Model(pre_tokenizer("none"), TieRule.FIRST_SEEN, ((97, 98), (256, 99)), (7, 5))
    >>> print(dumps(model)[-48:], end="")
     "merges": [
      [97, 98, 7],
      [256, 99, 5]
     ]
    }
    >>> loads(dumps(model)) == model
    True
    """
    if not isinstance(model, Model):
        from bpe_play.engine.algorithms.trained_file import dumps_trained  # late: BPE does without

        return dumps_trained(model)
    head = json.dumps(_head(model), indent=1).removesuffix("\n}")
    return f'{head},\n "merges": [{_rows(model)}]\n}}\n'


def loads(text: str | bytes, name: str = "the model") -> Model | TrainedModel:
    """The model that a text holds; ModelFileError says what is wrong with it and where.

    `name` is what messages call the file.
    """
    return model_of(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text, name)


def save(model: Model | TrainedModel, path: str | os.PathLike[str]) -> None:
    """Write a model so that the file is the old one or the new one, whole, whatever happens meanwhile.

    It is read back before anything is written: what could not be loaded is not saved. ModelFileError also
    when the file cannot be written.
    """
    from bpe_play.engine.atomic import write_atomically  # late: most runs save nothing

    data = dumps(model).encode("ascii")
    loads(data, "the model to be saved")
    try:
        write_atomically(path, data)
    except (OSError, ValueError) as error:
        raise ModelFileError(
            f"{os.fspath(path)!r} cannot be written: {_reason(error)}", "choose another place"
        ) from None


def load(path: str | os.PathLike[str]) -> Model | TrainedModel:
    """Read a saved model; ModelFileError also when there is no such file."""
    return loads(_read(path), repr(os.fspath(path)))


def is_model(data: bytes) -> bool:
    """Whether these bytes, the beginning of a file, say that they are a model of ours."""
    return FORMAT.encode() in data[:200]


def _read(path: str | os.PathLike[str]) -> bytes:
    """The bytes of a file, or one byte more than is allowed, so that a file that never ends does end."""
    name, hint = repr(os.fspath(path)), "choose a model that was saved"
    try:
        mode = os.stat(path).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise ModelFileError(f"{name} is a folder or a device", hint)
        with open(path, "rb") as stream:
            return stream.read(MAX_FILE + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise ModelFileError(f"{name} cannot be read: {_reason(error)}", hint) from None


def _reason(error: Exception) -> str:
    """The system's own words, without the path."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def _head(model: Model) -> dict[str, object]:
    return {
        "format": FORMAT,
        "version": VERSION,
        "algorithm": ALGORITHM,
        "split": split_head(model.split),
        "ties": model.ties,
        "options": {
            "vocab_size": model.vocab_size,
            "min_count": model.min_count,
            "longest_token": model.longest_token,
        },
        "special_tokens": dict(model.specials),
        "corpus": corpus_head(model.trained_on),
        "made_by": asdict(model.made_by),
        "fingerprint": model.fingerprint(),
    }


def split_head(split: PreTokenizer) -> dict[str, object]:
    return {"key": split.key, "pattern": split.pattern}


def corpus_head(corpus: TrainedOn | None) -> dict[str, object] | None:
    if corpus is None:
        return None
    return {"name": corpus.name, "bytes": corpus.size, "sha256": corpus.sha256}


def _rows(model: Model) -> str:
    if model.counts is None:
        rows = [f"\n  [{left}, {right}]" for left, right in model.merges]
    else:
        both = zip(model.merges, model.counts, strict=True)
        rows = [f"\n  [{left}, {right}, {count}]" for (left, right), count in both]
    return ",".join(rows) + "\n " if rows else ""
