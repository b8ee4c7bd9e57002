"""What the panes of the code screen say, for every width, whatever a learner's file puts into it."""

from __future__ import annotations

from typing import Any

import pytest
from rich.cells import cell_len

from bpe_play.corpora import Source
from bpe_play.engine import TieRule
from bpe_play.tui.code_state import CodeState
from bpe_play.tui.lab import Lab
from bpe_play.tui.learner.exercises import EXERCISES
from bpe_play.tui.learner.faults import Fault
from bpe_play.tui.learner.kept import Kept
from bpe_play.tui.learner.report import Checked, Difference, Reason, Report, Step, Trip
from bpe_play.tui.screens import code_lines, code_lists, code_words
from bpe_play.tui.widgets.pieces import Line, Piece, text_of, width_of
from bpe_play.tui.widgets.wrapping import fold, wrap

TH, IN = Step(b" t", b"h", 2253), Step(b"i", b"n", 2011)
WIDTHS = [35, 52, 74, 116]


def state_with(**fields: Any) -> CodeState:
    lab = Lab()
    lab.opened(Source("test", b"abc"))
    state = CodeState(lab, Kept())
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def report(**fields: Any) -> Report:
    return Report(**({"made_of": "merge", "split": "none", "corpus_bytes": 151_191} | fields))


def text(lines: list[Line]) -> str:
    return "\n".join(text_of(line).rstrip() for line in lines)


# -- the verdict


@pytest.mark.parametrize(
    ("difference", "says"),
    [
        (
            Difference(7, Reason.FEWER, IN, TH),
            "Step 7: you chose (i,n) with 2,011, the engine (␣t,h) with 2,253:"
            " its pair is more frequent, by 242.",
        ),
        (
            Difference(2, Reason.TIE, Step(b"s", b"t", 8), Step(b"we", b"s", 8)),
            "Step 2 is a tie: you chose (s,t) with 8, the engine (we,s) with 8:"
            " of equals, the engine takes the pair that stands first in the text.",
        ),
        (
            Difference(3, Reason.GONE, Step(b"\xe2", b"\x80", 0), TH),
            "Step 3: you chose (⟨E2⟩,⟨80⟩) with 0, the engine (␣t,h) with 2,253:"
            " your pair does not stand in the text at that moment.",
        ),
        (
            Difference(1, Reason.CUT, Step(b"e", b" ", 4433), TH),
            "Step 1: you chose (e,␣) with 4,433, the engine (␣t,h) with 2,253:"
            " the engine splits the text first, and no merge crosses a split.",
        ),
        (
            Difference(1, Reason.FEWER, Step(b"q", b"u", 76), TH, score=0.0131578),
            "Step 1: you chose (q,u) with 76 and the score 0.01316, the engine (␣t,h) with 2,253:"
            " your score prefers a pair that is less frequent.",
        ),
        (
            Difference(1, Reason.FEWER, Step(b"a", b"a", 2), Step(b"a", b"b", 3), said=9),
            "Step 1: you chose (a,a) with 2, the engine (a,b) with 3: its pair is more frequent, by 1"
            " (your own count is 9).",
        ),
        (
            Difference(2, Reason.SHORT, None, TH),
            "Your list ends after 1 merge; the engine's goes on with (␣t,h), 2,253 times.",
        ),
        (
            Difference(1, Reason.LONG, TH, None),
            "The engine's list has no merge; yours goes on with (␣t,h), 2,253 times.",
        ),
    ],
    ids=lambda value: value.reason.name if isinstance(value, Difference) else "",
)
def test_why_two_lists_part(difference: Difference, says: str) -> None:
    assert code_words.difference(difference, TieRule.FIRST_SEEN) == says


def test_the_other_tie_rule_is_named_as_it_is() -> None:
    tie = Difference(2, Reason.TIE, Step(b"s", b"t", 8), Step(b"we", b"s", 8))
    assert "the smallest ids" in code_words.difference(tie, TieRule.LOWEST_IDS)


def test_lists_that_do_not_part() -> None:
    assert code_words.verdict(report(yours=(TH, IN)), TieRule.FIRST_SEEN) == (
        "All 2 merges are the engine's, in the same order."
    )
    assert code_words.verdict(report(yours=(TH,)), TieRule.FIRST_SEEN) == "The only merge is the engine's."
    assert code_words.verdict(report(), TieRule.FIRST_SEEN) == "No merge was learned: the text has no pair."


# -- the two lists


