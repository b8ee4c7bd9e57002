"""A hand-out is written here and opened there: the same state, or what differs in words."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.corpora import open_source
from bpe_play.engine import EngineError, ModelFileError, PatternError, TieRule
from bpe_play.engine.versions import Versions
from bpe_play.tui.handout import document, making
from bpe_play.tui.handout.check import check
from bpe_play.tui.handout.document import Handout, is_handout, parse
from bpe_play.tui.handout.making import snapshot, write
from bpe_play.tui.handout.opening import open_handout
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.state import State

Learned = Callable[..., Lab]


def handed_out(lab: Lab, page: str = "lab") -> Handout:
    return snapshot(lab, page).handout()


def changed(path: Path, **fields: Any) -> str:
    """The file with other values in some of its fields."""
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return str(path)


# -- what comes back


def test_the_file_brings_back_state_and_screen(learned: Learned, folder: Path) -> None:
    lab = learned(text=b"a\xff", cursor=3, ties=TieRule.LOWEST_IDS, split="none", byte_format="binary")
    opened = open_handout(str(write(handed_out(lab, "compare"))))
    assert (opened.state, opened.page, opened.differs) == (lab.state, "compare", ())


def test_the_code_alone_brings_back_the_same(learned: Learned, folder: Path) -> None:
    lab = learned(text=b"strawberry", cursor=3)
    handout = handed_out(lab, "stream")
    opened = open_handout(handout.code.lower().replace("-", " "))
    assert handout.code_is_enough
    assert (opened.state, opened.page) == (lab.state, "stream")
    assert opened.promise.fingerprint == lab.fingerprint


def test_what_was_promised_is_learned(learned: Learned, folder: Path) -> None:
    handout = handed_out(learned())
    for word in (handout.code, str(write(handout))):
        checked = check(open_handout(word))
        assert checked.same
        assert handout.fingerprint == checked.fingerprint


def test_a_training_that_was_stopped_is_compared_as_of_its_last_step(learned: Learned, folder: Path) -> None:
    lab = learned(vocab_size=262)
    lab.training.of = lab.state = lab.state.changed(vocab_size=270)  # stopped on the way to more
    lab.training.phase = Phase.STOPPED
    handout = handed_out(lab)
    assert handout.steps == 6
    assert check(open_handout(str(write(handout)))).same
    assert open_handout(handout.code).promise.fingerprint == ""


def test_a_large_state_has_a_code_that_names_its_file(learned: Learned, folder: Path) -> None:
    lab = learned(text=b"x" * 1000)
    handout = handed_out(lab)
    path = write(handout)
    assert not handout.code_is_enough
    assert len(handout.code.replace("-", "")) == 10
    assert open_handout(handout.code).state == lab.state
    path.unlink()
    with pytest.raises(EngineError, match="only the name of a hand-out"):
        open_handout(handout.code)


def test_the_same_state_is_the_same_file(learned: Learned, folder: Path) -> None:
    assert write(handed_out(learned())) == write(handed_out(learned()))
    assert len(list(folder.iterdir())) == 1


# -- corpora of one's own


def test_a_small_corpus_of_ones_own_is_inside_and_no_path_is(
    learned: Learned, folder: Path, tmp_path: Path
) -> None:
    corpus = tmp_path / "secret place" / "poem.txt"
    corpus.parent.mkdir()
    corpus.write_bytes(b"row row row\r\n\xff" * 20)
    path = write(handed_out(learned(source=str(corpus))))
    assert "secret place" not in path.read_text()
    corpus.unlink()
    opened = open_handout(str(path))
    assert open_source(opened.state.source).data == b"row row row\r\n\xff" * 20
    assert Path(opened.state.source).name == "poem.txt"
    assert stat.S_IMODE(os.stat(opened.state.source).st_mode) == 0o600
    assert check(opened).same


def test_words_with_counts_stay_words_with_counts(learned: Learned, folder: Path) -> None:
    Path("w.counts").write_bytes(b"low\t5\nlower\t2\n")
    opened = open_handout(str(write(handed_out(learned(source="w.counts")))))
    assert open_source(opened.state.source).words == {b"low": 5, b"lower": 2}


def test_a_folder_becomes_one_text(learned: Learned, folder: Path) -> None:
    Path("texts.counts").mkdir()
    Path("texts.counts/a").write_bytes(b"one ")
    Path("texts.counts/b").write_bytes(b"two")
    opened = open_handout(str(write(handed_out(learned(source="texts.counts")))))
    source = open_source(opened.state.source)
    assert (source.data, source.words) == (b"one two", None)


def test_what_came_by_a_pipe_is_inside(learned: Learned, folder: Path) -> None:
    opened = open_handout(str(write(handed_out(learned(source="-", stdin=b"piped piped")))))
    assert open_source(opened.state.source).data == b"piped piped"


class TestLargeCorpus:
    """One that is too large to be inside: its path, size and hash are."""

    @pytest.fixture(autouse=True)
    def small_limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(making, "MOST_INSIDE", 10)

    @pytest.fixture
    def path(self, learned: Learned, folder: Path) -> Path:
        Path("book.txt").write_bytes(b"a book of its own")
        return write(handed_out(learned(source="book.txt")))

    def test_it_is_found_where_it_was(self, path: Path, folder: Path) -> None:
        opened = open_handout(str(path))
        assert opened.state.source == str(folder / "book.txt")
        assert opened.differs == ()

    def test_another_text_there_is_said(self, path: Path, folder: Path) -> None:
        (folder / "book.txt").write_bytes(b"another book")
        (sentence,) = open_handout(str(path)).differs
        assert "book.txt has other text: 12 bytes here, 17 there" in sentence

    def test_where_it_is_not_one_is_asked_for_it(self, path: Path, folder: Path, tmp_path: Path) -> None:
        (folder / "book.txt").rename(tmp_path / "moved.txt")
        with pytest.raises(EngineError, match=r"book.txt \(17 bytes\) is not inside.*--corpus FILE"):
            open_handout(str(path))
        opened = open_handout(str(path), str(tmp_path / "moved.txt"))
        assert (opened.state.source, opened.differs) == (str(tmp_path / "moved.txt"), ())


# -- what differs


def test_other_versions_are_said(learned: Learned, folder: Path) -> None:
    old = Versions("0.0.1", "2020.1.1", "3.0", "9.0")
    (path,) = [write(replace(handed_out(learned()), made_by=old))]
    assert [sentence.split(" is ")[0] for sentence in open_handout(str(path)).differs] == [
        "bpe-play",
        "regex",
        "Python",
        "Unicode",
    ]


def test_another_fingerprint_is_said(learned: Learned, folder: Path) -> None:
    path = write(handed_out(learned()))
    checked = check(open_handout(changed(path, fingerprint="0123456789ABCDEF")))
    assert not checked.same
    assert "#0123 in the hand-out: other merges were learned" in checked.verdict


def test_a_built_in_corpus_with_another_text_is_said(learned: Learned, folder: Path) -> None:
    path = write(handed_out(learned()))
    corpus = json.loads(path.read_text())["corpus"] | {"sha256": "0" * 64}
    (sentence,) = open_handout(changed(path, corpus=corpus)).differs
    assert "tiny has other text" in sentence


def test_a_tokenizer_file_is_named_and_checked(learned: Learned, folder: Path) -> None:
    Path("t.json").write_bytes(b"{}")
    lab = learned()
    lab.state = lab.state.changed(tokenizer="t.json")
    path = write(handed_out(lab))
    assert open_handout(str(path)).state.tokenizer == str(folder / "t.json")
    Path("t.json").write_bytes(b"{ }")
    assert open_handout(str(path)).differs == ("the tokenizer t.json is another file here",)
    Path("t.json").unlink()
    opened = open_handout(str(path))
    assert (opened.state.tokenizer, len(opened.differs)) == ("", 1)


# -- who may read it


def test_a_hand_out_with_ones_own_text_is_for_its_owner_only(learned: Learned, folder: Path) -> None:
    assert stat.S_IMODE(write(handed_out(learned(text=b"dear diary"))).stat().st_mode) == 0o600


def test_where_the_folder_cannot_be_written_it_goes_to_the_users_own(
    learned: Learned, folder: Path, tmp_path: Path
) -> None:
    folder.rmdir()  # the folder one is in is gone
    path = write(handed_out(learned()))
    assert path.is_relative_to(tmp_path / "xdg_data_home")
    assert is_handout(path.read_bytes())


# -- files of earlier and of later versions


def test_a_field_that_a_file_does_not_know_yet_is_as_at_the_first_start(
    learned: Learned, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here byte_format stands for a field that came later."""
    earlier = tuple(name for name in document._FIRST_STATE if name != "byte_format")
    monkeypatch.setattr(document, "_FIRST_STATE", earlier)
    lab = learned(byte_format="binary", text=b"x")
    path = write(handed_out(lab))
    state = json.loads(path.read_text())["state"]
    del state["byte_format"]
    assert open_handout(changed(path, state=state)).state == lab.state.changed(byte_format="hex")


