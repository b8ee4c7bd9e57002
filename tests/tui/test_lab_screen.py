"""The lab screen and its keys: time goes on and back, tokens are found, text is typed, training stops."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from bpe_play.tui.lab import Phase
from bpe_play.tui.screens.lab import SPEEDS
from bpe_play.tui.widgets.corpus_view import CorpusView
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.merge_list import MergeList
from bpe_play.tui.widgets.ruler import Ruler
from bpe_play.tui.widgets.timeline import PAUSED, PLAYING
from bpe_play.tui.widgets.token_card import TokenCard

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


class TestTime:
    async def test_one_step_and_both_ends(self, sit_down: SitDown) -> None:
        moves = {
            "left": 8,
            "left left right": 8,
            "f2 f2 f3": 8,
            "home": 0,
            "0": 0,
            "home right right": 2,
            "home left": 0,
            "right": 9,
            "home end": 9,
        }
        async with sit_down() as person:
            for keys, step in moves.items():
                await person.press("end", *keys.split())
                assert person.lab.cursor == step, keys
                assert person.screen.query_one(MergeList).cursor == step, keys

    async def test_ten_and_a_hundred(self, sit_down: SitDown) -> None:
        moves = {
            "full_stop": 10,
            "shift+right shift+right comma": 10,
            "greater_than_sign": 100,
            "ctrl+right ctrl+right less_than_sign shift+left": 34,
            "ctrl+right ctrl+left": 0,
        }
        async with sit_down(source="english", vocab_size=400) as person:
            for keys, step in moves.items():
                await person.press("home", *keys.split())
                assert person.lab.cursor == step, keys

    async def test_nothing_is_trained_again_for_a_step(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            training = person.lab.training
            await person.press("left", "home", "end", "left", "right")
            assert person.lab.training is training

    async def test_everything_is_shown_as_of_the_step(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"newest") as person:
            await person.press("home")
            assert "6 tokens" in person.sees
            assert "0 / 9" in person.sees
            await person.press("end")
            assert "1 token " in person.sees
            assert "9 / 9" in person.sees

    async def test_play_goes_to_the_end_and_stops_there(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("home", *["plus"] * len(SPEEDS))
            assert f"{SPEEDS[-1]}/s" in person.sees
            await person.press("space")
            await person.until(lambda: person.lab.cursor == 9 and not person.screen._playing)
            await person.pilot.pause()
            assert PAUSED in person.sees

    async def test_play_at_the_end_begins_again(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            shown: list[int] = []
            person.lab.subscribe(lambda _: shown.append(person.lab.cursor))
            await person.press("space")
            await person.until(lambda: 1 in shown)
            assert shown[0] == 0
            assert PLAYING in person.sees

    async def test_pause_and_every_move_stop_the_play(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press(*["minus"] * len(SPEEDS))
            for key in ("space", "f4", "left", "home", "end", "down"):
                await person.press("home", "f4")
                await person.until(lambda: person.lab.cursor > 0)
                assert person.screen._playing
                await person.press(key)
                step = person.lab.cursor
                person.screen._play_on()
                assert person.lab.cursor == step, key
                assert PAUSED in person.sees, key

    async def test_play_that_is_still_at_the_start_stops_at_home_too(self, sit_down: SitDown) -> None:
        """Nothing moves then, but who presses Home wants to stay there."""
        async with sit_down() as person:
            await person.press(*["minus"] * len(SPEEDS))
            person.lab.move_to(0)
            await person.press("space")
            person.screen._owed = 0.0
            person.lab.move_to(0)
            assert person.screen._playing
            await person.press("home")
            assert not person.screen._playing
            assert person.lab.cursor == 0

    async def test_speed_has_two_ends(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press(*["minus"] * (len(SPEEDS) + 2))
            assert f"{SPEEDS[0]}/s" in person.sees
            await person.press("equals_sign")
            assert f"{SPEEDS[1]}/s" in person.sees

    async def test_the_cursor_follows_the_merge_list(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("down", "down", "up")
            assert person.lab.cursor == 8


class TestGoingToAStep:
    async def test_by_its_number(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            for typed, step in {"3": 3, " 1,000 ": 9, "0": 0, "9" * 30: 9, "": 9}.items():
                await person.press("g")
                assert "go to step (0 to 9)" in person.sees
                await person.answer(typed)
                assert person.lab.cursor == step, typed
                assert not person.is_asked

    async def test_what_is_no_number_is_said_and_nothing_moves(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("left")
            for typed in ("x", "-1", "1.5", "٣", "²"):
                await person.press("g")
                await person.answer(typed)
                assert person.lab.cursor == 8
                await person.is_told(f"{typed!r} is not a step: type a number from 0 to 9")

    async def test_esc_leaves_the_question(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("left", "g", "3", "escape")
            assert person.lab.cursor == 8
            assert not person.is_asked
            assert isinstance(person.screen.focused, MergeList)


class TestFinding:
    async def test_a_token_by_its_text_and_the_next_ones(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            holding = [merge for merge in range(1, 10) if b"west" in person.lab.history.merge(merge).token]
            assert len(holding) > 2
            await person.press("slash")
            assert "find token" in person.sees
            await person.answer("west")
            assert person.lab.cursor == holding[0]
            await person.press("n")
            assert person.lab.cursor == holding[1]
            await person.press("N")
            assert person.lab.cursor == holding[0]
            await person.press("N")
            assert person.lab.cursor == holding[-1], "the search goes round"

    async def test_a_token_by_its_bytes(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("slash")
            await person.answer("hex:77 65")
            assert person.lab.history.merge(person.lab.cursor).token == b"we"

    async def test_what_is_not_there_is_said_and_nothing_moves(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("left", "slash")
            await person.answer("zzz")
            await person.is_told("No token holds 'zzz'")
            assert person.lab.cursor == 8

    async def test_what_is_not_hex_is_said(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("slash")
            await person.answer("hex:w")
            await person.is_told("'w' is not hex")

    async def test_the_next_one_of_nothing_asks_what(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("n")
            assert person.is_asked


class TestTyping:
    async def test_letters_are_text_and_the_tokens_come_at_once(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"") as person:
            assert "nothing typed" in person.sees
            await person.press("e")
            await person.type("so g")
            assert person.lab.state.text == b"so g"
            assert "4 tokens" in person.sees
            assert not person.is_asked
            await person.press("ctrl+a")
            await person.type("newest")
            assert "1 token " in person.sees

    async def test_time_goes_on_and_back_meanwhile(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press(*["minus"] * len(SPEEDS), "e", "f2", "f2", "f3")
            assert person.lab.cursor == 8
            await person.press("f2", "f2", "f4")
            assert person.screen._playing
            assert person.screen.focused is person.screen.query_one(TextBox)

    async def test_esc_leaves_the_box_for_its_tokens(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"newest lower") as person:
            await person.press("e")
            assert "esc leave" in person.sees
            await person.press("escape", "right", "right")
            assert person.screen.query_one(Ruler).selected == 2
            facts = person.screen.query_one(TokenCard).facts
            assert facts is not None
            assert facts.text == "lower"
            assert person.lab.cursor == 9

    async def test_several_lines_and_any_character(self, sit_down: SitDown) -> None:
        async with sit_down(text=b"") as person:
            await person.press("e")
            await person.type("añ\n日🍓")
            assert person.lab.state.text == "añ\n日🍓".encode()
            assert "round trip ✓" in person.sees


class TestThePanes:
    async def test_the_corpus_is_cut_and_the_next_pair_is_marked(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny") as person:
            assert "86 B" in person.sees
            await person.until(lambda: "86 characters" in person.sees)
            await person.press("home")
            view = person.screen.query_one(CorpusView)
            assert view.offset_at_top == 0
            assert "N│a│n│ │r│a│n" in person.sees

    async def test_tab_walks_through_them(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            seen = set()
            for _ in range(4):
                await person.press("tab")
                seen.add(type(person.screen.focused))
            assert seen == {CorpusView, MergeList, TextBox, Ruler}

    async def test_each_change_is_told_to_the_screen_once(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            assert person.lab._listeners.count(person.screen._hear) == 1


async def test_training_is_stopped_and_what_was_learned_is_kept(
    sit_down: SitDown, tmp_path: Path, wait_gone: Callable[[int], None]
) -> None:
    path = tmp_path / "long"
    path.write_bytes(random.Random(0).randbytes(200_000))
    async with sit_down(trained=False, source=str(path), split="none", vocab_size=100_000) as person:
        await person.until(lambda: person.lab.steps > 0)
        trainer = person.app.runner._process._process.pid
        await person.press("x")
        assert person.lab.training.phase is Phase.STOPPED
        assert person.lab.steps > 0
        assert person.lab.fingerprint in person.sees
        assert "training was stopped" in person.sees
        wait_gone(trainer)
        await person.press("x", "left")
        assert person.lab.cursor == person.lab.steps - 1


async def test_a_trainer_that_is_killed_leaves_what_it_taught(sit_down: SitDown, tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(random.Random(0).randbytes(200_000))
    async with sit_down(trained=False, source=str(path), split="none", vocab_size=100_000) as person:
        await person.until(lambda: person.lab.steps > 0)
        person.app.runner._process._process.kill()
        await person.until(lambda: person.lab.training.phase is Phase.FAILED)
        assert person.lab.steps > 0
        assert "ended before its work was done" in person.lab.training.ending
        await person.press("t")
        assert person.lab.training.busy


async def test_what_an_earlier_training_still_says_is_dropped(sit_down: SitDown) -> None:
    async with sit_down(source="tiny") as person:
        await person.press("t", "t")
        await person.until_trained()
        once = person.lab.fingerprint, person.lab.steps
        await person.press("t")
        person.app.runner.drain()
        await person.press("t")
        await person.until_trained()
        assert (person.lab.fingerprint, person.lab.steps) == once