def test_both_lists_stand_side_by_side_and_the_first_difference_is_marked() -> None:
    other = Step(b"e", b"r", 1813)
    lists = report(yours=(TH, IN, other), engine=(TH, other), difference=Difference(2, Reason.TIE, IN, other))
    lines = text(code_lists.list_lines(lists, 60)).split("\n")
    assert lines[1].split() == ["1", "␣t", "+", "h", "2,253", "␣t", "+", "h", "2,253"]
    assert lines[2].split() == ["▸", "2≠", "i", "+", "n", "2,011", "e", "+", "r", "1,813"]
    assert lines[3].split() == ["3≠", "e", "+", "r", "1,813", "–"]
    assert code_lists.first_difference(code_lists.list_lines(lists, 60)) == 2
    assert code_lists.first_difference(code_lists.list_lines(report(yours=(TH,), engine=(TH,)), 60)) is None


@pytest.mark.parametrize("width", WIDTHS)
def test_columns_stand_below_each_other(width: int) -> None:
    steps = (TH, IN, Step(b"\xe2\x80", b"\x9c", 7), Step("日本".encode(), b"x" * 40, 151_191))
    lines = code_lists.list_lines(report(yours=steps, engine=steps), width)
    assert len({width_of(line) for line in lines}) == 1
    assert width_of(lines[0]) <= width


# -- everything at once


HOSTILE = "\x1b[2J[red]x[/]\u202e\n\t日" * 3
STATES = {
    "nothing": state_with(),
    "hostile": state_with(
        fault=Fault(HOSTILE, HOSTILE, 1),
        saved=HOSTILE,
        printed=HOSTILE.encode() * 50 + b"\xff",
        checked=Checked(1, 2, HOSTILE, HOSTILE, HOSTILE),
        report=report(
            made_of=HOSTILE,
            split=HOSTILE,
            yours=(Step(HOSTILE.encode(), b"\xff", 1),),
            engine=(Step(b"\n", b"\x1b", 1),),
            trips=(Trip(HOSTILE, 1, 1, HOSTILE), Trip("", 0, 0)),
            notes=(HOSTILE,),
        ),
        is_old=True,
    ),
    "exercise": state_with(exercise=EXERCISES["gpt4"], kept=Kept(hints={"gpt4": 4}, done=["count"])),
}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", STATES)
def test_every_pane_has_harmless_lines_that_fit(name: str, width: int) -> None:
    state = STATES[name]
    panes = [
        code_lines.result_lines(state, width),
        code_lines.print_lines(state.printed, width),
        code_lines.task_lines(state, True, width),
    ]
    for lines in panes:
        assert lines
        drawn = text(lines)
        assert not set(drawn) & {"\x1b", "\u202e", "\t"}
        assert max(width_of(line) for line in lines) <= width


def test_what_stays_from_before_is_called_so() -> None:
    state = state_with(
        fault=Fault("Line 1: broken", "", 1), saved="x", report=report(yours=(TH,)), is_old=True
    )
    assert text(code_lines.result_lines(state, 60)).startswith(
        "✗ Line 1: broken\n  1 │ x\n\nFrom the last run that worked:\n✓ The only merge is the engine's."
    )


def test_only_the_last_prints_are_shown_and_the_others_counted() -> None:
    printed = b"".join(b"line %d\n" % number for number in range(5_000))
    lines = text(code_lines.print_lines(printed, 40)).split("\n")
    assert lines[0] == "… 4,000 lines before"
    assert (lines[1], lines[-1]) == ("line 4000", "line 4999")
    assert text(code_lines.print_lines(b"x" * 10_000, 40)).replace("\n", "") == "x" * 400 + "…"


def test_a_round_trip_that_fails_is_named_and_counted() -> None:
    trips = (Trip("ñ", 2, 2, "comes back as 'Ã±'"), Trip("strawberry", 9, 9))
    drawn = text(code_lines.report_lines(state_with(), report(yours=(TH,), trips=trips), 60))
    assert "✗ ñ comes back as 'Ã±'" in drawn
    assert "rank order and come back" not in drawn


@pytest.mark.parametrize("width", [2, 5, 9, 40])
def test_wrapping_keeps_every_word_and_every_width(width: int) -> None:
    for sentence in ("one two three", "日本語 日本語 x", "a" * 30, "ñ" * 9 + " 👩", ""):
        lines = wrap(sentence, width)
        assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
        assert all(cell_len(line) <= width for line in lines)


@pytest.mark.parametrize("width", [-5, 0, 1, 3, 4, 5, 6, 20])
def test_a_line_of_code_is_folded_to_its_end_in_any_width(width: int) -> None:
    """On a screen of a few cells too, where the blanks that a line goes on with have no room themselves."""
    lines = fold([Piece("return 日本 + decode(ids, vocab)")], width)
    assert (
        "".join(text_of(line).lstrip() for line in lines).replace(" ", "") == "return日本+decode(ids,vocab)"
    )
    assert all(width_of(line) <= max(width, 6) for line in lines)
