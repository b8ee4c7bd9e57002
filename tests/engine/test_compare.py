"""Comparing tokenizations: where they part, and what the text costs in each."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import EngineError, Tokenization, Tokenizer
from bpe_play.engine.compare import Comparison, Cost, compare
from bpe_play.engine.compare_texts import COMPARE_TEXTS
from bpe_play.engine.published import load
from bpe_play.engine.tokenizer import TokenSpan


def cut(written: str) -> Tokenization:
    """A tokenization written with its borders: `st|raw|berry`. An empty piece is a token without text."""
    spans, start = [], 0
    for number, piece in enumerate(written.encode().split(b"|")):
        spans.append(TokenSpan(number, piece, start, start + len(piece)))
        start += len(piece)
    return Tokenization(b"".join(span.token for span in spans), tuple(spans) if start else ())


def parts(comparison: Comparison) -> list[list[str]]:
    """What each row makes of each difference, written with borders."""
    return [
        [
            b"|".join(row.spans[index].token for index in indices).decode("utf-8", "replace")
            for row, indices in zip(comparison.rows, difference.tokens, strict=True)
        ]
        for difference in comparison.differences
    ]


class TestWhereTheyPart:
    def test_strawberry_by_hand(self) -> None:
        comparison = compare([cut("st|raw|berry"), cut("str|aw|berry")])
        assert comparison.shared == (0, 5, 10)
        assert parts(comparison) == [["st|raw", "str|aw"]]

    def test_what_all_cut_alike_is_no_difference(self) -> None:
        assert compare([cut("a|bc|d"), cut("a|bc|d")]).differences == ()

    def test_one_token_against_several_is_one(self) -> None:
        assert parts(compare([cut("abc|d"), cut("a|b|c|d")])) == [["abc", "a|b|c"]]

    def test_neighbouring_differences_stay_apart_at_a_border_that_all_share(self) -> None:
        assert parts(compare([cut("ab|cd"), cut("a|b|c|d")])) == [["ab", "a|b"], ["cd", "c|d"]]

    def test_of_three_rows_two_may_agree(self) -> None:
        comparison = compare([cut("a|bc|d"), cut("ab|c|d"), cut("a|bc|d")])
        assert parts(comparison) == [["a|bc", "ab|c", "a|bc"]]

    def test_ids_do_not_matter(self) -> None:
        ours, theirs = cut("a|b"), cut("a|b")
        theirs = Tokenization(theirs.data, tuple(span._replace(id=span.id + 70) for span in theirs.spans))
        assert compare([ours, theirs]).differences == ()

    def test_a_token_without_text_is_one(self) -> None:
        assert parts(compare([cut("|ab|c"), cut("ab|c")])) == [["|ab", "ab"]]

    def test_a_tokenizer_may_make_nothing_of_white_space(self) -> None:
        comparison = compare([Tokenization(b"  ", ()), cut("  ")])
        assert (comparison.shared, parts(comparison)) == ((0, 2), [["", "  "]])

    def test_a_row_alone_parts_from_nothing(self) -> None:
        assert compare([cut("a|bc")]).differences == ()

    def test_an_empty_text(self) -> None:
        comparison = compare([cut(""), cut("")])
        assert (comparison.shared, comparison.differences) == ((0,), ())

    def test_other_bytes_cannot_be_compared(self) -> None:
        with pytest.raises(EngineError, match="Tokenization 2 is of another text"):
            compare([cut("a|b"), cut("a|B")])

    def test_nothing_cannot_be_compared(self) -> None:
        with pytest.raises(EngineError, match="nothing to compare"):
            compare([])


class TestMovingAlong:
    ROWS = (cut("ab|c|de|f"), cut("a|b|c|d|e|f"))  # they part at 0 to 2 and at 3 to 5

    @pytest.mark.parametrize(("offset", "start"), [(0, 3), (1, 3), (2, 3), (3, None), (5, None)])
    def test_the_next_one(self, offset: int, start: int | None) -> None:
        found = compare(self.ROWS).next_difference(offset)
        assert (found and found.start) == start

    @pytest.mark.parametrize(("offset", "start"), [(0, None), (1, 0), (3, 0), (4, 3), (5, 3)])
    def test_the_one_before(self, offset: int, start: int | None) -> None:
        found = compare(self.ROWS).difference_before(offset)
        assert found is None if start is None else found is not None and found.start == start

    @pytest.mark.parametrize(("offset", "number"), [(0, 0), (1, 0), (2, None), (3, 1), (4, 1), (5, None)])
    def test_the_one_at_a_byte(self, offset: int, number: int | None) -> None:
        comparison = compare(self.ROWS)
        assert comparison.difference_number(offset) == number
        assert comparison.difference_at(offset) == (
            None if number is None else comparison.differences[number]
        )


class TestCosts:
    def test_tokens_bytes_per_token_and_share_against_the_first(self) -> None:
        rows = [cut("abcd|efgh"), cut("ab|cd|efgh"), cut("abcdefgh")]
        assert compare(rows).costs == (Cost(2, 4.0, 0.0), Cost(3, 8 / 3, 0.5), Cost(1, 8.0, -0.5))

    def test_an_empty_text_costs_all_the_same(self) -> None:
        assert compare([cut(""), cut("")]).costs == (Cost(0, 0.0, 0.0), Cost(0, 0.0, 0.0))


@st.composite
def rows_of_one_text(draw: st.DrawFn) -> list[Tokenization]:
    """Two to four tokenizations of the same bytes, with any borders."""
    data = draw(st.binary(min_size=1, max_size=40))
    rows = []
    for _ in range(draw(st.integers(2, 4))):
        inner = draw(st.sets(st.integers(1, len(data)))) | {len(data)}
        borders = [0, *sorted(inner)]
        spans = [TokenSpan(a, data[a:b], a, b) for a, b in pairwise(borders)]
        rows.append(Tokenization(data, tuple(spans)))
    return rows


class TestAnyRows:
    @given(rows_of_one_text())
    def test_differences_and_agreements_cover_the_text(self, rows: list[Tokenization]) -> None:
        comparison = compare(rows)
        for start, end in pairwise(comparison.shared):
            cuts = {tuple(span for span in row.spans if start <= span.start < end) for row in rows}
            assert (len(cuts) > 1) == (comparison.difference_at(start) is not None)

    @given(rows_of_one_text())
    def test_a_difference_is_the_smallest_run(self, rows: list[Tokenization]) -> None:
        borders = [{span.end for span in row.spans} for row in rows]
        for difference in compare(rows).differences:
            inside = range(difference.start + 1, difference.end)
            assert not any(all(offset in row for row in borders) for offset in inside)
            assert any(any(offset in row for row in borders) for offset in inside)

    @given(rows_of_one_text())
    def test_each_row_spells_a_difference_with_its_own_tokens(self, rows: list[Tokenization]) -> None:
        comparison = compare(rows)
        for difference in comparison.differences:
            data = comparison.data[difference.start : difference.end]
            for row, indices in zip(rows, difference.tokens, strict=True):
                assert b"".join(row.spans[index].token for index in indices) == data

    @given(rows_of_one_text())
    def test_walking_on_meets_every_difference_once_and_back_too(self, rows: list[Tokenization]) -> None:
        comparison = compare(rows)
        met, found = [], comparison.difference_at(0) or comparison.next_difference(0)
        while found is not None:
            met.append(found)
            found = comparison.next_difference(found.start)
        assert tuple(met) == comparison.differences
        back, found = [], comparison.difference_before(len(comparison.data))
        while found is not None:
            back.append(found)
            found = comparison.difference_before(found.start)
        assert tuple(reversed(back)) == comparison.differences


@pytest.fixture(scope="module")
def published() -> dict[str, Tokenizer]:
    return {name: load(name) for name in ("r50k_base", "cl100k_base", "o200k_base")}


class TestTheClassics:
    @pytest.mark.parametrize("key", COMPARE_TEXTS)
    def test_each_text_makes_the_published_vocabularies_part(
        self, key: str, published: dict[str, Tokenizer]
    ) -> None:
        text = COMPARE_TEXTS[key].text
        assert compare([tokenizer.tokenize(text) for tokenizer in published.values()]).differences

    def test_numbers_as_published(self, published: dict[str, Tokenizer]) -> None:
        text = COMPARE_TEXTS["numbers"].text
        lines = {name: _lines(tokenizer, text) for name, tokenizer in published.items()}
        assert lines["r50k_base"][:5] == ["12|34", "123|45", "1|000000", "3|.|14|159", "20|24"]
        assert lines["cl100k_base"][:5] == ["123|4", "123|45", "100|000|0", "3|.|141|59", "202|4"]

    def test_indentation_as_published(self, published: dict[str, Tokenizer]) -> None:
        text = COMPARE_TEXTS["indentation"].text
        lines = _lines(published["cl100k_base"], text)
        assert lines == ["   | x| =| |1", "       | x| =| |1", "\tx| =| |1"]
        assert _lines(published["r50k_base"], text)[0] == " | | | x| =| 1"

    def test_strawberry_as_published(self, published: dict[str, Tokenizer]) -> None:
        text = COMPARE_TEXTS["strawberry"].text
        assert _lines(published["cl100k_base"], text)[:2] == ["str|aw|berry", "a| strawberry"]

    def test_a_family_is_cut_inside_its_characters(self, published: dict[str, Tokenizer]) -> None:
        spans = published["cl100k_base"].tokenize(COMPARE_TEXTS["emoji"].text).spans
        assert [span.token for span in spans[3:5]] == [b"\xa4", b"\x96"]

    def test_glitch_tokens_are_single_in_r50k_only(self, published: dict[str, Tokenizer]) -> None:
        lines = {
            name: _lines(tokenizer, COMPARE_TEXTS["glitch"].text) for name, tokenizer in published.items()
        }
        assert all("|" not in line for line in lines["r50k_base"])
        assert all("|" in line for line in lines["o200k_base"])


def _lines(tokenizer: Tokenizer, text: str) -> list[str]:
    """The lines of a text with their borders, where no token goes over a line end with text on both sides."""
    written = b"|".join(span.token for span in tokenizer.tokenize(text).spans)
    return [line.strip("|") for line in written.decode("utf-8", "replace").split("\n")]
