"""Every algorithm in the lab: trained by its trainer, scrubbed, explained, saved and opened again, by keys."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import open_source
from bpe_play.engine.algorithms.protocol import Model, run
from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.merges import TieRule
from bpe_play.tui.algorithm_settings import settings_of
from bpe_play.tui.handout.check import learned
from bpe_play.tui.lab import Lab, Phase, fingerprint_of
from bpe_play.tui.screens.choose import ChooseScreen
from bpe_play.tui.screens.evidence import EvidenceScreen
from bpe_play.tui.screens.moves import MovesScreen
from bpe_play.tui.screens.word import WordScreen
from bpe_play.tui.state import State
from bpe_play.tui.widgets.corpus_parts import Role
from bpe_play.tui.widgets.corpus_tokens import WordParts
from bpe_play.tui.widgets.corpus_view import CorpusView
from bpe_play.tui.widgets.pieces import text_of
from bpe_play.tui.widgets.ruler import Ruler
from bpe_play.tui.widgets.step_rows import StepRows
from bpe_play.tui.widgets.token_facts import token_facts

SitDown = Callable[..., AbstractAsyncContextManager[Any]]
TINY: dict[str, Any] = {"source": "tiny", "vocab_size": 300, "text": b"Nan ran"}
LOSING = [key for key in ALGORITHMS if key != "bpe"]


def model(state: Any) -> Model:
    """What the algorithm of a state learns from its corpus, trained here and now."""
    row, settings = ALGORITHMS[state.algorithm], settings_of(state)
    return run(row.train(row.words(open_source(state.source).data, settings), settings))


def learned_in(state: Any, steps: int) -> TrainedTokenizer:
    """The tokenizer after the first steps of a training."""
    row, settings = ALGORITHMS[state.algorithm], settings_of(state)
    training = row.train(row.words(open_source(state.source).data, settings), settings)
    for _ in islice(training, steps):
        pass
    return TrainedModel.of(row.key, settings, training).tokenizer()


def cut(person: Any) -> list[bytes]:
    """The tokens of the typed text as the ruler draws them."""
    return [span.token for span in person.screen.query_one(Ruler).tokenization.spans]


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_it_is_one_key_away_and_the_header_says_which(sit_down: SitDown, key: str) -> None:
    async with sit_down(trained=False, **TINY) as person:
        await person.until_trained()
        await person.press("a")
        assert isinstance(person.app.screen, ChooseScreen)
        await person.press("home", *["down"] * list(ALGORITHMS).index(key))
        assert ALGORITHMS[key].title in person.sees
        await person.press("enter")
        await person.until_trained()
        assert person.lab.state.algorithm == key
        assert person.lab.steps > 0
        head = person.sees.splitlines()[0]
        assert (key in head.split()) == (key != "bpe")
        assert f"#{person.lab.fingerprint}" in head
        await person.press("u")
        assert person.lab.state.algorithm == "bpe"


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_the_text_is_cut_as_of_every_step(sit_down: SitDown, key: str) -> None:
    """B-contract: what the ruler shows after each step is what the algorithm's model gives for that step."""
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        learned = model(person.lab.state)
        assert person.lab.steps == learned.steps
        await person.press("home")
        seen = [cut(person)]
        while person.lab.cursor < person.lab.steps:
            await person.press("right")
            seen.append(cut(person))
        expected = (learned.tokenize(b"Nan ran", step=step) for step in range(learned.steps + 1))
        assert seen == [[span.token for span in tokens.spans] for tokens in expected]
        await person.press("home")
        assert cut(person) == seen[0], "back again"


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_the_corpus_is_cut_as_of_the_step_too(sit_down: SitDown, key: str) -> None:
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        tokenizer, view = person.lab.tokenizer, person.screen.query_one(CorpusView)
        data = person.lab.source.data
        for step in (0, person.lab.steps // 2, person.lab.steps):
            person.lab.move_to(step)
            await person.pilot.pause()
            parts = list(view._place.parts.from_offset(0))
            whole = tokenizer.tokenize(data, step=step).spans
            assert [(part.start, part.end) for part in parts] == [(span.start, span.end) for span in whole]
            assert view.exact


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_the_list_shows_each_step_with_its_figures(sit_down: SitDown, key: str) -> None:
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        history, row = person.lab.history, ALGORITHMS[key]
        await person.press("home", "right", "right", "right")
        assert f"{person.lab.steps:,}" in person.sees
        if key != "bpe":
            line = next(line for line in person.sees.splitlines() if "▸" in line)
            for name, value in zip(row.columns, history.figures(3), strict=True):
                is_shown = (
                    value is None
                    or name == "tied"
                    or f"{value:,.3g}".replace(",", "") in line.replace(",", "")
                )
                assert is_shown or name not in row.columns[:1], (name, line)


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_a_step_and_a_word_are_explained(sit_down: SitDown, key: str) -> None:
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        await person.press("enter")
        assert isinstance(person.app.screen, EvidenceScreen)
        assert f"Step {person.lab.steps:,}" in person.sees
        await person.press("left", "escape", "w")
        assert isinstance(person.app.screen, WordScreen if key == "bpe" else MovesScreen)
        assert "Nan" in person.sees
        if key == "unigram":
            assert "%" in person.sees, "the most probable ways with their probabilities"
        await person.press("escape")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40)])
