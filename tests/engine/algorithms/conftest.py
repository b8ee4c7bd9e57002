"""Plain versions that the fast ones are held to, and texts to try them on."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from bpe_play.corpora.table import corpus

Words = dict[str, int]
PlainStep = tuple[str, str, str, int]
Trainer = Callable[[Words, int, bool], list[PlainStep]]


def plain_bpe(words: Words, steps: int, lowest_ids: bool) -> list[PlainStep]:
    """BPE over characters, counting everything anew at every step."""
    alphabet = sorted({char for word in words for char in word})
    names = dict(enumerate(alphabet))
    corpus = [([alphabet.index(char) for char in word], weight) for word, weight in words.items()]
    made: list[PlainStep] = []
    while len(made) < steps:
        counts: dict[tuple[int, int], int] = {}
        for ids, weight in corpus:
            for pair in pairwise(ids):
                counts[pair] = counts.get(pair, 0) + weight
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair if lowest_ids else (0, 0)))
        new = len(names)
        names[new] = names[best[0]] + names[best[1]]
        made.append((names[best[0]], names[best[1]], names[new], counts[best]))
        corpus = [(merged(ids, best, new), weight) for ids, weight in corpus]
    return made


def plain_wordpiece(words: Words, steps: int) -> list[tuple[str, float]]:
    """WordPiece by the ratio, the first seen of equal ones, counting everything anew at every step."""
    corpus = [([word[:1], *("##" + char for char in word[1:])], weight) for word, weight in words.items()]
    made: list[tuple[str, float]] = []
    while len(made) < steps:
        counts: dict[tuple[str, str], int] = {}
        single: dict[str, int] = {}
        for pieces, weight in corpus:
            for piece in pieces:
                single[piece] = single.get(piece, 0) + weight
            for pair in pairwise(pieces):
                counts[pair] = counts.get(pair, 0) + weight
        scores = {pair: count / (single[pair[0]] * single[pair[1]]) for pair, count in counts.items()}
        if not scores:
            break
        best = max(scores, key=lambda pair: scores[pair])
        new = best[0] + best[1].removeprefix("##")
        made.append((new, scores[best]))
        corpus = [(merged(pieces, best, new), weight) for pieces, weight in corpus]
    return made


def merged(ids: list, pair: tuple, new: object) -> list:  # type: ignore[type-arg]
    """Every occurrence replaced, from left to right."""
    result, at = [], 0
    while at < len(ids):
        here = tuple(ids[at : at + 2]) == pair
        result.append(new if here else ids[at])
        at += 2 if here else 1
    return result


@pytest.fixture(scope="session")
def plain() -> dict[str, Callable[..., list]]:  # type: ignore[type-arg]
    return {"bpe-char": plain_bpe, "wordpiece": plain_wordpiece}


@pytest.fixture(scope="session")
def english() -> bytes:
    return corpus("english").read()


@pytest.fixture(scope="session")
def strings(english: bytes) -> list[str]:
    """10,000 strings: words of a text, letters at random, and runs of few letters where ties are many."""
    random = Random(11)
    words = english.decode().split()
    letters = "abcdefghijklmnopqrstuvwxyzABé日😀<0x41>.,'#  ▁▁ \t\nﬁ５½㌀ｶﾞe\u0301한"
    return [_string(number, random, words, letters) for number in range(10_000)]


def _string(number: int, random: Random, words: list[str], letters: str) -> str:
    if number % 10 == 0:
        return "".join(random.choice("aab ") for _ in range(random.randrange(40)))
    if number % 2:
        return random.choice([" ", "  "]).join(random.choices(words, k=random.randrange(1, 6)))
    return "".join(random.choices(letters, k=random.randrange(20)))
