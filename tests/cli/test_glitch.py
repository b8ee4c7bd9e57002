"""`bpe-play glitch`: the kinds of a vocabulary, and tokens that a text never uses."""

from __future__ import annotations

import pytest


@pytest.fixture
def forum(cli, tmp_path):
    """A model of the forum dump, large enough for the names of its heavy posters."""
    path = tmp_path / "forum.json"
    assert cli("train", "forum", "--vocab-size", "700", "-o", str(path)).status == 0
    return str(path)


def test_kinds_of_a_published_vocabulary(cli):
    lines = cli("glitch", "r50k_base", "--json").lines
    kinds = {line["kind"]: line for line in lines if "kind" in line}
    assert {name: line["count"] for name, line in kinds.items()} == {
        "piece": 344,
        "unreachable": 0,
        "whitespace": 23,
        "longest": 100,
        "special": 1,
        "byte": 256,
    }
    assert kinds["longest"]["ids"][0] == 35496
    assert next(line for line in lines if line.get("script") == "Greek")["count"] == 21


def test_what_cannot_be_reached_says_where_it_was_tried(cli, tmp_path):
    from bpe_play.engine.merges import TieRule
    from bpe_play.engine.model_file import Model, save
    from bpe_play.engine.pretokenizers import pre_tokenizer

    path = tmp_path / "m.json"
    save(Model(pre_tokenizer("gpt2"), TieRule.FIRST_SEEN, ((97, 32),)), path)
    lines = cli("glitch", str(path), "--json").lines
    unreachable = next(line for line in lines if line.get("kind") == "unreachable")
    assert unreachable["ids"] == [256]
    assert unreachable["reach"] == [{"id": 256, "alone": False, "after_space": False, "inside": None}]


def test_names_of_the_forum_against_the_clean_text(cli, forum):
    ran = cli("glitch", forum, "--against", "forum-clean", "--trained-on", "forum", "--json")
    glitch = [line for line in ran.lines if line["part"] == "glitch"]
    assert glitch[1] == {"id": 282, "bytes": b" Quorblewick".hex(), "part": "glitch", "uses": 200}
    assert {line["part"] for line in ran.lines} == {"glitch", "scaffold"}
    assert "of 444 learned tokens: 11 glitch, 43 scaffold, 0 cannot be made" in ran.err


def test_without_the_text_it_was_trained_on_all_count_as_glitch(cli, forum):
    lines = cli("glitch", forum, "--against", "forum-clean", "--json").lines
    assert len(lines) == 11 + 43
    assert {(line["part"], line["uses"]) for line in lines} == {("glitch", None)}


def test_the_toy_says_how_far_rows_have_moved(cli, model):
    lines = cli("glitch", model, "--against", "tiny", "--toy", "--json").lines
    assert lines
    assert {line["moved"] for line in lines} == {0.0}


def test_for_people(cli, model):
    assert b"256  kind byte" in cli("glitch", model).out
    assert b"glitch" in cli("glitch", model, "--against", "tiny").out


@pytest.mark.parametrize("option", [["--toy"], ["--trained-on", "forum"]])
def test_a_text_to_look_in_is_needed(cli, model, option):
    ran = cli("glitch", model, *option)
    assert (ran.status, ran.out) == (2, b"")
    assert ran.err == "bpe-play glitch: There is no text to look in: name it with --against\n"
