"""NFKC, with every border of the result traced to the original."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_play.engine.algorithms.normalizers import NFKC, PLAIN

HARD = st.text("aﬁ５½㌀ｶﾞe\u0301\u0323한\u1112\u1161\u11ab\u3131\u314f\u0958…①ŉ︰ Å\u212b\u0fb2\u0f71\u0f80")


@given(HARD | st.text())
@example("\u3131\u314f")
@example("ｶﾞ")
def test_parts_normalized_one_by_one_are_the_whole_normalized(text: str) -> None:
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert NFKC.apply(text.encode()).data.decode() == unicodedata.normalize("NFKC", text)


@given(HARD)
def test_borders_rise_from_the_start_to_the_end(text: str) -> None:
    normal = NFKC.apply(text.encode())
    borders = [normal.origin(offset) for offset in range(len(normal.data) + 1)]
    assert borders == sorted(borders)
    assert (borders[0], borders[-1]) == (0, len(text.encode()))


def test_a_border_inside_a_changed_character_is_its_end() -> None:
    normal = NFKC.apply("xﬁy".encode())
    assert normal.data == b"xfiy"
    assert [normal.origin(offset) for offset in range(5)] == [0, 1, 4, 4, 5]


@pytest.mark.parametrize("data", [b"", b"plain", "ñ 日".encode(), b"\xff\xfe", b"a\xcc"])
def test_what_needs_no_change_is_left_alone(data: bytes) -> None:
    assert NFKC.apply(data).data == data
    assert PLAIN.apply(data).data == data


def test_stray_bytes_stay_where_they_are() -> None:
    assert NFKC.apply("ﬁ".encode() + b"\xff" + "５".encode()).data == b"fi\xff5"
