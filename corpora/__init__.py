"""Texts to train on: our own, those every Python has, and any file or folder of one's own.

Importing this package reads no text; a text is read when it is asked for. Everything is bytes: nothing
here decodes a corpus, changes its line ends or drops a byte order mark.

>>> from bpe_play.corpora import corpus
>>> corpus("aaabdaaabac").read()
b'aaabdaaabac'
"""

from __future__ import annotations

from bpe_play.corpora.errors import CorpusError
from bpe_play.corpora.facts import Facts, describe, describe_chunks
from bpe_play.corpora.folders import Skipped, Source, read_source
from bpe_play.corpora.parallel import LANGUAGES, passages
from bpe_play.corpora.row import Corpus
from bpe_play.corpora.sources import open_source
from bpe_play.corpora.table import CORPORA, corpus

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
