"""What one chooses on the stream screen: the text, the vocabulary, a stop sequence, a decoder to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_play.engine.stream_examples import STREAM_EXAMPLES
from bpe_play.tui.screens import stream_words
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.stream_source import StreamSource
from bpe_play.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from bpe_play.tui.screens.stream import StreamScreen

_TYPED = "typed"


def choose_example(screen: StreamScreen) -> None:
    def take(key: str | None) -> None:
        if key == _TYPED:
            screen.send(screen.source.typed())
        elif key is not None:
            screen.send(StreamSource.of(STREAM_EXAMPLES[key]))

    choices = [Choice(_TYPED, "The typed text", "What you typed here or in the lab.")]
    choices += [Choice(row.key, row.title, row.look) for row in STREAM_EXAMPLES.values()]
    chosen = screen.source.example.key if screen.source.example else _TYPED
    screen.app.push_screen(ChooseScreen("What is streamed", choices, chosen), take)


def choose_vocabulary(screen: StreamScreen) -> None:
    def take(key: str | None) -> None:
        if key is not None:
            screen.send(StreamSource(screen.source.example, key))

    choices = stream_words.vocabulary_choices(screen.source, screen.lab)
    screen.app.push_screen(ChooseScreen("Cut into tokens by", choices, screen.source.vocabulary), take)


def ask_stop_sequence(screen: StreamScreen) -> None:
    shown = stream_words.escaped(screen.stream.stop)
    screen.query_one(Prompt).ask("stop", r"stop sequence (\n for a line end, empty for none)", shown)


def show_code(screen: StreamScreen) -> None:
    from bpe_play.tui.screens.source_code import SourceCodeScreen

    def take(index: int | None) -> None:
        if index is not None:
            screen.choose(index)

    kinds = [lane.kind for lane in screen.stream.lanes()]
    screen.app.push_screen(SourceCodeScreen(kinds, screen.chosen), take)
