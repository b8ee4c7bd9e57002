"""How numbers, indentation and letters look in tokens, with the published cuts of the OpenAI vocabularies."""

from __future__ import annotations

import pytest

from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.measure.indentation import distinct, indentation
from bpe_play.engine.measure.numbers import Cuts, number_cuts, number_pattern
from bpe_play.engine.measure.spelling import reverse, spelling
from bpe_play.engine.published import load


@pytest.fixture(scope="module")
def r50k() -> Tokenizer:
    return load("r50k_base")


@pytest.fixture(scope="module")
def cl100k() -> Tokenizer:
    return load("cl100k_base")


@pytest.mark.parametrize(
    ("number", "old", "new"),
    [(1234, (2, 2), (3, 1)), (12345, (3, 2), (3, 2)), (1000000, (1, 6), (3, 3, 1)), (2024, (2, 2), (3, 1))],
)
def test_published_cuts(
    r50k: Tokenizer, cl100k: Tokenizer, number: int, old: tuple[int, ...], new: tuple[int, ...]
) -> None:
    assert number_pattern(r50k, number) == old
    assert number_pattern(cl100k, number) == new


def test_gpt_4_cuts_all_numbers_of_a_length_alike_but_not_as_one_writes_them(cl100k: Tokenizer) -> None:
    lengths = number_cuts(cl100k)
    assert [(length.digits, length.numbers, length.lines_up) for length in lengths] == [
        (1, 9, True),
        (2, 90, True),
        (3, 900, True),
        (4, 9000, True),
    ]
    (four,) = lengths[3].cuts
    assert str(four) == "100|0"
    assert not four.by_thousands


def test_gpt_2_cuts_numbers_of_four_digits_in_five_ways(r50k: Tokenizer) -> None:
    four = number_cuts(r50k)[3]
    assert not four.lines_up
    assert sum(cut.numbers for cut in four.cuts) == four.numbers == 9000
    assert {cut.pattern for cut in four.cuts} == {(4,), (1, 3), (2, 2), (3, 1), (1, 2, 1)}
    assert four.cuts[0].pattern == (2, 2)


def test_a_space_before_the_number_counts_as_no_digit(r50k: Tokenizer) -> None:
    assert sum(number_pattern(r50k, 1234, before=" ")) == 4


def test_groups_of_three_from_the_right_are_by_thousands() -> None:
    assert Cuts((1, 3), 1, 1234).by_thousands
    assert Cuts((2, 3, 3), 1, 12345678).by_thousands
    assert not Cuts((3, 1), 1, 1234).by_thousands
    assert not Cuts((4,), 1, 1234).by_thousands


def test_eight_spaces_are_one_token_of_seven_and_one_before_the_code(cl100k: Tokenizer) -> None:
    (depth,) = indentation(cl100k, [8])
    assert (depth.before, depth.joined, depth.tokens) == ((b" " * 7,), 1, 5)


def test_a_tab_goes_with_the_code(cl100k: Tokenizer) -> None:
    (depth,) = indentation(cl100k, [1], sign="\t")
    assert (depth.before, depth.joined) == ((), 1)


def test_gpt_2_takes_a_token_for_each_space_and_every_depth_is_another_row(r50k: Tokenizer) -> None:
    depths = indentation(r50k)
    assert [len(depth.before) for depth in depths] == [0, *range(16)]
    assert distinct(depths) == 17


def test_strawberry_in_tokens(cl100k: Tokenizer) -> None:
    found = spelling(cl100k, "strawberry", "r")
    assert found.pieces == (b"str", b"aw", b"berry")
    assert (found.letters, found.count) == ((1, 0, 2), 3)
    assert found.shared == 0
    assert b"".join(found.reversed) == b"yrrebwarts"


def test_a_letter_that_a_border_cuts_is_in_no_token() -> None:
    bare = Tokenizer(pre_tokenizer("none"), Vocabulary())
    assert spelling(bare, "año", "ñ").count == 0
    assert spelling(bare, "", "").letters == ()


def test_reversing_keeps_what_one_sees_as_one_letter() -> None:
    assert reverse("a👩‍👧b") == "b👩‍👧a"
    assert reverse(reverse("mañana e\u0301")) == "mañana e\u0301"
