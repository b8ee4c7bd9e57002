"""Texts to train on: our own, those every Python has, and any file or folder of one's own.

Importing this package reads no text, and a name below is fetched from its module when it is first asked for.
Everything is bytes: nothing here decodes a corpus, changes its line ends or drops a byte order mark.

>>> from bpe_play.corpora import corpus
>>> corpus("aaabdaaabac").read()
b'aaabdaaabac'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bpe_play.corpora.errors import CorpusError
    from bpe_play.corpora.facts import Facts, describe, describe_chunks
    from bpe_play.corpora.folders import Skipped, Source, read_source
    from bpe_play.corpora.parallel import LANGUAGES, passages
    from bpe_play.corpora.row import Corpus
    from bpe_play.corpora.sources import open_source
    from bpe_play.corpora.table import CORPORA, corpus

_NAMES = {
    "errors": "CorpusError",
    "facts": "Facts describe describe_chunks",
    "folders": "Skipped Source read_source",
    "parallel": "LANGUAGES passages",
    "row": "Corpus",
    "sources": "open_source",
    "table": "CORPORA corpus",
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

__all__ = [
    "CORPORA",
    "LANGUAGES",
    "Corpus",
    "CorpusError",
    "Facts",
    "Skipped",
    "Source",
    "corpus",
    "describe",
    "describe_chunks",
    "open_source",
    "passages",
    "read_source",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value
