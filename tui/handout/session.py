"""The log of a session: what was changed, when, and what came of it, to be read as a hand-out.

It listens to a lab and writes down each change in words. A run of small changes to one thing (letters typed,
steps made) is one entry, written when something else follows or after a pause, with the figures as they were
at its end. It draws nothing and writes no file; `markdown` is the text of one.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from bpe_play.engine import Tokenizer
from bpe_play.tui.lab import Lab, Topic, Training
from bpe_play.tui.late import Late

if TYPE_CHECKING:
    from bpe_play.tui.handout import session_words as words
else:  # a program that starts has nothing to say yet
    words = Late("bpe_play.tui.handout.session_words")

MOST = 2_000
_PAUSE = timedelta(seconds=4)
_IN_RUNS = ("text", "cursor")


class Entry(NamedTuple):
    """Something that was done, in words that are safe in Markdown."""

    at: datetime
    words: str


class Session:
    """Listens from the moment it is made. `began` is when that was."""

    def __init__(self, lab: Lab, clock: Callable[[], datetime] = datetime.now) -> None:
        self._lab, self._clock = lab, clock
        self.began = clock()
        self.left_out = 0
        self._entries: list[Entry] = []
        self._ended: Training | None = None
        self._run: str | None = None
        self._run_at = self._last = self.began
        self._seen = lab.state
        self._shown: tuple[Tokenizer, int] | None = None  # what was shown after the last change, and its step
        lab.subscribe(self._hear)

    @property
    def entries(self) -> list[Entry]:
        """All that was done up to now, the oldest first."""
        self._end_run()
        return list(self._entries)

    @property
    def file_name(self) -> str:
        """One file a session: a later log replaces an earlier one, which is its beginning."""
        return f"bpe-play-log-{self.began:%Y-%m-%d-%H%M%S}.md"

    def note(self, sentence: str) -> None:
        """Something that is not in the lab's state, in words that are safe in Markdown."""
        self._end_run()
        self._write(sentence, self._clock())

    def markdown(self) -> str:
        """The whole log; the figures at its end are those of now."""
        entries = [(entry.at, entry.words) for entry in self.entries]
        return words.document(self._lab, self.began, entries, self.left_out)

    def _hear(self, topic: Topic) -> None:
        differs = self._lab.state.differs(self._seen)
        if differs:
            self._changed(differs)
        if topic is Topic.TRAINING:
            self._training_went_on()
        if differs or topic in (Topic.TRAINING, Topic.CURSOR):
            self._seen, self._shown = self._lab.state, (self._lab.tokenizer, self._lab.cursor)

    def _changed(self, differs: frozenset[str]) -> None:
        now = self._clock()
        kind = next(iter(differs)) if len(differs) == 1 else ""
        if kind != self._run or now - self._last > _PAUSE:
            self._end_run()
        if kind in _IN_RUNS:
            self._run, self._run_at = kind, self._run_at if self._run else now
        else:
            for sentence in words.changes(self._seen, self._lab.state):
                self._write(sentence, now)
        self._last = now

    def _end_run(self) -> None:
        """Write down what a run of small changes has come to."""
        run, self._run = self._run, None
        if run is None or self._shown is None:
            return
        said = words.typed(self._seen.text, *self._shown) if run == "text" else words.step(*self._shown)
        self._write(said, self._run_at)

    def _training_went_on(self) -> None:
        training = self._lab.training
        if not training.busy and training is not self._ended:
            self._ended = training
            self._end_run()
            self._write(words.learned(training), self._clock())

    def _write(self, sentence: str, at: datetime) -> None:
        self._entries.append(Entry(at, sentence))
        self.left_out += max(len(self._entries) - MOST, 0)
        del self._entries[:-MOST]
