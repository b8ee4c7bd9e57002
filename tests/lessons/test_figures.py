"""Figures in braces: a fixed table of functions of the engine, computed as of the scene."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bpe_play.tui.lessons.bench import Bench
from bpe_play.tui.lessons.figures import FIGURES
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.placeholders import parts, placeholders
from bpe_play.tui.lessons.words import FIGURE, WRONG, joined, words
from bpe_play.tui.state import State

LOWEST = State(source="lowest", vocab_size=265, text=b"newest lower")


@pytest.fixture(scope="module")
def said() -> Callable[..., str]:
    """A text of a scene with its figures, as the screen has it."""
    bench = Bench()

    def say(text: str, **state: object) -> str:
        return joined(words(text, Scene("", "", LOWEST.changed(**state)), bench))

    return say


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("{merge: 1} {count: 1} {tied: 2}", "w + e → we 13 2"),
        ("{token: 6}, {pair: 6}", "newest, ne + west"),
        ("{candidates: 0}", "w + e 13, e + s 8, s + t 8"),
        ("{size} bytes, {steps} merges, {vocabulary} tokens", "73 bytes, 9 merges, 265 tokens"),
        ("{tokens_after: 0} {tokens_after: 9} {compression: 9}", "73 13 5.62"),
        ("{step_of: west} {step_of: weest}", "3 never"),
        ("{tokens} {cut} {tokens: west}", "3 newest|␣|lower 1"),
        ('{cut: " we "} {bytes: ñ} {hex: ñ} {characters: ñ} {graphemes: 👨‍👩‍👧}', "␣|we|␣ 2 C3 B1 1 1"),
        ("{pieces: I don't}", "I|␣don|'t"),
        ("{torn: ñ} {alone: ñ} {ids: we}", "1 2 256"),
        ("{decoded: 256 115}", "wes"),
        ("{{count: 1}} }} {{", "{count: 1} } {"),
    ],
)
def test_a_figure_is_what_the_engine_says(said: Callable[..., str], text: str, due: str) -> None:
    assert said(text) == due


def test_a_figure_is_computed_as_of_the_step_of_its_scene(said: Callable[..., str]) -> None:
    assert said("{step} {tokens} {cut: west}", cursor=2) == "2 9 wes|t"


def test_other_settings_and_other_tokenizers_stand_after_an_at_sign(said: Callable[..., str]) -> None:
    assert said("{tokens@step=0} {tokens@step=2} {cut@ties=lowest-ids, step=2: west}") == "12 9 we|st"
    assert said("{cut@cl100k_base: 3.14159} {tokens@gpt2: strawberry}") == "3|.|141|59 3"


def test_what_cannot_be_computed_says_why_and_the_rest_stands(said: Callable[..., str]) -> None:
    assert said("{count: 10} and {count: 1}") == (
        "⟨count: There is no step 10: 9 merges were learned⟩ and 13"
    )
    assert "There is no passage in 'xx'" in said("{tax: xx}")
    assert "no ids" in said("{decoded: a}")


def test_figures_are_marked_apart_from_the_text_around_them() -> None:
    scene = Scene("", "", LOWEST)
    kinds = [(part.text, part.kind) for part in words("a {tokens} {count: 99}", scene, Bench())]
    assert kinds[1] == ("3", FIGURE)
    assert kinds[-1][1] == WRONG


def test_languages_are_counted_on_the_passage_that_all_have(said: Callable[..., str]) -> None:
    assert float(said("{tax@o200k_base: hi}")) < float(said("{tax@gpt2: hi}"))
    assert said("{tax@gpt2: en}") == "1.00"


def test_every_row_of_the_table_is_written_so_that_it_can_be_read(said: Callable[..., str]) -> None:
    for row in FIGURES.values():
        (figure,) = placeholders(row.written)
        assert figure.name == row.name
        assert row.gives
        assert bool(figure.argument) == bool(row.needs)


def test_nothing_in_braces_is_run(written: Callable[[str], Lesson]) -> None:
    assert parts("{tokens: __import__('os')}")[0].argument == "__import__('os')"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ("{merge: 1} {count: 1}", "l + o → lo 7"),
        ("{cut: lowest} {tokens: lowest}", "low|e|st 3"),
        ("{step_of: st} {step_of: es}", "2 never"),
        ("{size} bytes, {tokens_after: 0} tokens, {vocabulary} entries", "73 bytes, 73 tokens, 12 entries"),
        ("{tokens@algorithm=bpe, vocab_size=265: lowest}", "1"),
    ],
)
def test_a_scene_may_learn_with_another_algorithm(said: Callable[..., str], text: str, due: str) -> None:
    """Of lower ×5, lowest ×2 and newest ×6, WordPiece merges what is rarely seen apart.

    Above [UNK] and the eight letters it has room for lo (7 / 7·7), st (8 / 8·8) and low (7 / 7·13).
    """
    assert said(text, algorithm="wordpiece", vocab_size=12) == due


def test_a_step_that_is_no_merge_is_said_to_be_none(said: Callable[..., str]) -> None:
    assert "are no merges" in said("{merge: 1}", algorithm="unigram", vocab_size=30)
    assert said("{steps}", algorithm="unigram", vocab_size=30).isdigit()
