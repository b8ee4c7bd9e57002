"""`bpe-play convert`: from one format to another, with what was proven on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine.formats import open_tokenizer, proof
from bpe_play.engine.formats.torture import TEXTS

Cli = Callable[..., Any]
EQUAL = {
    "x/tokenizer.json": "compared with tokenizers ",
    "x/my.tiktoken": "compared with tiktoken ",
    "x/vocab.json": "compared with tokenizers ",
    "x/my-vocab.json": "compared with tokenizers ",
    "x/merges.txt": "compared with tokenizers ",
    "x/my.model": "compared with the file opened again",
    "x/pairs.json": "compared with the file opened again",
    "x/ours.json": "compared with the file opened again",
}


@pytest.mark.parametrize("name", EQUAL)
def test_each_format_is_chosen_by_the_ending(name: str, cli: Cli, model: str, tmp_path: Path) -> None:
    out = tmp_path / name
    out.parent.mkdir()
    ran = cli("convert", model, str(out))
    assert (ran.status, ran.out) == (0, b"")
    assert EQUAL[name] in ran.err
    assert ran.err.endswith(": equal\n")
    assert f"The ids of {len(TEXTS)} texts" in ran.err
    split = ["--split", "gpt2"] if "name it when you open the file" in ran.err else []
    back = tmp_path / "back.json"
    assert cli("convert", str(out), str(back), *split).status == 0
    encode = ["encode", "--json", "--text", "lowest newest ñ"]
    assert cli(*encode, str(back)).out == cli(*encode, model).out


def test_a_format_can_be_named(cli: Cli, model: str, tmp_path: Path) -> None:
    out = tmp_path / "x"
    assert cli("convert", model, str(out), "--format", "tokenizer.json").status == 0
    assert proof(open_tokenizer(out), out).holds


def test_a_folder_means_the_tokenizer_in_it(cli: Cli, model: str, tmp_path: Path) -> None:
    """As models lie on a disk: many files, one of them the tokenizer."""
    assert cli("convert", model, str(tmp_path / "tokenizer.json")).status == 0
    encode = ["encode", "--json", "--text", "lowest newest"]
    assert cli(*encode, str(tmp_path)).out == cli(*encode, model).out


EDITED = "[[98, 99], [97, 98], [257, 99]]"


def test_an_order_of_merges_that_no_training_gives_is_said(cli: Cli, tmp_path: Path) -> None:
    """Case B075: bc, ab, and then ab + c, which bc keeps apart; on standard error, and in the JSON."""
    edited, out = tmp_path / "pairs.json", tmp_path / "tokenizer.json"
    edited.write_text(EDITED, "utf-8")
    ran = cli("convert", str(edited), str(out))
    assert (ran.status, ran.out) == (0, b"")
    assert "merge 3 of 3 ('ab' + 'c') never happens" in ran.err
    for path in (edited, out):
        said = cli("encode", str(path), "--text", "abc", "--json")
        compared = cli("compare", str(path), "gpt2", "--text", "abc", "--json")
        assert "no history of a training" in said.err
        assert "never happens" in said.lines[0]["notes"][-1]
        assert said.lines[0]["ids"] == [97, 256]
        assert "never happens" in compared.lines[0]["notes"][-1]
        assert "notes" not in compared.lines[1]


def test_a_model_of_ours_that_was_edited(cli: Cli, model: str, tmp_path: Path) -> None:
    edited = tmp_path / "edited.json"
    (tmp_path / "pairs.json").write_text(EDITED, "utf-8")
    assert cli("convert", str(tmp_path / "pairs.json"), str(edited)).status == 0
    said = cli("encode", str(edited), "--text", "abc", "--json")
    assert "never happens" in said.err
    assert "never happens" in said.lines[0]["notes"][-1]
    assert "notes" not in cli("encode", model, "--text", "abc", "--json").lines[0]


def test_a_published_vocabulary(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "tokenizer.json"
    ran = cli("convert", "gpt2", str(out))
    assert ran.status == 0
    assert ran.err.endswith(": equal\n")
    assert open_tokenizer(out).specials.ids == {"<|endoftext|>": 50256}


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["gpt2", "x.model"], "minbpe numbers bytes 0 to 255"),
        (["{model}", "no/such/folder/tokenizer.json"], "cannot be written: no such file"),
        (["{model}", "x", "--format", "pickle"], "Nothing is written as 'pickle'"),
        (["{model}", "x", "--format", "sentencepiece"], "Nothing is written as 'sentencepiece'"),
        (["gpt2", "x", "--split", "gpt2"], "--split is for a file"),
        (["{model}", "x", "--split", "gpt2"], "has its own split"),
        (["nothing", "x"], "no file and no published vocabulary"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    words: list[str], problem: str, cli: Cli, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = cli("convert", *(model if word == "{model}" else word for word in words))
    assert ran.status == 2
    assert problem in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "x").exists()


def test_without_the_library_nothing_is_compared(
    cli: Cli, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    ran = cli("convert", model, str(tmp_path / "tokenizer.json"))
    assert ran.status == 0
    assert ran.err.endswith("tokenizers is not installed: the ids were not compared\n")


def test_a_file_that_its_owner_reads_otherwise_is_an_error(
    cli: Cli, model: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tokenizers

    class Other:
        ids = [1, 2]

        def encode(self, text: str, add_special_tokens: bool) -> Other:
            return self

    saved = tmp_path / "tokenizer.json"
    monkeypatch.setattr(tokenizers.Tokenizer, "from_file", lambda path: Other())
    ran = cli("convert", model, str(saved))
    assert ran.status == 2
    assert "gives other ids for '': [1, 2], here []" in ran.err

    other_way = cli("convert", str(saved), str(tmp_path / "back.json"))
    assert other_way.status == 2
    assert "tokenizer.json: tokenizers" in other_way.err
    assert "gives other ids for '': [1, 2], here []" in other_way.err
    assert not (tmp_path / "back.json").exists()


def test_what_is_opened_is_compared_too(cli: Cli, model: str, tmp_path: Path) -> None:
    saved = tmp_path / "tokenizer.json"
    assert "\nopened " not in cli("convert", model, str(saved)).err, "a model of ours has no other owner"
    ran = cli("convert", str(saved), str(tmp_path / "back.json"))
    assert f"opened {saved}\nThe ids of {len(TEXTS)} texts were compared with tokenizers " in ran.err
