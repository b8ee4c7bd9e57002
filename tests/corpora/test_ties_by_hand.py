"""The small corpora do on paper what the table promises. The counting here is a dozen lines of its own."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from bpe_play.corpora import corpus

Word = tuple[bytes, ...]


def first_seen(words: list[tuple[Word, int]], steps: int) -> tuple[list[bytes], list[int]]:
    """The tokens that ``steps`` merges make, and how many pairs were tied for each."""
    made, tied = [], []
    for _ in range(steps):
        counts: Counter[tuple[bytes, bytes]] = Counter()
        for word, times in words:
            for pair in pairwise(word):
                counts[pair] += times
        pair, count = counts.most_common(1)[0]
        made.append(pair[0] + pair[1])
        tied.append(list(counts.values()).count(count))
        words = [(merged(word, pair), times) for word, times in words]
    return made, tied


def merged(word: Word, pair: tuple[bytes, bytes]) -> Word:
    out: list[bytes] = []
    i = 0
    while i < len(word):
        step = 2 if word[i : i + 2] == pair else 1
        out.append(b"".join(word[i : i + step]))
        i += step
    return tuple(out)


def letters(data: bytes) -> Word:
    return tuple(bytes([byte]) for byte in data)


def test_tiny_has_no_more_than_one_tie_of_two_in_its_first_six_merges() -> None:
    made, tied = first_seen([(letters(corpus("tiny").read()), 1)], 6)
    assert made == [b"n ", b"ra", b"he", b"in ", b"he ", b"the "]
    assert sorted(tied) == [1, 1, 1, 1, 1, 2]


def test_three_merges_of_eleven_letters() -> None:
    made, tied = first_seen([(letters(corpus("aaabdaaabac").read()), 1)], 3)
    assert made == [b"aa", b"aaa", b"aaab"]
    assert tied[1] > 1


def test_four_merges_of_ab_cd_in_the_pieces_of_gpt2() -> None:
    words = [(letters(piece), 1) for piece in (b"ab", b" cd", b" ab", b" cd")]
    assert b"".join(b"".join(word) for word, _ in words) == corpus("ab-cd").read()
    made, _ = first_seen(words, 4)
    assert made == [b"ab", b" c", b" cd", b" ab"]


def test_six_pairs_with_one_count() -> None:
    _, tied = first_seen([(letters(corpus("six-ties").read()), 1)], 1)
    assert tied == [6]


def test_an_ending_becomes_a_token() -> None:
    words = corpus("lowest").words() or {}
    made, _ = first_seen([(letters(word), times) for word, times in words.items()], 3)
    assert made == [b"we", b"wes", b"west"]
