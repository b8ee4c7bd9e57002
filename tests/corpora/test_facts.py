"""Facts about a text, and that they do not depend on where it is cut."""

from __future__ import annotations

import codecs
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.corpora import CORPORA, describe, describe_chunks
from bpe_play.corpora.line_ends import LINE_ENDS, with_line_ends


@pytest.mark.parametrize(
    ("data", "kind", "lines"),
    [
        (b"", "none", 0),
        (b"a", "none", 1),
        (b"a\nb\n", "LF", 2),
        (b"a\nb", "LF", 2),
        (b"a\r\nb\r\n", "CRLF", 2),
        (b"a\rb\r", "CR", 2),
        (b"a\r\nb\nc\rd", "mixed", 4),
        (b"\n\r\n\r", "mixed", 3),
        ("a\u2028b\x85c\x0bd".encode(), "none", 1),
    ],
)
def test_line_ends(data: bytes, kind: str, lines: int) -> None:
    facts = describe(data)
    assert (facts.line_ends, facts.lines) == (kind, lines)


def test_each_kind_of_line_end_is_counted_apart() -> None:
    facts = describe(b"a\r\nb\nc\rd\r\n\r\n")
    assert (facts.lf, facts.crlf, facts.cr) == (1, 3, 1)


@pytest.mark.parametrize("kind", LINE_ENDS)
@pytest.mark.parametrize("start", [b"a\nb\n\nc", b"a\r\nb\r\n\r\nc", b"a\rb\r\rc", b"a\r\nb\n\rc"])
def test_the_switch_writes_one_kind_and_changes_nothing_else(kind: str, start: bytes) -> None:
    assert with_line_ends(start, kind).split(LINE_ENDS[kind]) == [b"a", b"b", b"", b"c"]


@pytest.mark.parametrize(
    ("mark", "name"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
        (b"\xef\xbb", None),
        (b" \xef\xbb\xbf", None),
    ],
)
def test_the_byte_order_mark_is_named(mark: bytes, name: str | None) -> None:
    assert describe(mark + b"a\0").bom == name
    assert describe_chunks(bytes([byte]) for byte in mark + b"a\0").bom == name


@pytest.mark.parametrize(
    ("data", "first", "invalid", "characters"),
    [
        ("añ日👍".encode(), None, 0, 4),
        (b"ab\xffcd", 2, 1, 4),
        (b"\xc3", 0, 1, 0),
        (b"ab\xe6\x97", 2, 2, 2),
        (b"\xed\xa0\x80", 0, 3, 0),
        (b"\xc0\xaf", 0, 2, 0),
        (b"\xf0\x9f\x91x\x80", 0, 4, 1),
        ("\u00f1".encode("latin-1") + b"o", 0, 1, 1),
    ],
)
def test_invalid_bytes_are_counted_and_the_first_is_found(
    data: bytes, first: int | None, invalid: int, characters: int
) -> None:
    facts = describe(data)
    assert (facts.first_invalid, facts.invalid_bytes, facts.characters) == (first, invalid, characters)
    assert facts.valid_utf8 == (invalid == 0)


def test_look_alikes_are_plain_text_and_counted() -> None:
    facts = describe(b"we close with <|endoftext|> here\n<|endoftext|><|im_start|> <| no |> <||> <|a")
    assert facts.look_alikes == 3
    assert facts.look_alike_names == (b"<|endoftext|>", b"<|im_start|>")


def test_only_a_few_kinds_are_kept_by_name() -> None:
    facts = describe(b"".join(b"<|%d|>" % n for n in range(1000)))
    assert (facts.look_alikes, len(facts.look_alike_names)) == (1000, 8)


def test_nul_bytes_are_counted() -> None:
    assert describe(b"a\0b\0").nul_bytes == 2


ENDS = [b"\r", b"\n", b"\r\n"]
MARKS = [b"<|", b"|>", b"<|a|>", b"<", b"a"]
TORN = [b"\xc3", b"\xb1", "日".encode(), b"\xf0\x9f", b"\0"]
PIECES = st.sampled_from(ENDS + MARKS + TORN)


@given(st.lists(PIECES, max_size=12), st.lists(st.integers(0, 40), max_size=4))
def test_where_a_text_is_cut_makes_no_difference(pieces: list[bytes], cuts: list[int]) -> None:
    data = b"".join(pieces)
    whole = describe(data)
    places = [0, *sorted(cuts), len(data)]
    assert describe_chunks(data[a:b] for a, b in pairwise(places)) == whole
    assert describe_chunks(bytes([byte]) for byte in data) == whole


@given(st.binary(max_size=40))
def test_characters_and_invalid_bytes_account_for_every_byte(data: bytes) -> None:
    facts = describe(data)
    valid = data.decode("utf-8", "ignore")
    assert facts.characters == len(valid)
    assert facts.invalid_bytes == len(data) - len(valid.encode("utf-8"))
    assert (facts.first_invalid is None) == (facts.invalid_bytes == 0)


@pytest.mark.parametrize("key", ["english", "emoji", "python"])
def test_our_own_texts_are_clean(key: str) -> None:
    facts = describe(CORPORA[key].read())
    assert (facts.line_ends, facts.bom, facts.invalid_bytes, facts.nul_bytes) == ("LF", None, 0, 0)