def test_the_fields_that_every_file_has_are_fields_of_the_state() -> None:
    assert len(document._FIRST_STATE) == 11
    assert set(document._FIRST_STATE) <= State().to_json().keys()


@pytest.mark.parametrize("name", document._FIRST_STATE)
def test_a_field_that_was_always_there_is_missed(learned: Learned, folder: Path, name: str) -> None:
    path = write(handed_out(learned()))
    state = json.loads(path.read_text())["state"]
    del state[name]
    with pytest.raises(ModelFileError, match=f'"{name}" is missing'):
        open_handout(changed(path, state=state))


def test_a_field_of_a_later_version_is_not_passed_over(learned: Learned, folder: Path) -> None:
    path = write(handed_out(learned()))
    state = json.loads(path.read_text())["state"] | {"mood": "good"}
    with pytest.raises(ModelFileError, match='no field "mood"'):
        open_handout(changed(path, state=state))


# -- files that are none


BROKEN = [
    ({"format": "x"}, "this is no hand-out"),
    ({"version": 2}, "newer bpe-play"),
    ({"page": "attic"}, "a screen"),
    ({"fingerprint": "xyz"}, "16 hexadecimal digits"),
    ({"steps": -1}, "whole number"),
    ({"more": 1}, 'no field "more"'),
    ({"state": {}}, '"source" is missing'),
    ({"state": State().to_json() | {"vocab_size": "1024"}}, "state.vocab_size"),
    ({"state": State().to_json() | {"text": "€"}}, "state.text"),
    ({"state": State().to_json() | {"ties": "coin"}}, "state.ties"),
    ({"corpus": {"name": "x", "path": None, "bytes": 1, "sha256": "0" * 64, "data": "!"}}, "packed bytes"),
    (
        {"corpus": {"name": "x", "path": None, "bytes": 1, "sha256": "0" * 64, "data": "eJxLBAAAYgBi"}},
        "not the one that was put in",
    ),
    ({"made_by": {}}, '"program" is missing'),
]


