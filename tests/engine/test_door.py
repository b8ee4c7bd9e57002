"""Text comes in as bytes and goes out as it was, whatever it holds."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import to_bytes, to_text
from bpe_play.engine.door import valid_runs

any_text = st.text(st.characters(codec=None))


@given(st.binary())
def test_bytes_to_text_and_back(data: bytes) -> None:
    assert to_bytes(to_text(data)) == data


@given(st.text())
def test_proper_text_is_its_utf8(text: str) -> None:
    assert to_bytes(text) == text.encode("utf-8")


@given(any_text)
def test_any_str_has_bytes(text: str) -> None:
    assert isinstance(to_bytes(text), bytes)


def test_surrogates() -> None:
    assert to_bytes("\ud83d\ude00") == "😀".encode()  # a pair is its character
    assert to_bytes("a\ud83d b") == b"a\xed\xa0\xbd b"  # a lone one keeps its three bytes
    assert to_bytes("\udcff") == b"\xff"  # Python's stand-in for a byte


@given(st.binary())
def test_runs_cover_the_text_and_tell_valid_from_stray(data: bytes) -> None:
    runs = list(valid_runs(data))
    assert b"".join(to_bytes(run) for run, _ in runs) == data
    for run, is_valid in runs:
        assert run
        assert is_valid == all(not "\udc80" <= char <= "\udcff" for char in run)
    assert all(before[1] != after[1] for before, after in pairwise(runs))
