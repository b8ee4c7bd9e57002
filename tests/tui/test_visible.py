"""Text on the screen is harmless, has the width that is claimed for it, and hides nothing."""

from __future__ import annotations

import doctest
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len, get_character_cell_size

from bpe_play.engine.door import to_bytes
from bpe_play.tui import visible
from bpe_play.tui.visible import Glyph, Kind, crop, glyphs, label, one_to_one, plain

EVERY_CHARACTER = [chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000]
UNIFORM = {"Co", "Cn"}  # private and unassigned: 960,000 code points, all alike
ASSIGNED = [char for char in EVERY_CHARACTER if unicodedata.category(char) not in UNIFORM]
SOME_UNIFORM = [char for char in EVERY_CHARACTER if unicodedata.category(char) in UNIFORM][::37]
TELLING_CHARACTERS = [
    char
    for char in ASSIGNED
    if ord(char) % 37 == 0 or not unicodedata.name(char, "").startswith(("CJK", "HANGUL S"))
] + SOME_UNIFORM
HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(
            "\0\a\b\t\n\r\x1b\x7f\x9b\xad\u200b\u200d\u202e\u2028\u2066\ufe0f\ufeff\ue000\U000e0001"
            "\u0301\u0940\u094d\u1161\u0378e👩👧❤🇨🇿👍\U0001f3fd\u20e3␛␣↵⟨⟩\\x1b"
        ),
    )
)


def drawings(data: bytes) -> list[str]:
    return [glyph.text for glyph in glyphs(data)]


def is_harmless(drawn: str) -> bool:
    """No control, format, surrogate, private or unassigned character, no line end, nothing that joins."""
    forbidden = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    return not any(unicodedata.category(char) in forbidden or 0xFE00 <= ord(char) < 0xFE10 for char in drawn)


class TestGlyphs:
    def test_plain_text_is_drawn_as_it_is(self) -> None:
        assert glyphs("añ日".encode()) == [
            Glyph("a", 1, Kind.TEXT, 0, 1),
            Glyph("ñ", 1, Kind.TEXT, 1, 3),
            Glyph("日", 2, Kind.TEXT, 3, 6),
        ]

    def test_every_code_point_alone_is_harmless_and_visible(self) -> None:
        for char in ASSIGNED + SOME_UNIFORM:
            (glyph,) = glyphs(char.encode())
            assert is_harmless(glyph.text), ascii(char)
            assert glyph.width == cell_len(glyph.text) >= 1, ascii(char)

    def test_a_code_point_after_a_letter_and_an_emoji_is_harmless(self) -> None:
        for char in TELLING_CHARACTERS:
            for glyph in glyphs(f"e{char}👩{char}👧".encode()):
                assert is_harmless(glyph.text), ascii(char)
                assert glyph.width == cell_len(glyph.text) >= 1, ascii(char)

    @given(st.one_of(st.binary(), HOSTILE.map(to_bytes)))
    def test_they_cover_any_bytes_exactly(self, data: bytes) -> None:
        found = glyphs(data)
        assert [glyph.start for glyph in found] == [0, *(glyph.end for glyph in found)][: len(found)]
        assert sum(glyph.end - glyph.start for glyph in found) == len(data)
        assert all(is_harmless(glyph.text) and glyph.width == cell_len(glyph.text) >= 1 for glyph in found)

    @pytest.mark.parametrize(
        ("text", "drawn", "kind"),
        [
            ("\x1b", "␛", Kind.CONTROL),
            ("\0", "␀", Kind.CONTROL),
            ("\t", "⇥", Kind.CONTROL),
            ("\x7f", "␡", Kind.CONTROL),
            ("\x9b", "\\x9b", Kind.CONTROL),
            ("\u202e", "\\u202e", Kind.FORMAT),
            ("\ufeff", "\\ufeff", Kind.FORMAT),
            ("\u200b", "\\u200b", Kind.FORMAT),
            ("\ue000", "\\ue000", Kind.FORMAT),
            ("\U000e0001", "\\U000e0001", Kind.FORMAT),
            ("\u00a0", "␣", Kind.FORMAT),
            ("\u0301", "◌\u0301", Kind.FORMAT),
        ],
    )
    def test_what_cannot_be_drawn_has_a_stand_in(self, text: str, drawn: str, kind: Kind) -> None:
        assert [(glyph.text, glyph.kind) for glyph in glyphs(text.encode())] == [(drawn, kind)]

    def test_a_real_picture_of_escape_is_told_from_an_escape_by_its_kind(self) -> None:
        assert [(glyph.text, glyph.kind) for glyph in glyphs("␛\x1b".encode())] == [
            ("␛", Kind.TEXT),
            ("␛", Kind.CONTROL),
        ]

    def test_cr_and_lf_are_two_controls(self) -> None:
        assert drawings(b"a\r\nb") == ["a", "␍", "↵", "b"]

    def test_stray_bytes_stand_alone(self) -> None:
        assert [(glyph.text, glyph.kind) for glyph in glyphs(b"\xe2\x82a")] == [
            ("\\xe2", Kind.STRAY),
            ("\\x82", Kind.STRAY),
            ("a", Kind.TEXT),
        ]

    @pytest.mark.parametrize(
        ("grapheme", "drawn"),
        [
            ("👩‍👩‍👧", "👩⁺👩⁺👧"),
            ("❤️", "❤⁺"),
            ("👍🏽", "👍⁺"),
            ("🏳️‍🌈", "🏳⁺🌈"),
            ("🇨🇿", "CZ"),
            ("e\u0301", "e\u0301"),
            ("각", "각"),
            ("ی\u200c", "ی⁺"),
        ],
    )
    def test_no_width_depends_on_what_a_terminal_makes_of_a_sequence(self, grapheme: str, drawn: str) -> None:
        assert drawings(grapheme.encode()) == [drawn]

    def test_a_pile_of_marks_is_one_glyph_and_not_drawn_to_its_end(self) -> None:
        (glyph,) = glyphs(("e" + "\u0301" * 10_000).encode())
        assert len(glyph.text) < 10
        assert (glyph.kind, glyph.width) == (Kind.FORMAT, 2)

    def test_a_character_of_contested_width_is_written_out(self) -> None:
        assert get_character_cell_size("䷀") != get_character_cell_size("䷀", "15.0.0")
        assert drawings("䷀".encode()) == ["\\u4dc0"]


