"""Count the pieces of a large text: what `PreTokenizer.counts` gives, in less time and memory.

Most of a text is repeated, and matching a pre-tokenizer's pattern is the expensive part. So the text is first cut
into coarse chunks, where the pattern could not do otherwise than cut too; equal chunks are counted, and
only different ones are matched.

Where a cut is safe is known for the patterns that we ship; a pattern of the user's own gets no shortcut.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

import regex

from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer

# A piece of these patterns has no such space after a character that is none. The patterns of GPT-4 and
# GPT-4o take newlines after a sign into its piece, GPT-2's does not.
_SAFE_CUTS = {"gpt2": r" \n", "cl100k": " ", "o200k": " "}
_STRAY = re.compile("[\udc80-\udcff]")
_BATCH = 1 << 20


def count_words(pre_tokenizer: PreTokenizer, data: bytes) -> dict[bytes, int]:
    """How often each different piece of the text occurs, in order of first occurrence.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> count_words(pre_tokenizer("gpt2"), b"ab ab ab")
    {b'ab': 1, b' ab': 2}
    """
    text = to_text(data)
    is_known = pre_tokenizer == PRETOKENIZERS.get(pre_tokenizer.key) and pre_tokenizer.key in _SAFE_CUTS
    if not is_known or _STRAY.search(text):
        return pre_tokenizer.counts(data)
    chunks = Counter[str]()
    for batch in _batches(text, _SAFE_CUTS[pre_tokenizer.key]):
        chunks.update(batch)
    return _count_pieces(pre_tokenizer, chunks)


def _batches(text: str, spaces: str) -> Iterator[list[str]]:
    """The chunks: each begins with its spaces, and ends where one of `spaces` follows a non-space."""
    chunk = re.compile(rf"\s*\S+(?:[^\S{spaces}]\s*\S*)*|\s+")
    cut = re.compile(rf"(?<=\S)[{spaces}]")
    start = 0
    while start < len(text):
        found = cut.search(text, start + _BATCH)
        end = found.start() if found else len(text)
        yield chunk.findall(text, start, end)
        start = end


def _count_pieces(pre_tokenizer: PreTokenizer, chunks: Counter[str]) -> dict[bytes, int]:
    assert pre_tokenizer.pattern is not None
    find = regex.compile(pre_tokenizer.pattern, regex.V0).findall
    pieces: dict[str, int] = {}
    for chunk, count in chunks.items():
        for piece in find(chunk):
            pieces[piece] = pieces.get(piece, 0) + count
    return {to_bytes(piece): count for piece, count in pieces.items()}
