"""Pre-tokenizers cut a text into pieces before BPE sees it: no merge crosses from one piece to the next.

A pre-tokenizer here is a pattern of the `regex` module. Its matches are the pieces; what no match covers
becomes a piece too, so that the pieces joined are the text again, always. Bytes that are not UTF-8 cannot
be matched: each run of them is a piece of its own, and the text on either side is split by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_play.engine import watched
from bpe_play.engine.ascii_patterns import for_ascii
from bpe_play.engine.door import to_bytes, valid_runs
from bpe_play.engine.errors import PatternError
from bpe_play.engine.patterns import compiled

if TYPE_CHECKING:
    import regex

# The patterns of tiktoken 0.14 (tiktoken_ext/openai_public.py), byte for byte.
GPT2_PATTERN = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"""
CL100K_PATTERN = (
    r"""'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"""
    r"""|\s++$|\s*[\r\n]|\s+(?!\S)|\s"""
)
O200K_PATTERN = "|".join(
    [
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
        r"""\p{N}{1,3}""",
        r""" ?[^\s\p{L}\p{N}]+[\r\n/]*""",
        r"""\s*[\r\n]+""",
        r"""\s+(?!\S)""",
        r"""\s+""",
    ]
)


@dataclass(frozen=True)
class PreTokenizer:
    """A way to cut a text into pieces.

    `key` is the name that files and commands use, `title` the one that people read, `pattern` the
    pattern of the `regex` module, or None where the whole text stays one piece.
    """

    key: str
    title: str
    pattern: str | None

    @property
    def is_named(self) -> bool:
        """Whether this is one of the table, by its name and by its pattern."""
        named = PRETOKENIZERS.get(self.key)
        return named is not None and named.pattern == self.pattern

    def pieces(self, data: bytes) -> list[bytes]:
        """The pieces of a text, in order; joined they are the text.

        >>> pre_tokenizer("gpt2").pieces(b"I don't")
        [b'I', b' don', b"'t"]
        """
        if self.pattern is None:
            return [data] if data else []
        return [to_bytes(piece) for piece in self._texts(data)]

    def counts(self, data: bytes) -> dict[bytes, int]:
        """How often each different piece occurs, in order of first occurrence: what training needs.

        >>> pre_tokenizer("gpt2").counts(b"ab ab ab")
        {b'ab': 1, b' ab': 2}
        """
        if self.pattern is None:
            return {data: 1} if data else {}
        return {to_bytes(piece): count for piece, count in Counter(self._texts(data)).items()}

    def _texts(self, data: bytes) -> Iterator[str]:
        for run, is_valid in valid_runs(data):
            if is_valid:
                yield from self._split(run)
            else:
                yield run

    def _split(self, text: str) -> list[str]:
        assert self.pattern is not None
        if self.is_named:  # known to cover every text and to end: no need to watch them
            pattern = for_ascii(self.pattern) if text.isascii() else compiled(self.pattern)
            return pattern.findall(text)
        return list(_watched_split(compiled(self.pattern), text))


def _watched_split(pattern: regex.Pattern[str], text: str) -> Iterator[str]:
    """The matches of a pattern nobody has tried before, and the gaps between them."""
    covered = 0
    for start, end in _watched_spans(pattern, text):
        if start > covered:
            yield text[covered:start]
        if end > start:
            yield text[start:end]
        covered = max(covered, end)
    if covered < len(text):
        yield text[covered:]


def _watched_spans(pattern: regex.Pattern[str], text: str) -> Iterator[watched.Span]:
    try:
        yield from watched.spans(pattern, text)
    except watched.RunawayError as error:
        raise _runaway(text, error.position) from None
    except MemoryError:
        raise PatternError("The pattern needs more memory than there is", "make it simpler") from None


def _runaway(text: str, position: int) -> PatternError:
    offset = len(to_bytes(text[:position]))
    return PatternError(
        f"The pattern runs away: no end within a second in the text from byte {offset} on",
        "avoid repeats inside repeats such as (a+)+, or make them possessive: a++",
    )


PRETOKENIZERS: dict[str, PreTokenizer] = {
    known.key: known
    for known in [
        PreTokenizer("none", "no split: the whole text is one piece", None),
        PreTokenizer("gpt2", "GPT-2: words with their space, numbers, signs", GPT2_PATTERN),
        PreTokenizer("cl100k", "GPT-4: numbers in threes, any case of 's", CL100K_PATTERN),
        PreTokenizer("o200k", "GPT-4o: capitals start words, marks stay with letters", O200K_PATTERN),
    ]
}


def pre_tokenizer(name_or_pattern: str) -> PreTokenizer:
    """A pre-tokenizer by its name, or else one made of the pattern given.

    Raises PatternError when the pattern does not compile.

    >>> pre_tokenizer("gpt2").key, pre_tokenizer(r"\\w+").pieces(b"ab cd!")
    ('gpt2', [b'ab', b' ', b'cd', b'!'])
    """
    if name_or_pattern in PRETOKENIZERS:
        return PRETOKENIZERS[name_or_pattern]
    compiled(name_or_pattern)
    return PreTokenizer("custom", "a pattern of your own", name_or_pattern)
