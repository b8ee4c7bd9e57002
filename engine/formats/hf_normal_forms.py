"""Unicode's normal forms as Hugging Face tokenizers makes them.

Its tables are older than Python's: characters younger than they are stay as they are there, and nothing
joins or moves across them. So a text is normalized here between such characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from bpe_play.engine.algorithms.normalizers import Builder, Normalized
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.unicode16 import UNASSIGNED, ranges

Form = Literal["NFC", "NFD", "NFKC", "NFKD"]

# Characters that normalization would change or move, and that tokenizers 0.23 does not know, in hexadecimal.
_UNKNOWN_THERE = """
    558 58B-58C 5C8-5C9 7FD 897-89F 8CA-8D3 9FE C3C D3B-D3C EBA 1715 1ABF-1AF0 1DF6-1DFA 209D-209F 32FF
    A7F1-A7F4 A82C AB69 105C9 105E4 10781-10785 10787-107B0 107B2-107BF 10D24-10D27 10D69-10D6D
    10EAB-10EAC 10ECB-10ECF 10EF0-10EFB 10EFD-10EFF 10F46-10F50 10F82-10F85 11070 1133B 11383 11385
    1138E 11391 113B8 113BB 113C2 113C5 113C7-113C9 113CE-113D0 1145E 11839-1183A 11930 11938
    1193D-1193E 11943 119E0 11A34 11A47 11A99 11D42 11D44-11D45 11D97 11F41-11F42 1611E-16129 1612F
    16D67-16D6A 16FF0-16FF1 1B123-1B126 1CCD6-1CCF9 1D127-1D128 1D250-1D252 1D25B-1D25C 1D25F
    1D280-1D281 1D6A6 1DF95 1DFCD-1DFFF 1E030-1E06D 1E08F 1E130-1E136 1E2AE 1E2EC-1E2EF 1E4EC-1E4EF
    1E5EE-1E5EF 1E6E3 1E6E6 1E6EE-1E6EF 1E6F5 1F16C 1FBF0-1FBF9
"""


@lru_cache(maxsize=1)
def _inert() -> re.Pattern[str]:
    return re.compile(f"([{ranges(_UNKNOWN_THERE)}{ranges(UNASSIGNED)}])")


@dataclass(frozen=True)
class NormalForm:
    """A step of a normalizer: bytes in, changed bytes and where they come from out."""

    form: Form

    def apply(self, data: bytes) -> Normalized:
        """
        >>> NormalForm("NFC").apply("e\\u0301x".encode()).data.decode()
        'éx'
        """
        text = to_text(data)
        if text.isascii() or unicodedata.is_normalized(self.form, text):
            return Normalized(data)
        builder = Builder()
        for part in _inert().split(text):
            for before, after in self._clusters(part):
                builder.replace(to_bytes(before), to_bytes(after))
        return builder.result()

    def _clusters(self, text: str) -> Iterator[tuple[str, str]]:
        """A character with what may join it, and its form; or all at once, should that be another form."""
        pairs = [(part, unicodedata.normalize(self.form, part)) for part in _clusters(text)]
        whole = unicodedata.normalize(self.form, text)
        return iter(pairs if "".join(after for _, after in pairs) == whole else [(text, whole)])


def _clusters(text: str) -> Iterator[str]:
    start = 0
    for end, char in enumerate(text):
        if end and not _joins(char):
            yield text[start:end]
            start = end
    if text:
        yield text[start:]


@lru_cache(maxsize=4096)
def _joins(char: str) -> bool:
    """Whether a character can become one with the one before it: marks, and later parts of Hangul."""
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"
