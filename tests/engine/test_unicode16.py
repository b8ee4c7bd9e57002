"""Published patterns cut by the letters of Unicode 16, whatever version the regex module knows."""

from __future__ import annotations

from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.unicode16 import as_unicode16, unicode16


def test_a_younger_letter_is_no_letter() -> None:
    """U+0558 and U+088F became letters after Unicode 16 (case B042 shows what that does to a split)."""
    for young in ("\u0558", "\u088f"):
        text = f"ab{young}cd".encode()
        assert unicode16(PRETOKENIZERS["gpt2"]).pieces(text) == [b"ab", young.encode(), b"cd"]


def test_a_letter_that_changed_its_case_is_what_it_was() -> None:
    assert as_unicode16("a\u0295") == "a\u01bb"


def test_older_text_is_cut_as_ever() -> None:
    text = "Añ 東京 don't 😀 1234\r\n".encode()
    for split in PRETOKENIZERS.values():
        assert unicode16(split).pieces(text) == split.pieces(text)


def test_the_pieces_are_of_the_text_and_not_of_its_twin() -> None:
    text = "x\u0558\U0001cccdy\xff".encode() + b"\xff"
    for split in PRETOKENIZERS.values():
        assert b"".join(unicode16(split).pieces(text)) == text
        assert b"".join(unicode16(split).counts(text)) == text


def test_the_name_and_the_pattern_stay() -> None:
    bound = unicode16(PRETOKENIZERS["cl100k"])
    assert (bound.key, bound.pattern) == ("cl100k", PRETOKENIZERS["cl100k"].pattern)
    assert unicode16(PRETOKENIZERS["none"]) is PRETOKENIZERS["none"]
