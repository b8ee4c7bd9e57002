"""Which tokens a text uses: a few make up half of it, most are never used."""

from __future__ import annotations

from collections import Counter

import pytest

from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.measure.usage import Usage, by_length, by_script, usage
from bpe_play.engine.published import load


@pytest.fixture(scope="module")
def cl100k() -> Tokenizer:
    return load("cl100k_base")


@pytest.fixture(scope="module")
def alice_usage(cl100k: Tokenizer, alice: bytes) -> Usage:
    return usage(cl100k, cl100k.vocabulary.tokens, alice)


def test_alice_in_the_vocabulary_of_gpt_4(alice_usage: Usage) -> None:
    assert alice_usage.tokens == 36_958
    assert alice_usage.size == 100_256
    assert len(alice_usage.uses) + len(alice_usage.never) == 100_256
    half, most, nearly_all = (alice_usage.needed(share) for share in (0.5, 0.9, 0.99))
    assert half < most < nearly_all < len(alice_usage.uses)
    counts = [use.count for use in alice_usage.uses]
    assert sum(counts[:half]) >= 36_958 / 2 > sum(counts[: half - 1])


def test_ranks_begin_at_1_and_counts_fall(alice_usage: Usage) -> None:
    assert [use.rank for use in alice_usage.uses[:3]] == [1, 2, 3]
    counts = [use.count for use in alice_usage.uses]
    assert counts == sorted(counts, reverse=True)


def test_the_plot_has_all_of_the_first_ranks_and_few_of_the_last(alice_usage: Usage) -> None:
    points = alice_usage.zipf()
    assert [use.rank for use in points[:8]] == list(range(1, 9))
    assert points[-1].rank == len(alice_usage.uses)
    assert len(points) <= 201


def test_groups_count_every_token_once(cl100k: Tokenizer, alice_usage: Usage) -> None:
    for groups in (by_script(cl100k, alice_usage), by_length(cl100k, alice_usage)):
        assert sum(group.size for group in groups) == alice_usage.size
        assert sum(group.used for group in groups) == len(alice_usage.uses)
        assert sum(group.count for group in groups) == alice_usage.tokens
    scripts = {group.name: group for group in by_script(cl100k, alice_usage)}
    assert scripts["Han"].used == 0
    assert scripts["not text alone"].size == 773
    assert [group.name for group in by_length(cl100k, alice_usage)][:2] == ["1", "2"]


def test_a_text_without_tokens() -> None:
    bare = Tokenizer(pre_tokenizer("none"), Vocabulary())
    found = usage(bare, bare.vocabulary.tokens, b"")
    assert (found.tokens, found.needed(0.5), found.zipf(), len(found.never)) == (0, 0, [], 256)


def test_scaffolding_is_seen_as_never_used() -> None:
    """`we` and `wes` are only steps to `west`."""
    tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(119, 101), (256, 115), (257, 116)]))
    found = usage(tokenizer, tokenizer.vocabulary.tokens, b"west west west")
    assert Counter({use.token: use.count for use in found.uses}) == {b"west": 3, b" ": 2}
    assert {256, 257} <= set(found.never)
