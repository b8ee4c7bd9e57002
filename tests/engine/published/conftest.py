"""The published vocabularies, each loaded once, and texts made to find differences."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import pytest

from bpe_play.engine.published import load
from bpe_play.engine.published.offline import encoding
from bpe_play.engine.tokenizer import Tokenizer


@pytest.fixture(scope="session")
def published(cache_home: None) -> Callable[[str], Tokenizer]:
    """Our tokenizer of a published vocabulary."""
    return lru_cache(load)


@pytest.fixture(scope="session")
def reference(cache_home: None) -> Callable[[str], Any]:
    """tiktoken's own encoding of it."""
    return lru_cache(encoding)


@pytest.fixture(scope="session")
def generated() -> Callable[[int], Iterator[str]]:
    """So many strings, the same ones each time, of every kind that has tripped a tokenizer."""
    return _strings


WORDS = [
    "don't",
    "I'M",
    "we'LL",
    "they'Re",
    "x'ſ",
    "camelCase",
    "HTTPServer",
    "été",
    "İstanbul",
    "ǅungla",
    "ﬁ",
]
CODE = [
    "def f(x):\n\treturn x[0]\r\n",
    "if (a&&b) {",
    "\n//",
    "/**/",
    "http://a/b/\n",
    "a_b->c += 0x1F;",
    "'s 'S",
]
SPACES = [" ", "  ", "    ", "\t", "\n", "\r\n", "\n\n", *"\xa0\u2003\u3000\u2028\x85\x1c\x0b\u200b\ufeff"]
SCRIPTS = [
    "東京の桜",
    "Эта щука",
    "كتاب",
    "שלום",
    "नमस्ते",
    "ภาษาไทย",
    "한국어",
    "ελληνικά",
    "ትግርኛ",
    "ქართული",
    "𝔘𝔫𝔦",
]
EMOJI = ["👩\u200d👩\u200d👧", "🇨🇿", "👍🏽", "❤\ufe0f", "c\u0327\u0301", "e\u0301"]
YOUNG = [0x558, 0x88F, 0x295, 0xA7CE, 0x11DE0, 0x16EA0, 0x20C1, 0x1ACF, 0x323B0, 0x378, 0xFFFF, 0x10FFFF]
SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|fim_prefix|>"]


def _strings(count: int, seed: int = 1) -> Iterator[str]:
    rng = random.Random(seed)
    makers = [
        _planes,
        _digits,
        *(_picked(table) for table in (WORDS, CODE, SPACES, SCRIPTS, EMOJI, SPECIALS)),
    ]
    for _ in range(count):
        yield "".join(rng.choice(makers)(rng) for _ in range(rng.randint(1, 6)))


def _planes(rng: random.Random) -> str:
    limit = rng.choice([0x80, 0x250, 0x3000, 0x10000, 0x20000, 0x110000])
    points = [rng.choice([rng.randrange(limit), rng.choice(YOUNG)]) for _ in range(rng.randint(1, 8))]
    return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000)


def _digits(rng: random.Random) -> str:
    return "".join(rng.choice("0123456789.,-٣५²Ⅷ") for _ in range(rng.randint(1, 12)))


def _picked(table: list[str]) -> Callable[[random.Random], str]:
    return lambda rng: rng.choice(SPACES[:1] * 3 + [""]).join(rng.choices(table, k=rng.randint(1, 4)))
