"""The published figures of training. Where a corpus is small, they hold with the plain trainer too."""

from __future__ import annotations

from collections.abc import Callable, Generator

import pytest

from bpe_play.engine import (
    Merge,
    StopReason,
    TieRule,
    Tokenizer,
    Vocabulary,
    bpe,
    pre_tokenizer,
    to_bytes,
)
from bpe_play.engine.byte_letters import BYTE_ORDER
from bpe_play.engine.training import count_words, run, train

Train = Callable[..., Generator[Merge, None, StopReason]]

FIRST_SEEN, LOWEST_IDS = TieRule.FIRST_SEEN, TieRule.LOWEST_IDS
by_both = pytest.mark.parametrize("trainer", [train, bpe.train], ids=["fast", "plain"])

LOW_LOWER_NEWEST = {b"lower": 5, b"lowest": 2, b"newest": 6}
THE_CAT_SAT = (
    b"The cat sat on the mat. The cat ate the rat. The dog sat on the log. The dog ate the frog. "
    b"Natural language processing is the study of how computers understand and generate human language. "
    b"Tokenization is the first step in any NLP pipeline."
)


def learned(trainer: Train, words: dict[bytes, int], merges: int, ties: TieRule = FIRST_SEEN) -> list[str]:
    return [merge.token.decode() for merge in trainer(words, 256 + merges, ties=ties)]


def tokenizer_of(merges: list[Merge]) -> Tokenizer:
    return Tokenizer(pre_tokenizer("none"), Vocabulary.of(merge.pair for merge in merges))


@pytest.fixture(scope="module")
def alice_merges(alice: bytes) -> list[Merge]:
    return run(train({alice: 1}, 4096))[0]


def test_alice_learns_the_published_first_twelve_tokens(alice_merges: list[Merge]) -> None:
    assert [(merge.token, merge.count) for merge in alice_merges[:12]] == [
        (b"e ", 4433),
        (b" t", 3302),
        (b"\xe2\x80", 3247),
        (b" a", 2335),
        (b" th", 2253),
        (b"in", 2011),
        (b"t ", 1904),
        (b"er", 1813),
        (b"d ", 1703),
        (b"ou", 1554),
        (b" s", 1467),
        (b" the ", 1270),
    ]


def test_alice_shrinks_as_published(alice: bytes, alice_merges: list[Merge]) -> None:
    shrunk = {merge.id + 1: merge.tokens_after for merge in alice_merges}
    assert len(alice) == 151_191
    assert {size: shrunk[size] for size in (512, 1024, 2048, 4096)} == {
        512: 68_249,
        1024: 50_369,
        2048: 39_306,
        4096: 30_757,
    }


@pytest.mark.parametrize(
    ("text", "count"),
    [("strawberry", 6), ("Alice was beginning to get very tired", 14), ("café — naïve — 日本語", 23)],
)
def test_texts_cut_by_512_entries_of_alice(alice_merges: list[Merge], text: str, count: int) -> None:
    tokenizer = tokenizer_of(alice_merges[:256])
    ids = tokenizer.encode(text)
    assert len(ids) == count
    assert tokenizer.decode(ids) == to_bytes(text)


@by_both
def test_lower_lowest_newest_first_seen(trainer: Train) -> None:
    merges = list(trainer(LOW_LOWER_NEWEST, 256 + 9))
    assert [(merge.token, merge.count) for merge in merges] == [
        (b"we", 13),
        (b"wes", 8),
        (b"west", 8),
        (b"lo", 7),
        (b"ne", 6),
        (b"newest", 6),
        (b"lowe", 5),
        (b"lower", 5),
        (b"lowest", 2),
    ]
    # At the second step (we, s) and (s, t) are equal: the two tie rules part here.
    assert merges[1].tied == 2
    assert merges[1].runners_up[0] == ((ord("s"), ord("t")), 8)


@by_both
def test_lower_lowest_newest_lowest_ids(trainer: Train) -> None:
    tokens = learned(trainer, LOW_LOWER_NEWEST, 6, LOWEST_IDS)
    assert tokens == ["we", "st", "west", "lo", "ewest", "newest"]


@by_both
def test_the_cat_sat_on_the_mat(trainer: Train) -> None:
    assert len(THE_CAT_SAT) == 240
    merges = list(trainer({THE_CAT_SAT: 1}, 256 + 40))
    assert [(merge.token, merge.count) for merge in merges[:6]] == [
        (b"e ", 14),
        (b"at", 11),
        (b"he ", 10),
        (b"the ", 6),
        (b"an", 6),
        (b". ", 5),
    ]
    assert [merge.count for merge in merges[36:]] == [2, 1, 1, 1]
    assert merges[-1].tokens_after == 108
    tokenizer = tokenizer_of(merges)
    cut = {
        text: len(tokenizer.encode(text))
        for text in (
            "The cat sat on the mat.",
            "Natural language processing",
            "tokenization pipeline",
            "unhappiness",
        )
    }
    assert list(cut.values()) == [3, 17, 16, 10]


@by_both
def test_aaabdaaabac_under_both_rules(trainer: Train) -> None:
    text = b"aaabdaaabac"
    assert learned(trainer, {text: 1}, 3, FIRST_SEEN) == ["aa", "aaa", "aaab"]
    assert learned(trainer, {text: 1}, 3, LOWEST_IDS) == ["aa", "ab", "aaab"]
    for ties in TieRule:
        assert len(tokenizer_of(list(trainer({text: 1}, 259, ties=ties))).encode(text)) == 5


@by_both
def test_ties_as_each_peer_breaks_them(trainer: Train) -> None:
    words = count_words(pre_tokenizer("gpt2"), b"ab cd ab cd")
    assert learned(trainer, words, 4, FIRST_SEEN) == ["ab", " c", " cd", " ab"]
    assert learned(trainer, words, 4, LOWEST_IDS) == [" c", "ab", " cd", " ab"]
    # Hugging Face's tokenizers go by lowest ids too, but give their ids to printable bytes first.
    order = bytes(BYTE_ORDER)
    ranks = bytes(order.index(value) for value in range(256))
    ranked = {word.translate(ranks): count for word, count in words.items()}
    tokens = [merge.token.translate(order) for merge in trainer(ranked, 260, ties=LOWEST_IDS)]
    assert tokens == [b"ab", b"cd", b" cd", b" ab"]
