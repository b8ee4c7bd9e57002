"""The word a user typed for a corpus: a name in the table, a path, or ``-``."""

from __future__ import annotations

import os

from bpe_play.corpora.errors import CorpusError
from bpe_play.corpora.folders import LIMIT, Progress, Source, read_source
from bpe_play.corpora.table import CORPORA, nearest


def open_source(argument: str, *, limit: int = LIMIT, progress: Progress | None = None) -> Source:
    """Read what ``argument`` names.

    A name in the table comes first, so that a script means the same in every folder; write ``./english``
    for a file that is called like a corpus. ``-`` is standard input. CorpusError as in ``read_source``,
    with the nearest names when a word without a path separator is neither.
    """
    if argument in CORPORA:
        row = CORPORA[argument]
        return Source(row.key, row.read(), (), row.words())
    if argument != "-" and not _looks_like_path(argument) and not os.path.lexists(argument):
        raise CorpusError(f"There is no file and no corpus named {argument!r}.", nearest(argument))
    return read_source(argument, limit=limit, progress=progress)


def _looks_like_path(argument: str) -> bool:
    """Whether only a path can be meant. A NUL is left to ``read_source``, which explains it."""
    return any(mark in argument for mark in (os.sep, os.altsep or os.sep, "~", "\0"))
