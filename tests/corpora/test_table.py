"""Every row of the table keeps the same contract, so that a new corpus is a file and a line."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise

import pytest

from bpe_play import corpora
from bpe_play.corpora import CORPORA, Corpus, CorpusError, corpus

EVERY = pytest.mark.parametrize("row", CORPORA.values(), ids=CORPORA.keys())
FILES = pytest.mark.parametrize(
    ("key", "least"),
    [
        ("english", 30_000),
        ("spanish", 10_000),
        ("passage", 9_000),
        ("python", 8_000),
        ("numbers", 4_000),
        ("emoji", 3_000),
        ("forum", 30_000),
        ("forum-clean", 15_000),
        ("tiny", 50),
        ("python-docs", 300_000),
        ("stdlib", 5_000_000),
    ],
)
DEMOS = {"aaabdaaabac": b"aaabdaaabac", "ab-cd": b"ab cd ab cd", "six-ties": b"DCBBABCDCBABCD"}


@EVERY
def test_a_row_says_what_it_is(row: Corpus) -> None:
    assert CORPORA[row.key] is row
    assert re.fullmatch(r"[a-z][a-z0-9-]*", row.key)
    assert row.title
    assert not row.title.endswith(".")
    assert row.about.endswith(".")
    assert len(row.about) <= 100
    assert re.fullmatch(r"[a-z]{2}|mul|zxx", row.language)
    assert row.licence in {"MIT", "PSF-2.0"}


@EVERY
def test_a_text_is_valid_utf8_with_plain_line_ends_and_the_same_each_time(row: Corpus) -> None:
    data = row.read()
    assert row.read() == data
    text = data.decode("utf-8")
    assert "\ufeff" not in text[:1]
    if row.licence == "MIT":
        assert "\r" not in text
        assert "\0" not in text


@FILES
def test_a_text_is_big_enough_and_ends_in_one_newline(key: str, least: int) -> None:
    data = corpus(key).read()
    assert len(data) >= least
    assert data.endswith(b"\n")
    assert key == "stdlib" or not data.endswith(b"\n\n")


@pytest.mark.parametrize("key", DEMOS)
def test_the_demonstrations_are_exactly_their_letters(key: str) -> None:
    assert corpus(key).read() == DEMOS[key]


def test_every_text_is_measured_by_one_of_these_tests() -> None:
    measured = {mark.args[1][i][0] for mark in [FILES] for i in range(len(mark.args[1]))}
    assert measured | set(DEMOS) | {"lowest"} == set(CORPORA)


def test_a_row_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        corpus("tiny").key = "other"  # type: ignore[misc]


def test_only_the_counted_corpus_has_words() -> None:
    assert corpus("lowest").words() == {b"lower": 5, b"lowest": 2, b"newest": 6}
    assert list(corpus("lowest").words() or ()) == [b"lower", b"lowest", b"newest"]
    assert [key for key, row in CORPORA.items() if row.counts] == ["lowest"]
    assert corpus("english").words() is None


def test_a_mistyped_name_gets_the_nearest_ones() -> None:
    with pytest.raises(CorpusError) as caught:
        corpus("Englsh")
    assert caught.value.title == "There is no corpus named 'Englsh'."
    assert caught.value.hint == "Did you mean english?"


def test_a_name_like_no_other_gets_them_all() -> None:
    with pytest.raises(CorpusError, match="stdlib"):
        corpus("\x1b[31m" + "?" * 10_000)


def test_an_error_is_one_line_whatever_was_typed() -> None:
    with pytest.raises(CorpusError) as caught:
        corpus("two\nlines\x1b[2J\u202e")
    assert str(caught.value).isprintable()


def test_importing_reads_no_text_and_needs_no_screen_and_no_engine() -> None:
    watch = """if True:
        import sys
        opened = []
        sys.addaudithook(lambda event, args: event == "open" and opened.append(str(args[0])))
        import bpe_play.corpora
        assert not [name for name in opened if "texts" in name], opened
        for name in ("textual", "rich", "tiktoken", "regex", "bpe_play.engine", "bpe_play.tui", "pydoc_data"):
            assert name not in sys.modules, name
    """
    paths = f"import sys; sys.path[:0] = {[path for path in sys.path if path]!r}\n"
    done = subprocess.run([sys.executable, "-c", paths + watch], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_the_package_offers_is_there() -> None:
    assert all(hasattr(corpora, name) for name in corpora.__all__)
    assert all(a < b for a, b in pairwise(corpora.__all__[2:]))
