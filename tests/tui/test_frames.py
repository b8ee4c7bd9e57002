"""Frames: what is written to a pipe is read from it, whole, in order, and never half."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.tui.frames import Kind, frame, json_frame, read_frame


def test_a_frame_is_a_kind_a_length_and_a_payload() -> None:
    assert frame(Kind.DATA, b"abc") == b"d\x00\x00\x00\x03abc"
    assert frame(Kind.GO) == b"g\x00\x00\x00\x00"


def test_every_kind_has_one_byte_of_its_own() -> None:
    assert len({kind.value for kind in Kind}) == len(Kind)
    assert all(len(kind.value) == 1 for kind in Kind)


@given(st.lists(st.tuples(st.sampled_from(Kind), st.binary(max_size=50))))
def test_frames_come_out_as_they_went_in(frames: list[tuple[Kind, bytes]]) -> None:
    pipe = io.BytesIO(b"".join(frame(kind, payload) for kind, payload in frames))
    assert [read_frame(pipe) for _ in frames] == frames
    with pytest.raises(EOFError):
        read_frame(pipe)


def test_json_is_ascii_whatever_is_in_it() -> None:
    value = {"title": "ñ \x1b[2J \ud83d", "words": [["6c6f77", 5]], "none": None}
    kind, payload = read_frame(io.BytesIO(json_frame(Kind.ORDER, value)))
    assert kind is Kind.ORDER
    assert payload.isascii()
    assert json.loads(payload) == value


def test_a_pipe_that_closes_within_a_frame_is_at_its_end() -> None:
    whole = frame(Kind.MERGES, b"12345678")
    for length in range(len(whole)):
        with pytest.raises(EOFError):
            read_frame(io.BytesIO(whole[:length]))


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a valid Kind"):
        read_frame(io.BytesIO(b"?\x00\x00\x00\x00"))
