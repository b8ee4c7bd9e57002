"""Reading a lesson: scenes carry on from one another, and what is wrong is said with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_play.engine import TieRule
from bpe_play.tui.lessons.lesson import Lesson
from bpe_play.tui.lessons.reading import LessonError, read_lesson
from bpe_play.tui.state import State

Write = Callable[[str], Lesson]

WHOLE = '''
title = "Two words"
about = "How two words share an ending."

[[scene]]
title = "Bytes"
show = """
One line
and the same paragraph.

Another one.
"""
say = "Ask the back row."
corpus = "lowest"
vocab_size = 265
step = 0
ties = "lowest-ids"
text = "newest"
ask = "How many tokens?"
right = "{tokens}"
answer = "As many as bytes."
focus = "merges"

[[scene]]
show = "One merge on."
step = 1
keys = ["right"]

[[scene]]
show = "Without a split."
split = "none"
screen = "stream"
view = "robot"
'''


def test_a_lesson_has_its_title_and_its_scenes_in_order(written: Write) -> None:
    lesson = written(WHOLE)
    assert (lesson.title, lesson.about) == ("Two words", "How two words share an ending.")
    assert [scene.line for scene in lesson.scenes] == [5, 24, 29]
    first = lesson.scenes[0]
    assert first.show == "One line and the same paragraph.\nAnother one."
    assert (first.say, first.ask, first.right) == ("Ask the back row.", "How many tokens?", "{tokens}")


def test_a_scene_begins_where_the_one_before_began(written: Write) -> None:
    first, second, _ = written(WHOLE).scenes
    assert first.state == State(
        source="lowest", vocab_size=265, cursor=0, ties=TieRule.LOWEST_IDS, text=b"newest"
    )
    assert second.state == first.state.changed(cursor=1)
    assert second.focus == "merges"
    assert second.ask == "", "texts do not carry on"


def test_another_training_is_shown_at_its_end_unless_a_step_is_named(written: Write) -> None:
    third = written(WHOLE).scenes[2]
    assert (third.state.split, third.state.cursor) == ("none", None)
    assert (third.screen, third.view, third.focus) == ("stream", "robot", "")


def test_a_scene_names_its_algorithm_with_its_switches(written: Write) -> None:
    first, second = written(
        'title = "x"\n[[scene]]\nshow = "y"\nalgorithm = "unigram"\nsentencepiece = true\nvocab_size = 40\n'
        'step = 2\n[[scene]]\nshow = "z"\nalgorithm = "wordpiece"'
    ).scenes
    assert first.state.changed(text=b"") == State(
        algorithm="unigram", sentencepiece=True, vocab_size=40, cursor=2, text=b""
    )
    assert (second.state.algorithm, second.state.cursor) == ("wordpiece", None), "shown at its end"


def test_a_corpus_may_be_a_file_beside_the_lesson(written: Write, tmp_path: Path) -> None:
    (tmp_path / "poem.txt").write_text("a rose is a rose")
    lesson = written('title = "x"\n[[scene]]\nshow = "y"\ncorpus = "poem.txt"')
    assert lesson.scenes[0].state.source == str((tmp_path / "poem.txt").resolve())


FIRST = 'title = "x"\n[[scene]]\nshow = "y"\n'
WRONG = {
    'title = "x': ("line 1", "this is not TOML"),
    'title = "x"\nshow = "y"': ("line 2", "show is nothing that a lesson has"),
    'title = "x"': ("line 1", "there is no [[scene]]"),
    '[[scene]]\nshow = "y"': ("line 1", "the lesson has no title"),
    'title = "x"\n[[scene]]\nask = "y"': ("line 2", "the scene shows no text"),
    FIRST + "[[scene]]\nshow = 5": ("line 5", "show is 5"),
    FIRST + "vocab_size = 3": ("line 4", "vocab_size is 3"),
    FIRST + "vocab_size = true": ("line 4", "vocab_size is true"),
    FIRST + 'algorithm = "bep"': ("line 4", "algorithm is 'bep'"),
    FIRST + 'algorithm = "word"\nvocab_size = 40\n[[scene]]\nshow = "z"\nalgorithm = "bpe"': (
        "line 8",
        "vocab_size is 40",
    ),
    FIRST + "nfkc = 1": ("line 4", "nfkc is 1"),
    FIRST + 'ties = "random"': ("line 4", "ties is 'random'"),
    FIRST + 'split = "(a"': ("line 4", "split is '(a'"),
    FIRST + 'corpus = "alicce"': ("line 4", "no corpus and no file named 'alicce'"),
    FIRST + f'corpus = "{"a" * 300}"': ("line 4", "no corpus and no file named 'aaaa"),
    FIRST + 'corpus = "~nobody-of-that-name/x"': ("line 4", "no corpus and no file named '~nobody"),
    FIRST + 'corpus = "a\\u0000"': ("line 4", "no corpus and no file named"),
    FIRST + 'screen = ""': ("line 4", "screen is ''"),
    FIRST + 'step = "last"': ("line 4", "step is 'last'"),
    FIRST + 'screen = "labs"': ("line 4", "screen is 'labs'"),
    FIRST + 'screen = "measure"\nview = "robot"': ("line 5", "view is 'robot'"),
    FIRST + 'focus = "corpsu"': ("line 4", "focus is 'corpsu'"),
    FIRST + 'keys = "right"': ("line 4", "keys is 'right'"),
    FIRST + 'aks = "y"': ("line 4", "aks is nothing that a lesson has"),
    FIRST + 'right = "12"': ("line 4", "there is an answer and no question"),
    FIRST + 'say = "{cuont: 1}"': ("line 4", "there is no figure named cuont; did you mean count?"),
    FIRST + 'say = "{count: many}"': ("line 4", "count takes a step, such as {count: 12}, not 'many'"),
    FIRST + 'say = "{tax}"': ("line 4", "tax takes a word, such as {tax: es}"),
    FIRST + 'say = "a } b"': ("line 4", "a } stands alone"),
    FIRST + 'say = "{import os}"': ("line 4", "{import os} is no figure"),
    FIRST + 'say = "{tokens@splt=none: a}"': ("line 4", "splt is no setting"),
    FIRST + 'say = "{tokens@step=no: a}"': ("line 4", "step is 'no'"),
    FIRST + 'say = """\nlong\n[[scene]]\n"""\nstep = -1': ("line 8", "step is -1"),
}


@pytest.mark.parametrize("text", WRONG, ids=[what for _, what in WRONG.values()])
def test_what_is_wrong_is_said_with_file_and_line(written: Write, text: str) -> None:
    line, what = WRONG[text]
    with pytest.raises(LessonError) as caught:
        written(text)
    assert caught.value.title.startswith(f"mine.toml, {line}: ")
    assert what in str(caught.value)
    assert caught.value.hint


def test_a_file_that_is_no_text_is_said_so(tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(b'title = "x"\n\xff\n')
    with pytest.raises(LessonError, match=r"odd.toml, line 2: this is not UTF-8"):
        read_lesson(path, "odd")
    with pytest.raises(LessonError, match=r"cannot be read"):
        read_lesson(tmp_path, "folder")
