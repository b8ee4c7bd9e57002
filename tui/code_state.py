"""The state of the code screen, without a screen: the file that is open, its text, its runs, its exercise.

    outside editor --poll--> text <--edit-- box
    text --save--> file --start--> LearnerRun --drain--> results

Results of the last run that worked stay while a newer one runs, or fails.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.tui.frames import Kind
from bpe_play.tui.lab import Lab
from bpe_play.tui.learner import kept as keeping
from bpe_play.tui.learner.exercises import EXERCISES, Exercise
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.kept import Kept
from bpe_play.tui.learner.limits import Limits
from bpe_play.tui.learner.order import Order
from bpe_play.tui.learner.report import Checked, Report
from bpe_play.tui.learner.run import LearnerRun
from bpe_play.tui.learner.template import TEMPLATE, read_file, read_or_create, write_file
from bpe_play.tui.learner.watch import FileWatch
from bpe_play.tui.own_files import here
from bpe_play.tui.undo import UndoLists, undoable

LARGEST_CORPUS = 200_000  # bytes; a learner's program counts in plain Python


class CodeState:
    """One open file.

    text      what is in the editor; `saved` what is in the file, as far as we know
    report    of the last run that learned something; `is_old` when it is not of the last run
    checked   of the last run, for the exercise; fault: what stopped the last run
    printed   what the last run printed; doing, step: what the present one does
    conflict  the file was changed outside while there was unsaved text; both are kept
    """

    SCREEN: ClassVar[str] = "code"
    NAMES: ClassVar[Mapping[str, str]] = {
        "file": "file",
        "text": "text",
        "merges": "merges to learn",
        "split": "split",
        "hints": "hint",
    }
    RUNS: ClassVar[frozenset[str]] = frozenset({"text"})

    def __init__(self, lab: Lab, kept: Kept, limits: Limits | None = None) -> None:
        self.lab = lab
        self.undo_lists: UndoLists | None = None  # until the first file is open
        self.kept = kept
        self.limits = limits or Limits()
        self.path = Path()
        self.exercise: Exercise | None = None
        self.text = self.saved = ""
        self.conflict = False
        self.report: Report | None = None
        self.checked: Checked | None = None
        self.fault: Fault | None = None
        self.is_old = False
        self.printed = b""
        self.doing, self.step = "", 0
        self.run: LearnerRun | None = None
        self._runs: list[LearnerRun] = []  # those that are still ending
        self._watch: FileWatch | None = None
        self._started = 0.0
        self._has_checked = False
        self._ran_with: tuple[Any, ...] = ()

    # -- what can be taken back

    def chosen(self) -> dict[str, Any]:
        """The text goes with its file, as it means nothing in another one."""
        return {
            "file": (self.path, self.exercise),
            "text": (self.path, self.text),
            "merges": self.kept.merges,
            "split": self.kept.split,
            "hints": dict(self.kept.hints),
        }

    def put(self, choices: Mapping[str, Any]) -> None:
        """A file that is gone meanwhile is made as it was left; EngineError where it cannot be opened again."""
        new = {**self.chosen(), **choices}
        path, text = new["text"]
        if "file" in choices:
            opened, exercise = new["file"]
            self._open(opened, text, exercise)
        elif path == self.path:
            self.text = text
        elif "text" in choices:
            raise EngineError(f"That was in {path.name!r}, which is not open", "open it first: o")
        self.kept.merges, self.kept.split, self.kept.hints = new["merges"], new["split"], dict(new["hints"])

    # -- the file

    def open_kept(self) -> None:
        """What was open when the program ended, or the first file."""
        if self.kept.exercise:
            self.open_exercise(self.kept.exercise)
        else:
            self.open_own()

    def open_own(self) -> None:
        """The user's own file that was open last; at first the one that has no other place."""
        path = Path(self.kept.path) if self.kept.path else None
        if path is None or not path.is_file():
            keeping.make_folder(keeping.folder())
            path = keeping.folder() / "my_bpe.py"
        self.open(path)

    @undoable
    def open(self, path: Path) -> None:
        """Open a file of one's own, or make it. EngineError leaves everything as it was."""
        self._open(here() / path, TEMPLATE, None)

    @undoable
    def open_exercise(self, key: str) -> None:
        """Open the file of an exercise, where the last one left it."""
        exercise = EXERCISES[key]
        folder = keeping.folder() / "exercises"
        keeping.make_folder(folder)
        self._open(folder / exercise.file_name, exercise.start, exercise)

    def _open(self, path: Path, template: str, exercise: Exercise | None) -> None:
        if self.conflict:
            raise EngineError(
                f"{self.path.name!r} was changed outside, and there is unsaved text here",
                "ctrl+s keeps the text here, t the one in the file",
            )
        data = read_or_create(path, template)
        self.stop()
        if self.is_unsaved:
            self.save()
            data = read_file(path)  # it may be the one that was just saved
        self.kept.drafts.pop(str(self.path), None)
        self.run = None
        self.path, self.exercise, self._watch = path, exercise, FileWatch(path)
        self.saved = self.text = to_text(data)
        self.report, self.checked, self.fault, self.printed = None, None, None, b""
        self.is_old = self.conflict = False
        self._ran_with = ()
        self.text = self.kept.drafts.pop(str(path), self.text)
        self.kept.exercise = exercise.key if exercise else ""
        self.kept.path = self.kept.path if exercise else str(path)

    @property
    def is_unsaved(self) -> bool:
        return self.text != self.saved

    @undoable
    def edit(self, text: str) -> None:
        """Other text in the editor."""
        self.text = text

    def save(self) -> None:
        """Write the text into the file; EngineError, and the text stays."""
        write_file(self.path, to_bytes(self.text))
        self.saved, self.conflict = self.text, False
        if self._watch is not None:
            self._watch.accept()

    def poll(self) -> bool:
        """Whether the file has another text than before; it is taken unless there is unsaved text."""
        if self._watch is None or not self._watch.has_changed():
            return False
        try:
            text = to_text(read_file(self.path))
        except EngineError as error:
            self._watch.accept()
            self.fault = Fault(error.title, error.hint)
            return False
        self._watch.accept()
        if text == self.saved:
            return True  # saved again: run again
        self.conflict = self.is_unsaved
        self.saved = text
        if not self.conflict:
            self.text = text
        return True

    @undoable
    def take_file(self) -> None:
        """Give up the unsaved text for what is in the file."""
        self.text, self.conflict = self.saved, False

    # -- the exercise

    @property
    def hints(self) -> int:
        """How many hints are shown."""
        return 0 if self.exercise is None else self.kept.hints.get(self.exercise.key, 0)

    @undoable
    def show_hint(self) -> bool:
        """Show one more, if there is one."""
        if self.exercise is None or self.hints >= len(self.exercise.hints):
            return False
        self.kept.hints[self.exercise.key] = self.hints + 1
        return True

    def _note_done(self) -> None:
        if self.exercise is not None and self.checked is not None and self.checked.good:
            done = {*self.kept.done, self.exercise.key}
            self.kept.done = [key for key in EXERCISES if key in done]

    # -- how it runs

    @undoable
    def learn(self, merges: int) -> None:
        """So many merges from the next run on."""
        self.kept.merges = merges

    @undoable
    def split_with(self, split: str) -> None:
        """With this split; "" for the one that fits the file."""
        self.kept.split = split

    # -- running

    @property
    def is_running(self) -> bool:
        return self.run is not None

    @property
    def seconds(self) -> float:
        """How long the present run takes already."""
        return time.monotonic() - self._started if self.run is not None else 0.0

    def start(self) -> bool:
        """Run what is in the file; the run before it is ended. False as long as there is no corpus."""
        source = self.lab.source
        if source is None:
            return False
        self.stop()
        self._ran_with = self._settings()
        corpus, words = sample(self.lab)
        order = Order(
            source=to_bytes(self.saved),
            path=str(self.path),
            merges=self.kept.merges,
            split=self.kept.split or self.lab.state.split,
            for_whole=self.kept.split or "none",
            ties=self.lab.state.ties.value,
            words=words,
            typed=self.lab.state.text.decode("utf-8", "replace"),
            exercise=self.exercise.key if self.exercise else "",
            limits=self.limits,
        )
        self.run = LearnerRun(order, corpus)
        self._runs.append(self.run)
        self._started, self._has_checked = time.monotonic(), False
        self.doing, self.step, self.printed = "starting", 0, b""
        return True

    def is_due(self) -> bool:
        """Whether the last run was on another corpus, or with other settings."""
        return self.lab.source is not None and self._ran_with != self._settings()

    def _settings(self) -> tuple[Any, ...]:
        state = self.lab.state
        split = self.kept.split or state.split
        return self.lab.source, state.ties, split, self.kept.split, self.kept.merges, self.path

    def stop(self) -> None:
        """Ask the present run to end; it says so itself."""
        if self.run is not None:
            self.run.stop()

    def close(self) -> None:
        """End all runs and wait until they are gone."""
        for run in self._runs:
            run.close()

    def drain(self) -> frozenset[str]:
        """Take what the run has said; what there was of "prints", "progress" and "results"."""
        self._runs = [run for run in self._runs if run is self.run or not run.has_ended]
        run = self.run
        heard: set[str] = set()
        if run is not None and len(run.printed) != len(self.printed):
            self.printed = bytes(run.printed)
            heard.add("prints")
        while run is not None and run.inbox:
            kind, value = run.inbox.popleft()
            self._hear(kind, value)
            heard.add("progress" if kind is Kind.PROGRESS else "results")
        return frozenset(heard)

    def _hear(self, kind: Kind, value: dict[str, Any]) -> None:
        match kind:
            case Kind.PROGRESS:
                self.doing, self.step = value["doing"], value["step"]
            case Kind.FACTS:
                self.checked, self._has_checked = Checked.from_json(value), True
                self._note_done()
            case Kind.DONE:
                self._end(Report.from_json(value) if value else None, None)
            case Kind.FAILED:
                self._end(None, Fault.from_json(value))

    def _end(self, report: Report | None, fault: Fault | None) -> None:
        run, self.run = self.run, None
        if run is not None:
            self.printed = bytes(run.printed)
        if report is not None:
            self.report, fault = report, report.fault
        self.is_old = report is None and self.report is not None
        if not self._has_checked:
            self.checked = None
        self.fault = fault or (self.checked.fault if self.checked else None)

    # -- keeping

    def to_keep(self) -> Kept:
        """What to write down for the next time."""
        self.kept.drafts.pop(str(self.path), None)
        if self.is_unsaved:
            self.kept.drafts[str(self.path)] = self.text
        return self.kept


def sample(lab: Lab) -> tuple[bytes, tuple[tuple[bytes, int], ...] | None]:
    """The corpus for a run: its beginning, cut at a character; words with counts also as a text."""
    source = lab.source
    assert source is not None
    if source.words is None:
        return beginning(source.data, LARGEST_CORPUS), None
    words = tuple(source.words.items())
    return b" ".join(_repeated(words)), words


def _repeated(words: tuple[tuple[bytes, int], ...]) -> list[bytes]:
    """Each word as often as it is counted, as long as there is room."""
    text: list[bytes] = []
    room = LARGEST_CORPUS
    for word, count in words:
        fits = min(count, room // (len(word) + 1))
        text += [word] * fits
        room -= fits * (len(word) + 1)
    return text


def beginning(data: bytes, length: int) -> bytes:
    """At most so many bytes, and no torn character.

    >>> beginning("añb".encode(), 2)
    b'a'
    """
    if len(data) <= length:
        return data
    end = length
    while end > length - 4 and data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]
