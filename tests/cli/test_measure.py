"""`bpe-play measure` and `train --algorithm`: the figures of the screen, for scripts."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora.parallel import passages
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.tui.measures.table import MEASURES

Cli = Callable[..., Any]
BOTH = ("--algorithm", "bpe", "--algorithm", "wordpiece")


def picks(view: str) -> tuple[str, ...]:
    """Algorithms, as many as the view takes, so that no published vocabulary must be loaded."""
    return BOTH[: 2 * len(MEASURES[view].picks)]


@pytest.mark.parametrize("view", MEASURES)
def test_every_view_has_a_table_json_and_csv(cli: Cli, view: str) -> None:
    words = ("measure", view, "tiny", "--vocab-size", "300", *picks(view))
    lines, as_csv, people = cli(*words, "--json"), cli(*words, "--csv"), cli(*words)
    assert (lines.status, as_csv.status, people.status) == (0, 0, 0)
    assert lines.lines, "a line of JSON for each row"
    rows = list(csv.DictReader(io.StringIO(as_csv.out.decode(), newline="")))
    assert len(rows) == len(lines.lines)
    assert list(rows[0]) == list(lines.lines[0])
    assert people.out.count(b"\n") == len(rows) + 1, "a heading too"


def test_alice_gives_the_published_lengths_and_says_that_gains_rise(
    cli: Cli, shared: Path, alice: bytes
) -> None:
    path = str(shared / "texts" / "alice.txt")
    ran = cli("measure", "size", path, "--split", "none", "--vocab-size", "4096", "--json")
    tokens = {row["vocabulary"]: row["tokens"] for row in ran.lines}
    assert [tokens[size] for size in (256, 512, 1024, 2048, 4096)] == [151191, 68249, 50369, 39306, 30757]
    assert "The gains rise from 512 on: +0.79, +0.84, +1.07" in ran.err


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base"])
def test_the_language_table_has_the_counts_of_tiktoken(cli: Cli, shared: Path, name: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    lines = (shared / "vocabularies" / f"{name}.tiktoken").read_bytes().split(b"\n")
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    pattern = PRETOKENIZERS[name.removesuffix("_base")].pattern
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    ran = cli("measure", "languages", "--model", name, "--json")
    assert {row["language"]: row["tokens"] for row in ran.lines} == {
        language: len(encoding.encode_ordinary(text)) for language, text in passages().items()
    }


def test_a_folder_of_parallel_texts_and_a_base(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "en.txt").write_text("one")
    (tmp_path / "tr.txt").write_text("bir bir")
    words = ("measure", "languages", "tiny", "--algorithm", "char", "--folder", str(tmp_path))
    assert [(row["language"], round(row["premium"], 2)) for row in cli(*words, "--json").lines] == [
        ("en", 1.0),
        ("tr", 2.33),
    ]
    assert cli(*words, "--base", "tr", "--json").lines[1]["premium"] == 1.0


def test_a_price_is_only_there_when_it_is_given(cli: Cli) -> None:
    words = ("measure", "fertility", "tiny", "--algorithm", "bpe", "--json")
    assert cli(*words).lines[0]["cost"] is None
    row = cli(*words, "--price", "2,50").lines[0]
    assert float(row["cost"]) == pytest.approx(row["tokens"] * 2.5 / 1_000_000)


def test_a_part_is_chosen_by_name(cli: Cli) -> None:
    words = ("measure", "use", "tiny", "--algorithm", "bpe", "--vocab-size", "270", "--json")
    used, never = cli(*words).lines, cli(*words, "--part", "never used").lines
    assert len(used) + len(never) == 270
    assert set(never[0]) == {"id", "token"}


def test_the_score_of_morphemes_is_explained(cli: Cli) -> None:
    ran = cli("measure", "sides", "tiny", "--part", "morphemes", *BOTH)
    assert "token borders are among the" in ran.err
    assert "Turkish, wordpiece:" in ran.err


def test_models_and_algorithms_are_taken_in_the_order_in_which_they_are_named(cli: Cli, model: str) -> None:
    words = (
        "measure",
        "spelling",
        "tiny",
        "--algorithm",
        "char",
        "--model",
        model,
        "--words",
        "lowest",
        "--json",
    )
    assert [(row["tokenizer"], len(row["pieces"])) for row in cli(*words).lines] == [
        ("char", 6),
        ("model.json", 1),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "invalid choice: 'nothing'"),
        (["languages", "--price", "3"], "languages takes no --price"),
        (["numbers", "--text", "tiny"], "numbers takes no --text"),
        (["use", "--part", "x"], "use has no part 'x'"),
        (["use", *BOTH], "use takes 1 tokenizer, not 2"),
        (["sides", "--algorithm", "bpe"], "sides takes 2 tokenizers, not 1"),
        (["use", "--algorithm", "huffman"], "'huffman' is no algorithm"),
        (["languages", "--folder", "/nowhere"], "There is no folder '/nowhere'"),
        (["fertility", "--algorithm", "bpe", "--price", "much"], "That is no price"),
        (["use", "nowhere", "--algorithm", "bpe"], "no corpus named 'nowhere'"),
        (["spelling", "--model", "/nowhere"], "nowhere"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(cli: Cli, words: list[str], said: str) -> None:
    ran = cli("measure", *words)
    assert (ran.status, ran.out) == (2, b"")
    assert said in ran.err
    assert ran.err.count("\n") == 1


def test_nothing_raw_reaches_the_terminal(cli: Cli) -> None:
    ran = cli("measure", "use", "-", "--algorithm", "bpe", stdin=b"\x1b[2J\xe2\x80\xae\x9b" * 4)
    assert not set(ran.out) & (set(range(0x20)) - {0x0A})
    assert "\u202e" not in ran.out.decode()


def test_it_starts_without_the_screen(program: Cli) -> None:
    ran = program("measure", "use", "tiny", "--algorithm", "bpe", env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.status == 0
    assert "bpe_play.tui.measures.table" in ran.err
    assert "textual" not in ran.err


# -- train --algorithm


@pytest.mark.parametrize("key", [key for key in ALGORITHMS if key != "bpe"])
def test_every_algorithm_prints_its_steps(cli: Cli, key: str) -> None:
    ran = cli("train", "english", "--algorithm", key, "--vocab-size", "300", "--json")
    assert ran.status == 0
    assert [row["step"] for row in ran.lines] == list(range(1, len(ran.lines) + 1))
    assert {"title", "pieces", "vocabulary", "tokens_after", "figures"} <= set(ran.lines[0])
    assert ran.lines[-1]["vocabulary"] <= 300
    people = cli("train", "english", "--algorithm", key, "--vocab-size", "300")
    assert people.out.count(b"\n") == len(ran.lines) + 1


def test_the_first_steps_of_wordpiece_on_lower_lowest_newest(cli: Cli) -> None:
    rows = cli("train", "lowest", "--algorithm", "wordpiece", "--vocab-size", "15", "--json").lines
    tokens = [bytes.fromhex(row["bytes"]).decode() for row in rows]
    assert tokens == ["lo", "##st", "low", "lowe", "lower", "lowest"]
    assert [row["figures"]["count"] for row in rows] == [7, 8, 7, 7, 5, 2]
    assert rows[0]["figures"]["score"] == pytest.approx(7 / (7 * 7))
    assert rows[1]["figures"]["score"] == pytest.approx(8 / (8 * 8))


def test_options_that_change_nothing_are_named(cli: Cli) -> None:
    ran = cli("train", "tiny", "--algorithm", "unigram", "--vocab-size", "60", "--ties", "lowest-ids")
    assert "unigram does not heed --ties" in ran.err
    assert (
        "bpe does not heed --byte-fallback"
        in cli("train", "tiny", "--vocab-size", "260", "--byte-fallback").err
    )


def test_byte_fallback_takes_256_entries_and_needs_no_unknown(cli: Cli) -> None:
    few = cli("train", "tiny", "--algorithm", "char", "--vocab-size", "60", "--byte-fallback")
    assert few.status == 2
    assert "cannot hold what it begins with" in few.err
    ran = cli("train", "tiny", "--algorithm", "char", "--vocab-size", "300", "--byte-fallback")
    assert "become their bytes" in ran.err
