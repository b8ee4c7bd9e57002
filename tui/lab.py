"""The lab: all state of the program in one plain object, without a screen.

Widgets show what is in here and call its methods; the app runs the trainer and hands over what it says.
Who wants to know of changes subscribes, and is told which topic changed.

    State (what a person chose) --training--> History (what was learned) --step--> Tokenizer (what is shown)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar

from bpe_play.engine import (
    PRETOKENIZERS,
    EngineError,
    History,
    SpecialTokens,
    Tokenization,
    Tokenizer,
    Vocabulary,
    pre_tokenizer,
)
from bpe_play.engine.merges import BYTES, Candidate, Pair
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.tui.guess import Score
from bpe_play.tui.state import NAMES, TRAINING_FIELDS, Choice, State, rows_of
from bpe_play.tui.undo import Entry, UndoLists

if TYPE_CHECKING:
    from bpe_play.corpora import Facts, Source
    from bpe_play.engine.algorithms.step_history import StepHistory


class Topic(Enum):
    """What can change."""

    CORPUS = "corpus"
    TRAINING = "training"  # another training, or its phase
    PROGRESS = "progress"  # how much of the corpus is counted
    HISTORY = "history"  # more steps
    CURSOR = "cursor"
    TEXT = "text"
    SETTINGS = "settings"


class Phase(Enum):
    """How far the training is."""

    READING = "reading"
    COUNTING = "counting pieces"
    LEARNING = "learning"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


END_OF_TEXT = "<|endoftext|>"

BUSY = frozenset({Phase.READING, Phase.COUNTING, Phase.LEARNING})


@dataclass
class Training:
    """One training: of which state, how far it is, and what it has learned.

    `pieces` is the number of different pieces, `ending` why it ended or failed, in words, `asked_for`
    whether somebody has started it, `fingerprint` the short name of what was learned, once it has ended.
    `most_steps` is how many steps its algorithm may take, once that is known; `tokenizer` is what an algorithm
    other than BPE over bytes has learned so far, and `mark` the long fingerprint of that, where it is known.
    """

    of: State
    history: History | StepHistory = field(default_factory=lambda: History(0))
    phase: Phase = Phase.READING
    pieces: int = 0
    ending: str = ""
    asked_for: bool = False
    counted: float = 0.0
    fingerprint: str = ""
    most_steps: int | None = None
    tokenizer: Tokenizer | None = None
    mark: str = ""

    @property
    def busy(self) -> bool:
        return self.phase in BUSY

    @property
    def target(self) -> int:
        """How many steps there will be, as far as one knows."""
        return max(self.of.vocab_size - BYTES, 0) if self.most_steps is None else self.most_steps


@dataclass
class Opening:
    """A tokenizer on its way into the lab: its name, the stage, and how much of it is done where that is known."""

    name: str
    stage: str = "loading"
    done: float | None = None


class Lab:
    """What is chosen, what was learned, and what is shown.

    `training` is replaced whenever a setting that matters for it changes; what an earlier one still says
    is dropped by whoever listens to it. `last_error` is what was wrong with the state it began with,
    `opening` the tokenizer that is being loaded. `hidden` is what is to be predicted and must not be seen,
    `score` how many guesses were right. `dropped` says which choices at ties have gone, until `take_dropped`.
    """

    SCREEN: ClassVar[str] = "lab"
    NAMES: ClassVar[Mapping[str, str]] = NAMES
    RUNS: ClassVar[frozenset[str]] = frozenset({"text", "cursor"})

    def __init__(self, state: State | None = None) -> None:
        self.state, self.last_error = _with_known_split(state or State())
        self.source: Source | None = None
        self.facts: Facts | None = None
        self.opening: Opening | None = None
        self.training = Training(self.state)
        self._listeners: list[Callable[[Topic], None]] = []
        self._tokenizer: Tokenizer | None = None
        self._others: dict[str, tuple[Tokenizer, History | StepHistory]] = {}
        self.undo_lists = UndoLists()
        self.hidden: frozenset[str] = frozenset()
        self.score = Score()
        self.dropped = ""
        self._pre_tokenizer = pre_tokenizer(self.state.split)
        self._bytes_alone = Tokenizer(PRETOKENIZERS["none"], Vocabulary())

    # -- telling others ------------------------------------------------------------------------------

    def subscribe(self, listener: Callable[[Topic], None]) -> None:
        self._listeners.append(listener)

    def _tell(self, *topics: Topic) -> None:
        for topic in topics:
            for listener in list(self._listeners):
                listener(topic)

    # -- what a person chooses -----------------------------------------------------------------------

    def change(self, on: str = SCREEN, /, **changes: Any) -> None:
        """Change the state; `on` which screen. A pattern that does not compile raises PatternError and changes
        nothing. Choices at ties go where they were made for other merges.
        """
        old, new = self.state, self.state.after(**changes)
        if new.differs(old) & TRAINING_FIELDS:
            new = new.changed(cursor=changes.get("cursor", self._stays_at(new)))
        if old.choices and not new.choices and "choices" not in changes:
            self.dropped = f"{_chosen(old.choices)} went with the merges it was made for: u brings both back"
        self._go_to(new)
        self.undo_lists.record(self, _by_name(old), on)

    def _stays_at(self, new: State) -> int | None:
        """Where the cursor is in another list of merges: at the same step, so that both can be compared.

        Who stood at the newest merge follows the newest, as does everybody in another corpus.
        """
        is_alike = not new.differs(self.state) & {"source", "algorithm"}
        return self.state.cursor if is_alike and self.own and self.cursor < self.steps else None

    def jump(self, state: State, scene: Entry | None = None, on: str = SCREEN) -> None:
        """Another state as a whole, such as that of a scene: one entry for undo, whatever came just before."""
        differs = state.differs(self.state)
        if differs:
            with self.undo_lists.into(scene or Entry(), on):
                self.change(**{name: getattr(state, name) for name in {*differs, "choices", "cursor"}})

    def drop_choices(self, step: int) -> None:
        """The choice at a step does not tie there, in this corpus: learn without it and what came after it."""
        kept = tuple(choice for choice in self.state.choices if choice[0] < step)
        gone = self.state.choices[len(kept) :]
        if gone:
            self.dropped = f"{_chosen(gone)} is dropped: nothing ties that way with this corpus"
            self._go_to(self.state.changed(choices=kept))

    def take_dropped(self) -> str:
        """Which choices have gone, in a sentence, once; "" if none."""
        sentence, self.dropped = self.dropped, ""
        return sentence

    def undo(self, on: str = SCREEN) -> str:
        """Take back the last change made on a screen: what it was, in words; "" if there was none."""
        entry = self.undo_lists.on(on).undo()
        return entry.words if entry else ""

    def redo(self, on: str = SCREEN) -> str:
        """Make the change again that was taken back last; "" if there is none."""
        entry = self.undo_lists.on(on).redo()
        return entry.words if entry else ""

    def chosen(self) -> dict[str, Any]:
        """The state, by the names of its fields."""
        return _by_name(self.state)

    def put(self, choices: Mapping[str, Any]) -> None:
        """Choose these again."""
        self._go_to(self.state.after(**choices))

    def _go_to(self, new: State) -> None:
        differs = new.differs(self.state)
        if "split" in differs:
            self._pre_tokenizer = pre_tokenizer(new.split)
        self.state = new
        if "source" in differs:
            self.source = self.facts = None
            self._tell(Topic.CORPUS)
        if differs & TRAINING_FIELDS:
            self._retrain()
        self._tell(*_topics(differs))

    def _retrain(self) -> None:
        self.training = Training(self.state)
        self._tokenizer = None
        self._tell(Topic.TRAINING, Topic.CURSOR)

    def adopt(self, name: str, tokenizer: Tokenizer) -> None:
        """Show a tokenizer that was trained elsewhere, by the name under which it can be had again."""
        self._others[name] = tokenizer, tokenizer.history()
        if name == self.state.tokenizer:  # asked for by a kept state
            self._tell(Topic.TRAINING, Topic.CURSOR, Topic.TEXT)
        else:
            self.change(tokenizer=name, cursor=None)

    def opens(self, opening: Opening | None) -> None:
        """A tokenizer is being loaded, and how far it is; None when it is here or cannot be had."""
        self.opening = opening
        self._tell(Topic.PROGRESS)

    def show_own(self) -> None:
        """Show the tokenizer that is being learned."""
        self.change(tokenizer="", cursor=None)

    @property
    def _other(self) -> tuple[Tokenizer, History | StepHistory] | None:
        """The tokenizer that others trained, if one is shown."""
        return self._others.get(self.state.tokenizer)

    def move_to(self, step: int) -> None:
        """Show another step; the last one of a running training follows it."""
        step = min(max(step, 0), self.steps)
        newest = step == self.steps and self.training.busy and self.own
        self.change(cursor=None if newest else step)

    def move_by(self, steps: int) -> None:
        self.move_to(self.cursor + steps)

    # -- predicting ----------------------------------------------------------------------------------

    def hide(self, *what: str) -> None:
        """Hide "merge" (what is merged next), "cut" or "count" (of the typed text); nothing: reveal all."""
        if frozenset(what) != self.hidden:
            self.hidden = frozenset(what)
            self._tell(Topic.CURSOR, Topic.TEXT)

    # -- what the trainer says -----------------------------------------------------------------------

    def opened(self, source: Source) -> None:
        """The corpus is in memory."""
        self.source = source
        self._tell(Topic.CORPUS)

    def described(self, facts: Facts) -> None:
        self.facts = facts
        self._tell(Topic.CORPUS)

    def counting(self) -> None:
        self._enter(Phase.COUNTING)

    def counted(self, share: float) -> None:
        """So much of the corpus has been cut into pieces and counted, from 0.0 to 1.0."""
        self.training.counted = share
        self._tell(Topic.PROGRESS)

    def started(self, tokens: int, pieces: int) -> None:
        """BPE over bytes begins to learn from a corpus of so many bytes."""
        self.begun(History(tokens), pieces)

    def begun(self, history: History | StepHistory, pieces: int, most_steps: int | None = None) -> None:
        """Learning begins, with a history that has no steps yet."""
        self.training.history = history
        self.training.pieces, self.training.most_steps = pieces, most_steps
        self._tokenizer = None
        self._enter(Phase.LEARNING)

    def learned(self, steps: Any) -> None:
        """More steps, in the form in which the history of this training takes them."""
        self.training.history.extend(steps)
        self._tell(Topic.HISTORY)
        if self.state.cursor is None:
            self._tell(Topic.CURSOR)

    def took(self, tokenizer: Tokenizer, mark: str = "") -> None:
        """What an algorithm other than BPE over bytes has learned so far, as a tokenizer."""
        self._tokenizer = self.training.tokenizer = tokenizer
        self.training.mark = mark
        self.training.history.vocabulary = tokenizer.vocabulary
        self._tell(Topic.TRAINING)

    def ended(self, reason: str, phase: Phase = Phase.DONE, fingerprint: str = "") -> None:
        self.training.ending = reason
        if self.training.history.start_tokens:
            mark = fingerprint or self.training.mark or fingerprint_of(self.training)
            self.training.fingerprint = mark[:SHORT]
        self._enter(phase)

    def _enter(self, phase: Phase) -> None:
        self.training.phase = phase
        self._tell(Topic.TRAINING)

    # -- what is shown -------------------------------------------------------------------------------

    @property
    def own(self) -> bool:
        """Whether what is shown is what is being learned."""
        return self._other is None

    @property
    def history(self) -> History | StepHistory:
        """The steps of the tokenizer that is shown."""
        return self.training.history if self._other is None else self._other[1]

    @property
    def steps(self) -> int:
        """How many steps are known."""
        return len(self.history)

    @property
    def cursor(self) -> int:
        """The step that is shown, 0 for before the first merge."""
        chosen = self.state.cursor
        return self.steps if chosen is None else min(chosen, self.steps)

    @property
    def following(self) -> bool:
        return self.state.cursor is None

    @property
    def split(self) -> PreTokenizer:
        """The split of the tokenizer that is shown."""
        return self.tokenizer.pre_tokenizer

    @property
    def fingerprint(self) -> str:
        """The short name of what was learned; empty while training runs, and for what others trained."""
        return self.training.fingerprint if self.own else ""

    @property
    def tokenizer(self) -> Tokenizer:
        """The tokenizer that is shown; ask it for the step of the cursor.

        The one that is being learned has one special token, with the first id that no merge can take. Until
        an algorithm other than BPE over bytes has sent its first model, a text is cut into bytes.
        """
        if self._other is not None:
            return self._other[0]
        if self._tokenizer is None:
            specials = SpecialTokens({END_OF_TEXT: max(self.training.of.vocab_size, BYTES)})
            self._tokenizer = Tokenizer(self._pre_tokenizer, self.history.vocabulary, specials)
        return self._tokenizer

    @property
    def cut_step(self) -> int:
        """The step as of which text is cut: that of the cursor, or of the newest model where it is behind.

        An algorithm other than BPE over bytes sends its models more seldom than its steps.
        """
        model = self.training.tokenizer
        is_behind = self.own and self.state.algorithm != "bpe"
        return min(self.cursor, model.vocabulary.step if model else 0) if is_behind else self.cursor

    @property
    def corpus_tokenizer(self) -> Tokenizer:
        """The tokenizer that cuts the corpus for the screen.

        A pattern of one's own is not let near it before the trainer has counted the pieces: it may run away,
        and until then all tokens are single bytes anyway.
        """
        is_tried = self._pre_tokenizer.key in PRETOKENIZERS or self.training.history.start_tokens > 0
        return self.tokenizer if is_tried or not self.own else self._bytes_alone

    @property
    def candidates(self) -> list[Candidate]:
        """What stands to be merged next, best first."""
        return self.history.candidates(self.cursor)

    def was_chosen(self, step: int) -> bool:
        """Whether a person chose the winner of a step, and not the tie rule."""
        return self.own and self.state.algorithm == "bpe" and step in dict(self.state.choices)

    @property
    def next_pair(self) -> Pair | None:
        return self.candidates[0].pair if self.candidates else None

    def tokenization(self) -> Tokenization:
        """The typed text as of the cursor."""
        return self.tokenizer.tokenize(self.state.text, step=self.cursor, specials=self.state.specials)

    def round_trip(self, tokenization: Tokenization) -> bool:
        """Whether the ids of the typed text decode to the typed text, and none of them is an unknown one."""
        if any(span.unknown for span in tokenization.spans):
            return False
        return self.tokenizer.decode(tokenization.ids, step=self.cursor) == self.state.text

    def order(self) -> dict[str, Any]:
        """What the trainer must know besides the corpus."""
        words = self.source.words if self.source else None
        return {
            "algorithm": self.state.algorithm,
            "specials": [END_OF_TEXT],
            "sentencepiece": self.state.sentencepiece,
            "byte_fallback": self.state.byte_fallback,
            "nfkc": self.state.nfkc,
            "split": self.state.split,
            "ties": self.state.ties.value,
            "vocab_size": self.state.vocab_size,
            "min_count": self.state.min_count,
            "longest_token": self.state.longest_token,
            "choices": rows_of(self.state.choices),
            "words": None if words is None else [(word.hex(), weight) for word, weight in words.items()],
        }


SHORT = 4  # digits of a fingerprint that are shown


def fingerprint_of(training: Training, steps: int | None = None) -> str:
    """The long fingerprint of what a training has learned, or of its first steps; takes a while for many.

    Of an algorithm other than BPE over bytes it is that of all steps, as its model is; "" without a model.
    """
    from bpe_play.engine.fingerprint import Fingerprint  # late: nothing is learned at the start

    of = training.of
    if of.algorithm != "bpe":
        return training.mark or _of_model(training.tokenizer)
    options = {"min_count": of.min_count, "longest_token": of.longest_token}
    mark = Fingerprint(pre_tokenizer(of.split).pattern, of.ties, **options)  # type: ignore[arg-type]
    mark.learn(training.history.vocabulary.pairs[:steps])
    return mark.long


def _of_model(tokenizer: Tokenizer | None) -> str:
    from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer  # late: BPE does without

    if not isinstance(tokenizer, TrainedTokenizer):
        return ""
    return tokenizer.trained.with_specials().fingerprint()


def _by_name(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in NAMES}


def _chosen(choices: tuple[Choice, ...]) -> str:
    steps = [f"{step:,}" for step, _ in choices]
    if len(steps) == 1:
        return f"The winner that was chosen at step {steps[0]}"
    return f"What was chosen at steps {', '.join(steps[:3])}{' …' if len(steps) > 3 else ''}"


def _with_known_split(state: State) -> tuple[State, EngineError | None]:
    """A kept state, and what was wrong with it: a pattern that no longer compiles gives way to the first."""
    try:
        pre_tokenizer(state.split)
    except EngineError as error:
        return state.changed(split=State().split, cursor=None), error
    return state, None


_TOPIC_OF = {"cursor": Topic.CURSOR, "text": Topic.TEXT, "specials": Topic.TEXT, "tokenizer": Topic.TRAINING}


def _topics(differs: frozenset[str]) -> list[Topic]:
    topics = {_TOPIC_OF.get(name, Topic.SETTINGS) for name in differs}
    return [topic for topic in Topic if topic in topics]
