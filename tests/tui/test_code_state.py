"""The code screen's state without a screen: files, saves outside and inside, runs, and what stays."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.corpora import Source
from bpe_play.engine import EngineError, TieRule
from bpe_play.tui import code_state
from bpe_play.tui.code_state import CodeState, beginning, sample
from bpe_play.tui.lab import Lab
from bpe_play.tui.learner import kept as keeping
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.kept import Kept
from bpe_play.tui.learner.limits import Limits
from bpe_play.tui.learner.template import TEMPLATE
from bpe_play.tui.state import State

GOOD = "def choose(counts):\n    return max(counts, key=counts.get)\n"
BROKEN = "def choose(counts):\n    return none\n"


def lab_with(data: bytes = b"aaabdaaabac", words: dict[bytes, int] | None = None, **state: Any) -> Lab:
    lab = Lab(State(**state))
    lab.opened(Source("test", data, words=words))
    return lab


@pytest.fixture
def state(tmp_path: Path) -> Iterator[CodeState]:
    opened = CodeState(lab_with(), Kept(merges=5), Limits(seconds=20, memory=128 << 20))
    (tmp_path / "my.py").write_text(GOOD)
    opened.open(tmp_path / "my.py")
    yield opened
    opened.close()


def run(state: CodeState) -> CodeState:
    """Run to the end."""
    assert state.start()
    assert state.run is not None
    state.run.wait()
    state.drain()
    assert not state.is_running
    return state


# -- files


def test_the_first_file_is_made_in_the_users_own_folder() -> None:
    state = CodeState(lab_with(), Kept())
    state.open_kept()
    assert state.path == keeping.folder() / "my_bpe.py"
    assert state.text == TEMPLATE


def test_editing_saving_and_a_save_outside(state: CodeState) -> None:
    state.edit(BROKEN)
    assert state.is_unsaved
    state.save()
    assert not state.is_unsaved
    assert state.path.read_text() == BROKEN
    assert [state.poll() for _ in range(3)] == [False] * 3, "one's own save is no news"
    state.path.write_text(GOOD)
    assert True in [state.poll() for _ in range(3)]
    assert state.text == GOOD


def test_a_save_outside_does_not_take_unsaved_text(state: CodeState) -> None:
    state.edit("# mine\n")
    state.path.write_text("# theirs, saved elsewhere\n")
    assert True in [state.poll() for _ in range(3)]
    assert state.conflict
    assert (state.text, state.saved) == ("# mine\n", "# theirs, saved elsewhere\n")
    state.take_file()
    assert (state.text, state.conflict) == ("# theirs, saved elsewhere\n", False)


def test_every_byte_of_a_file_comes_back(state: CodeState) -> None:
    state.path.write_bytes(b"# \xff\r\n\x00\n")
    assert True in [state.poll() for _ in range(3)]
    state.edit(state.text + "x")
    state.save()
    assert state.path.read_bytes() == b"# \xff\r\n\x00\nx"


def test_a_file_that_cannot_be_read_any_more_is_said_and_the_text_stays(state: CodeState) -> None:
    state.path.write_bytes(b"#" * 2_000_000)
    assert [state.poll() for _ in range(3)] == [False] * 3
    assert "larger than 1 MB" in state.fault.title  # type: ignore[union-attr]
    assert state.text == GOOD


def test_opening_what_cannot_be_opened_leaves_everything(state: CodeState, tmp_path: Path) -> None:
    state.edit("# unsaved\n")
    with pytest.raises(EngineError):
        state.open(tmp_path)
    assert (state.path.name, state.text) == ("my.py", "# unsaved\n")


def test_opening_another_file_saves_this_one(state: CodeState, tmp_path: Path) -> None:
    first = state.path
    state.edit("# unsaved\n")
    state.open(tmp_path / "other.py")
    assert first.read_text() == "# unsaved\n"
    assert state.text == TEMPLATE


def test_an_exercise_keeps_what_was_written_and_goes_back_to_the_own_file(state: CodeState) -> None:
    own = state.path
    state.open_exercise("count")
    assert state.text == EXERCISES["count"].start
    state.edit("# half done\n")
    state.open_own()
    assert (state.path, state.exercise) == (own, None)
    state.open_exercise("count")
    assert state.text == "# half done\n"


# -- runs


def test_a_good_run_and_then_a_broken_one(state: CodeState) -> None:
    run(state)
    assert (state.fault, state.is_old) == (None, False)
    good = state.report
    state.edit(BROKEN)
    state.save()
    run(state)
    assert state.fault is not None
    assert state.fault.line == 2
    assert state.report is good, "the last good result stays"
    assert state.is_old
    state.edit(GOOD)
    state.save()
    run(state)
    assert (state.fault, state.is_old) == (None, False)


def test_what_is_saved_runs_and_not_what_is_being_typed(state: CodeState) -> None:
    state.edit(BROKEN)
    assert run(state).fault is None


def test_another_start_ends_the_run_before_it(state: CodeState) -> None:
    state.edit("while True:\n    pass\n")
    state.save()
    state.start()
    first = state.run
    state.edit(GOOD)
    state.save()
    run(state)
    assert state.fault is None, "and what the first one said on its way is not heard"
    assert first is not None
    first.wait()


def test_a_stop_keeps_the_last_result(state: CodeState) -> None:
    run(state)
    state.edit("while True:\n    pass\n")
    state.save()
    state.start()
    state.stop()
    assert state.run is not None
    state.run.wait()
    state.drain()
    assert state.fault is not None
    assert "stopped" in state.fault.title
    assert state.report is not None


def test_prints_are_those_of_the_last_run(state: CodeState) -> None:
    state.edit("print('one')\n" + GOOD)
    state.save()
    assert run(state).printed == b"one\n"
    state.edit(GOOD)
    state.save()
    assert run(state).printed == b""


def test_without_a_corpus_it_waits() -> None:
    state = CodeState(Lab(), Kept())
    state.open_own()
    assert not state.start()
    assert not state.is_due()


def test_another_corpus_or_setting_makes_another_run_due(state: CodeState) -> None:
    assert state.is_due()
    run(state)
    assert not state.is_due()
    state.lab.change(text=b"typed")
    assert not state.is_due(), "typing in the lab runs nothing"
    state.lab.change(ties=TieRule.LOWEST_IDS)
    assert state.is_due()
    run(state)
    state.kept.merges = 7
    assert state.is_due()
    run(state)
    state.lab.opened(Source("other", b"abab"))
    assert state.is_due()


# -- exercises


def test_progress_and_hints(state: CodeState) -> None:
    assert not state.show_hint(), "there is no exercise"
    state.open_exercise("count")
    hints = EXERCISES["count"].hints
    assert [state.show_hint() for _ in hints] == [True] * len(hints)
    assert not state.show_hint()
    run(state)
    assert state.checked is not None
    assert not state.checked.good
    assert state.kept.done == []
    state.edit(EXERCISES["count"].solution)
    state.save()
    run(state)
    assert state.checked.good
    assert state.report is not None, "and the lab learns with it"
    assert state.kept.done == ["count"]
    state.edit("def pair_counts(ids) oops\n")
    state.save()
    run(state)
    assert state.checked is None, "a file that does not run is not right"
    assert state.kept.done == ["count"], "once done is done"


# -- keeping


def test_unsaved_text_outlives_the_program(state: CodeState) -> None:
    state.edit("# unsaved ñ\n")
    keeping.save(state.to_keep())
    again = CodeState(lab_with(), keeping.load())
    again.open_kept()
    assert (again.path, again.text, again.saved) == (state.path, "# unsaved ñ\n", GOOD)
    again.save()
    assert again.to_keep().drafts == {}


def test_an_exercise_is_open_again(state: CodeState) -> None:
    state.open_exercise("merge")
    keeping.save(state.to_keep())
    again = CodeState(lab_with(), keeping.load())
    again.open_kept()
    assert again.exercise is EXERCISES["merge"]
    again.open_own()
    assert again.path.name == "my.py"


# -- the corpus


def test_the_beginning_of_a_large_corpus_ends_between_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_state, "LARGEST_CORPUS", 6)
    assert sample(lab_with("日日日".encode())) == ("日日".encode(), None)
    assert beginning("日日日".encode(), 5) == "日".encode()
    assert beginning(b"\x80" * 20, 10) == b"\x80" * 6


def test_words_with_counts_are_also_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = lab_with(b"", {b"ab": 2, b"c": 1})
    assert sample(lab) == (b"ab ab c", ((b"ab", 2), (b"c", 1)))
    monkeypatch.setattr(code_state, "LARGEST_CORPUS", 5)
    assert sample(lab)[0] == b"ab c", "as often as there is room"


def test_a_draft_of_another_file_waits_for_it(tmp_path: Path) -> None:
    """As where the program is started with a file, and the last one was not saved."""
    (tmp_path / "mine.py").write_text(GOOD)
    state = CodeState(lab_with(), Kept(drafts={str(tmp_path / "mine.py"): "# draft\n"}))
    state.open(tmp_path / "other.py")
    state.edit("# also\n")
    kept = Kept.from_json(json.loads(json.dumps(asdict(state.to_keep()))))
    again = CodeState(lab_with(), kept)
    again.open(tmp_path / "mine.py")
    assert (again.text, again.saved) == ("# draft\n", GOOD)
    again.open(tmp_path / "other.py")
    assert again.text == "# also\n"


def test_a_draft_is_of_the_last_time_and_covers_nothing_that_was_typed_since(tmp_path: Path) -> None:
    state = CodeState(lab_with(), Kept())
    state.open(tmp_path / "mine.py")
    state.edit("# one\n")
    state.to_keep()
    state.edit("# one, two\n")
    state.open(tmp_path / "mine.py")
    assert state.text == "# one, two\n"


# -- what can be taken back

CHANGES = st.one_of(
    st.tuples(st.just("open"), st.sampled_from(["my.py", "other.py"])),
    st.tuples(st.just("exercise"), st.sampled_from(["merge", "train"])),
    st.tuples(st.just("edit"), st.sampled_from(["", "# mine\n", GOOD, BROKEN])),
    st.tuples(st.just("learn"), st.integers(1, 3)),
    st.tuples(st.just("split"), st.sampled_from(["", "none", "gpt2"])),
    st.tuples(st.sampled_from(["save", "hint", "take"]), st.just("")),
)


def change(state: CodeState, what: str, value: Any) -> None:
    match what:
        case "open":
            state.open(state.path.parent / value if state.exercise is None else Path(state.kept.path))
        case "exercise":
            state.open_exercise(value)
        case "edit":
            state.edit(value)
        case "learn":
            state.learn(value)
        case "split":
            state.split_with(value)
        case "save":
            state.save()
        case "hint":
            state.show_hint()
        case "take":
            state.take_file()


@given(st.lists(CHANGES, max_size=12))
def test_all_changes_are_taken_back_one_by_one_and_made_again(
    tmp_path_factory: pytest.TempPathFactory,
    goes_back_and_forth: Callable[..., None],
    changes: list[tuple[str, Any]],
) -> None:
    """Files are saved as they are left, so that what was typed into one is there when one comes back."""
    path = tmp_path_factory.mktemp("code") / "my.py"
    path.write_text(GOOD)
    state = CodeState(lab_with(), Kept())
    state.open(path)
    goes_back_and_forth(state, (partial(change, state, what, value) for what, value in changes))
