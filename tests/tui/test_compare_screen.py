"""The compare screen with its keys: tokenizers come and go, texts change, differences are walked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from bpe_play.engine import EngineError, Tokenization, Tokenizer, pre_tokenizer
from bpe_play.engine.bpe import train
from bpe_play.engine.compare_texts import COMPARE_TEXTS
from bpe_play.engine.formats import save_tokenizer
from bpe_play.engine.history import pack
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui import compare_state
from bpe_play.tui.app import BpePlay
from bpe_play.tui.compare_state import Kind, Which
from bpe_play.tui.keys import KEYS
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens import compare_work
from bpe_play.tui.screens.compare import CompareScreen
from bpe_play.tui.state import State
from bpe_play.tui.widgets.compare_rows import Cursor
from bpe_play.tui.widgets.compare_view import CompareView
from bpe_play.tui.widgets.editor import TextBox

Playing = tuple[Pilot[None], CompareScreen]


def learned(text: str) -> Lab:
    corpus = b"aaabdaaabac"
    lab = Lab(State(split="none", vocab_size=259, text=text.encode()))
    lab.started(len(corpus), 1)
    lab.learned(pack(train({corpus: 1}, 259)))
    lab.ended("done")
    return lab


@asynccontextmanager
async def opened(text: str = "strawberry 12345", size: tuple[int, int] = (100, 30)) -> AsyncIterator[Playing]:
    """The compare screen over a lab that has learned aa, aaa and aaab, its vocabularies loaded."""
    app = BpePlay(learned(text), keep=False)
    app._train = lambda: None  # type: ignore[method-assign]
    async with app.run_test(size=size) as pilot:
        await pilot.press("4")
        screen = app.screen
        assert isinstance(screen, CompareScreen)
        await until(pilot, lambda: not screen.state.pending)
        yield pilot, screen


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came true")


def text_of(screen: CompareScreen) -> str:
    """What is on the screen."""
    lines = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def titles(screen: CompareScreen) -> list[str]:
    return [row.which.title for row in screen.state.rows]


def offset(screen: CompareScreen) -> int:
    return screen.query_one(CompareView).cursor.offset


async def highlight(pilot: Pilot[None], position: int) -> None:
    pilot.app.screen.query_one(OptionList).highlighted = position
    await pilot.press("enter")


class TestWhatIsSeen:
    async def test_the_labs_text_in_three_tokenizers(self) -> None:
        async with opened() as (_, screen):
            seen = text_of(screen)
            assert titles(screen) == ["lab", "gpt2", "cl100k_base"]
            assert "Text of the lab" in seen
            assert "16 bytes" in seen
            assert "lab, step 3" in seen
            assert "first" in seen

    async def test_ids_and_tokens_of_all_rows_at_the_cursor(self) -> None:
        async with opened("1234 x") as (pilot, screen):
            await pilot.press("down", "down", "right")
            assert offset(screen) == 3
            rows = [line for line in text_of(screen).splitlines() if "_base" in line or "gpt2" in line]
            assert any("19  4" in row and "cl100k_base" in row for row in rows)
            assert any("2682  34" in row and "gpt2" in row for row in rows)

    async def test_a_piece_of_a_character_says_which(self) -> None:
        async with opened("ñ") as (_, screen):
            assert "byte 1 of 2 of U+00F1" in text_of(screen)

    async def test_an_empty_text_says_what_to_press(self) -> None:
        async with opened("") as (pilot, screen):
            assert "e: type a text" in text_of(screen)
            await pilot.press("n", "right", "down", "x", "f2", "end")

    async def test_the_room_below_a_short_text_says_what_the_brackets_are(self) -> None:
        async with opened(size=(120, 40)) as (_, screen):
            assert "Brackets show where the tokenizers part" in text_of(screen)
        async with opened("1 ab " * 400, size=(80, 24)) as (_, screen):
            assert "Brackets" not in text_of(screen)

    async def test_what_changes_in_the_lab_is_seen(self) -> None:
        async with opened() as (pilot, screen):
            screen.lab.change(text=b"elsewhere")
            await pilot.pause()
            assert "9 bytes" in text_of(screen)
            screen.lab.move_to(1)
            await pilot.pause()
            assert "lab, step 1" in text_of(screen)
            await pilot.press("1")
            screen.lab.change(text=b"changed behind its back")
            await pilot.press("4")
            assert "23 bytes" in text_of(screen)

    @pytest.mark.parametrize("size", [(60, 20), (80, 24), (100, 30), (120, 40)])
    async def test_every_size_shows_rows_and_table(self, size: tuple[int, int]) -> None:
        async with opened(size=size) as (_, screen):
            seen = text_of(screen)
            assert "straw" in seen.replace(" ", "").replace("│", "")
            assert "tokens" in seen
            assert "b/t" in seen


class TestDifferences:
    async def test_n_goes_from_one_to_the_next_and_round(self) -> None:
        async with opened("ab 1234 ab 5678") as (pilot, screen):
            await pilot.press("x", "end")  # without the lab's, which cuts everything
            comparison = screen.state.comparison
            assert comparison is not None
            starts = [difference.start for difference in comparison.differences]
            assert len(starts) > 1
            met = []
            for _ in starts:
                await pilot.press("n")
                met.append(offset(screen))
            assert met == starts
            assert f"difference {len(starts)} of {len(starts)}" in text_of(screen)
            await pilot.press("N")
            assert offset(screen) == starts[-2]

    async def test_where_all_cut_alike_it_is_said(self) -> None:
        async with opened(" the") as (pilot, screen):
            await pilot.press("x")
            assert "all cut alike" in text_of(screen)
            await pilot.press("n")
            assert offset(screen) == 0


class TestTokenizers:
    async def test_one_is_added_from_the_list(self) -> None:
        async with opened() as (pilot, screen):
            await pilot.press("a")
            await highlight(pilot, 2)  # after the lab's and gpt2
            await until(pilot, lambda: len(screen.state.rows) == 4)
            assert titles(screen)[3] == "r50k_base"
            await pilot.press("a")
            assert pilot.app.screen is screen  # there is room for four

    async def test_the_one_at_the_cursor_is_replaced_removed_and_made_the_first(self) -> None:
        async with opened() as (pilot, screen):
            await pilot.press("down", "k")
            await highlight(pilot, 2)
            await until(pilot, lambda: titles(screen)[1] == "r50k_base")
            await pilot.press("f")
            assert titles(screen) == ["r50k_base", "lab", "cl100k_base"]
            assert screen.query_one(CompareView).cursor.row == 0
            await pilot.press("x", "x", "x", "x")
            assert titles(screen) == ["cl100k_base"]

    async def test_a_file_is_opened_by_path(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.model"
        own = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(115, 116)]), name="mine")
        save_tokenizer(own, path, "minbpe")
        async with opened() as (pilot, screen):
            await pilot.press("a", "end", "enter")
            pilot.app.screen.query_one(Input).value = str(path)
            await pilot.press("enter")
            await until(pilot, lambda: "mine.model" in titles(screen))
            assert "mine.model" in text_of(screen)

    async def test_what_is_to_be_known_of_a_file_stays_to_be_read(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.tiktoken"
        save_tokenizer(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(115, 116)])), path, "tiktoken")
        async with opened() as (pilot, screen):
            await pilot.press("i")
            assert pilot.app.screen is screen, "there is nothing to know yet"
            screen._add(Which(Kind.FILE, str(path)))
            await until(pilot, lambda: "mine.tiktoken: The file names no split" in text_of(screen))
            await until(pilot, lambda: len(screen.state.notes(screen.state.rows[-1])) == 3)
            await pilot.press("i")
            seen = " ".join(text_of(pilot.app.screen).replace("│", " ").split())
            assert "texts were compared with tiktoken" in seen
            assert "its tokens fit gpt2" in seen
            assert "A rank file has no special tokens." in seen
            await pilot.press("escape", "down", "down", "down", "x")
            assert "mine.tiktoken" not in text_of(screen)

    async def test_a_file_that_cannot_be_opened_changes_nothing(self, tmp_path: Path) -> None:
        path = tmp_path / "page.json"
        path.write_text("<!doctype html>", encoding="utf-8")
        async with opened() as (pilot, screen):
            said: list[str] = []
            screen.bpe.say_error = lambda error: said.append(error.title)  # type: ignore[method-assign]
            screen._add(Which(Kind.FILE, str(path)))
            await until(pilot, lambda: not screen.state.pending)
            assert titles(screen) == ["lab", "gpt2", "cl100k_base"]
            assert "web page" in said[0]

    async def test_a_path_that_is_not_there_is_told_while_one_types(self) -> None:
        async with opened() as (pilot, _):
            await pilot.press("a", "end", "enter")
            for name in ("", "/nowhere/at/all", "~nobody-here/x", "a\x00b", "x" * 5_000):
                pilot.app.screen.query_one(Input).value = name
                await pilot.press("enter")
                assert pilot.app.screen.query_one(Input)


class TestLoading:
    async def test_it_is_shown_and_keys_go_on_and_esc_gives_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        arrived = asyncio.Event()

        async def slow(which: Which, progress: Callable[[float], object]) -> Tokenizer:
            progress(0.5)
            await arrived.wait()
            return Tokenizer(pre_tokenizer("none"), Vocabulary())

        async with opened() as (pilot, screen):
            monkeypatch.setattr(compare_work, "load", slow)
            screen._add(Which(Kind.PUBLISHED, "o200k_base"))
            await until(pilot, lambda: "50%" in text_of(screen))
            await pilot.press("right")
            assert offset(screen) == 1
            await pilot.press("escape")
            assert not screen.state.pending
            arrived.set()
            await until(pilot, lambda: not screen.is_loading)
            assert titles(screen) == ["lab", "gpt2", "cl100k_base"]

    async def test_several_stand_in_the_order_in_which_they_were_asked_for(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def load(which: Which, progress: Callable[[float], object]) -> Tokenizer:
            if which.name == "broken":
                raise EngineError("It is broken", "take another")
            return Tokenizer(pre_tokenizer("none"), Vocabulary())

        async with opened() as (pilot, screen):
            await pilot.press("x", "x")
            monkeypatch.setattr(compare_work, "load", load)
            for name in ("one", "broken", "two"):
                screen._add(Which(Kind.PUBLISHED, name))
            await until(pilot, lambda: not screen.state.pending)
            assert titles(screen) == ["cl100k_base", "one", "two"]


class TestWhatGoesWrong:
    async def test_a_tokenizer_that_cannot_cut_a_text_is_told_once_and_the_last_result_stays(self) -> None:
        class Broken(Tokenizer):
            def tokenize(self, *args: object, **options: object) -> Tokenization:
                raise EngineError("It cannot be cut", "take another")

        async with opened() as (pilot, screen):
            said: list[str] = []
            screen.bpe.say_error = lambda error: said.append(error.title)  # type: ignore[method-assign]
            screen.state.rows[0].tokenizer = Broken(pre_tokenizer("none"), Vocabulary())
            before = screen.state.comparison
            screen._choose_text("a", "A", b"short")
            screen._choose_text("b", "B", b"long " * 1_000)
            await until(pilot, lambda: not screen.is_cutting)
            assert (said, screen.state.comparison) == (["It cannot be cut"], before)

    async def test_a_tokenizer_without_merges_has_no_steps(self) -> None:
        async with opened() as (pilot, screen):
            screen.state.rows[0].tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary())
            await pilot.press("f2", "g", "comma")
            assert screen.state.rows[0].step is None
            assert isinstance(screen.focused, CompareView)


class TestSteps:
    async def test_a_vocabulary_as_of_a_step(self) -> None:
        async with opened(" the") as (pilot, screen):
            await pilot.press("down", "g", "1", "enter")
            assert "gpt2, step 1" in text_of(screen)
            assert "␣t│h│e│" in text_of(screen).replace(" ", "")
            await pilot.press("f3", "f3")
            assert "gpt2, step 3" in text_of(screen)
            await pilot.press("g", "enter")
            assert "gpt2, step" not in text_of(screen)

    async def test_what_is_no_step_is_said(self) -> None:
        async with opened() as (pilot, screen):
            await pilot.press("g", "x", "enter")
            assert screen.state.rows[0].step is None


class TestTheText:
    async def test_a_classic_is_chosen_from_the_list(self) -> None:
        async with opened() as (pilot, screen):
            await pilot.press("o")
            await highlight(pilot, 1 + list(COMPARE_TEXTS).index("numbers"))
            assert "Numbers" in text_of(screen)
            assert screen.state.text == COMPARE_TEXTS["numbers"].text.encode()
            await pilot.press("l")
            assert "Text of the lab" in text_of(screen)

    async def test_the_passage_is_there_in_many_languages(self) -> None:
        async with opened() as (pilot, screen):
            await pilot.press("o")
            await highlight(pilot, 1 + len(COMPARE_TEXTS) + 17)
            assert "One passage in Thai" in text_of(screen)
            assert "ข" in screen.state.text.decode()

    async def test_typing_is_compared_at_once_and_the_cursor_goes_with_it(self) -> None:
        async with opened("ab") as (pilot, screen):
            await pilot.press("e", "end", "c", "4")
            assert screen.lab.state.text == b"abc4"
            assert offset(screen) == 3
            await pilot.press("escape")
            assert isinstance(screen.focused, CompareView)
            assert not screen.has_class("typing")

    async def test_typing_in_a_classic_makes_a_copy(self) -> None:
        async with opened("ab") as (pilot, screen):
            screen._choose_text("numbers", "Numbers", b"1234")
            await pilot.press("e", "end", "5", "escape")
            assert "Text typed here" in text_of(screen)
            assert (screen.state.text, screen.lab.state.text) == (b"12345", b"ab")

    async def test_a_long_text_is_cut_in_a_thread(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(compare_state, "LARGEST_TEXT", 20_000)
        async with opened() as (pilot, screen):
            await pilot.press("e")
            screen.query_one(TextBox).post_message(TextBox.LargePaste("strawberry 1234 " * 10_000))
            await until(pilot, lambda: "the first 20,000 of 160,000 bytes" in text_of(screen))
            await pilot.press("escape", "end")
            await until(pilot, lambda: not screen.is_cutting)
            assert screen.query_one(CompareView).cursor == Cursor(0, 19_999)


class TestKeys:
    def test_every_key_of_the_screen_does_something(self) -> None:
        for key in KEYS:
            owner = {"compare": CompareScreen, "compare-rows": CompareView}.get(key.where)
            if owner is not None:
                assert hasattr(owner, f"action_{key.action.partition('(')[0]}"), key.id
