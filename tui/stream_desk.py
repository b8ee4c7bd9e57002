"""What a person has chosen on the stream screen, each of which can be taken back; no screen is known here.

source (text and vocabulary) --the screen cuts it--> load/recut --> StreamState (place in the stream)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bpe_play.engine.stream_play import Token
from bpe_play.tui.stream_source import StreamSource
from bpe_play.tui.stream_state import Place, StreamState
from bpe_play.tui.undo import UndoLists, undoable, undoable_alone


class StreamDesk:
    """A source, the stream that is made of it, and the decoder that one looks at.

    Cutting a text may take a while, so a place to which one goes back waits until the tokens are there.
    """

    SCREEN: ClassVar[str] = "stream"
    NAMES: ClassVar[Mapping[str, str]] = {
        "source": "what is streamed",
        "by_byte": "tokens or bytes",
        "stop": "stop sequence",
        "place": "place in the stream",
        "decoder": "decoder",
    }
    RUNS: ClassVar[frozenset[str]] = frozenset({"place", "decoder"})

    def __init__(self, undo_lists: UndoLists | None = None) -> None:
        self.undo_lists = undo_lists
        self.source = StreamSource()
        self.stream = StreamState()
        self.decoder = 3
        self._waiting: list[Place | None] = []  # the place to go to when the tokens are there, if any

    def chosen(self) -> dict[str, Any]:
        return {
            "source": self.source,
            "by_byte": self.stream.by_byte,
            "stop": self.stream.stop,
            "place": self._waiting[0] if self._waiting else self.stream.moved_to,
            "decoder": self.decoder,
        }

    def put(self, choices: Mapping[str, Any]) -> None:
        """Another source has to be loaded before its place can be gone to."""
        new = {**self.chosen(), **choices}
        waits = bool(self._waiting) or new["source"] != self.source
        self.source, self.decoder = new["source"], new["decoder"]
        if new["by_byte"] != self.stream.by_byte:
            self.stream.toggle_bytes()
        if new["stop"] != self.stream.stop:
            self.stream.set_stop(new["stop"])
        if waits:
            self._waiting = [new["place"]]
        else:
            self.stream.go_to(new["place"])

    # -- what is streamed

    @undoable
    def choose_source(self, source: StreamSource) -> None:
        """Another text or vocabulary, from its beginning; an example brings its own stop sequence."""
        self.source, self._waiting = source, []
        self.stream.go_to(None)
        if source.example:
            self.stream.set_stop(source.example.stop)

    def load(self, tokens: Sequence[Token], size: int) -> None:
        """The tokens of the source are there."""
        self.stream.load(tokens, size, stop=self.stream.stop, cut_after=self.source.cut_after)
        if self._waiting:
            self.stream.go_to(self._waiting.pop())

    @undoable
    def toggle_bytes(self) -> None:
        self.stream.toggle_bytes()

    @undoable
    def set_stop(self, stop: str) -> None:
        self.stream.set_stop(stop)

    # -- where it is

    @undoable
    def step(self, by: int) -> bool:
        return self.stream.step(by)

    @undoable_alone
    def restart(self) -> None:
        self.stream.restart()

    @undoable_alone
    def finish(self) -> None:
        self.stream.finish()

    @undoable_alone
    def cut(self) -> None:
        self.stream.cut()

    @undoable_alone
    def flush(self) -> None:
        self.stream.flush()

    # -- what one looks at

    @undoable
    def choose_decoder(self, decoder: int) -> None:
        """By its index; after the last comes the first."""
        self.decoder = decoder % self.decoders

    @property
    def decoders(self) -> int:
        """How many there are."""
        return len(self.stream.lanes())
