"""Small corpora on which trainers go wrong: ties, overlaps, nothing to merge, odd requests."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from itertools import islice

import pytest

from bpe_play.engine import EngineError, Merge, StopReason, TieRule, bpe
from bpe_play.engine.token_chars import MOST_TOKENS, char_of, ids_of
from bpe_play.engine.training import run, train

Train = Callable[..., Generator[Merge, None, StopReason]]

by_both = pytest.mark.parametrize("trainer", [train, bpe.train], ids=["fast", "plain"])
by_both_rules = pytest.mark.parametrize("ties", TieRule)


def saved(before: int, merge: Merge) -> int:
    return before - merge.tokens_after


class TestTies:
    @by_both
    def test_six_pairs_share_the_first_place(self, trainer: Train) -> None:
        first = next(trainer({b"DCBBABCDCBABCD": 1}, 257))
        tied = [first.pair, *(pair for pair, count in first.runners_up if count == first.count)]
        assert (first.count, first.tied) == (2, 6)
        assert [bytes(pair) for pair in tied] == [b"DC", b"CB", b"BA", b"AB", b"BC", b"CD"]

    @by_both
    @pytest.mark.parametrize(
        ("text", "ties", "expected"),
        [
            (b"bbbaaaddddcccc", TieRule.FIRST_SEEN, [b"dd", b"cc", b"bb", b"aa"]),
            (b"aaabbbccccdddd", TieRule.FIRST_SEEN, [b"cc", b"dd", b"aa", b"bb"]),
            (b"bbbaaaddddcccc", TieRule.LOWEST_IDS, [b"cc", b"dd", b"aa", b"bb"]),
            (b"aaabbbccccdddd", TieRule.LOWEST_IDS, [b"cc", b"dd", b"aa", b"bb"]),
        ],
    )
    def test_the_same_runs_in_another_order(
        self, trainer: Train, text: bytes, ties: TieRule, expected: list[bytes]
    ) -> None:
        assert [merge.token for merge in trainer({text: 1}, 260, ties=ties)] == expected

    @by_both
    def test_the_order_of_the_words_decides_what_is_seen_first(self, trainer: Train) -> None:
        assert next(trainer({b"xy": 1, b"ab": 1}, 257)).token == b"xy"
        assert next(trainer({b"ab": 1, b"xy": 1}, 257)).token == b"ab"

    def test_a_rule_may_be_given_by_name(self) -> None:
        assert next(train({b"xyab": 1}, 257, ties=TieRule("lowest-ids"))).token == b"ab"


class TestOverlaps:
    @by_both
    @pytest.mark.parametrize(("text", "count", "fewer"), [(b"aaaa", 3, 2), (b"aaaaa", 4, 2), (b"...", 2, 1)])
    def test_a_token_twice_counts_every_neighbour_and_merges_without_overlap(
        self, trainer: Train, text: bytes, count: int, fewer: int
    ) -> None:
        first = next(trainer({text: 1}, 257))
        assert (first.count, saved(len(text), first)) == (count, fewer)

    @by_both
    def test_of_the_words_bc_a_aaa_the_pair_aa_comes_first(self, trainer: Train) -> None:
        merges = list(trainer({b"bc": 1, b"a": 1, b"aaa": 1}, 258))
        assert [(merge.token, merge.count) for merge in merges] == [(b"aa", 2), (b"bc", 1)]
        assert saved(6, merges[0]) == 1

    @by_both_rules
    @pytest.mark.parametrize("text", [b"aaabdaaabac", b"abababab" * 3, b"aabbaabbab" * 5, b"...a....b..."])
    def test_what_is_saved_is_the_count_unless_a_token_follows_itself(
        self, text: bytes, ties: TieRule
    ) -> None:
        before = len(text)
        for merge in train({text: 1}, 300, ties=ties):
            left, right = merge.pair
            assert (
                saved(before, merge) == merge.count if left != right else saved(before, merge) <= merge.count
            )
            before = merge.tokens_after


class TestBytesAreOnlyBytes:
    @by_both
    def test_a_comma_is_a_byte_like_any_other(self, trainer: Train) -> None:
        merges, reason = run(trainer({b"a,b,a,b": 1}, 300))
        assert [merge.token for merge in merges] == [b"a,", b"a,b", b"a,b,", b"a,b,a,b"]
        assert reason is StopReason.NO_PAIR_LEFT

    @by_both
    def test_neither_nul_nor_invalid_utf_8_is_special(self, trainer: Train) -> None:
        assert next(trainer({b"\x00\xff\x00\xff": 1}, 257)).token == b"\x00\xff"


class TestTheEnd:
    @by_both
    @pytest.mark.parametrize(("text", "merges"), [(b"", 0), (b" ", 0), (b"a", 0), (b"aa", 1), (b"ab", 1)])
    def test_no_pair_is_left(self, trainer: Train, text: bytes, merges: int) -> None:
        learned, reason = run(trainer({text: 1}, 256 + 300))
        assert (len(learned), reason) == (merges, StopReason.NO_PAIR_LEFT)

    @by_both
    def test_no_words_at_all(self, trainer: Train) -> None:
        assert run(trainer({}, 300)) == ([], StopReason.NO_PAIR_LEFT)

    @by_both
    @pytest.mark.parametrize("size", [0, 255, 256])
    def test_no_room_for_a_merge(self, trainer: Train, size: int) -> None:
        assert run(trainer({b"abab": 1}, size)) == ([], StopReason.VOCABULARY_FULL)

    @by_both
    def test_the_size_is_reached(self, trainer: Train) -> None:
        merges, reason = run(trainer({b"abab": 1}, 257))
        assert (merges[-1].id, reason) == (256, StopReason.VOCABULARY_FULL)

    @by_both
    def test_a_pair_is_too_rare(self, trainer: Train) -> None:
        merges, reason = run(trainer({b"abab": 1, b"xy": 1}, 300, min_count=2))
        assert ([merge.token for merge in merges], reason) == ([b"ab"], StopReason.BELOW_MINIMUM)

    @by_both
    def test_all_tokens_would_be_too_long(self, trainer: Train) -> None:
        merges, reason = run(trainer({b"abcabc": 1}, 300, longest_token=2))
        assert ([merge.token for merge in merges], reason) == ([b"ab"], StopReason.NO_PAIR_LEFT)

    @by_both
    def test_a_long_token_does_not_take_the_place_of_a_runner_up(self, trainer: Train) -> None:
        *_, last = trainer({b"abc": 9, b"xy": 2}, 258, longest_token=2)
        assert (last.token, last.tied, last.runners_up) == (b"xy", 1, ())


class TestRefused:
    @pytest.mark.parametrize("count", [0, -1])
    def test_a_word_must_stand_in_the_corpus(self, count: int) -> None:
        with pytest.raises(EngineError, match="count"):
            train({b"ab": 1, b"cd": count}, 300)

    def test_a_vocabulary_larger_than_there_are_characters(self) -> None:
        with pytest.raises(EngineError, match="too large"):
            train({b"ab": 1}, MOST_TOKENS + 1)
        assert next(train({b"ab": 1}, MOST_TOKENS)).token == b"ab"


class TestTokensAsCharacters:
    """Ids pass 55,296, where the characters that stand for tokens have to step over the surrogates."""

    def test_every_id_has_a_character_of_its_own_in_the_same_order(self) -> None:
        ids = [0, 97, 255, 256, 0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFFFF, 0x10000, MOST_TOKENS - 1]
        chars = [char_of(token_id) for token_id in ids]
        assert chars == sorted(chars)
        assert not any("\ud800" <= char <= "\udfff" for char in chars)
        assert [ids_of(char + char) for char in chars] == [(token_id, token_id) for token_id in ids]

    @by_both_rules
    def test_a_training_passes_them(self, ties: TieRule) -> None:
        rng = random.Random(1)
        words = {rng.randbytes(8): 1 for _ in range(12_000)}
        merges, reason = run(train(words, 0xE800, ties=ties, runners_up=2))
        assert reason is StopReason.VOCABULARY_FULL
        tokens = [bytes([value]) for value in range(256)]
        for merge in merges:
            tokens.append(tokens[merge.pair[0]] + tokens[merge.pair[1]])
            assert merge.token == tokens[merge.id]
        assert any(max(merge.pair) > 0xD900 for merge in islice(merges, 50_000, None))


class TestLargeAndMonotonous:
    """What a user may paste: it must end soon, so none of it may take quadratic time."""

    @by_both_rules
    @pytest.mark.parametrize("unit", [b"a", b"ab", b"abc"])
    def test_half_a_megabyte_of_the_same(self, unit: bytes, ties: TieRule) -> None:
        text = unit * (500_000 // len(unit))
        merges, reason = run(train({text: 1}, 1000, ties=ties))
        assert reason is StopReason.NO_PAIR_LEFT
        assert merges[-1].token == text
        assert merges[-1].tokens_after == 1

    def test_a_long_run_among_short_words(self) -> None:
        merges = list(train({b"one": 3, b"^" * 200_000: 1, b" two": 2}, 320))
        assert merges[0].token == b"^^"
        assert merges[-1].tokens_after == 3 + 1 + 2
