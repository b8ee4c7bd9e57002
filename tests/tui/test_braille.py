"""Curves in braille: dots where the points are, labels where their values are."""

from __future__ import annotations

from bpe_play.tui.widgets.braille import BLANK, HERE, Axis, Curve, nice_ticks, plot
from bpe_play.tui.widgets.pieces import Line, text_of, width_of

X = Axis(0, 10, [(0, "0"), (10, "10")])
Y = Axis(0, 1, [(0, "0"), (1, "1")])


def drawn(curve: Curve, width: int = 23, height: int = 6) -> list[Line]:
    return plot([curve], X, Y, width, height)


def is_dot(text: str) -> bool:
    return len(text) == 1 and ord(text) > BLANK


def dots(lines: list[Line]) -> set[tuple[int, int]]:
    """Row and column of each cell with a dot."""
    return {
        (row, column)
        for row, line in enumerate(lines)
        for column, char in enumerate(text_of(line))
        if BLANK < ord(char) < BLANK + 256
    }


def test_a_rising_line_goes_from_the_lower_left_to_the_upper_right() -> None:
    lines = drawn(Curve([(0, 0), (10, 1)]))
    found = dots(lines)
    assert (4, 3) in found
    assert (0, 22) in found
    assert {column for _, column in found} == set(range(3, 23)), "it is joined"


def test_every_line_has_the_width_that_there_is() -> None:
    lines = drawn(Curve([(0, 0), (10, 1)]), 40, 8)
    assert len(lines) == 8
    assert {width_of(line) for line in lines[:-1]} == {40}
    assert width_of(lines[-1]) <= 40


def test_points_that_are_not_joined_stand_alone() -> None:
    assert len(dots(drawn(Curve([(0, 0), (10, 1)], joined=False)))) == 2


def test_a_dotted_curve_has_fewer_dots_in_the_same_places() -> None:
    whole, dotted = dots(drawn(Curve([(0, 0), (10, 0)]))), dots(drawn(Curve([(0, 0), (10, 0)], gap=3)))
    assert dotted < whole


def test_values_beyond_the_axes_stay_inside() -> None:
    assert dots(drawn(Curve([(-5, -5), (50, 50)])))


def test_labels_stand_at_their_values() -> None:
    lines = drawn(Curve([]))
    assert text_of(lines[0]).startswith("1 ┤")
    assert text_of(lines[4]).startswith("0 ┤")
    assert text_of(lines[2]).startswith("  │")
    assert text_of(lines[-1]).split() == ["0", "10"]


def test_labels_of_x_that_would_touch_are_left_out() -> None:
    crowded = Axis(1, 100, [(value, f"{value:,}") for value in range(1, 101)], powers=True)
    text = text_of(plot([], crowded, Y, 23, 6)[-1])
    assert all(label.isdigit() for label in text.split())


def test_powers_give_equal_factors_equal_ways() -> None:
    axis = Axis(1, 10_000, (), powers=True)
    assert [axis.part(value) for value in (1, 10, 100, 1_000, 10_000)] == [0, 0.25, 0.5, 0.75, 1]


def test_the_place_looked_at_is_marked_over_the_curve() -> None:
    lines = plot([Curve([(0, 0), (10, 1)])], X, Y, 23, 6, here=(10, 1))
    assert text_of(lines[0])[-1] == HERE
    assert lines[0][-1].ink == "accent"


def test_a_later_curve_is_drawn_over_an_earlier_one() -> None:
    both = plot([Curve([(0, 0), (10, 0)], "dim"), Curve([(0, 0), (10, 0)], "accent")], X, Y, 23, 6)
    assert {piece.ink for piece in both[4] if is_dot(piece.text)} == {"accent"}


def test_without_room_there_is_no_plot() -> None:
    assert plot([], X, Y, 10, 6) == []
    assert plot([], X, Y, 40, 3) == []


def test_ticks_are_round_and_not_too_many() -> None:
    assert nice_ticks(0.97, 4.92, 6) == [1.0, 2.0, 3.0, 4.0]
    for most in range(2, 9):
        assert len(nice_ticks(0.1, 37, most)) <= most
