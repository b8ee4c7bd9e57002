"""`bpe-play compare`: tokens, costs and differences, for people and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., Any]


def test_as_json_a_line_for_each_model_and_one_for_each_difference(cli: Cli) -> None:
    ran = cli("compare", "r50k_base", "cl100k_base", "--text", "1000000 ñ", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.lines == [
        {
            "model": "r50k_base",
            "ids": [16, 10535, 6184, 109],
            "tokens": ["31", "303030303030", "20c3", "b1"],
            "count": 4,
            "bytes_per_token": 2.5,
            "against_first": 0.0,
        },
        {
            "model": "cl100k_base",
            "ids": [1041, 931, 15, 1717, 109],
            "tokens": ["313030", "303030", "30", "20c3", "b1"],
            "count": 5,
            "bytes_per_token": 2.0,
            "against_first": 0.25,
        },
        {
            "start": 0,
            "end": 7,
            "bytes": "31303030303030",
            "tokens": [["31", "303030303030"], ["313030", "303030", "30"]],
        },
    ]


def test_for_people_a_table_and_the_differences(cli: Cli) -> None:
    ran = cli("compare", "gpt2", "cl100k_base", "--text", "a strawberry 1000000")
    assert ran.out.decode().splitlines() == [
        "tokenizer       tokens     b/t      cost",
        "gpt2                 4    5.00     first",
        "cl100k_base          6    3.33     +50 %",
        "",
        "difference 1 of 2, byte 12",
        "gpt2         ␣100",
        "cl100k_base  ␣│100",
        "",
        "difference 2 of 2, byte 16",
        "gpt2         0000",
        "cl100k_base  000│0",
    ]


def test_where_all_cut_alike_it_says_so(cli: Cli, model: str) -> None:
    ran = cli("compare", model, model, "--text", "the same")
    assert ran.out.decode().splitlines()[-1] == "all cut alike"
    assert cli("compare", model, model, "--text", "the same", "--json").out.count(b"\n") == 2


@pytest.fixture
def small(cli: Cli, tmp_path: Path) -> str:
    """A model of lower, lowest and newest with three merges only: we, wes and west."""
    path = tmp_path / "small.json"
    assert cli("train", "lowest", "--vocab-size", "259", "-o", str(path)).status == 0
    return str(path)


def test_own_models_and_more_than_two(cli: Cli, model: str, small: str) -> None:
    lines = cli("compare", model, small, model, "--text", "lowest", "--json").lines
    assert [line["model"] for line in lines[:3]] == [model, small, model]
    assert [line["count"] for line in lines[:3]] == [1, 3, 1]


def test_a_text_from_standard_input_or_a_source_as_bytes(
    cli: Cli, model: str, small: str, tmp_path: Path
) -> None:
    piped = cli("compare", model, small, "--json", stdin=b"\xff12345")
    path = tmp_path / "text"
    path.write_bytes(b"\xff12345")
    assert cli("compare", model, small, "--json", "--source", str(path)).out == piped.out
    assert "".join(piped.lines[0]["tokens"]) == b"\xff12345".hex()


def test_the_empty_text(cli: Cli, model: str, small: str) -> None:
    lines = cli("compare", model, small, "--text", "", "--json").lines
    assert [(line["count"], line["against_first"]) for line in lines] == [(0, 0.0), (0, 0.0)]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gpt2", "--text", "x"], "There is one MODEL only"),
        (["gpt2", "cl100k_base", "--text", "x", "--source", "tiny"], "There is both"),
        (["nowhere", "gpt2", "--text", "x"], "no published vocabulary named 'nowhere'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(cli: Cli, words: list[str], said: str) -> None:
    ran = cli("compare", *words)
    assert (ran.status, ran.out) == (2, b"")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_it_starts_without_the_screen(program: Cli, model: str) -> None:
    ran = program("compare", model, model, "--text", "x", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.status == 0
    assert "bpe_play.engine.compare" in ran.err
    assert "textual" not in ran.err
