"""Rank files with any name, with a pattern that is chosen, known, or found out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer, proof, save_tokenizer
from bpe_play.engine.formats.guess import guess_split
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.published import load, packed
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary


def test_a_published_file_is_known_by_its_content(tmp_path: Path, cache_home: None) -> None:
    """Case B106: from a folder, with any name, without a network."""
    path = tmp_path / "whatever.bin"
    path.write_bytes(packed.rank_file("cl100k_base"))
    opened = open_tokenizer(path)
    assert "cl100k_base" in opened.notes[0]
    assert opened.encode("3.14159") == [18, 13, 9335, 2946]
    assert opened.specials.ids["<|endoftext|>"] == 100257


def test_a_pattern_can_be_chosen(tmp_path: Path, cache_home: None) -> None:
    path = tmp_path / "r50k.tiktoken"
    path.write_bytes(packed.rank_file("r50k_base"))
    opened = open_tokenizer(path, pattern="cl100k")
    assert opened.encode("1234") == [10163, 19]
    assert proof(opened, path).holds


@pytest.mark.parametrize("split", ["none", "gpt2", "cl100k"])
def test_a_pattern_is_found_out(split: str, trained: Callable[[str], Tokenizer], tmp_path: Path) -> None:
    path = tmp_path / "x.tiktoken"
    save_tokenizer(trained(split), path, "tiktoken")
    opened = open_tokenizer(path)
    assert opened.pre_tokenizer.key == split
    assert "split" in opened.notes[0]


@pytest.mark.parametrize(
    ("name", "key"), [("r50k_base", "gpt2"), ("cl100k_base", "cl100k"), ("o200k_base", "o200k")]
)
def test_the_published_tokens_tell_their_pattern(name: str, key: str, cache_home: None) -> None:
    assert guess_split(load(name).vocabulary.tokens.values())[0].key == key


def test_windows_line_ends_and_gaps_do_no_harm(tmp_path: Path) -> None:
    ranks = [b64encode(bytes([value])) + b" %d" % value for value in range(256)] + [
        b64encode(b"ab") + b" 400"
    ]
    (tmp_path / "x").write_bytes(b"\r\n".join([*ranks, b""]))
    assert open_tokenizer(tmp_path / "x", pattern="none").encode("ab") == [400]


def test_bytes_in_an_order_of_their_own(tmp_path: Path, cache_home: None) -> None:
    """Case B085: the byte 0x21 has the id 0."""
    (tmp_path / "x").write_bytes(packed.rank_file("r50k_base"))
    assert open_tokenizer(tmp_path / "x").vocabulary.byte_ids[0x21] == 0


def test_ranks_that_no_training_made_come_back(tmp_path: Path) -> None:
    ranks = [b64encode(bytes([value])) + b" %d" % value for value in range(256)]
    ranks += [b64encode(token) + b" %d" % (256 + at) for at, token in enumerate([b"abc", b"bc", b"ca"])]
    (tmp_path / "x").write_bytes(b"\n".join([*ranks, b""]))
    opened = open_tokenizer(tmp_path / "x", pattern="none")
    assert "'abc' (rank 256) comes from no two tokens before it" in opened.notes[-1]
    assert opened.encode("abca") == [256, 97]
    assert proof(opened, tmp_path / "x").holds
    save_tokenizer(opened, tmp_path / "y", "tiktoken")
    assert (tmp_path / "y").read_bytes() == (tmp_path / "x").read_bytes()


def test_merges_that_ranks_would_do_otherwise_are_not_saved(tmp_path: Path) -> None:
    """Both halves of `abc` are tokens; by rank it is ab|c, here it was learned as a|bc."""
    vocabulary = Vocabulary.of([(97, 98), (98, 99), (97, 257)])
    with pytest.raises(EngineError, match="The merges cannot be told from the ranks"):
        save_tokenizer(Tokenizer(pre_tokenizer("none"), vocabulary), tmp_path / "x", "tiktoken")
    assert list(tmp_path.iterdir()) == []
