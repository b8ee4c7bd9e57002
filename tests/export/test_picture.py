"""The screen as SVG: well-formed, each letter in its cell, nothing from elsewhere."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from bpe_play.tui.export.picture import HEIGHT, WIDTH, to_svg
from bpe_play.tui.export.seen import text_in
from bpe_play.tui.visible import plain

TEXT = "{http://www.w3.org/2000/svg}text"
RECT = "{http://www.w3.org/2000/svg}rect"


def drawn(*segments: Segment) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg([Strip(segments)], "#123456"))


def letters(picture: ElementTree.Element) -> list[tuple[str, int, int]]:
    """Each run of text, where it begins and how wide it is, in cells."""
    runs = picture.iter(TEXT)
    return [
        (run.text or "", int(run.attrib["x"]) // WIDTH, int(run.attrib["textLength"]) // WIDTH)
        for run in runs
    ]


def test_letters_stand_in_their_cells_also_after_wide_ones() -> None:
    picture = drawn(Segment("ab", Style(color="red")), Segment("🍓c", Style(color="red")), Segment("d"))
    assert letters(picture) == [("ab", 0, 2), ("🍓", 2, 2), ("c", 4, 1), ("d", 5, 1)]
    assert picture.attrib["viewBox"] == f"0 0 {6 * WIDTH} {HEIGHT}"


def test_colours_and_weight_are_those_of_the_screen() -> None:
    picture = drawn(Segment("x", Style(color="#010203", bgcolor="#040506", bold=True)))
    assert [rect.attrib["fill"] for rect in picture.iter(RECT)] == ["#123456", "#040506"]
    (text,) = picture.iter(TEXT)
    assert (text.attrib["fill"], text.attrib["font-weight"]) == ("#010203", "bold")


def test_blanks_are_no_text_but_have_a_ground() -> None:
    picture = drawn(Segment("  ", Style(bgcolor="#040506")))
    assert letters(picture) == []
    assert len(list(picture.iter(RECT))) == 2


@given(st.text())
def test_any_text_is_only_text(text: str) -> None:
    line = plain(text)
    picture = drawn(Segment(line))
    assert (
        "".join(run for run, _, _ in letters(picture)).replace("\u00a0", "").strip()
        == line.replace(" ", "").strip()
    )


def test_it_names_nothing_that_would_have_to_be_loaded() -> None:
    svg = to_svg([Strip([Segment("<image href='http://example.org'/>")])], "#000000")
    assert "url(" not in svg
    assert "<image" not in svg


def test_a_part_of_the_screen_as_text() -> None:
    lines = [Strip([Segment("┌──────┐")]), Strip([Segment("│ab   c│")]), Strip([Segment("│d     │")])]
    assert text_in(lines, Region(1, 1, 6, 2)) == "ab   c\nd\n"
