"""The glitch screen's matters as plain objects: browsing, counting in a process, making one's own."""

from __future__ import annotations

import json

import pytest

from bpe_play.corpora import Source, open_source
from bpe_play.engine.anatomy import Anatomy, Kind, study_now
from bpe_play.engine.glitch import find_glitches_now
from bpe_play.engine.published import load
from bpe_play.engine.reach import reach
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.frames import Kind as Frame
from bpe_play.tui.glitch_browse import BrowseState
from bpe_play.tui.glitch_make import MakeSettings, MakeState, Part, text_of
from bpe_play.tui.glitch_messages import (
    TokenizerOrder,
    anatomy_from_json,
    anatomy_to_json,
    report_from_json,
    report_to_json,
)
from bpe_play.tui.glitch_tour import single_in, tour_rows
from bpe_play.tui.widgets.glitch_plot import Point, plot_lines
from bpe_play.tui.widgets.glitch_rows import token_details, token_row
from bpe_play.tui.widgets.pieces import text_of as drawn
from bpe_play.tui.widgets.pieces import width_of

HEAVY_POSTERS = {b" Quorblewick", b" Snazzgrumble", b" Vexilplonk", b" Tidderwump", b" Mumblefrotz"}
ORDER = TokenizerOrder(split="gpt2", pairs=[(97, 98), (32, 256), (257, 99)], specials={"<|end|>": 300})


def finish(state: BrowseState | MakeState) -> list[str]:
    """Wait until the process has said everything, then take it; the words that it said on the way."""
    assert state.job is not None
    process = state.job._process
    process._listener.join(60)
    said = [
        f"{payload['doing']} {payload['done']}" for kind, payload in process.inbox if kind is Frame.PROGRESS
    ]
    state.drain()
    assert state.job is None, "the process never came to its end"
    return said


def browsing(order: TokenizerOrder = ORDER) -> BrowseState:
    state = BrowseState()
    state.open("mine", order.make(), order)
    return state


def made(seed: int = 1) -> MakeState:
    """The ready pair of corpora, with a toy that reads the text once."""
    state = MakeState(MakeSettings(seed=seed, rounds=1))
    state.start(open_source("forum").data, open_source("forum-clean").data)
    finish(state)
    return state


# -- what goes between the processes ----------------------------------------------------------------------


def test_an_order_makes_the_tokenizer_again() -> None:
    tokenizer = TokenizerOrder(**json.loads(json.dumps(ORDER.to_json()))).make()
    assert tokenizer.encode(" abc ab") == [258, 257]
    assert tokenizer.specials.ids == {"<|end|>": 300}
    assert TokenizerOrder(published="gpt2").make().name == "gpt2"


def test_an_anatomy_and_a_report_survive_the_way() -> None:
    tokenizer = ORDER.make()
    anatomy = study_now(tokenizer, b" ab ab")
    assert anatomy_from_json(json.loads(json.dumps(anatomy_to_json(anatomy)))) == anatomy
    report = find_glitches_now(tokenizer, b" abc", b" ab")
    sent = json.loads(json.dumps(report_to_json(report)))
    assert report_from_json(sent, tokenizer.vocabulary.tokens) == report


# -- browsing ---------------------------------------------------------------------------------------------


def test_kinds_are_counted_in_a_process() -> None:
    state = browsing()
    state.text_name, state.text = "mine", b" abc abc"
    assert state.groups()[1].count is None
    state.count()
    finish(state)
    counts = {group.name: group.count for group in state.groups()}
    assert counts["all"] == 260
    assert counts["byte"] == 256
    assert counts["special"] == 1
    assert counts["scaffold"] == 2, "ab and ␣ab are never seen alone"
    assert counts["Latin"] == 2 * 26 + 3
    assert state.search("kind:scaffold").ids == [256, 257]


def test_published_counts_in_a_process() -> None:
    order = TokenizerOrder(published="o200k_base")
    state = BrowseState()
    state.open("o200k_base", load("o200k_base"), order)
    state.count()
    said = finish(state)
    anatomy = state.anatomy
    assert anatomy is not None
    assert (anatomy.count(Kind.PIECE), anatomy.count(Kind.UNREACHABLE)) == (1_562, 12)
    assert len([words for words in said if words.startswith("looking at every token")]) > 3


def test_a_count_can_be_stopped() -> None:
    state = browsing(TokenizerOrder(published="o200k_base"))
    state.count()
    assert state.stop()
    assert not state.stop()
    assert not state.drain()
    assert state.anatomy is None


def test_a_vocabulary_that_cannot_be_had_says_so() -> None:
    state = BrowseState()
    state.open("gone", ORDER.make(), TokenizerOrder(published="no-such"))
    state.count()
    finish(state)
    assert "no published vocabulary" in state.found.error


def test_a_search_that_cannot_be_read_says_why_and_changes_nothing() -> None:
    state = browsing()
    assert "hex" in state.search("hex:zz").error
    assert "not counted yet" in state.search("kind:piece").error
    assert "pattern" in state.search("re:[").error
    assert len(state.found.ids) == 260


def test_a_search_stays_when_another_vocabulary_is_opened() -> None:
    state = browsing()
    state.take(state.search("ab"))
    assert state.found.ids == [256, 257, 258]
    state.open("gpt2", load("gpt2"), TokenizerOrder(published="gpt2"))
    assert (state.found.query, state.found.ids) == ("ab", []), "it must be searched for again"
    assert len(state.search(state.found.query).ids) > 100


