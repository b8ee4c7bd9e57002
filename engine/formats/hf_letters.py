"""Normalizers of Hugging Face that change single characters, or what a pattern finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bpe_play.engine.algorithms.normalizers import Builder, Normalized
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.formats.hf_classes import (
    CHINESE,
    CONTROL,
    MARK,
    NMT_GONE,
    NMT_SPACE,
    NONSPACING,
    SPACE,
    lower,
)
from bpe_play.engine.formats.hf_normal_forms import NormalForm
from bpe_play.engine.formats.hf_stages import matches
from bpe_play.engine.formats.hf_steps import NormalizerStep
from bpe_play.engine.unicode16 import as_unicode16


@dataclass(frozen=True)
class Substitute:
    """What a pattern finds becomes something else.

    by_number  whether the pattern asks for code points, whatever Unicode has made of them since

    >>> Substitute(" {2,}", lambda found: "_").apply(b"a  b c")
    Normalized(data=b'a_b c', borders=[0, 1, 3, 4, 5, 6])
    """

    pattern: str
    new: Callable[[str], str]
    by_number: bool = False

    def apply(self, data: bytes) -> Normalized:
        text = to_text(data)
        seen = text if self.by_number else as_unicode16(text)
        spans = matches(self.pattern, seen)
        if not spans:
            return Normalized(data)
        builder, start = Builder(), 0
        for first, last in spans:
            _keep(builder, text[start:first])
            builder.replace(to_bytes(text[first:last]), to_bytes(self.new(text[first:last])))
            start = last
        _keep(builder, text[start:])
        return builder.result(from_start=False)


def _keep(builder: Builder, text: str) -> None:
    data = to_bytes(text)
    builder.replace(data, data)


@dataclass(frozen=True)
class Lowercase:
    """Capitals become small letters, each by itself.

    >>> Lowercase().apply("ÀΣ".encode()).data.decode()
    'àσ'
    """

    def apply(self, data: bytes) -> Normalized:
        if data.isascii():
            return Normalized(data.lower())
        builder = Builder()
        for char in to_text(data):
            builder.replace(to_bytes(char), to_bytes(lower(char)))
        return builder.result()


def _gone(found: str) -> str:
    return ""


def _space(found: str) -> str:
    return " "


STRIP_ACCENTS = Substitute(MARK, _gone)
NMT: list[NormalizerStep] = [Substitute(NMT_GONE, _gone), Substitute(NMT_SPACE, _space)]


def strip(left: bool, right: bool) -> list[NormalizerStep]:
    """White space goes from the ends of a text."""
    ends = [rf"\A{SPACE}+"] * left + [rf"{SPACE}+\Z"] * right
    return [Substitute("|".join(ends), _gone)] if ends else []


def bert(clean: bool, chinese: bool, accents: bool, lowercase: bool) -> list[NormalizerStep]:
    """BertNormalizer: no controls, spaces around Chinese characters, no accents (`accents`), no capitals."""
    steps: list[NormalizerStep] = []
    if clean:
        steps += [Substitute(CONTROL, _gone), Substitute(SPACE, _space)]
    if chinese:
        steps.append(Substitute(CHINESE, lambda found: f" {found} ", by_number=True))
    if accents:
        steps += [NormalForm("NFD"), Substitute(NONSPACING, _gone)]
    return [*steps, Lowercase()] if lowercase else steps