async def test_of_a_long_word_the_ways_and_the_last_move_are_on_the_screen_too(
    sit_down: SitDown, size: tuple[int, int]
) -> None:
    chosen = TINY | {"text": b"nan" * 20}
    async with sit_down(size, trained=False, algorithm="unigram", **chosen) as person:
        await person.until_trained()
        await person.press("w")
        assert "the best way of all" in person.sees
        assert "The most probable ways" in person.sees
        assert " way. " in person.sees, "the last word of the box"


@pytest.mark.parametrize("length", [200, 201])
async def test_of_a_long_piece_the_beginning_is_explained_and_it_is_said(
    sit_down: SitDown, length: int
) -> None:
    text = b"na" * 100 + b"n" * (length - 200)
    async with sit_down(trained=False, algorithm="unigram", **TINY | {"text": text}) as person:
        await person.until_trained()
        await person.press("w")
        assert ("201 bytes of this piece the first 200" in person.sees) == (length > 200)


@pytest.mark.parametrize("key", LOSING)
async def test_what_unknown_tokens_swallow_is_seen(sit_down: SitDown, key: str) -> None:
    async with sit_down(trained=False, algorithm=key, **TINY | {"text": "Nan 日本".encode()}) as person:
        await person.until_trained()
        await person.pilot.pause()
        assert "swallowed" in person.sees
        tokens = person.lab.tokenization()
        assert not person.lab.round_trip(tokens)
        assert any(span.unknown for span in tokens.spans)