# -- drawing a token --------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [20, 46, 68, 110])
def test_any_token_fits_its_row(width: int) -> None:
    tokenizer = load("o200k_base")
    for token_id in (0, 188, 72056, 43453, 199_999, 3413, 90_001):
        assert width_of(token_row(tokenizer, token_id, width)) <= width
        assert all(width_of(line) <= width for line in token_details(tokenizer, None, token_id, [], width))


def test_an_unreachable_token_says_where_it_was_tried() -> None:
    tokenizer = load("o200k_base")
    anatomy = study_now_of(tokenizer, 3413)
    lines = [drawn(line) for line in token_details(tokenizer, anatomy, 3413, [Kind.UNREACHABLE], 100)]
    assert any(line.startswith("unreachable: not alone, not after a space, inside text") for line in lines)


def study_now_of(tokenizer: Tokenizer, token_id: int) -> Anatomy:
    """An anatomy that knows of one token only; to study all takes seconds."""
    return Anatomy(total=1, reach={token_id: reach(tokenizer, token_id)})


# -- the guided list --------------------------------------------------------------------------------------


def test_the_guided_list_has_every_group_and_token() -> None:
    rows = tour_rows()
    assert len([row for row in rows if not row.text]) == 7
    assert {row.id for row in rows if row.text} >= {43453, 12781, 50009}


def test_how_many_are_single_in_each_vocabulary() -> None:
    names = ("r50k_base", "cl100k_base", "o200k_base")
    assert single_in({name: load(name) for name in names}) == dict(zip(names, (25, 2, 0), strict=True))


# -- making one's own -------------------------------------------------------------------------------------


def test_every_name_is_found_and_its_row_has_not_moved_whatever_the_seed() -> None:
    first, second = made(seed=1), made(seed=2)
    assert first.ids(Part.GLITCH) == second.ids(Part.GLITCH)
    facts = [first.facts(token_id) for token_id in first.ids(Part.GLITCH)]
    assert {row.token for row in facts} >= HEAVY_POSTERS
    assert all(row.moved == 0.0 and row.uses_b == 0 and row.uses_a > 0 for row in facts)
    assert first.median_moved > 0
    assert first.median_moved != second.median_moved


def test_rows_that_the_text_never_uses_do_not_count_in_the_median() -> None:
    """Texts of one room: most of the 256 bytes, and of what was learned, stand in neither."""
    room_a = b"a robot called ZorgBlatt hums in the room.\n" * 9 + b"ZorgBlatt posted again.\n" * 60
    state = MakeState(MakeSettings(vocab_size=300, rounds=1))
    state.start(room_a, b"a kettle and a window hum in the room, and the robot posted nothing.\n" * 60)
    finish(state)
    assert state.toy is not None
    still = [row.id for row in map(state.facts, state.ids(Part.ALL)) if not row.uses_b]
    assert len(still) > len(state.ids(Part.ALL)) / 2
    assert not any(state.toy.rows[token_id].moved for token_id in still)
    assert state.median_moved > 0.05


def test_each_has_the_lines_that_voted_for_it() -> None:
    state = made()
    for token_id in state.ids(Part.GLITCH):
        places = state.votes(token_id)
        token = state.facts(token_id).token
        assert places
        assert all(place.line[place.start : place.end] == token for place in places)


def test_parts_are_kept_apart() -> None:
    state = made()
    parts = [set(state.ids(part)) for part in (Part.GLITCH, Part.SCAFFOLD, Part.UNMAKEABLE)]
    assert sum(map(len, parts)) == len(set.union(*parts))
    assert set.union(*parts) < set(state.ids(Part.ALL))
    seen = [state.part]
    for _ in range(3):
        state.part = state.next_part
        seen.append(state.part)
    assert seen == list(Part)


def test_a_glitch_token_is_compared_with_a_normal_one() -> None:
    state = made()
    glitch = state.ids(Part.GLITCH)[2]
    pair = state.to_compare(glitch)
    assert pair is not None
    assert pair[0] == glitch
    assert state.facts(pair[1]).uses_b > 0
    assert state.toy is not None
    assert state.toy.predictions[pair[1]][0][1] > state.toy.predictions[glitch][0][1]


def test_nothing_is_known_before_the_start_and_after_a_stop() -> None:
    state = MakeState()
    assert (state.ids(), state.votes(0), state.to_compare(0)) == ([], [], None)
    state.start(b"ab " * 9, b"ab")
    assert state.stop()
    assert state.job is None
    assert not state.stop()


def test_a_failure_is_told_in_words() -> None:
    state = MakeState(MakeSettings(split="["))
    state.start(b"a", b"a")
    finish(state)
    assert "pattern" in state.failure


def test_texts_without_anything_in_them() -> None:
    state = MakeState()
    state.start(b"", b"")
    finish(state)
    assert (state.failure, state.ids(Part.ALL)) == ("", [])


def test_words_with_counts_are_text_too() -> None:
    assert text_of(Source("x", b"", (), {b"low": 2, b"new": 1})) == b"low\nlow\nnew\n"


# -- the plot ---------------------------------------------------------------------------------------------


def test_the_plot_stands_apart_for_tokens_without_use() -> None:
    points = [Point(0, 0.0), Point(1, 1.0), Point(100, 2.0)]
    lines = [drawn(line) for line in plot_lines(points, points[0], 30, 5)]
    assert lines[0].startswith("  2.0 │")
    assert "◆" in lines[3]
    assert lines[4].split() == ["0", "1", "10", "100"]
    assert all(len(line) <= 30 for line in lines)


@pytest.mark.parametrize("size", [(8, 2), (12, 3), (40, 1), (0, 0)])
def test_no_plot_without_room(size: tuple[int, int]) -> None:
    assert plot_lines([Point(1, 1.0)], None, *size) == []
