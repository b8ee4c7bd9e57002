"""The lab screen: corpus, merges, typed text and time, all as of one step.

It draws what the Lab holds and turns keys into calls of the Lab; it keeps nothing of its own but what is
being played and what was last searched for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from bpe_play.engine import to_text
from bpe_play.tui import tie
from bpe_play.tui.keys import bindings
from bpe_play.tui.lab import Topic
from bpe_play.tui.late import Late
from bpe_play.tui.screens import lab_views
from bpe_play.tui.screens.lab_text import LabText
from bpe_play.tui.screens.lab_words import corpus_figures, cut_title, ending, steps_title
from bpe_play.tui.screens.unhurried import Unhurried
from bpe_play.tui.search import parse_query
from bpe_play.tui.widgets.candidates import Candidates
from bpe_play.tui.widgets.corpus_view import CorpusView
from bpe_play.tui.widgets.editor import TextBox
from bpe_play.tui.widgets.merge_list import MergeList
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.prompt import Prompt
from bpe_play.tui.widgets.ruler import Ruler
from bpe_play.tui.widgets.timeline import Timeline
from bpe_play.tui.widgets.token_card import TokenCard

if TYPE_CHECKING:
    from bpe_play.tui.lessons.lesson import Scene
    from bpe_play.tui.screens import lab_algorithm, lab_saving, lab_settings, tie_lens
    from bpe_play.tui.screens.predicting import Predicting
else:
    lab_algorithm = Late("bpe_play.tui.screens.lab_algorithm")
    lab_saving = Late("bpe_play.tui.screens.lab_saving")
    lab_settings = Late("bpe_play.tui.screens.lab_settings")
    tie_lens = Late("bpe_play.tui.screens.tie_lens")

SPEEDS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_FRAMES_PER_SECOND = 10
_NOTHING_LEARNED = "Nothing is learned yet."


class LabScreen(LabText):
    """Screen 1."""

    PLACE = "lab"
    BINDINGS = bindings("lab")
    AUTO_FOCUS = "MergeList"
    DEFAULT_CSS = """
    LabScreen #top { height: 1fr; }
    LabScreen #corpus-pane { width: 1fr; }
    LabScreen #merges-pane { width: 1fr; }
    LabScreen #text-pane { height: 13; }
    LabScreen TextBox { height: 2; }
    LabScreen Ruler { height: 1fr; margin-top: 1; }
    LabScreen TokenCard { height: auto; margin-top: 1; }
    LabScreen Candidates { height: 2; }
    LabScreen Timeline { height: 2; }
    LabScreen.-low #text-pane { height: 10; }
    LabScreen.-low TextBox { height: 1; }
    LabScreen.-low Ruler { margin-top: 0; }
    LabScreen.-low TokenCard { margin-top: 0; }
    LabScreen.-low Candidates { height: 1; }
    LabScreen.-tall #text-pane { height: 18; }
    LabScreen.-tall TextBox { height: 3; }
    LabScreen.-tall Candidates { height: 5; }
    /* Beside the strip of a lesson the pane that the scene is about keeps its room on a low screen. */
    LabScreen.lesson.-low #text-pane { height: 7; }
    LabScreen.lesson.-low.about-merges #text-pane, LabScreen.lesson.-low.about-corpus #text-pane { height: 5; }
    LabScreen.lesson.-low.about-text #text-pane, LabScreen.lesson.-low.about-tokens #text-pane { height: 10; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._playing = False
        self._query = b""
        self._owed = 0.0  # steps that play has not made yet
        self._predicting: Predicting | None = None
        self._corpus_step = Unhurried(self, lambda: self.query_one(Timeline), self._draw_corpus_step)

    def body(self) -> ComposeResult:
        with Horizontal(id="top"):
            with Pane(title="Corpus", id="corpus-pane"):
                yield CorpusView(empty="No corpus yet.   o: open one")
            with Pane(title="Merges", id="merges-pane"):
                yield Candidates()
                yield MergeList(empty=_NOTHING_LEARNED)
        with Pane(title="Text", id="text-pane"):
            yield TextBox(placeholder="e: type here   esc: leave")
            yield Ruler()
            yield TokenCard()
        yield Timeline()

    def on_mount(self) -> None:
        self.every(1 / _FRAMES_PER_SECOND, self._play_on)

    # -- drawing what changed --------------------------------------------------------------------------

    def changed(self, topic: Topic) -> None:
        super().changed(topic)
        if topic in (Topic.TRAINING, Topic.SETTINGS, Topic.HISTORY, Topic.CURSOR):
            self._draw_time()
        if topic in (Topic.CORPUS, Topic.TRAINING):
            self._draw_corpus()
        if topic in (Topic.TRAINING, Topic.HISTORY):
            self._draw_merges()
        if topic in (Topic.TRAINING, Topic.CURSOR):
            self._draw_cursor()
        if topic in (Topic.TRAINING, Topic.CURSOR, Topic.TEXT, Topic.SETTINGS):
            self.draw_text()

    def draw_all(self) -> None:
        """Each part once, and not once for each topic that it shows."""
        self.draw_header()
        self._draw_time()
        self._draw_corpus()
        self._draw_merges()
        self._draw_cursor()
        self.draw_text()

    def _draw_time(self) -> None:
        lab = self.lab
        speed = f"{SPEEDS[self._speed]}/s"
        self.query_one(Timeline).show(
            lab.history, lab.cursor, target=self._target, playing=self._playing, speed=speed
        )

    def _draw_corpus(self) -> None:
        lab = self.lab
        view = self.query_one(CorpusView)
        self._draw_corpus_labels()
        source = lab.source
        corpus = b"" if source is None else source.data if source.words is None else source.words
        view.show(corpus, lab.corpus_tokenizer, lab.cursor, lab.next_pair)

    def _draw_corpus_labels(self) -> None:
        self.query_one("#corpus-pane", Pane).set_title(cut_title("Corpus", self.lab))
        self.label("corpus", corpus_figures(self.lab))

    def _draw_merges(self) -> None:
        lab = self.lab
        merges = self.query_one(MergeList)
        merges.empty = lab.tokenizer.why_no_merges or _NOTHING_LEARNED
        merges.refresh_history(lab.history, self._target)
        self.query_one("#merges-pane", Pane).set_title(steps_title(lab))
        self._draw_merge_figures()
        self._draw_candidates()

    def _draw_merge_figures(self) -> None:
        """How many there are; and at a tie, the key that shows what another winner would lead to."""
        steps = f"{self.lab.steps:,}"
        both = [f"T both futures   {steps}", f"T futures   {steps}"] if tie.can_be_opened(self.lab) else []
        self.label("merges", [*both, steps])

    def _draw_candidates(self) -> None:
        lab = self.lab
        hidden = "merge" in lab.hidden
        step = lab.steps if hidden else lab.cursor
        self.query_one(Candidates).show(
            lab.history,
            step,
            rule=None if lab.was_chosen(step + 1) else lab.state.ties,
            target=self._target,
            reason="?   predict it" if hidden else ending(lab),
        )

    @property
    def _target(self) -> int:
        """How many steps there will be."""
        lab = self.lab
        return lab.training.target if lab.own and lab.training.busy else lab.steps

    def _draw_cursor(self) -> None:
        lab = self.lab
        merges = self.query_one(MergeList)
        merges.follow = lab.following
        merges.cursor = lab.cursor
        merges.hide_later("merge" in lab.hidden)
        self._draw_merge_figures()
        self._draw_candidates()
        if self.query_one("#corpus-pane", Pane).title != cut_title("Corpus", self.lab):
            self._draw_corpus_labels()
        if lab.training.busy and lab.following:  # no key is answered, and one may wait for a second paint
            self._corpus_step.now()
        else:
            self._corpus_step.soon()

    def _draw_corpus_step(self) -> None:
        lab = self.lab
        if self.is_whole:
            self.query_one(CorpusView).set_step(lab.cursor, None if "merge" in lab.hidden else lab.next_pair)

    def set_scene(self, scene: Scene) -> None:
        """The focus goes to what the scene is about, and play stops."""
        self._stop_playing()
        panes: dict[str, type[Widget]] = {"corpus": CorpusView, "text": TextBox, "tokens": Ruler}
        target = panes.get(scene.focus, MergeList)
        box = self.query_one(TextBox)
        box.move_cursor(box.document.end)
        self.set_focus(self.query_one(target))

    def on_resize(self) -> None:
        self.call_after_refresh(self.on_screen_resume)

    # -- what widgets say ------------------------------------------------------------------------------

    def on_merge_list_cursor_moved(self, event: MergeList.CursorMoved) -> None:
        self._stop_playing()
        self.lab.move_to(event.step)

    def on_merge_list_evidence_asked(self, event: MergeList.EvidenceAsked) -> None:
        lab_views.show_evidence(self, event.step)

    def on_timeline_moved(self, event: Timeline.Moved) -> None:
        self.lab.move_to(event.step)

    def on_prompt_answered(self, event: Prompt.Answered) -> None:
        if event.question == "goto":
            self._go_to(event.answer)
        else:
            self._find(event.answer)

    # -- time ------------------------------------------------------------------------------------------

    @property
    def _speed(self) -> int:
        return min(max(self.bpe.settings.speed, 0), len(SPEEDS) - 1)

    def _play_on(self) -> None:
        """One frame of playing; a speed below the frame rate moves every few frames."""
        if not (self._playing and self.app.is_running):
            return
        self._owed += SPEEDS[self._speed] / _FRAMES_PER_SECOND
        if self._owed >= 1:
            self.lab.move_by(int(self._owed))
            self._owed %= 1
        if self.lab.cursor == self.lab.steps and not (self.lab.own and self.lab.training.busy):
            self._stop_playing()

    def _stop_playing(self) -> None:
        self._playing, self._owed = False, 0.0
        self._draw_time()

    def action_play(self) -> None:
        """Play on from here; from the end, from the start again."""
        if not self._playing and self.lab.cursor >= self.lab.steps:
            self.lab.move_to(0)
        self._playing, self._owed = not self._playing, 1.0
        self._draw_time()

    def action_step(self, steps: int) -> None:
        self._stop_playing()
        self.lab.move_by(steps)

    def action_first(self) -> None:
        """The bytes, and they stay, also where a training has not yet begun to learn."""
        self._stop_playing()
        self.lab.change(cursor=0)

    def action_last(self) -> None:
        self._stop_playing()
        self.lab.change(cursor=None)

    def action_speed(self, change: int) -> None:
        self.bpe.set_speed(min(max(self._speed + change, 0), len(SPEEDS) - 1))
        self._draw_time()

    def action_goto(self) -> None:
        self.query_one(Prompt).ask("goto", f"go to step (0 to {self.lab.steps:,})")

    def _go_to(self, answer: str) -> None:
        digits = answer.replace(",", "").strip()
        if digits.isascii() and digits.isdigit():
            self._stop_playing()
            self.lab.move_to(int(digits[:12]))
        elif digits:
            self.say(f"{answer!r} is not a step: type a number from 0 to {self.lab.steps:,}")

    # -- searching -------------------------------------------------------------------------------------

    def action_find(self) -> None:
        self.query_one(Prompt).ask("find", "find token (text, or hex:E2 80)", to_text(self._query))

    def _find(self, answer: str) -> None:
        try:
            self._query = parse_query(answer)
        except ValueError as error:
            self.say(str(error))
            return
        self.query_one(MergeList).highlight(self._query)
        if self._query:
            self._find_from(0, 1)

    def action_find_next(self, direction: int) -> None:
        if self._query:
            self._find_from(self.lab.cursor, direction)
        else:
            self.action_find()

    def _find_from(self, step: int, direction: int) -> None:
        found = self.query_one(MergeList).find(self._query, step, backwards=direction < 0)
        if found is None:
            self.say(f"No token holds {to_text(self._query)!r}")
        else:
            self._stop_playing()
            self.lab.move_to(found)

    # -- looking ---------------------------------------------------------------------------------------

    def action_evidence(self) -> None:
        lab_views.show_evidence(self, self.lab.cursor)

    def action_word(self) -> None:
        lab_views.show_word(self, self.query_one(Ruler).tokenization, self.query_one(Ruler).selected or 0)

    def action_bytes(self) -> None:
        lab_settings.next_byte_format(self.lab)

    def action_specials(self) -> None:
        lab_settings.next_special_mode(self)

    def action_line_ends(self) -> None:
        lab_settings.next_line_ends(self)

    def action_write(self) -> None:
        self.set_focus(self.query_one(TextBox))

    def action_guess(self) -> None:
        """Hide something, and ask what it is; again: reveal it."""
        self._stop_playing()
        if self._predicting is None:
            from bpe_play.tui.screens.predicting import Predicting

            self._predicting = Predicting(self)
        self._predicting.choose_or_end()

    # -- settings --------------------------------------------------------------------------------------

    def action_corpus(self) -> None:
        lab_settings.choose_corpus(self)

    def action_tokenizer(self) -> None:
        lab_settings.choose_tokenizer(self)

    def action_algorithm(self) -> None:
        lab_algorithm.choose_algorithm(self)

    def action_split(self) -> None:
        lab_algorithm.if_heeded(self, "split", lab_settings.choose_split)

    def action_ties(self) -> None:
        lab_algorithm.other_ties(self)

    def action_tie_lens(self) -> None:
        tie_lens.open_lens(self)

    def action_size(self) -> None:
        lab_algorithm.ask_size(self)

    def action_stop(self) -> None:
        if self.lab.training.busy:
            self.bpe.stop_training()
        else:
            self.say("Nothing is being trained now")

    def action_save(self) -> None:
        lab_saving.ask_model_path(self)
