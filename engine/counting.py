"""Count the pieces of a large text: what `PreTokenizer.counts` gives, in less time and memory.

Most of a text is repetition, and to match a pre-tokenizer's pattern is the expensive part. So the text is cut
into coarse chunks first, at places where the pattern cannot do otherwise than cut too; equal chunks are
counted, and only different ones are matched.

Where a cut is safe is known for the patterns that we ship. A pattern of the user's own gets no shortcut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator

import regex

from bpe_play.engine.ascii_patterns import for_ascii
from bpe_play.engine.door import to_bytes
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer

# Which spaces begin a new piece after anything that is no space. GPT-4's and GPT-4o's patterns draw newlines
# into the piece of a sign before them, GPT-2's does not; none draws a blank.
_SAFE_CUTS = {"gpt2": r" \n", "cl100k": " ", "o200k": " "}

_BATCH_BYTES = 1 << 18
_MOST_CHUNKS = 50_000  # different ones that are kept before their pieces are counted


def count_words(
    pre_tokenizer: PreTokenizer, data: bytes, progress: Callable[[int], object] = lambda done: None
) -> dict[bytes, int]:
    """How often each different piece of the text occurs, in order of first occurrence.

    `progress` is told how many bytes are counted, a few times a second.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> count_words(pre_tokenizer("gpt2"), b"ab ab ab")
    {b'ab': 1, b' ab': 2}
    """
    spaces = _SAFE_CUTS.get(pre_tokenizer.key)
    if spaces is None or pre_tokenizer != PRETOKENIZERS[pre_tokenizer.key]:
        return pre_tokenizer.counts(data)
    counts: dict[bytes, int] = {}
    chunks: Counter[str] = Counter()
    find_chunks = re.compile(rf"\s*\S+(?:[^\S{spaces}]\s*\S*)*|\s+").findall
    done = 0
    for batch in _batches(data, spaces):
        if len(chunks) > _MOST_CHUNKS:
            _add(counts, _count_pieces(pre_tokenizer, chunks))
            chunks.clear()
        try:
            chunks.update(find_chunks(batch.decode()))
        except UnicodeDecodeError:
            _add(counts, _count_pieces(pre_tokenizer, chunks))
            chunks.clear()
            _add(counts, pre_tokenizer.counts(batch))
        done += len(batch)
        progress(done)
    _add(counts, _count_pieces(pre_tokenizer, chunks))
    return counts


def _batches(data: bytes, spaces: str) -> Iterator[bytes]:
    """The text in parts that end at safe cuts: before one of `spaces` and after a visible ASCII character."""
    find_cut = re.compile(rb"(?<=[!-~])[%s]" % spaces.encode()).search
    start = 0
    while start < len(data):
        cut = find_cut(data, start + _BATCH_BYTES)
        end = cut.start() if cut else len(data)
        yield data[start:end]
        start = end


def _count_pieces(pre_tokenizer: PreTokenizer, chunks: Counter[str]) -> dict[bytes, int]:
    assert pre_tokenizer.pattern is not None
    find_pieces = regex.compile(pre_tokenizer.pattern, regex.V0).findall
    find_ascii = for_ascii(pre_tokenizer.pattern).findall
    pieces: dict[str, int] = {}
    for chunk, count in chunks.items():
        for piece in find_ascii(chunk) if chunk.isascii() else find_pieces(chunk):
            pieces[piece] = pieces.get(piece, 0) + count
    return {to_bytes(piece): count for piece, count in pieces.items()}


def _add(counts: dict[bytes, int], more: dict[bytes, int]) -> None:
    for word, count in more.items():
        counts[word] = counts.get(word, 0) + count
