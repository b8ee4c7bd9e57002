"""The state of the Compare screen, without a screen: which tokenizers, on which text, cut how.

A tokenizer that is being loaded waits in `pending` and becomes a row when it is there; a load that fails
changes nothing. What is slow (loading, cutting a long text) is done by whoever holds this object: `order`
says what to cut, `cut` does it in any thread, `take` keeps the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath
from typing import Any, ClassVar

from bpe_play.engine import Tokenization, Tokenizer
from bpe_play.engine.compare import Comparison, compare
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.lab import Lab
from bpe_play.tui.undo import UndoLists, undoable

MOST = 4
LARGEST_TEXT = 200_000  # bytes that are compared of a longer text
_BYTES_PER_TOKEN = 500  # that a tokenizer takes about
_FILE_NAMES = frozenset({"tokenizer.json", "vocab.json", "merges.txt", "tokenizer.model"})


class Kind(Enum):
    """Where a tokenizer comes from; the lab's is the one that it shows, its own or another. One of an algorithm
    is trained on the lab's corpus when it is asked for, and stays as it is."""

    LAB = "lab"
    PUBLISHED = "published"
    FILE = "file"
    ALGORITHM = "algorithm"


@dataclass(frozen=True)
class Which:
    """One tokenizer: the lab's, a published one by name, or a file by path."""

    kind: Kind
    name: str = ""

    @property
    def title(self) -> str:
        """A short name; of files that are all called the same, the folder.

        >>> Which(Kind.FILE, "models/llama/tokenizer.json").title, Which(Kind.LAB).title
        ('llama', 'lab')
        """
        if self.kind is Kind.LAB:
            return "lab"
        path = PurePath(self.name)
        is_common = self.kind is Kind.FILE and path.name in _FILE_NAMES and path.parent.name
        return path.parent.name if is_common else path.name or self.name


LAB = Which(Kind.LAB)
FIRST_ROWS = (LAB, Which(Kind.PUBLISHED, "gpt2"), Which(Kind.PUBLISHED, "cl100k_base"))


@dataclass(eq=False)
class Row:
    """A tokenizer that is compared. `step`: as of which; None is the lab's cursor, or all merges."""

    which: Which
    tokenizer: Tokenizer | None = None  # None for the lab's, which changes under way
    step: int | None = None

    @property
    def weight(self) -> int:
        """About how many bytes it holds that nobody else does; published ones are kept in any case."""
        is_own = self.tokenizer is not None and self.which.kind is not Kind.PUBLISHED
        return _BYTES_PER_TOKEN * len(self.tokenizer.vocabulary.ids) if is_own and self.tokenizer else 0


@dataclass(eq=False)
class Pending:
    """A tokenizer on its way, to a new row or in place of one; `done` from 0.0 to 1.0."""

    which: Which
    replaces: Row | None = None
    done: float = 0.0


Cut = tuple[Tokenizer, int]  # by which tokenizer, as of which step


@dataclass(frozen=True, eq=False)
class Order:
    """What is to be cut: a text, by the tokenizer of each row as of its step; some is known from before."""

    data: bytes
    rows: tuple[Row, ...]
    cuts: tuple[Cut, ...]
    known: Mapping[Cut, Tokenization]

    def differs_in_steps_only(self, other: Order) -> bool:
        """Whether a result for this one may be shown until there is one for the other."""
        return self.rows == other.rows and self.data == other.data


def cut(order: Order) -> Comparison:
    """Cut the text. Special tokens spelled in it are text."""
    return compare([order.known.get(one) or one[0].tokenize(order.data, step=one[1]) for one in order.cuts])


