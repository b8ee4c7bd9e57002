"""Winners that were chosen at ties: part of the state, followed by training, gone where they mean nothing."""

from __future__ import annotations

import asyncio
import doctest
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import Source
from bpe_play.engine import EngineError, TieRule
from bpe_play.tui import state as module
from bpe_play.tui import typed_cuts
from bpe_play.tui.handout.check import check, learned
from bpe_play.tui.handout.making import snapshot
from bpe_play.tui.handout.opening import open_handout
from bpe_play.tui.handout.session_words import changes
from bpe_play.tui.lab import Lab, Phase
from bpe_play.tui.lessons.settings import settled
from bpe_play.tui.other_future import last_step
from bpe_play.tui.runner import Runner
from bpe_play.tui.screens.lab_words import header_settings
from bpe_play.tui.state import State
from bpe_play.tui.tie import tie_at

Learn = Callable[..., Lab]
C_D = (99, 100)
AB_CD = {b"ab": 1, b"cd": 1}
CHOSEN = State(source="lowest", vocab_size=265, choices=((1, C_D),))


@pytest.mark.parametrize("example", [module, typed_cuts])
def test_worked_examples_hold(example: Any) -> None:
    assert doctest.testmod(example).failed == 0


@pytest.mark.parametrize(
    "rows",
    [
        7,
        [7],
        [[1, 2]],
        [[1, 2, 3, 4]],
        [[0, 97, 98]],
        [[1, 97, 256]],
        [[2, 97, 98], [1, 97, 98]],
        [[1, 97, 98], [1, 97, 99]],
        [[1, "a", "b"]],
        [[1, -1, 98]],
        [[True, 97, 98]],
    ],
    ids=str,
)
def test_what_cannot_be_a_choice_is_none(rows: Any) -> None:
    assert State.from_json(State(source="tiny").to_json() | {"choices": rows}) == State(source="tiny")


class TestAChange:
    @pytest.mark.parametrize(
        "change",
        [
            {"source": "tiny"},
            {"split": "none"},
            {"ties": TieRule.LOWEST_IDS},
            {"longest_token": 3},
            {"algorithm": "wordpiece"},
        ],
        ids=str,
    )
    def test_to_other_merges_drops_choices_and_says_so_and_undo_brings_both_back(
        self, change: dict[str, Any]
    ) -> None:
        lab = Lab(CHOSEN)
        lab.change(**change)
        assert lab.state == CHOSEN.changed(**change, choices=())
        assert lab.take_dropped() == (
            "The winner that was chosen at step 1 went with the merges it was made for: u brings both back"
        )
        assert lab.take_dropped() == ""
        lab.undo()
        assert lab.state == CHOSEN

    @pytest.mark.parametrize(
        "change", [{"vocab_size": 300}, {"min_count": 2}, {"text": b"x"}, {"cursor": 2}], ids=str
    )
    def test_of_anything_else_keeps_them(self, change: dict[str, Any]) -> None:
        lab = Lab(CHOSEN)
        lab.change(**change)
        assert lab.state.choices == CHOSEN.choices
        assert lab.take_dropped() == ""

    def test_of_a_scene_with_the_same_settings_keeps_what_the_scene_has(self) -> None:
        lab = Lab(CHOSEN)
        lab.jump(CHOSEN.changed(source="tiny"))
        assert lab.state.choices == CHOSEN.choices
        assert settled(CHOSEN, {"split": "none"}).choices == ()

    def test_is_one_of_the_training_and_can_be_undone(self, learn: Learn) -> None:
        lab = learn(Lab(CHOSEN.changed(choices=())), AB_CD)
        first = lab.training
        lab.change(choices=((1, C_D),), cursor=1)
        assert lab.training is not first
        assert lab.cursor == 0, "nothing is learned yet"
        lab.undo()
        assert lab.state.choices == ()


