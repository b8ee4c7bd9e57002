"""The stream screen with its keys: stepping, cutting, choosing a text, a vocabulary and a decoder."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import OptionList

from bpe_play.engine.stream import REPLACEMENT
from bpe_play.engine.stream_examples import STREAM_EXAMPLES
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.source_code import SourceCodeScreen
from bpe_play.tui.screens.stream import StreamScreen
from bpe_play.tui.state import State
from bpe_play.tui.stream_source import StreamSource
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.stream_wire import StreamWire

Playing = tuple[Pilot[None], StreamScreen]


@asynccontextmanager
async def opened(text: str = "señor", size: tuple[int, int] = (100, 30)) -> AsyncIterator[Playing]:
    """The stream screen over a lab with a tiny corpus that has been learned."""
    app = BpePlay(Lab(State(source="aaabdaaabac", vocab_size=259, text=text.encode())), keep=False)
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: not app.lab.training.busy)
        await pilot.press("2")
        assert isinstance(app.screen, StreamScreen)
        yield pilot, app.screen


async def until(pilot: Pilot[None], true: Callable[[], bool]) -> None:
    for _ in range(1_000):
        if true():
            return
        await pilot.pause(0.01)
    raise AssertionError("it never came true")


def text_of(screen: StreamScreen) -> str:
    """What is on the screen."""
    lines = screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in line) for line in lines)


def seen(screen: StreamScreen) -> dict[str, str]:
    return {lane.kind.key: lane.seen for lane in screen.stream.lanes()}


async def test_the_typed_text_as_the_lab_cuts_it() -> None:
    async with opened() as (pilot, screen):
        assert screen.source == StreamSource()
        assert "own, step 3" in text_of(screen)
        await pilot.press("right", "right", "right")
        assert seen(screen)["incremental"] == "se"
        assert "1 byte pending, 1 owed" in text_of(screen)
        await pilot.press("right")
        assert "U+00F1 is complete" in text_of(screen)
        await pilot.press("left")
        assert seen(screen)["incremental"] == "se"


async def test_cut_and_flush() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("right", "right", "right", "c")
        assert "cut, 3 never come" in text_of(screen)
        await pilot.press("f")
        assert seen(screen)["incremental"] == "se" + REPLACEMENT
        assert "the stream has ended in a character" in text_of(screen)
        await pilot.press("home")
        assert screen.stream.position == 0


async def test_playing_sends_everything_and_stops() -> None:
    async with opened() as (pilot, screen):
        for _ in range(6):
            await pilot.press("plus")
        await pilot.press("space")
        await until(pilot, lambda: screen.stream.ended and not screen._playing)
        assert seen(screen)["incremental"] == "señor"
        for _ in range(6):  # slow enough to be seen from its beginning
            await pilot.press("minus")
        await pilot.press("space")
        await until(pilot, lambda: not screen.stream.ended)


async def test_an_example_is_chosen_from_the_list() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("o")
        keys = ["typed", *STREAM_EXAMPLES]
        pilot.app.screen.query_one(OptionList).highlighted = keys.index("overlong")
        await pilot.press("enter", "end")
        assert "Wire: C0 AF" in text_of(screen)
        assert seen(screen)["incremental"] == f"ok{REPLACEMENT * 2}ok"


async def test_every_example_loads_with_its_vocabulary() -> None:
    async with opened() as (pilot, screen):
        for example in STREAM_EXAMPLES.values():
            screen.send(StreamSource.of(example))
            await until(pilot, lambda: len(screen.stream.arrivals) > 0)
            await pilot.press("end")
            assert "flushed" in text_of(screen)
            due = example.data[: example.cut_after].decode("utf-8", "replace")
            assert seen(screen)["incremental"] == due


async def test_a_published_vocabulary_is_loaded_when_it_is_chosen() -> None:
    async with opened("🤖") as (pilot, screen):
        screen.send(StreamSource(None, "cl100k_base"))
        await until(pilot, lambda: len(screen.stream.arrivals) == 3)
        assert [token_id for token_id, _ in screen.stream.arrivals] == [9468, 97, 244]


async def test_typing_changes_the_wire_at_once() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("e", "ctrl+a")
        await pilot.press("a", "a", "a", "b")
        assert screen.lab.state.text == b"aaab"
        assert [token for _, token in screen.stream.arrivals] == [b"aaab"]
        await pilot.press("f3")
        assert seen(screen)["incremental"] == "aaab"
        await pilot.press("escape")
        assert isinstance(screen.focused, StreamWire)


async def test_a_large_paste_is_streamed_from_its_beginning() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("e", "ctrl+a")
        pilot.app.post_message(events.Paste("ñ" * 60_000))
        await until(pilot, lambda: len(screen.lab.state.text) == 120_000)
        await until(pilot, lambda: screen.stream.left_out == 119_000)
        assert "119,000 bytes more are not sent" in text_of(screen)


async def test_the_code_of_each_decoder() -> None:
    async with opened() as (pilot, screen):
        await pilot.press("down", "enter")
        assert isinstance(pilot.app.screen, SourceCodeScreen)
        assert "EachTokenAlone" in text_of(pilot.app.screen)  # type: ignore[arg-type]
        await pilot.press("right")
        assert "NewByLength" in text_of(pilot.app.screen)  # type: ignore[arg-type]
        await pilot.press("escape")
        assert screen.chosen == 1, "the one that was read last is chosen"


async def test_a_stop_sequence_is_typed() -> None:
    async with opened("a\nb") as (pilot, screen):
        await pilot.press("s", "backslash", "n", "enter", "end")
        assert seen(screen)["stop"] == "a"
        assert "↵ found at 2" in text_of(screen)


async def test_an_empty_wire_says_what_to_press() -> None:
    async with opened("") as (_, screen):
        assert "e: type a text" in text_of(screen)


async def test_hostile_text_is_drawn_harmless() -> None:
    async with opened("\x1b[2J[red]x[/]\u202e") as (pilot, screen):
        await pilot.press("end")
        assert "\x1b" not in text_of(screen)
        assert "[red]x[/]" in text_of(screen)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_nothing_is_out_of_reach(size: tuple[int, int]) -> None:
    async with opened(size=size) as (pilot, screen):
        screen.send(StreamSource.of(STREAM_EXAMPLES["stop-split"]))
        await pilot.press("end")
        drawn = text_of(screen)
        for name in ("Wire", "Held back", "Decoders", "goes wrong", "found at 6", "? keys"):
            assert name in drawn
        for pane in screen.query(Pane):
            assert pane.region.bottom <= size[1]


async def test_a_split_that_runs_away_on_the_typed_text_is_said_and_sends_nothing() -> None:
    async with opened("aaaa") as (pilot, screen):
        screen.lab.change(split=r"(\p{L}+)+\d|.", text=b"a" * 3_000)
        await until(pilot, lambda: "Nothing to send" in text_of(screen))
        assert screen.stream.left_out == 3_000
        await pilot.press("right", "b", "end")
        screen.lab.change(text=b"a1")
        await until(pilot, lambda: "".join(token.decode() for _, token in screen.stream.arrivals) == "a1")


async def test_a_pattern_of_ones_own_cuts_the_stream() -> None:
    async with opened("one two") as (pilot, screen):
        screen.lab.change(split=r"\w+|\W", cursor=0)
        await until(pilot, lambda: len(screen.stream.arrivals) == 7)
