"""One table of keys: each does something, nothing is bound twice, help and footer cannot drift from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from textual.binding import Binding, BindingType
from textual.dom import DOMNode

from bpe_play.tui.app import BpePlay
from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE, PLACES, TYPING, Key, bindings, footer_keys
from bpe_play.tui.screens.help import help_text
from bpe_play.tui.screens.page import Page
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.widgets.code_box import CodeBox
from bpe_play.tui.widgets.compare_view import CompareView
from bpe_play.tui.widgets.editor import TextBox

SCREENS: dict[str, type[Page]] = {key: row.load() for key, row in PAGES.items()}
OTHER_PLACES: dict[str, type[DOMNode]] = {
    EVERYWHERE: BpePlay,
    PAGE: Page,
    TYPING: TextBox,
    "compare-rows": CompareView,
    "code-text": CodeBox,
}
# Terminals cannot tell these from enter, tab, backspace and escape, or keep them for themselves.
UNUSABLE = re.compile(r"ctrl\+[mih\[]|ctrl\+left_square_bracket|ctrl\+shift\+.*|(super|hyper|cmd)\+.*")


def by_id(key: Key) -> str:
    return key.id


def each_key(key: Key) -> list[str]:
    """The keys of a row of the table, in Textual's names."""
    return key.keys.split(",")


def keys_of(binding: BindingType) -> list[str]:
    assert isinstance(binding, Binding)
    return binding.key.split(",")


def drawn_help() -> list[str]:
    """The lines of the help, on a screen that is wide enough for each."""
    console = Console(width=200, file=StringIO())
    console.print(help_text())
    return [line.strip() for line in str(console.file.getvalue()).split("\n")]  # type: ignore[attr-defined]


def owners(key: Key) -> Iterator[type[DOMNode]]:
    """The classes on which a key's action must be."""
    target, _, _ = key.action.rpartition(".")
    if target == "app":
        yield BpePlay
    elif target == "screen":
        yield SCREENS["lab"]
    else:
        yield {**OTHER_PLACES, **SCREENS}[key.where]


def test_every_id_is_unique_so_that_a_key_can_be_given_to_something_else() -> None:
    assert [name for name, times in Counter(key.id for key in KEYS).items() if times > 1] == []


@pytest.mark.parametrize("key", KEYS, ids=by_id)
def test_terminals_can_send_every_key(key: Key) -> None:
    assert [name for name in each_key(key) if UNUSABLE.fullmatch(name)] == []


@pytest.mark.parametrize("key", KEYS, ids=by_id)
def test_every_key_does_something(key: Key) -> None:
    name = key.action.rpartition(".")[2].partition("(")[0]
    for owner in owners(key):
        assert hasattr(owner, f"action_{name}"), f"{owner.__name__} has no action {name}"


@pytest.mark.parametrize("place", SCREENS)
def test_no_key_of_a_screen_means_two_things(place: str) -> None:
    here = [name for key in KEYS if key.where in (place, PAGE, EVERYWHERE) for name in each_key(key)]
    assert [name for name, times in Counter(here).items() if times > 1] == []


@pytest.mark.parametrize("key", KEYS, ids=by_id)
def test_every_key_has_words(key: Key) -> None:
    assert key.where in PLACES
    assert key.label
    assert key.explained
    assert key.shown
    assert len(key.label) <= 10, "the footer has little room"


@pytest.mark.parametrize("place", [*SCREENS, TYPING])
def test_the_footer_shows_seven_keys_at_most_and_help(place: str) -> None:
    shown = footer_keys(place)
    assert len(shown) <= 7 + 1
    assert shown[-1].action == "app.help"
    assert [key.footer for key in shown] == sorted(key.footer for key in shown)


@pytest.mark.parametrize("place", [*SCREENS, TYPING])
def test_the_first_keys_of_the_footer_have_room_on_the_smallest_screen(place: str) -> None:
    width = sum(len(f"{key.shown} {key.label}") + 3 for key in footer_keys(place)[:5])
    assert width <= 60


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30)])
async def test_step_undo_start_and_help_are_in_the_labs_footer_at_every_size(
    sit_down: Any, size: tuple[int, int]
) -> None:
    async with sit_down(size) as person:
        footer = person.sees.splitlines()[-1]
        for key in ("→ step", "u undo", "0 start", "? keys"):
            assert key in footer


@pytest.mark.parametrize("place", SCREENS)
def test_undo_and_redo_mean_the_same_on_every_screen(place: str) -> None:
    here = {name: key.action for key in KEYS if key.where in (place, PAGE) for name in each_key(key)}
    assert (here["u"], here["r"]) == ("undo", "redo")


def test_the_footer_of_a_text_box_shows_only_what_works_there() -> None:
    assert {key.where for key in footer_keys(TYPING)} <= {TYPING, EVERYWHERE}


@pytest.mark.parametrize("key", KEYS, ids=by_id)
def test_the_help_lists_every_key_with_its_words(key: Key) -> None:
    lines = [line.split(maxsplit=len(key.shown.split())) for line in drawn_help()]
    assert [*key.shown.split(), key.explained] in lines


def test_the_help_says_how_to_select_with_the_mouse() -> None:
    assert any("hold Shift (Option on a Mac)" in line and "--no-mouse" in line for line in drawn_help())


def test_the_bindings_are_made_from_the_table() -> None:
    for place in {key.where for key in KEYS}:
        made = [binding for binding in bindings(place) if isinstance(binding, Binding)]
        assert [(binding.id, binding.key, binding.action, binding.tooltip) for binding in made] == [
            (key.id, key.keys, key.action, key.explained) for key in KEYS if key.where == place
        ]


# -- while one types, letters are text


def test_what_works_everywhere_comes_before_a_text_boxs_own_keys() -> None:
    assert all(binding.priority for binding in bindings(EVERYWHERE) if isinstance(binding, Binding))


@pytest.mark.parametrize("key", [key for key in KEYS if key.where == EVERYWHERE], ids=by_id)
def test_what_works_everywhere_is_no_letter_and_takes_nothing_from_a_text_box(key: Key) -> None:
    own = {name for binding in TextBox.BINDINGS for name in keys_of(binding)} | {"enter", "space"}
    for name in each_key(key):
        assert len(name) > 1, f"{name} is text"
        assert name not in own


@pytest.mark.parametrize(
    "action", ["play", "step(1)", "step(-1)", "save", "app.next_page", "app.help", "app.quit"]
)
def test_what_a_teacher_needs_while_typing_has_a_key_that_works_there(action: str) -> None:
    everywhere = {key.action.removeprefix("screen.") for key in KEYS if key.where == EVERYWHERE}
    assert action in everywhere


def test_esc_leaves_a_text_box_and_so_all_other_keys_are_one_key_away() -> None:
    (leave,) = [key for key in KEYS if key.where == TYPING]
    assert leave.keys == "escape"
    assert any("escape" in binding.key for binding in TextBox.BINDINGS if isinstance(binding, Binding))
