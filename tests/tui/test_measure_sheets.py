"""What measures look like: every line fits its width, figures and signs stand where they belong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bpe_play.corpora import corpus
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.learning import LearningOptions
from bpe_play.tui.measures.picks import Kind, Pick, Recipe
from bpe_play.tui.measures.table import MEASURES, run
from bpe_play.tui.widgets.measure_settings import part_line, setting_lines
from bpe_play.tui.widgets.measure_sheet import Column, Sheet, rooms, table_line, token_cells, words
from bpe_play.tui.widgets.measure_sheets import SHEETS
from bpe_play.tui.widgets.pieces import Line, Piece, text_of, width_of

HOSTILE = "\x1b[2J\u202e[red]"
VIEWS = [(key, part) for key, row in MEASURES.items() for part in row.parts]
WIDTHS = (53, 73, 88)  # of the rows at 80, 100 and 120 columns


def options_of(measure: str) -> Any:
    options = MEASURES[measure].options
    if isinstance(options, LearningOptions):
        return replace(options, typed=b"the press \xff \xf0\x9f\x8d\x93", word="unhappiness")
    return replace(options, price="2.50") if measure == "fertility" else options


@cache
def result_of(measure: str, keys: tuple[str, ...], title: str = "") -> Any:
    recipes = tuple(Recipe(Pick(Kind.ALGORITHM, key), title or key) for key in keys)
    text = "spanish" if "text" in MEASURES[measure].takes else ""
    order = Order(measure, recipes, "english", Settings(vocab_size=400), text, options_of(measure))
    return run(order, corpus("english").read()[:6_000])


def sheet(measure: str, part: str = "", keys: tuple[str, ...] = (), title: str = "") -> Sheet:
    row = MEASURES[measure]
    keys = keys or ("bpe", "unigram")[: len(row.picks)]
    return SHEETS[measure](result_of(measure, keys, title), options_of(measure), part or row.parts[0])


def lines_of(shown: Sheet, width: int) -> list[Line]:
    """All lines that are drawn for the first rows."""
    rows = range(min(shown.count, 40))
    about = (line for row in rows for line in shown.about(row, width))
    return [*shown.head(width), shown.header(width), *(shown.line(row, width) for row in rows), *about]


def drawn(shown: Sheet, width: int = 88) -> str:
    return "\n".join(map(text_of, lines_of(shown, width)))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("measure", "part"), VIEWS)
def test_rows_and_their_header_fit_every_width(measure: str, part: str, width: int) -> None:
    shown = sheet(measure, part)
    header, rows = shown.header(width), [shown.line(row, width) for row in range(min(shown.count, 40))]
    assert width_of(header) <= width
    assert {width_of(row) <= width for row in rows} <= {True}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(("measure", "part"), VIEWS)
def test_words_have_the_lines_that_are_kept_free_for_them(measure: str, part: str, width: int) -> None:
    shown = sheet(measure, part)
    assert len(shown.head(width)) <= shown.head_lines
    for row in range(min(shown.count, 40)):
        assert len(shown.about(row, width)) <= shown.about_lines


@pytest.mark.parametrize("measure", [key for key in SHEETS if SHEETS[key].has_plot])
def test_a_plot_has_the_size_it_is_given(measure: str) -> None:
    lines = sheet(measure).plot(60, 9, 0)
    assert len(lines) == 9
    assert max(map(width_of, lines)) <= 60
    assert "◆" in "".join(map(text_of, lines)), "the row that is looked at is marked"


@pytest.mark.parametrize("measure", SHEETS)
def test_names_from_outside_are_made_harmless(measure: str) -> None:
    keys = ("bpe", "unigram")[: len(MEASURES[measure].picks)]
    for part in MEASURES[measure].parts:
        text = drawn(sheet(measure, part, keys, HOSTILE))
        assert "\x1b" not in text
        assert "\u202e" not in text


def test_every_measure_has_a_sheet_and_no_other() -> None:
    assert SHEETS.keys() == MEASURES.keys()


def test_the_curve_says_how_gains_go_and_what_an_entry_costs() -> None:
    shown = sheet("size")
    text = drawn(shown)
    assert "bytes per token with each doubling" in text or "There is no trend yet" in text
    assert "128,000 × 4,096 = 524,288,000; embedding and output: 1,048,576,000 parameters" in text
    assert "english, trained on" in text
    assert "spanish, not trained on" in text


def test_a_curve_of_a_text_that_is_lost_in_part_says_so() -> None:
    assert " lost" in text_of(sheet("size", keys=("word",)).head(88)[-1])
    assert " lost" not in text_of(sheet("size", keys=("bpe",)).head(88)[-1])


def test_the_base_of_the_language_tax_costs_1_and_the_dearest_has_the_longest_bar() -> None:
    shown = sheet("languages")
    rows = [text_of(shown.line(row, 88)) for row in range(shown.count)]
    (english,) = [row for row in rows if "English" in row]
    assert " 1.00 " in english
    bars = [row.count("█") + row.count("░") for row in rows]
    assert max(bars) > bars[0]


def test_what_holds_and_what_does_not_is_told_by_signs_and_not_by_colour_alone() -> None:
    shown = sheet("invariants")
    rows = {text_of(shown.line(row, 88)).strip().split("  ")[0]: shown.line(row, 88) for row in range(5)}
    assert [piece.text.strip() for piece in rows["round trip"] if piece.ink in ("good", "bad")] == ["✓", "✗"]
    assert "–" in text_of(rows["counts never rise"]), "Unigram merges nothing"


def test_a_counter_example_is_shown_as_it_is() -> None:
    assert "naïve␣café" in drawn(sheet("invariants", keys=("bpe", "wordpiece")))


def test_where_places_of_digits_do_not_line_up() -> None:
    twelve = Recipe(Pick(Kind.LAB), "twelve", 1, pairs=((ord("1"), ord("2")),))
    options = options_of("numbers")
    recipes = (twelve, Recipe(Pick(Kind.ALGORITHM, "char"), "char"))
    order = Order("numbers", recipes, "", Settings(), "", options)
    text = drawn(SHEETS["numbers"](run(order, b"0123456789"), options, ""))
    assert "twelve cuts 1 to 4 digits in 1, 2, 3, 5 ways" in text
    assert "so places do not line up" in text
    assert "each place is always at the same spot of the same token" in text


def test_borders_of_morphemes_are_told_from_others_by_their_form() -> None:
    shown = sheet("sides", "morphemes")
    (row,) = [
        shown.line(row, 88) for row in range(shown.count) if "un·happi·ness" in text_of(shown.line(row, 88))
    ]
    assert {piece.text for piece in row if piece.ink == "good"} <= {"│"}
    assert any("┊" in piece.text for piece in row)
    assert "harmonic mean" in drawn(shown)


def test_the_steps_of_wordpiece_show_score_and_count_and_what_bpe_would_take() -> None:
    shown = sheet("algorithm", "steps", ("wordpiece",))
    assert text_of(shown.header(73)).split() == ["step", "score", "count", "entries", "tokens"]
    assert "BPE would take" in drawn(shown)


def test_the_light_of_an_algorithm_that_loses_text_is_red() -> None:
    lost, whole = sheet("algorithm", keys=("char",)).head(73), sheet("algorithm", keys=("bpe",)).head(73)
    assert (lost[0][1].text, lost[0][1].ink) == ("✗", "bad")
    assert (whole[0][1].text, whole[0][1].ink) == ("✓", "good")


def test_a_letter_is_counted_in_every_token() -> None:
    assert "strawberry has 3 r;" in drawn(sheet("spelling"))


def test_depths_are_written_as_lengths_of_tokens() -> None:
    shown = sheet("indentation", keys=("char", "char"))
    assert " 16×1 " in text_of(shown.line(16, 88))
    assert "17 depths are 17 rows of tokens" in drawn(shown)


def test_a_price_stands_beside_the_tokens_it_is_for() -> None:
    text = drawn(sheet("fertility"), 88)
    assert "bpe cost" in text
    assert "at this price" in text


# -- tables


def test_columns_share_what_is_left_and_some_need_a_wide_table() -> None:
    columns = [Column("a", 4), Column("b", 0), Column("c", 0), Column("d", 5, wide=80)]
    assert rooms(columns, 40) == [4, 15, 15, None]
    assert rooms(columns, 80) == [4, 32, 32, 5]


def test_cells_are_cropped_and_placed() -> None:
    columns = [Column("a", 4), Column("b", 6, right=False)]
    line = table_line(columns, [Piece("12"), [Piece("straw"), Piece("berry")]], 20)
    assert text_of(line) == "   12  straw…"


def test_tokens_are_cropped_with_one_ellipsis() -> None:
    assert text_of(token_cells([b"un", b"happ", b"iness"], 9)) == "un│happ│…"
    assert text_of(token_cells([b"un", b"happ"], 9)) == "un│happ"


def test_sentences_are_cut_at_words_and_say_when_they_go_on() -> None:
    lines = words("one two three four five six seven", 14, most=2)
    assert [text_of(line) for line in lines] == [" one two", " three four …"]


def test_settings_stand_after_their_keys() -> None:
    lines = setting_lines([("k", HOSTILE), ("e", "to 9,999")], 19)
    assert text_of(lines[1]) == "e to 9,999"
    assert "\x1b" not in text_of(lines[0])


def test_the_part_that_is_shown_is_a_bar() -> None:
    assert [piece.text for piece in part_line(("steps", "text"), "text") if piece.ink == "accent_bar"] == [
        " text "
    ]