class CompareState:
    """Up to MOST tokenizers and a text.

    text_key    "lab" while the text is the one typed in the lab, the key of one that was chosen, or "own"
                once such a one was edited here
    comparison  as of the last `take`; None before
    shown       the rows that it compares, which may be others than those that are wanted by now
    cursor      row and byte of the text where one is, or shall be as soon as it is cut
    """

    SCREEN: ClassVar[str] = "compare"
    NAMES: ClassVar[Mapping[str, str]] = {
        "tokenizers": "tokenizers",
        "steps": "step",
        "text": "text",
        "cursor": "place in the text",
    }
    RUNS: ClassVar[frozenset[str]] = frozenset({"steps", "text", "cursor"})

    def __init__(self, lab: Lab, rows: Sequence[Which] = FIRST_ROWS) -> None:
        self.lab = lab
        self.undo_lists: UndoLists | None = None
        self.cursor = (0, 0)
        self.rows: list[Row] = []
        self.pending: list[Pending] = []
        self.text_key, self.text_title = "lab", ""
        self.comparison: Comparison | None = None
        self.shown: tuple[Row, ...] = ()
        self._known: dict[Cut, Tokenization] = {}
        self._text = b""
        self._own: tuple[Vocabulary, Tokenizer] | None = None
        for which in rows:
            self.add(which)
        self.undo_lists = lab.undo_lists

    def chosen(self) -> dict[str, Any]:
        return {
            "tokenizers": (tuple(self.rows), tuple(self.pending)),
            "steps": tuple(row.step for row in self.rows),
            "text": (self.text_key, self.text_title, self._text),
            "cursor": self.cursor,
        }

    def put(self, choices: Mapping[str, Any]) -> None:
        """Tokenizers that were there are there at once; those that were on their way are pending again."""
        new = {**self.chosen(), **choices}
        rows, pending = new["tokenizers"]
        self.rows, self.pending = list(rows), list(pending)
        if "steps" in choices:
            for row, step in zip(self.rows, new["steps"], strict=False):
                row.step = step
        self.text_key, self.text_title, self._text = new["text"]
        self.cursor = new["cursor"]

    # -- tokenizers

    @property
    def has_room(self) -> bool:
        added = sum(pending.replaces is None for pending in self.pending)
        return len(self.rows) + added < MOST

    @undoable
    def add(self, which: Which) -> None:
        """One more, if there is room; the lab's is there at once, others are pending first."""
        if self.has_room:
            self._want(which, None)

    @undoable
    def set_beside(self, others: Sequence[Which]) -> None:
        """The lab's tokenizer and these beside it, in place of all that were compared."""
        self.rows, self.pending = [], []
        for which in (LAB, *others):
            self.add(which)

    @undoable
    def replace(self, row: Row, which: Which) -> None:
        """Another one in the place of a row, which stays until the other is there."""
        self._want(which, row)

    def _want(self, which: Which, replaces: Row | None) -> None:
        pending = Pending(which, replaces)
        self.pending.append(pending)
        if which.kind is Kind.LAB:
            self._put(pending, None)

    def loaded(self, pending: Pending, tokenizer: Tokenizer) -> bool:
        """It is there; False when nobody waits for it any more."""
        if pending not in self.pending:
            return False
        self._put(pending, tokenizer.twin())
        return True

    def _put(self, pending: Pending, tokenizer: Tokenizer | None) -> None:
        self.pending.remove(pending)
        row = Row(pending.which, tokenizer)
        if pending.replaces in self.rows:
            self.rows[self.rows.index(pending.replaces)] = row
        elif len(self.rows) < MOST:
            self.rows.append(row)

    def give_up(self, pending: Pending | None = None) -> None:
        """Wait no longer: for this one, or for any."""
        self.pending = [] if pending is None else [other for other in self.pending if other is not pending]

    @undoable
    def remove(self, row: Row) -> bool:
        """Take a row away; the last one stays."""
        if len(self.rows) > 1 and row in self.rows:
            self.rows.remove(row)
            return True
        return False

    @undoable
    def make_first(self, row: Row) -> None:
        """Costs are then told against this one; who is at a row stays there."""
        if row in self.rows:
            self.rows.remove(row)
            self.rows.insert(0, row)
            self.cursor = 0, self.cursor[1]

    # -- steps

    def tokenizer(self, row: Row) -> Tokenizer:
        return self._lab_tokenizer() if row.tokenizer is None else row.tokenizer

    def notes(self, row: Row) -> tuple[str, ...]:
        """What is to be known of a tokenizer; the lab's may get more notes while it is shown."""
        return (self.lab.tokenizer if row.tokenizer is None else row.tokenizer).notes

    def note(self, which: Which, sentence: str) -> None:
        """There is more to know of a tokenizer that is compared."""
        for row in self.rows:
            if row.which == which and row.tokenizer is not None and sentence not in row.tokenizer.notes:
                row.tokenizer.notes += (sentence,)

    def steps(self, row: Row) -> int:
        """How many steps a row can be asked for."""
        return self.lab.steps if row.tokenizer is None else row.tokenizer.vocabulary.step

    def step(self, row: Row) -> int:
        """The step as of which a row cuts."""
        newest = self.lab.cursor if row.tokenizer is None else self.steps(row)
        return newest if row.step is None else min(row.step, self.steps(row))

    @undoable
    def move_to(self, row: Row, step: int | None) -> None:
        """Another step; None, or the last one of a vocabulary that is whole, is all of it."""
        last = self.steps(row)
        whole = row.tokenizer is not None and step is not None and step >= last
        row.step = None if step is None or whole else min(max(step, 0), last)

    @undoable
    def go_to(self, row: int, offset: int) -> None:
        """To another place of the text."""
        self.cursor = row, offset

    def _lab_tokenizer(self) -> Tokenizer:
        """The lab's, as a twin: this one may be used in a thread, and the lab's at another step."""
        vocabulary = self.lab.history.vocabulary
        if self._own is None or self._own[0] is not vocabulary:
            self._own = vocabulary, self.lab.tokenizer.twin()
        return self._own[1]

    # -- the text

    @property
    def text(self) -> bytes:
        return self.lab.state.text if self.text_key == "lab" else self._text

    @property
    def compared(self) -> bytes:
        """The text, or its beginning if it is too long; no character is cut."""
        data = self.text
        end = min(len(data), LARGEST_TEXT)
        while LARGEST_TEXT - 4 < end < len(data) and 0x80 <= data[end] < 0xC0:
            end -= 1
        return data[:end]

    @undoable
    def choose(self, key: str, title: str, text: bytes) -> None:
        """Another text, from its beginning."""
        self.text_key, self.text_title, self._text = key, title, text
        self.cursor = self.cursor[0], 0

    def edit(self, text: bytes) -> None:
        """The text was changed here: the lab's where it is the lab's, else a copy of what was chosen."""
        if self.text_key == "lab":
            self.lab.change(self.SCREEN, text=text)
        else:
            self._edit_own(text)

    @undoable
    def _edit_own(self, text: bytes) -> None:
        self.text_key, self.text_title, self._text = "own", "", text

    def follow_lab(self) -> None:
        """Compare on what is typed in the lab, also when it changes there."""
        self.choose("lab", "", b"")

    # -- the result

    def order(self) -> Order:
        data = self.compared
        cuts = tuple((self.tokenizer(row), self.step(row)) for row in self.rows)
        is_same = self.comparison is not None and self.comparison.data == data
        return Order(data, tuple(self.rows), cuts, self._known if is_same else {})

    def take(self, order: Order, comparison: Comparison) -> None:
        self.shown, self.comparison = order.rows, comparison
        self._known = dict(zip(order.cuts, comparison.rows, strict=True))
