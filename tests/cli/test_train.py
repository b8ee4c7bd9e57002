"""`bpe-play train`: published figures, every kind of source, and a model that is what was printed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine import TieRule, pre_tokenizer
from bpe_play.engine.bpe import train
from bpe_play.engine.merges import Merge
from bpe_play.engine.model_file import load

Cli = Callable[..., Any]

FIRST_STEP = b'{"step":1,"pair":[101,32],"id":256,"bytes":"6520","count":4433,"tokens_after":146758}'


def test_alice_gives_the_published_merges_and_lengths(cli: Cli, alice: bytes, shared: Path) -> None:
    ran = cli(
        *("train", str(shared / "texts" / "alice.txt"), "--json", "--vocab-size", "4096"),
        *("--split", "none", "--ties", "first-seen"),
    )
    assert ran.status == 0
    assert ran.out.splitlines()[0] == FIRST_STEP
    steps = ran.lines
    assert len(steps) == 3840
    assert [(bytes.fromhex(step["bytes"]), step["count"]) for step in steps[:12]] == [
        (b"e ", 4433),
        (b" t", 3302),
        (b"\xe2\x80", 3247),
        (b" a", 2335),
        (b" th", 2253),
        (b"in", 2011),
        (b"t ", 1904),
        (b"er", 1813),
        (b"d ", 1703),
        (b"ou", 1554),
        (b" s", 1467),
        (b" the ", 1270),
    ]
    after = {step["id"]: step["tokens_after"] for step in steps}
    assert [after[last] for last in (511, 1023, 2047, 4095)] == [68249, 50369, 39306, 30757]


@pytest.mark.parametrize("ties", list(TieRule))
@pytest.mark.parametrize("split", ["none", "gpt2", r"\w+"])
def test_what_is_printed_is_what_the_plain_trainer_does(cli: Cli, ties: TieRule, split: str) -> None:
    text = "The rain in Spain… ñandú ñandú".encode() * 2
    ran = cli("train", "-", "--vocab-size", "290", "--split", split, "--ties", ties, "--json", stdin=text)
    expected = train(pre_tokenizer(split).counts(text), 290, ties=ties)
    assert ran.lines == [
        {
            "step": merge.step,
            "pair": list(merge.pair),
            "id": merge.id,
            "bytes": merge.token.hex(),
            "count": merge.count,
            "tokens_after": merge.tokens_after,
        }
        for merge in expected
    ]


def test_standard_input_is_bytes(cli: Cli) -> None:
    ran = cli("train", "-", "--vocab-size", "257", "--split", "none", "--json", stdin=b"\xff\xfe\r\n" * 3)
    assert ran.lines[0]["bytes"] == "fffe"


def test_lines_are_never_taken_apart_by_other_marks_than_the_split(cli: Cli) -> None:
    """B079: U+2028 and U+0085 end a line for `str.splitlines`; here they are three and two bytes of text."""
    text = ".\u2028x\x85".encode() * 3
    ran = cli("train", "-", "--vocab-size", "300", "--split", "none", "--json", stdin=text)
    assert ran.lines[-1]["tokens_after"] < len(text) / 3
    assert bytes.fromhex(ran.lines[3]["bytes"]).decode() == ".\u2028x"


def test_words_with_counts_train_with_their_counts(cli: Cli) -> None:
    ran = cli("train", "lowest", "--vocab-size", "262", "--json")
    steps = [(bytes.fromhex(step["bytes"]), step["count"]) for step in ran.lines]
    assert steps == [(b"we", 13), (b"wes", 8), (b"west", 8), (b"lo", 7), (b"ne", 6), (b"newest", 6)]


def test_words_with_counts_say_that_they_are_not_split(cli: Cli) -> None:
    assert "not split again" in cli("train", "lowest", "--vocab-size", "257", "--split", "none").err
    assert "not split again" not in cli("train", "lowest", "--vocab-size", "257").err


@pytest.mark.parametrize(
    ("text", "merges"), [(b"", 0), (b" ", 0), (b"a", 0), (b"aa", 1)], ids=["empty", "space", "a", "aa"]
)
def test_it_stops_with_a_reason_when_no_pair_is_left(cli: Cli, text: bytes, merges: int) -> None:
    """B060: what was learned is kept."""
    ran = cli("train", "-", "--vocab-size", "556", "--json", stdin=text)
    assert ran.status == 0
    assert len(ran.lines) == merges
    assert f"no pair is left after {merges} merge" in ran.err


def test_minimum_and_longest_token_are_kept(cli: Cli) -> None:
    text = b"abcabcabcabc xy xy"
    ran = cli(
        "train", "-", "--vocab-size", "999", "--min-count", "3", "--longest-token", "2", "--json", stdin=text
    )
    assert [bytes.fromhex(step["bytes"]) for step in ran.lines] == [b"ab"]
    assert "no pair is frequent enough after 1 merge" in ran.err


def test_a_table_for_people_shows_nothing_raw(cli: Cli) -> None:
    ran = cli("train", "-", "--vocab-size", "260", "--split", "none", stdin=b"\x1b[2J\x9b\xe2\x80\xae" * 2)
    assert "\\x1b[2J" in ran.out.decode()
    assert not set(ran.out) & (set(range(0x20)) - {0x0A})
    assert "\u202e" not in ran.out.decode()
    assert "fingerprint" in ran.err


def test_the_saved_model_is_what_was_printed(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    ran = cli("train", "tiny", "--vocab-size", "270", "--ties", "lowest-ids", "-o", str(path), "--json")
    model = load(path)
    assert [list(pair) for pair in model.merges] == [step["pair"] for step in ran.lines]
    assert list(model.counts or ()) == [step["count"] for step in ran.lines]
    assert (model.ties, model.split.key, model.vocab_size) == (TieRule.LOWEST_IDS, "gpt2", 270)
    assert model.trained_on is not None
    assert model.trained_on.name == "tiny"
    assert f"fingerprint {model.fingerprint()[:4]}" in ran.err


def test_a_folder_says_what_it_leaves_out(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"aaa")
    (tmp_path / ".hidden\x1b").write_bytes(b"bbb")
    ran = cli("train", str(tmp_path), "--vocab-size", "257", "--json")
    assert ran.lines[0]["bytes"] == "6161"
    assert "left out of the folder: 1, the first is .hidden\\x1b (hidden)" in ran.err


def test_a_corpus_comes_before_a_file_of_the_same_name(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny").write_bytes(b"zzzz")
    monkeypatch.chdir(tmp_path)
    assert cli("train", "tiny", "--vocab-size", "257", "--json").lines[0]["bytes"] != "7a7a"
    assert cli("train", "./tiny", "--vocab-size", "257", "--json").lines[0]["bytes"] == "7a7a"


def test_a_model_is_saved_over_an_older_one_only_when_training_worked(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text("old")
    assert cli("train", "tiny", "--vocab-size", "300", "--split", "(", "-o", str(path)).status == 2
    assert path.read_text() == "old"
    assert cli("train", "tiny", "--vocab-size", "300", "-o", str(path)).status == 0
    assert json.loads(path.read_text())["format"] == "bpe-play model"
    assert [entry.name for entry in Path(tmp_path).iterdir()] == ["model.json"]


def test_an_interrupted_training_says_that_nothing_is_saved(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[Merge]:
        yield from train({b"abab": 1}, 257)
        raise KeyboardInterrupt

    monkeypatch.setattr("bpe_play.tui.commands.train.train", interrupted)
    path = tmp_path / "model.json"
    ran = cli("train", "tiny", "--vocab-size", "300", "-o", str(path), "--json")
    assert ran.status == 130
    assert len(ran.lines) == 1
    assert ran.err == "interrupted after 1 merge; nothing is saved\n"
    assert not path.exists()
