"""What is measured with what: orders, results that stay, work that is stopped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import Source, open_source
from bpe_play.engine import EngineError
from bpe_play.engine.measure.price import Price
from bpe_play.tui import measure_state
from bpe_play.tui.frames import Kind as Frame
from bpe_play.tui.lab import Lab
from bpe_play.tui.measure_files import write_rows
from bpe_play.tui.measure_job import MeasureJob
from bpe_play.tui.measure_orders import Learning, lab_recipe
from bpe_play.tui.measure_state import MeasureState
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.picks import Kind, Pick
from bpe_play.tui.measures.table import run
from bpe_play.tui.state import State

Learn = Callable[..., Lab]
CHAR, WORD = Pick(Kind.ALGORITHM, "char"), Pick(Kind.ALGORITHM, "word")


class Recorded:
    """A job that is told what it has found, or that it has failed."""

    begun: list[Recorded] = []

    def __init__(self, order: Order, data: bytes) -> None:
        self.order, self.data = order, data
        self.running, self.failure, self.progress = True, "", "working"
        self.result: object = None
        self._has_news = False
        self.begun.append(self)

    def finds(self, result: object = "figures", failure: str = "") -> None:
        self.running, self.result, self.failure, self._has_news = False, result, failure, True

    def drain(self) -> bool:
        return self._has_news

    def stop(self) -> None:
        self.running = False


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Recorded]:
    """The jobs that were begun, none of which does anything."""
    Recorded.begun = []
    monkeypatch.setattr(measure_state, "MeasureJob", Recorded)
    return Recorded.begun


@pytest.fixture
def lab(learn: Learn) -> Lab:
    lab = Lab(State(source="lowest", vocab_size=262, text=b"newest lower"))
    lab.opened(open_source("lowest"))
    return learn(lab)


@pytest.fixture
def state(lab: Lab, begun: list[Recorded]) -> MeasureState:
    state = MeasureState(lab)
    state.show("spelling")
    for place in (0, 1):
        state.choices.picks[place] = (CHAR, WORD)[place]
    return state


def test_a_view_begins_its_work_and_keeps_what_was_found(state: MeasureState, begun: list[Recorded]) -> None:
    state.refresh()
    begun[0].finds()
    assert state.drain()
    assert (state.choices.result, state.job) == ("figures", None)
    state.show("numbers")
    state.show("spelling")
    state.refresh()
    assert len(begun) == 1, "nothing is computed again"


def test_another_tokenizer_is_another_work(state: MeasureState, begun: list[Recorded]) -> None:
    state.refresh()
    begun[0].finds()
    state.drain()
    state.pick(0, WORD)
    assert [job.order.recipes[0].pick for job in begun] == [CHAR, WORD]
    assert state.is_older


def test_what_is_only_drawn_with_is_no_other_work(state: MeasureState, begun: list[Recorded]) -> None:
    state.show("fertility")
    state.choices.picks[:] = [CHAR, WORD]
    state.refresh()
    begun[-1].finds()
    state.drain()
    state.choose(price="2.50")
    assert len(begun) == 1
    assert state.choices.options.price == "2.50"
    assert not state.is_older


def test_a_newer_order_ends_the_work_for_an_older_one(state: MeasureState, begun: list[Recorded]) -> None:
    state.refresh()
    state.choose(letter="e")
    assert [job.running for job in begun] == [False, True]


def test_what_was_stopped_is_not_begun_again_by_itself(state: MeasureState, begun: list[Recorded]) -> None:
    state.refresh()
    assert state.stop()
    assert not state.stop()
    state.refresh()
    assert len(begun) == 1
    state.again()
    assert len(begun) == 2


def test_a_failure_is_said_and_what_was_found_before_stays(
    state: MeasureState, begun: list[Recorded]
) -> None:
    state.refresh()
    begun[0].finds()
    state.drain()
    state.choose(words="other words")
    begun[1].finds(None, "There is no such thing. choose another")
    state.drain()
    assert state.choices.failure.startswith("There is no such thing")
    assert state.choices.result == "figures"
    state.refresh()
    assert len(begun) == 2


def test_the_lab_must_have_read_its_corpus_before_algorithms_are_trained_on_it(
    begun: list[Recorded],
) -> None:
    lab = Lab(State(source="lowest"))
    state = MeasureState(lab)
    state.refresh()
    assert state.waiting == "The lab reads its corpus …"
    lab.opened(open_source("lowest"))
    state.refresh()
    assert state.waiting == ""
    assert begun[0].order.corpus == "lowest"
    assert begun[0].order.words == {b"lower": 5, b"lowest": 2, b"newest": 6}


def test_the_labs_own_tokenizer_is_measured_when_it_has_learned(begun: list[Recorded], learn: Learn) -> None:
    lab = Lab(State(source="lowest", vocab_size=262))
    lab.opened(open_source("lowest"))
    state = MeasureState(lab)
    state.show("invariants")
    assert state.waiting == "The lab is still learning …"
    learn(lab)
    state.refresh()
    recipe = begun[0].order.recipes[0]
    assert (recipe.step, len(recipe.pairs), recipe.mark) == (6, 6, lab.fingerprint)
    lab.move_to(3)
    state.refresh()
    assert begun[1].order.recipes[0].step == 3


def test_a_published_tokenizer_that_the_lab_shows_is_measured_as_of_its_step(lab: Lab) -> None:
    lab.adopt("gpt2", lab.tokenizer)
    lab.move_to(2)
    recipe = lab_recipe(lab)
    assert (recipe.pick, recipe.step, recipe.title) == (Pick(Kind.PUBLISHED, "gpt2"), 2, "lab: gpt2")


def test_how_algorithms_are_trained_comes_from_the_lab_unless_it_is_said(state: MeasureState) -> None:
    assert state.order().settings.vocab_size == 262
    state.learn(Learning(vocab_size=40, sentencepiece=True, byte_fallback=True))
    settings = state.order().settings
    assert (settings.vocab_size, settings.sentencepiece, settings.byte_fallback) == (40, True, True)


def test_the_bytes_of_the_corpus_travel_only_where_they_are_needed(begun: list[Recorded]) -> None:
    lab = Lab(State(source="tiny"))
    lab.opened(Source("tiny", b"the cat"))
    state = MeasureState(lab)
    state.refresh()
    assert begun[0].data == b"the cat"
    state.show("languages")
    state.refresh()
    assert (begun[1].data, begun[1].order.corpus) == (b"", "")


def test_the_typed_text_is_that_of_the_lab(lab: Lab, begun: list[Recorded]) -> None:
    state = MeasureState(lab)
    state.show("algorithm")
    assert state.order().options.typed == b"newest lower"
    lab.change(text=b"other")
    assert state.order().options.typed == b"other"


def test_parts_come_one_after_the_other_and_around(state: MeasureState) -> None:
    state.show("use")
    seen = []
    for _ in range(5):
        seen.append(state.choices.part)
        state.next_part(1)
    assert seen == ["most used", "never used", "script", "length", "most used"]


def test_each_view_keeps_its_own_choices(state: MeasureState) -> None:
    state.choose(letter="x")
    state.show("numbers")
    state.choose(largest=99)
    state.show("spelling")
    assert state.choices.options.letter == "x"


# -- the process


def until_done(job: MeasureJob) -> None:
    while job.running:
        job.drain()


def test_a_job_finds_in_its_process_what_is_found_here(lab: Lab) -> None:
    state = MeasureState(lab)
    state.show("algorithm")
    order = state.order()
    job = MeasureJob(order, b"")
    until_done(job)
    assert job.failure == ""
    assert job.result == run(order, b"")


def test_what_cannot_be_had_is_a_failure_in_words(lab: Lab) -> None:
    state = MeasureState(lab)
    state.choices.text = "/nowhere/at/all"
    job = MeasureJob(state.order(), b"")
    until_done(job)
    assert job.result is None
    assert "cannot be read" in job.failure


def test_a_job_that_is_stopped_says_nothing_more(lab: Lab, wait_gone: Callable[[int], None]) -> None:
    job = MeasureJob(MeasureState(lab).order(), b"")
    pid = job._process._process.pid
    job.stop()
    wait_gone(pid)
    assert not job.running
    assert not job.drain()


def test_progress_has_a_share_where_there_is_one(lab: Lab) -> None:
    job = MeasureJob(MeasureState(lab).order(), b"")
    job._process.close()
    job._process.inbox.clear()
    job._process.inbox.append((Frame.PROGRESS, {"doing": "training bpe", "done": 3, "total": 4}))
    job.drain()
    assert job.progress == "training bpe 75 %"


# -- files

ROWS: list[Any] = [Price("a", 5, 0)]  # type: ignore[arg-type]


def test_figures_are_written_beside_those_that_are_there(tmp_path: Path) -> None:
    first = write_rows(ROWS, "size", "csv", tmp_path)
    second = write_rows(ROWS, "size", "csv", tmp_path)
    assert [first.name, second.name] == ["bpe-play-size.csv", "bpe-play-size-2.csv"]
    assert first.read_bytes() == b"name,tokens,cost\r\na,5,0\r\n"
    assert write_rows(ROWS, "size", "json", tmp_path).read_text() == '{"name": "a", "tokens": 5, "cost": 0}\n'


def test_nothing_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="no figures"):
        write_rows([], "size", "csv", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="cannot be written"):
        write_rows(ROWS, "size", "csv", tmp_path / "nowhere")
