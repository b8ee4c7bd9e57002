"""What is pasted arrives as it was pasted, and nothing of it is taken for a key."""

from __future__ import annotations

import doctest
from typing import AnyStr

from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser

from bpe_play.tui import driver, paste_guard
from bpe_play.tui.driver import TerminalDecoder
from bpe_play.tui.paste_guard import END, START, PasteGuard, restored

TRICKY = st.text(st.sampled_from("\x1b\0[20~1aé\r\n\x11M<;"), max_size=40)
PASTES = TRICKY.filter(lambda text: END not in text and END not in text + END[:-1])
TYPED = st.text(st.sampled_from("\x1b[20~abé"), max_size=20).filter(
    lambda text: START not in text + START[:-1]
)


def in_parts(sent: AnyStr, sizes: list[int]) -> list[AnyStr]:
    """What a terminal sends, as it may arrive."""
    parts, at = [], 0
    for size in sizes:
        parts.append(sent[at : at + size])
        at += size
    return [*parts, sent[at:]]


def stood_in(pasted: str) -> str:
    return pasted.replace("\x1b", "\udc1b").replace("\0", "\udc00")


def test_the_examples_of_both_modules_hold() -> None:
    assert doctest.testmod(paste_guard).failed == 0
    assert doctest.testmod(driver).failed == 0


@given(st.lists(st.tuples(TYPED, PASTES), max_size=4), st.lists(st.integers(0, 7), max_size=30))
def test_only_what_is_pasted_is_changed_and_it_can_be_restored(
    said: list[tuple[str, str]], sizes: list[int]
) -> None:
    sent = "".join(f"{typed}{START}{pasted}{END}" for typed, pasted in said)
    guard = PasteGuard()
    passed = "".join(guard.passed(part) for part in in_parts(sent, sizes))
    assert passed == "".join(f"{typed}{START}{stood_in(pasted)}{END}" for typed, pasted in said)
    assert restored(passed) == sent


@given(PASTES, st.lists(st.integers(0, 7), max_size=30))
def test_textual_makes_one_paste_of_it_and_no_key(pasted: str, sizes: list[int]) -> None:
    decoder, parser = TerminalDecoder("utf-8"), XTermParser()
    made = []
    for part in in_parts(f"{START}{pasted}{END}x".encode(), sizes):
        text = decoder.decode(part)
        made += list(parser.feed(text)) if text else []
    assert [restored(event.text) for event in made if isinstance(event, events.Paste)] == [pasted]
    assert [event.character for event in made if isinstance(event, events.Key)] == ["x"]


def test_an_escape_that_is_typed_passes_at_once() -> None:
    assert PasteGuard().passed("\x1b") == "\x1b"


def test_bytes_that_are_not_utf8_are_replaced_also_where_they_are_cut() -> None:
    decoder = TerminalDecoder("utf-8")
    assert [decoder.decode(part) for part in (b"a\xc3", b"\xb1\xff", b"b")] == ["a", "ñ�", "b"]
