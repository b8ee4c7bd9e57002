"""Inputs drawn by lot: bytes and texts of every kind that has tripped a tokenizer or a terminal."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random

from bpe_play.engine import PRETOKENIZERS, PreTokenizer, TieRule, Vocabulary, pre_tokenizer
from bpe_play.engine.merges import Pair

# Bytes at the borders of what UTF-8 allows.
BORDERLINE = bytes.fromhex("61 7F 80 8F 90 9F A0 BD BF C0 C1 C2 C3 DF E0 E2 ED EF F0 F4 F5 FF")
ALPHABETS = ("ab", "aaaaab", "abc ", "ae ñé—日本😀", "the cat sat on a mat.\n", "01 9'sS\r\n\t_-")
BITS = (
    "don't", "I'M", "we'LL", "été", "e\u0301", "ſ", "K", "İ", "ǅ", "ﬁ", "٣", "²", "Ⅷ", "\u0558", "\u088f",
    "👩\u200d👩\u200d👧", "🇨🇿", "👍🏽", "❤\ufe0f", "\u200b", "\u202e", "\ufeff", "\ufffd", "\u2028", "\x85", "\x1c",
    " ", "  ", "\t", "\r\n", "\n\n", "\xa0", "\u3000", "\0", "\x1b[2J", "\x9b", "[/red]", "<|endoftext|>", "<s>",
    "x = 1\n", "//", "日本", "עברית", "नमस्ते", "ภาษาไทย", "한국", "\U0010ffff", "\u0378", "1234567", "_" * 9, "^" * 5,
)  # fmt: skip
PATTERNS = (
    r" ?\p{L}+|\s+", r"\w+", r"\p{N}{1,3}|\D", r"(ab|cd)+", r"a|", r"\b", r"(?i:ab)", r".", r"(?s).{1,3}", r"x*",
)  # fmt: skip


def text(rng: Random, most: int = 12) -> str:
    """A text without surrogates."""
    return "".join(_part(rng) for _ in range(rng.randrange(most)))


def _part(rng: Random) -> str:
    match rng.randrange(4):
        case 0:
            return rng.choice(BITS)
        case 1:
            return "".join(rng.choices(rng.choice(ALPHABETS), k=rng.randint(1, 6)))
        case 2:
            point = rng.randrange(rng.choice([0x80, 0x250, 0x3000, 0x10000, 0x110000]))
            return "" if 0xD800 <= point < 0xE000 else chr(point)
        case _:
            return rng.choice(" aet\n")


def data(rng: Random, most: int = 12) -> bytes:
    """Bytes: text, text with a few changes, bytes at the borders of UTF-8, or any."""
    kinds: list[Callable[[], bytes]] = [
        lambda: text(rng, most).encode(),
        lambda: changed(text(rng, most).encode(), rng),
        lambda: bytes(rng.choices(BORDERLINE, k=rng.randrange(most))),
        lambda: rng.randbytes(rng.randrange(most)),
    ]
    return rng.choice(kinds)()


def changed(whole: bytes, rng: Random) -> bytes:
    """Some bytes changed: a part lost, doubled or moved, a byte or a bit different, a word put in."""
    if not whole:
        return rng.randbytes(1)
    start, end = sorted((rng.randrange(len(whole) + 1), rng.randrange(len(whole) + 1)))
    at = rng.randrange(len(whole))
    match rng.randrange(7):
        case 0:
            return whole[:start]
        case 1:
            return whole[:start] + whole[start + rng.randint(1, 9) :]
        case 2:
            return whole[:at] + rng.randbytes(1) + whole[at + 1 :]
        case 3:
            return whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :]
        case 4:
            return whole[:start] + rng.choice(_PUT_IN) + whole[start:]
        case 5:
            return whole[:end] + whole[start:]
        case _:
            return whole[end:] + whole[:end]


_PUT_IN = (b'"', b"}", b"{", b"]", b"[", b"null", b"-1", b"1e999", b"\n", b"\r", b" ", b"\0", b"\\u0000", b"\\ud800",
           b"9" * 30, b"\xef\xbb\xbf", b"\xff\xfe", b",", b":", b"true", b"0.5", b"\t", b"\x80")  # fmt: skip


def words(rng: Random) -> dict[bytes, int]:
    """A corpus as counted words."""
    most = rng.choice([3, 12, 12, 25])
    letters = rng.choice([None, *ALPHABETS])
    drawn = {}
    for _ in range(rng.randrange(most)):
        word = data(rng) if letters is None else "".join(rng.choices(letters, k=rng.randrange(12))).encode()
        drawn[word] = rng.choice([1, 1, 2, 3, 7])
    if rng.random() < 0.2:
        drawn[rng.choice(ALPHABETS).encode() * rng.randint(5, 20)] = 1
    return drawn


def pairs(rng: Random, most: int = 40) -> list[Pair]:
    """Merges in an order that no training need give, each of a pair that was not merged before."""
    pool = rng.choice([list(b"ab"), list(b"abc "), list("ñé日".encode()), list(range(256))])
    found: dict[Pair, None] = {}
    for made in range(rng.randrange(most)):
        known = pool + list(range(256, 256 + made))
        pair = rng.choice(known), rng.choice(known)
        while pair in found:
            pair = rng.choice(known), rng.choice(known)
        found[pair] = None
    return list(found)


def vocabulary(rng: Random, most: int = 40) -> Vocabulary:
    """A vocabulary of our own kind; tokens stay short, since those that double do so again."""
    made = Vocabulary()
    for left, right in pairs(rng, most):
        known = left in made.tokens and right in made.tokens
        if known and len(made.tokens[left]) + len(made.tokens[right]) <= 64:
            made.learn((left, right))
    return made


def piece_for(made: Vocabulary, rng: Random) -> bytes:
    """Bytes in which the merges of a vocabulary find something to do."""
    tokens = list(made.tokens.values())[-rng.choice([1, 10, 300]) :]
    joined = b"".join(rng.choices(tokens, k=rng.randrange(rng.choice([3, 8, 40]))))
    return changed(joined, rng) if rng.random() < 0.3 else joined


def split(rng: Random) -> PreTokenizer:
    """A named one, or a pattern, good or odd."""
    if rng.random() < 0.6:
        return rng.choice(list(PRETOKENIZERS.values()))
    return pre_tokenizer(rng.choice(PATTERNS))


def ties(rng: Random) -> TieRule:
    return rng.choice(list(TieRule))


def cut(whole: bytes, rng: Random) -> list[bytes]:
    """The same bytes in parts, some of them empty."""
    borders = sorted(rng.choices(range(len(whole) + 1), k=rng.randrange(8)))
    edges = [0, *borders, len(whole)]
    return [whole[start:end] for start, end in pairwise(edges)]