class TestLabel:
    @pytest.mark.parametrize(
        ("token", "drawn"),
        [
            (b" the", "␣the"),
            (b"\n\t", "↵⇥"),
            (b"\xe2\x80", "⟨E2 80⟩"),
            (b" \xc3", "␣⟨C3⟩"),
            (b"a\x1b[2J", "a\\x1b[2J"),
            (b"[/red][bold]", "[/red][bold]"),
            ("👩‍👧".encode(), "👩\\u200d👧"),
            ("␣↵".encode(), "\\u2423\\u21b5"),
            (rb"\x1b", r"\\x1b"),
            (rb"\d", r"\d"),
            (b"", ""),
        ],
    )
    def test_a_token_on_one_line(self, token: bytes, drawn: str) -> None:
        assert label(token) == drawn

    @given(st.one_of(st.binary(), HOSTILE.map(to_bytes)), st.one_of(st.binary(), HOSTILE.map(to_bytes)))
    def test_two_tokens_never_look_alike(self, one: bytes, other: bytes) -> None:
        assert (label(one) == label(other)) == (one == other)

    def test_no_two_code_points_look_alike(self) -> None:
        assert len({label(char.encode()) for char in TELLING_CHARACTERS}) == len(TELLING_CHARACTERS)

    @given(st.one_of(st.binary(), HOSTILE.map(to_bytes)), st.integers(1, 20))
    def test_it_keeps_to_its_width(self, token: bytes, width: int) -> None:
        drawn = label(token, width)
        assert cell_len(drawn) <= width
        assert is_harmless(drawn)
        assert bool(drawn) == bool(token)
        if cell_len(label(token)) <= width:
            assert drawn == label(token)

    def test_a_cut_is_seen(self) -> None:
        assert label(b"tokenizer", 5) == "toke…"
        assert label("日本語".encode(), 4) == "日…"
        assert label(b"ab", 0) == ""

    def test_a_megabyte_is_not_read_to_show_ten_cells(self) -> None:
        assert label(("e" + "\u0301" * 1_000_000).encode(), 10).endswith("…")

    def test_a_line_is_cropped_at_graphemes(self) -> None:
        assert crop("e\u0301e\u0301e\u0301", 2) == "e\u0301…"


class TestPlain:
    @given(HOSTILE)
    def test_any_string_becomes_one_harmless_line(self, text: str) -> None:
        assert is_harmless(plain(text))

    def test_text_is_text(self) -> None:
        assert plain("El Niño, 日本語 [/red] {x}") == "El Niño, 日本語 [/red] {x}"

    def test_a_file_name_that_is_not_utf8(self) -> None:
        assert plain("caf\udce9.txt") == "caf⟨E9⟩.txt"

    def test_a_pattern_stays_readable(self) -> None:
        assert plain(r" ?\p{L}+|\s+(?!\S)") == r" ?\p{L}+|\s+(?!\S)"

    def test_a_lone_surrogate_is_shown_by_its_bytes(self) -> None:
        assert plain("a\ud83d") == "a⟨ED A0 BD⟩"


class TestOneToOne:
    @given(
        st.text(
            st.one_of(st.characters(), st.characters(categories=["Cs"]), st.sampled_from("\u0301\u200d👩"))
        )
    )
    def test_every_character_has_its_place(self, text: str) -> None:
        drawn = one_to_one(text)
        assert len(drawn) == len(text)
        assert is_harmless(drawn)

    def test_a_code_point_alone(self) -> None:
        for char in TELLING_CHARACTERS:
            drawn = one_to_one(char)
            assert len(drawn) == 1 <= cell_len(drawn), ascii(char)
            assert is_harmless(drawn), ascii(char)

    def test_text_is_text(self) -> None:
        for text in ("naïve — 日本語", "नमस्ते", "שלום", "e\u0301"):
            assert one_to_one(text) == text

    def test_cells_are_what_is_drawn_whatever_joins(self) -> None:
        drawn = one_to_one("👩‍👩‍👧❤️🇨🇿\x1b")
        assert drawn == "👩⁺👩⁺👧❤⁺CZ␛"
        assert cell_len(drawn) == sum(map(cell_len, drawn))


def test_worked_examples_hold() -> None:
    assert doctest.testmod(visible).failed == 0


def test_glyphs_follow_one_another_over_all_code_points_at_once() -> None:
    data = "".join(EVERY_CHARACTER[:0x3000]).encode()
    assert all(left.end == right.start for left, right in pairwise(glyphs(data)))