@pytest.mark.parametrize("key", ALGORITHMS)
async def test_it_is_saved_and_opened_again_by_k(sit_down: SitDown, key: str, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        learned = person.lab.tokenization()
        await person.press("ctrl+s")
        await person.answer(str(path))
        await person.is_told("Saved")
        assert ("keeps the last round of Unigram only" in person.told[-1]) == (key == "unigram")
        person.app.show_tokenizer(str(path))
        await person.until(lambda: not person.lab.own)
        await person.pilot.pause()
        assert person.lab.tokenization().spans == learned.spans
        assert cut(person) == [span.token for span in learned.spans]
        assert (person.lab.steps == 0) == (key == "unigram")
        assert ("keeps the last round" in person.sees) == (key == "unigram"), "it says why it has no steps"


@pytest.mark.parametrize("key", LOSING)
async def test_it_is_stopped_and_what_was_learned_is_kept(sit_down: SitDown, key: str) -> None:
    async with sit_down(
        trained=False, algorithm=key, **TINY | {"source": "english", "vocab_size": 3000}
    ) as person:
        await person.until(lambda: person.lab.steps > 0 and person.lab.training.tokenizer is not None)
        await person.press("x")
        assert not person.lab.training.busy
        assert person.lab.tokenization().spans
        assert len(person.lab.fingerprint) == 4


@pytest.mark.parametrize("key", LOSING)
async def test_tokens_of_an_earlier_step_than_the_one_shown_are_said_to_be_that(
    sit_down: SitDown, key: str
) -> None:
    """While training runs, steps arrive more often than models that can cut text."""
    async with sit_down(trained=False, algorithm=key, **TINY) as person:
        await person.until_trained()
        assert "as of step" not in person.sees
        person.lab.took(learned_in(person.lab.state, steps=2), "ABCD" * 4)
        await person.pilot.pause()
        assert "Text as of step 2" in person.sees
        assert "Corpus as of step 2" in person.sees
        await person.press("home", "right", "right")
        assert "as of step" not in person.sees


@pytest.mark.parametrize("key", LOSING)
def test_the_mark_of_a_stopped_training_came_with_its_model(key: str) -> None:
    """Nothing is computed for it when somebody presses a key."""
    lab = Lab(State(algorithm=key, **TINY))
    tokenizer = learned_in(lab.state, steps=2)
    lab.begun(StepHistory(ALGORITHMS[key], 10, 10), 1)
    lab.took(tokenizer, "ABCD" * 4)
    lab.ended("training was stopped", Phase.STOPPED)
    assert lab.fingerprint == "ABCD"
    assert fingerprint_of(lab.training) == "ABCD" * 4


@pytest.mark.parametrize("key", ["bpe", "bpe-char", "wordpiece"])
@pytest.mark.parametrize("source", ["lowest", "tiny"])
def test_as_many_hits_are_marked_as_the_next_pair_has(key: str, source: str) -> None:
    """In the corpus as it stands after each step, words counted as often as they occur."""
    state = State(source=source, algorithm=key, vocab_size=300)
    lab = Lab(state)
    trained = learned(state)
    lab.begun(trained.history, 1)
    if trained.tokenizer is not None:
        lab.took(trained.tokenizer)
    opened = open_source(source)
    words = opened.words or lab.tokenizer.pre_tokenizer.counts(opened.data)
    parts = WordParts(dict.fromkeys(words, 1), lab.tokenizer)
    for step in range(lab.steps):
        lab.move_to(step)
        parts.set_step(step, lab.next_pair)
        weights = [words[word] for number, word in enumerate(words) for _ in range(hits(parts, number))]
        assert sum(weights) == lab.candidates[0].count, step


def hits(parts: WordParts, number: int) -> int:
    return sum(part.role is Role.LEFT for part in parts._word(number))


async def test_settings_that_change_nothing_say_so(sit_down: SitDown) -> None:
    async with sit_down(trained=False, algorithm="char", **TINY) as person:
        await person.until_trained()
        await person.press("s")
        await person.is_told("split setting changes nothing")
        await person.press("t")
        await person.is_told("ties setting changes nothing")


async def test_switches_are_in_the_form_of_the_size(sit_down: SitDown) -> None:
    async with sit_down(trained=False, algorithm="unigram", **TINY) as person:
        await person.until_trained()
        await person.press("v")
        assert "byte fallback" in person.sees
        await person.press("down", "down", "down", "down")
        await person.answer("yes")
        await person.until_trained()
        assert person.lab.state.byte_fallback
        assert "unigram bytes" in person.sees.splitlines()[0]


@pytest.mark.parametrize(
    ("key", "switches", "text", "written"),
    [
        ("wordpiece", {}, " ran", ["", "##r", "##a", "##n"]),
        ("wordpiece", {}, "日", ["[UNK]"]),
        ("char", {}, "nan", ["", "", ""]),
        ("char", {}, "日", ["[UNK]"]),
        ("bpe-char", {"sentencepiece": True}, "a nan", ["", "▁", "", ""]),
    ],
)
def test_the_card_says_how_the_vocabulary_writes_a_token(
    key: str, switches: dict[str, Any], text: str, written: list[str]
) -> None:
    """Where it is not what stands in the text."""
    tokenizer = learned(State(**TINY | {"algorithm": key} | switches)).tokenizer
    assert tokenizer is not None
    step = 0 if key == "wordpiece" else None
    tokens = tokenizer.tokenize(text, step=step)
    facts = [token_facts(tokens, index, tokenizer.vocabulary) for index in range(len(tokens.spans))]
    assert [fact.written for fact in facts] == written


def row_texts(key: str, width: int) -> list[str]:
    """Each step's row and what stands above the list before it, in a width."""
    training = learned(State(source="tiny", algorithm=key, vocab_size=300))
    assert isinstance(training.history, StepHistory)
    rows = StepRows(training.history)
    steps = range(len(training.history))
    above = [rows.next_lines(step, TieRule.FIRST_SEEN, 0, width, 1)[0] for step in steps]
    return [text_of(line) for line in [*above, rows.row(rows.shape(width, 0), 0, " ", b"")]]


@pytest.mark.parametrize("key", LOSING)
def test_in_a_narrow_pane_words_and_figures_are_left_out_rather_than_cut(key: str) -> None:
    """37 cells is what the pane has on a screen of 80; only tokens are cropped."""
    for text in row_texts(key, 37):
        assert not text.rstrip().endswith("…"), text


async def test_search_finds_steps_by_their_tokens(sit_down: SitDown) -> None:
    async with sit_down(trained=False, algorithm="bpe-char", **TINY) as person:
        await person.until_trained()
        await person.press("home", "slash")
        await person.answer("an")
        assert b"an" in person.lab.history.text(person.lab.cursor)
