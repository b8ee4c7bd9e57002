"""The state is one value: it can be compared, kept as JSON, and read back even when the file is damaged."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import SpecialMode, TieRule
from bpe_play.tui.state import TRAINING_FIELDS, State

NUMBERS = st.integers(0, 10**12)
BYTE = st.integers(0, 255)
NAMES = st.text(st.characters(), max_size=20)  # lone surrogates are names too
STATES = st.builds(
    State,
    source=NAMES,
    split=NAMES,
    ties=st.sampled_from(TieRule),
    vocab_size=NUMBERS,
    min_count=NUMBERS,
    longest_token=st.none() | NUMBERS,
    cursor=st.none() | NUMBERS,
    text=st.binary(),
    specials=st.sampled_from(SpecialMode),
    byte_format=st.sampled_from(["hex", "binary", "decimal"]),
    choices=st.dictionaries(st.integers(1, 10**6), st.tuples(BYTE, BYTE)).map(
        lambda chosen: tuple(sorted(chosen.items()))
    ),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


def through_json(state: State) -> State:
    return State.from_json(json.loads(json.dumps(state.to_json())))


def test_the_typed_text_is_bytes_and_comes_back_exactly() -> None:
    state = State(
        text=b"caf\xc3\xa9 \xff\x00\r\n", cursor=3, ties=TieRule.LOWEST_IDS, specials=SpecialMode.ERROR
    )
    assert through_json(state) == state


@given(STATES)
def test_any_state_comes_back_exactly(state: State) -> None:
    assert through_json(state) == state


def test_nothing_kept_is_the_first_state() -> None:
    assert State.from_json({}) == State()


@pytest.mark.parametrize(
    ("name", "damaged"),
    [
        ("source", 7),
        ("split", None),
        ("ties", "coin toss"),
        ("ties", ["first-seen"]),
        ("vocab_size", "1024"),
        ("vocab_size", -1),
        ("vocab_size", True),
        ("min_count", 1.5),
        ("cursor", -3),
        ("longest_token", {}),
        ("text", "not base64"),
        ("text", 12),
        ("text", "ñ"),
        ("specials", ""),
        ("byte_format", "octal"),
        ("byte_format", ["hex"]),
    ],
)
def test_a_damaged_field_is_as_at_the_first_start_and_the_others_are_kept(name: str, damaged: Any) -> None:
    kept = State(source="tiny", split="none", vocab_size=300, cursor=5, text=b"kept", byte_format="binary")
    read = State.from_json(kept.to_json() | {name: damaged})
    assert read == kept.changed(**{name: getattr(State(), name)})


@given(st.dictionaries(st.sampled_from([field.name for field in fields(State)]), JSON))
def test_whatever_is_in_the_file_a_whole_state_is_read(data: dict[str, Any]) -> None:
    state = State.from_json(data)
    assert through_json(state) == state


def test_what_a_later_version_adds_does_no_harm() -> None:
    assert State.from_json({**State(source="tiny").to_json(), "colour": "red"}) == State(source="tiny")


def test_two_states_differ_in_named_fields() -> None:
    assert State(cursor=1, split="none").differs(State()) == {"cursor", "split"}
    assert State().differs(State()) == frozenset()


def test_what_decides_a_training_is_part_of_the_state() -> None:
    assert {field.name for field in fields(State)} >= TRAINING_FIELDS
    assert not TRAINING_FIELDS & {"cursor", "text", "specials", "byte_format"}
