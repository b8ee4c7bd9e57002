"""The stream screen: a model's answer arrives token by token, and four decoders make text of it.

What is sent and how far it has come is in a StreamDesk; this screen turns keys into its calls and draws it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import work
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from bpe_play.engine import EngineError, to_bytes, to_text
from bpe_play.engine.stream_decoders import DecoderKind
from bpe_play.engine.stream_examples import STREAM_EXAMPLES
from bpe_play.engine.stream_play import Token
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.aside import aside
from bpe_play.tui.keys import bindings
from bpe_play.tui.lab import Topic
from bpe_play.tui.palette import palette
from bpe_play.tui.screens import stream_choices, stream_words
from bpe_play.tui.screens.page import Page
from bpe_play.tui.stream_code import code_of
from bpe_play.tui.stream_desk import StreamDesk
from bpe_play.tui.stream_source import OWN, StreamSource
from bpe_play.tui.stream_state import SPEEDS, StreamState
from bpe_play.tui.typed_text import is_tried
from bpe_play.tui.vocabularies import VOCABULARIES
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.prompt import Prompt
from bpe_play.tui.widgets.stream_columns import Grid
from bpe_play.tui.widgets.stream_held import StreamHeld
from bpe_play.tui.widgets.stream_seen import Seen, StreamSeen
from bpe_play.tui.widgets.stream_source import source_text
from bpe_play.tui.widgets.stream_wire import StreamWire

if TYPE_CHECKING:
    from bpe_play.tui.lessons.lesson import Scene

_FRAMES_PER_SECOND = 16

MadeFrom = tuple[StreamSource, bytes, Tokenizer | None, int | None]


class StreamScreen(Page):
    """Screen 2."""

    PLACE = "stream"
    BINDINGS = bindings("stream")
    AUTO_FOCUS = "StreamWire"
    DEFAULT_CSS = """
    StreamScreen #stream-text-pane { height: 5; display: none; }
    StreamScreen.typing #stream-text-pane { display: block; }
    StreamScreen #wire-pane { height: 11; }
    StreamScreen.typing #wire-pane { height: 10; }
    StreamScreen #held-pane { height: 6; }
    StreamScreen #seen-pane { height: 1fr; }
    StreamScreen #code-pane { display: none; }
    StreamScreen.-low #wire-pane { height: 10; }
    StreamScreen.-low #held-pane { height: 5; }
    StreamScreen.-low.stops #held-pane { height: 4; }
    StreamScreen.-low.typing #held-pane { display: none; }
    StreamScreen.-tall #wire-pane { height: 11; }
    StreamScreen.-tall.stops #wire-pane { height: 12; }
    StreamScreen.-tall #held-pane { height: 7; }
    StreamScreen.-tall #seen-pane { height: 7; }
    StreamScreen.-tall.stops #seen-pane { height: 8; }
    StreamScreen.-tall #code-pane { display: block; height: 1fr; }
    StreamScreen #code-pane VerticalScroll { scrollbar-size-vertical: 1; }
    StreamScreen.lesson.-low #seen-pane { display: none; }
    StreamScreen.lesson.-low #held-pane { height: 1fr; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.desk = StreamDesk()
        self._in_box: bytes | None = None  # the text that the box shows
        self._loaded: MadeFrom | None = None  # what the tokens on the wire were made from
        self._cutting: MadeFrom | None = None  # what a thread makes tokens from
        self._speed = 2
        self._playing = False
        self._owed = 0.0  # arrivals that play has not made yet

    @property
    def source(self) -> StreamSource:
        return self.desk.source

    @property
    def stream(self) -> StreamState:
        return self.desk.stream

    @property
    def chosen(self) -> int:
        """The decoder that one looks at, by its index."""
        return min(self.desk.decoder, self.desk.decoders - 1)

    def body(self) -> ComposeResult:
        with Pane(title="Text", id="stream-text-pane"):
            yield TextBox(placeholder="type or paste the text that is streamed   esc: leave")
        with Pane(title="Wire", id="wire-pane"):
            yield StreamWire(empty="Nothing to send.   e: type a text   o: choose an example")
        with Pane(title="Held back", id="held-pane"):
            yield StreamHeld()
        with Pane(title="Decoders", figures="↑ ↓ choose   enter: its code", id="seen-pane"):
            yield StreamSeen()
        with Pane(title="Code", id="code-pane"), VerticalScroll():
            yield Static("", id="code")

    def on_mount(self) -> None:
        self.desk.undo_lists = self.lab.undo_lists
        self.every(1 / _FRAMES_PER_SECOND, self._play_on)

    # -- what is sent ----------------------------------------------------------------------------------

    def changed(self, topic: Topic) -> None:
        super().changed(topic)
        if topic in (Topic.TEXT, Topic.CURSOR, Topic.TRAINING, Topic.SETTINGS):
            self._fill_box()
            self._recut()

    def _fill_box(self) -> None:
        text = self.lab.state.text
        if text is not self._in_box:
            self.query_one(TextBox).load(to_text(text))
            self._in_box = text

    def send(self, source: StreamSource) -> None:
        """Stream another text, or the same with another vocabulary."""
        self.desk.choose_source(source)
        self._open()

    def show_choices(self) -> None:
        if self._loaded is None or self._loaded[0] != self.source:
            self._open()
        else:
            self._stop_playing()
            self._draw()

    def _open(self) -> None:
        """The source is another one: cut it, as soon as its vocabulary is there."""
        source = self.source
        self._loaded = None
        self._stop_playing()
        if self._waiting:
            self.run_worker(self._load(source), exclusive=True, group="vocabulary", exit_on_error=False)
        self._recut()

    async def _load(self, source: StreamSource) -> None:
        try:
            await VOCABULARIES.get(source.vocabulary)
        except EngineError as error:
            self.bpe.say_error(error)
            return
        if source is self.source:
            self._recut()

    def _recut(self) -> None:
        """Cut the text into tokens, if it or its tokenizer is not what it was.

        Where nobody knows how long that takes, in a thread; the tokens of before stay meanwhile.
        """
        source = self.source
        tokenizer, step = self._tokenizer()
        made_from = source, source.data(self.lab.state.text), tokenizer, step
        if made_from == self._loaded or made_from == self._cutting:
            pass
        elif tokenizer is None or is_tried(tokenizer):
            tokens = [] if self._waiting else source.tokens(made_from[1], tokenizer, step)
            self._put_on_the_wire(tokens, made_from)
        else:
            self._cutting = made_from
            self._cut(made_from)
        self._draw()

    @work(group="stream cutting", exclusive=True, exit_on_error=False)
    async def _cut(self, made_from: MadeFrom) -> None:
        source, data, tokenizer, step = made_from
        assert tokenizer is not None
        tokens: list[Token] = []
        try:
            tokens = await aside(source.tokens, data, tokenizer.twin(), step)
        except EngineError as error:
            self.bpe.say_error(error)
        if made_from is self._cutting:
            self._put_on_the_wire(tokens, made_from)
            self._draw()

    def _put_on_the_wire(self, tokens: list[Token], made_from: MadeFrom) -> None:
        """From the beginning where text or source is another one; else what has come stays so."""
        self._cutting = None
        if self._waiting:
            self.stream.load([], stop=self.stream.stop)
            return
        if self._loaded is None or made_from[:2] != self._loaded[:2]:
            self.desk.load(tokens, len(made_from[1]))
        else:
            self.stream.recut(tokens, len(made_from[1]))
        self._loaded = made_from

    def _tokenizer(self) -> tuple[Tokenizer | None, int | None]:
        """The tokenizer and the step; none where single bytes are sent."""
        if self.source.vocabulary == OWN:
            return self.lab.tokenizer, self.lab.cursor
        return VOCABULARIES.loaded(self.source.vocabulary), None

    @property
    def _waiting(self) -> bool:
        """Whether the vocabulary is still being loaded."""
        return self.source.is_published and VOCABULARIES.loaded(self.source.vocabulary) is None

    def on_resize(self) -> None:
        """A taller screen shows the code too."""
        self.call_after_refresh(self._draw)

    def set_scene(self, scene: Scene) -> None:
        """An example by its name, or the typed text in the lab's tokens."""
        example = STREAM_EXAMPLES.get(scene.view)
        self.send(StreamSource.of(example) if example else StreamSource())

    # -- drawing ---------------------------------------------------------------------------------------

    def _draw(self) -> None:
        stream, lanes = self.stream, self.stream.lanes()
        grid = Grid(stream.arrivals, lanes, stream.position, stream.limit, stream.ended, self.chosen)
        wire = self.query_one(StreamWire)
        wire.show(grid, self.source.look)
        self.query_one(StreamHeld).show(stream.buffer())
        unit = "byte" if stream.by_byte else "token"
        self.query_one(StreamSeen).show(
            Seen(lanes, unit, self.chosen, stream_words.stop_in_words(stream, lanes))
        )
        self.set_class(bool(stream.stop), "stops")
        self._draw_titles()
        self._draw_code(lanes[self.chosen].kind)

    def _draw_code(self, kind: DecoderKind) -> None:
        """The source of the chosen decoder, on a screen that is tall enough to have room for it."""
        if self.has_class("-tall"):
            self.query_one("#code-pane", Pane).set_title(f"Code: {kind.title}")
            self.query_one("#code", Static).update(source_text(code_of(kind.key), palette(self.app)))

    def _draw_titles(self) -> None:
        pane = self.query_one("#wire-pane", Pane)
        pane.set_title(f"Wire: {self.source.title}")
        playing = f"▶ {SPEEDS[self._speed]:g}/s" if self._playing else ""
        figures = [stream_words.vocabulary(self.source, self.lab), *stream_words.place(self.stream), playing]
        if self._waiting:
            figures = [f"loading {self.source.vocabulary} …"]
        pane.set_figures("   ".join(filter(None, figures)))
        self.query_one("#held-pane", Pane).set_figures(stream_words.held(self.stream))

    # -- time ------------------------------------------------------------------------------------------

    def _play_on(self) -> None:
        if not self._playing:
            return
        self._owed += SPEEDS[self._speed] / _FRAMES_PER_SECOND
        if self._owed >= 1:
            if not self.desk.step(int(self._owed)):
                self._playing = False
            self._owed %= 1
            self._draw()

    def _stop_playing(self) -> None:
        self._playing, self._owed = False, 0.0

    def action_play(self) -> None:
        """Play on from here; from the end, from the start again."""
        if not self._playing and self.stream.ended:
            self.desk.restart()
        self._playing, self._owed = not self._playing, 1.0
        self._draw()

    def action_step(self, by: int) -> None:
        self._stop_playing()
        self.desk.step(by)
        self._draw()

    def action_restart(self) -> None:
        self._stop_playing()
        self.desk.restart()
        self._draw()

    def action_finish(self) -> None:
        self._stop_playing()
        self.desk.finish()
        self._draw()

    def action_flush(self) -> None:
        self._stop_playing()
        self.desk.flush()
        self._draw()

    def action_cut(self) -> None:
        self._stop_playing()
        self.desk.cut()
        self._draw()

    def action_by_byte(self) -> None:
        self.desk.toggle_bytes()
        self._draw()

    def action_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if not self._playing:
            self.say(f"space plays {SPEEDS[self._speed]:g} a second")
        self._draw_titles()

    # -- choosing --------------------------------------------------------------------------------------

    def choose(self, decoder: int) -> None:
        """Point at a decoder, by its index."""
        self.desk.choose_decoder(decoder)
        self._draw()

    def action_choose(self, by: int) -> None:
        self.choose(self.chosen + by)

    def on_stream_seen_chosen(self, event: StreamSeen.Chosen) -> None:
        self.choose(event.index)

    def action_code(self) -> None:
        stream_choices.show_code(self)

    def action_examples(self) -> None:
        stream_choices.choose_example(self)

    def action_vocabulary(self) -> None:
        stream_choices.choose_vocabulary(self)

    def action_stop_sequence(self) -> None:
        stream_choices.ask_stop_sequence(self)

    def on_prompt_answered(self, event: Prompt.Answered) -> None:
        with self.lab.undo_lists.changing(self.desk):
            self.desk.set_stop(stream_words.unescaped(event.answer))
            self.desk.choose_decoder(-1 if self.stream.stop else self.chosen)
        self._draw()

    # -- typing ----------------------------------------------------------------------------------------

    def action_write(self) -> None:
        if self.source.example is not None:
            self.send(self.source.typed())
        self.add_class("typing")
        box = self.query_one(TextBox)
        box.move_cursor(box.document.end)
        box.focus()

    def on_text_box_edited(self, event: TextBox.Edited) -> None:
        self._in_box = to_bytes(event.text)
        self.lab.change(self.PLACE, text=self._in_box)

    def on_text_box_refused(self, event: TextBox.Refused) -> None:
        self.say(event.reason, error=True)

    def on_text_box_large_paste(self, event: TextBox.LargePaste) -> None:
        self.lab.change(self.PLACE, text=to_bytes(event.text))

    def on_text_box_left(self) -> None:
        self.remove_class("typing")
        self.query_one(StreamWire).focus()
