"""Words with counts: what a line may be, and which line an error names."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpe_play.corpora import CorpusError, read_source
from bpe_play.corpora.word_counts import parse_counts


def test_words_keep_the_order_of_the_file_and_may_hold_spaces_tabs_and_any_byte() -> None:
    words = parse_counts(b"new york\t3\na\tb\t2\n\xff\t1\n", "f")
    assert list(words.items()) == [(b"new york", 3), (b"a\tb", 2), (b"\xff", 1)]


def test_a_mark_at_the_start_and_windows_line_ends_are_no_part_of_a_word() -> None:
    assert parse_counts(b"\xef\xbb\xbfone\t1\r\n\r\ntwo\t2\r\n", "f") == {b"one": 1, b"two": 2}


def test_the_last_line_needs_no_end() -> None:
    assert parse_counts(b"one\t1", "f") == {b"one": 1}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b"word 3", "Line 2 of f has no tab."),
        (b"\t3", "Line 2 of f has no word before the tab."),
        (b"word\t", "Line 2 of f has no count after the tab."),
        (b"word\t0", "Line 2 of f has no count after the tab."),
        (b"word\t-3", "Line 2 of f has no count after the tab."),
        (b"word\t1.5", "Line 2 of f has no count after the tab."),
        (b"word\t1_000", "Line 2 of f has no count after the tab."),
        (b"word\t" + b"9" * 5000, "Line 2 of f has no count after the tab."),
        (b"good\t2", "Line 2 of f repeats the word of line 1."),
    ],
)
def test_a_bad_line_is_named(line: bytes, says: str) -> None:
    with pytest.raises(CorpusError) as caught:
        parse_counts(b"good\t1\n" + line + b"\nrest\t1\n", "f")
    assert caught.value.title == says
    assert "tab" in caught.value.hint


def test_no_words_at_all_is_an_error() -> None:
    with pytest.raises(CorpusError, match="no word in f"):
        parse_counts(b"\n\n", "f")


def test_a_file_that_ends_in_counts_is_words(tmp_path: Path) -> None:
    path = tmp_path / "my.counts"
    path.write_bytes(b"low\t7\n")
    source = read_source(path)
    assert (source.words, source.data) == ({b"low": 7}, b"low\t7\n")
    path.write_bytes(b"low 7\n")
    with pytest.raises(CorpusError, match=r"Line 1 of 'my\.counts'"):
        read_source(path)


def test_any_other_file_is_running_text(tmp_path: Path) -> None:
    path = tmp_path / "my.txt"
    path.write_bytes(b"low\t7\n")
    assert read_source(path).words is None