class TestWhatIsLearned:
    def test_follows_them(self, learn: Learn) -> None:
        assert learn(Lab(CHOSEN), AB_CD).history.vocabulary.pairs == [C_D, (97, 98)]

    def test_has_a_fingerprint_of_its_own_which_is_that_of_its_merges(self, learn: Learn) -> None:
        plain = learn(Lab(CHOSEN.changed(choices=())), AB_CD).fingerprint
        assert learn(Lab(CHOSEN), AB_CD).fingerprint != plain
        chosen_as_the_rule_does = CHOSEN.changed(choices=((1, (97, 98)),))
        assert learn(Lab(chosen_as_the_rule_does), AB_CD).fingerprint == plain, "the same tokenizer"

    def test_is_named_in_the_header(self, learn: Learn) -> None:
        assert ("1:", b"cd") in header_settings(learn(Lab(CHOSEN), AB_CD))
        two = CHOSEN.changed(choices=((1, C_D), (2, (97, 98))))
        assert ("", "2 chosen") in header_settings(Lab(two))
        unknown = CHOSEN.changed(choices=((9, (260, 261)),))
        assert ("9:", "…") in header_settings(Lab(unknown))

    def test_is_in_the_log_of_the_session(self) -> None:
        assert changes(CHOSEN.changed(choices=()), CHOSEN) == [
            "chosen at ties: nothing → step 1: ids 99 and 100"
        ]


class TestAnotherChoice:
    def test_ends_the_choices_after_it(self, learn: Learn) -> None:
        lab = learn(Lab(CHOSEN.changed(choices=((2, C_D),))), AB_CD)
        assert tie_at(lab, 1).choices_with(C_D) == ((1, C_D),)
        assert tie_at(lab, 1).later == 1

    def test_of_what_the_rule_says_is_none(self, learn: Learn) -> None:
        lab = learn(Lab(CHOSEN), AB_CD)
        assert tie_at(lab, 1).by_rule == (97, 98)
        assert tie_at(lab, 1).choices_with((97, 98)) == ()

    def test_is_followed_to_the_end_of_a_short_training_and_not_for_ever(self, learn: Learn) -> None:
        lab = learn(Lab(State(vocab_size=265)))
        assert last_step(lab, 1) == lab.steps
        lab.started(9, 9)  # and learning goes on
        lab.training.most_steps = 90_000
        assert last_step(lab, 1) == 1_000
        lab.source = Source("large", b"x" * 20_000_000)
        assert last_step(lab, 101) == 300


class TestAChoiceThatDoesNotTieHere:
    async def test_is_dropped_with_a_sentence_and_the_lab_learns_without_it(self) -> None:
        lab = Lab(State(source="tiny", vocab_size=265, choices=((2, (120, 121)), (5, (97, 98)))))
        runner = Runner(lab)
        for _ in range(2):  # the trainer that fails, and the one after it
            await runner.run(lab.training)
            assert runner._process is not None
            await asyncio.to_thread(runner._process._listener.join, 60)
            runner.drain()
        runner.close()
        assert lab.take_dropped() == (
            "What was chosen at steps 2, 5 is dropped: nothing ties that way with this corpus"
        )
        assert lab.state.choices == ()
        assert lab.training.phase is Phase.DONE

    def test_is_an_error_where_nobody_can_be_asked(self) -> None:
        with pytest.raises(EngineError, match="Step 2 cannot merge 120 and 121"):
            learned(State(source="tiny", choices=((2, (120, 121)),)))


def test_a_hand_out_brings_them_back(learn: Learn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    state = State(source="tiny", vocab_size=265, choices=((7, (258, 110)),))
    lab = Lab(state)
    lab.training = learned(state)
    lab.training.phase = Phase.DONE
    handout = snapshot(lab, "lab").handout()
    assert handout.fingerprint != snapshot(Lab(state), "lab").handout().fingerprint
    assert handout.code_is_enough
    opened = open_handout(handout.code)
    assert opened.state == state
    assert check(opened).same