@pytest.mark.parametrize(("fields", "problem"), BROKEN, ids=[row[1] for row in BROKEN])
def test_a_broken_file_is_refused_with_the_place(
    learned: Learned, folder: Path, fields: dict[str, Any], problem: str
) -> None:
    path = write(handed_out(learned()))
    with pytest.raises(ModelFileError, match=problem.replace("(", r"\(")):
        open_handout(changed(path, **fields))


def test_a_pattern_that_does_not_compile_is_refused(learned: Learned, folder: Path) -> None:
    path = write(handed_out(learned()))
    with pytest.raises(PatternError):
        open_handout(changed(path, state=json.loads(json.dumps(State(split="[").to_json()))))


@pytest.mark.parametrize("name", ["../../../evil.txt", "..", "", "a/b", "\ud800"])
def test_the_name_of_a_corpus_leads_nowhere_else(
    learned: Learned, folder: Path, tmp_path: Path, name: str
) -> None:
    Path("mine.txt").write_bytes(b"my text")
    path = write(handed_out(learned(source="mine.txt")))
    corpus = json.loads(path.read_text())["corpus"] | {"name": name}
    try:
        source = Path(open_handout(changed(path, corpus=corpus)).state.source)
    except EngineError:
        return
    assert source.resolve().is_relative_to(tmp_path / "xdg_state_home" / "bpe-play" / "hand-outs")


@pytest.mark.parametrize("word", ["/dev/zero", "/", "nowhere.json", "a\0b", "~nobody/x"])
def test_what_is_no_file_is_refused(word: str) -> None:
    with pytest.raises(EngineError):
        open_handout(word)


@given(st.binary(max_size=400))
def test_any_bytes_are_refused_in_words(data: bytes) -> None:
    with pytest.raises(EngineError):
        parse(data, "x")
