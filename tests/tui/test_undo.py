"""Undo and redo of everything that a person chooses: one list a screen, and what it does with any chooser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bpe_play.engine import TieRule, Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State
from bpe_play.tui.undo import MOST, MOST_BYTES, PAUSE_SECONDS, Entry, UndoLists, undoable


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Menu:
    """Something to choose from: a dish, a drink, and how many."""

    SCREEN = "menu"
    NAMES = {"dish": "main dish", "drink": "drink", "number": "number"}
    RUNS = frozenset({"number"})

    def __init__(self, undo_lists: UndoLists | None) -> None:
        self.undo_lists = undo_lists
        self.now: dict[str, Any] = {"dish": "soup", "drink": "water", "number": 1}

    def chosen(self) -> dict[str, Any]:
        return dict(self.now)

    def put(self, choices: Mapping[str, Any]) -> None:
        self.now |= choices

    @undoable
    def choose(self, **choices: Any) -> None:
        self.now |= choices

    @undoable
    def order_tea(self) -> None:
        self.choose(drink="tea")
        self.choose(dish="cake")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lists(clock: Clock) -> UndoLists:
    return UndoLists(clock)


@pytest.fixture
def menu(lists: UndoLists) -> Menu:
    return Menu(lists)


class TestAList:
    def test_takes_back_and_makes_again_and_says_what(self, lists: UndoLists, menu: Menu) -> None:
        menu.choose(dish="fish", drink="wine")
        undone = lists.on("menu").undo()
        assert menu.now["dish"] == "soup"
        made_again = lists.on("menu").redo()
        assert menu.now["dish"] == "fish"
        assert undone is not None
        assert made_again is not None
        assert undone.words == made_again.words == "main dish, drink"

    def test_with_nothing_to_undo_nothing_happens(self, lists: UndoLists, menu: Menu) -> None:
        assert lists.on("menu").undo() is None
        assert lists.on("menu").redo() is None

    def test_choosing_what_is_chosen_is_no_change(self, lists: UndoLists, menu: Menu) -> None:
        menu.choose(dish="soup")
        assert lists.on("menu").undo() is None

    def test_a_new_change_forgets_what_was_undone(self, lists: UndoLists, menu: Menu) -> None:
        menu.choose(dish="fish")
        lists.on("menu").undo()
        menu.choose(dish="cake")
        assert lists.on("menu").redo() is None

    def test_a_change_made_of_others_is_one_entry(self, lists: UndoLists, menu: Menu) -> None:
        menu.order_tea()
        lists.on("menu").undo()
        assert menu.now == {"dish": "soup", "drink": "water", "number": 1}

    def test_a_failed_change_that_changed_nothing_is_none(self, lists: UndoLists, menu: Menu) -> None:
        with pytest.raises(ZeroDivisionError), lists.changing(menu):
            raise ZeroDivisionError
        assert lists.on("menu").undo() is None


class TestARun:
    def test_of_small_changes_is_undone_in_one_go(self, lists: UndoLists, menu: Menu, clock: Clock) -> None:
        for number in (2, 3, 4):
            clock.now += PAUSE_SECONDS / 2
            menu.choose(number=number)
        lists.on("menu").undo()
        assert menu.now["number"] == 1
        lists.on("menu").redo()
        assert menu.now["number"] == 4

    def test_ends_with_a_pause(self, lists: UndoLists, menu: Menu, clock: Clock) -> None:
        menu.choose(number=2)
        clock.now += PAUSE_SECONDS * 2
        menu.choose(number=3)
        lists.on("menu").undo()
        assert menu.now["number"] == 2

    def test_ends_with_a_change_of_something_else(self, lists: UndoLists, menu: Menu) -> None:
        menu.choose(number=2)
        menu.choose(drink="tea")
        menu.choose(number=3)
        lists.on("menu").undo()
        assert menu.now["number"] == 2

    def test_ends_with_an_undo(self, lists: UndoLists, menu: Menu, clock: Clock) -> None:
        menu.choose(number=2)
        clock.now += PAUSE_SECONDS * 2
        menu.choose(number=3)
        lists.on("menu").undo()
        menu.choose(number=7)
        lists.on("menu").undo()
        assert menu.now["number"] == 2


class TestScreens:
    def test_take_back_what_was_changed_on_them(self, lists: UndoLists, menu: Menu) -> None:
        """A text can be typed on one screen or on another; each takes its own typing back."""
        menu.choose(dish="fish")
        before = menu.chosen()
        menu.now["drink"] = "wine"
        lists.record(menu, before, "bar")
        lists.on("menu").undo()
        assert menu.now == {"dish": "soup", "drink": "wine", "number": 1}
        lists.on("bar").undo()
        assert menu.now == {"dish": "soup", "drink": "water", "number": 1}

    def test_skip_what_has_come_back_in_another_way(self, lists: UndoLists, menu: Menu) -> None:
        menu.choose(dish="fish")
        menu.choose(drink="wine")
        menu.now["drink"] = "water"
        assert lists.on("menu").undo() is not None
        assert menu.now["dish"] == "soup"

    def test_have_one_entry_for_the_start_of_a_scene(self, lists: UndoLists, menu: Menu) -> None:
        """It sets the lab first, and when its screen is there, that too."""
        lab, start = Lab(), Entry("the start of the scene")
        lab.undo_lists = lists
        lab.jump(State(split="none", text=b"x"), start, "menu")
        with lists.into(start, "menu"):
            menu.choose(dish="fish")
        assert lab.undo() == "", "it is the other screen's"
        assert lab.undo("menu") == "the start of the scene"
        assert (lab.state, menu.now["dish"]) == (State(), "soup")
        assert lab.redo("menu") == "the start of the scene"
        assert (lab.state.split, menu.now["dish"]) == ("none", "fish")

    def test_begin_an_entry_if_the_scenes_was_taken_back_before_its_screen_came(
        self, lists: UndoLists, menu: Menu
    ) -> None:
        start = Entry("the start of the scene")
        with lists.into(start, "menu"):
            menu.choose(drink="wine")
        lists.on("menu").undo()
        with lists.into(start, "menu"):
            menu.choose(dish="fish")
        lists.on("menu").undo()
        assert menu.now == {"dish": "soup", "drink": "water", "number": 1}


class TestMemory:
    def test_is_bounded_for_many_changes(self, lists: UndoLists, menu: Menu) -> None:
        for number in range(MOST + 10):
            menu.choose(dish=str(number))
        assert sum(1 for _ in iter(lists.on("menu").undo, None)) == MOST

    def test_is_bounded_for_large_texts(self, lists: UndoLists, menu: Menu) -> None:
        size = MOST_BYTES // 4
        for letter in range(40):
            menu.choose(dish=bytes([65 + letter]) * size)
        times = sum(1 for _ in iter(lists.on("menu").undo, None))
        assert 0 < times <= 4

    def test_keeps_the_last_change_however_large(self, lists: UndoLists, menu: Menu) -> None:
        text = bytes(MOST_BYTES + 1)
        menu.now["dish"] = text
        menu.choose(dish="soup")
        lists.on("menu").undo()
        assert menu.now["dish"] is text

    def test_holds_one_text_of_a_run_and_not_one_a_letter(self, lists: UndoLists, menu: Menu) -> None:
        for number in range(2, 500):
            menu.choose(number=number)
        assert sum(1 for _ in iter(lists.on("menu").undo, None)) == 1

    def test_of_an_entry_is_weighed_once_so_that_a_full_list_is_as_quick(
        self, lists: UndoLists, menu: Menu
    ) -> None:
        weighed = []

        class Dish:
            @property
            def weight(self) -> int:
                weighed.append(self)
                return 1

        for _ in range(20):
            menu.choose(dish=Dish())
        assert len(weighed) == 19, "the last one has not been left"


class TestTheLab:
    @pytest.mark.parametrize(
        "change",
        [
            {"split": "none"},
            {"ties": TieRule.LOWEST_IDS},
            {"vocab_size": 300},
            {"text": b"x"},
            {"source": "tiny"},
            {"cursor": 0},
            {"byte_format": "binary"},
        ],
    )
    def test_has_each_setting_undone_and_made_again(self, change: dict[str, object]) -> None:
        lab = Lab()
        before = lab.state
        lab.change(**change)
        after = lab.state
        assert lab.undo()
        assert lab.state == before
        assert lab.redo()
        assert lab.state == after

    def test_trains_again_for_the_setting_of_before(self) -> None:
        lab = Lab(State(vocab_size=300))
        lab.change(vocab_size=400)
        training = lab.training
        assert lab.undo() == "vocabulary size"
        assert lab.training is not training
        assert lab.training.of.vocab_size == 300

    def test_shows_the_tokenizer_of_before(self) -> None:
        lab = Lab()
        other = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98)]))
        lab.adopt("other", other)
        assert lab.tokenizer is other
        lab.undo()
        assert lab.own
        lab.redo()
        assert lab.tokenizer is other
