"""What is saved and opened again is equal, and gives the same ids in the library that owns the format."""

from __future__ import annotations

import locale
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer, proof, save_tokenizer
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary

Trained = Callable[[str], Tokenizer]
SPLITS = ["none", "gpt2", "cl100k", "o200k", r" ?\p{L}+|\s+"]
NAMES = {
    "bpe-play": "model.json",
    "minbpe": "x.model",
    "tokenizer.json": "tokenizer.json",
    "id-pairs": "pairs.json",
    "gpt2": "vocab.json",
    "tiktoken": "x.tiktoken",
}


def splits_of(key: str) -> list[str]:
    """The splits that a format can hold: minbpe strips the space at the beginning of the last."""
    return {"gpt2": ["gpt2"], "minbpe": SPLITS[:-1]}.get(key, SPLITS)


@pytest.mark.parametrize(("key", "split"), [(key, split) for key in NAMES for split in splits_of(key)])
def test_saved_and_opened_it_is_the_same(key: str, split: str, trained: Trained, tmp_path: Path) -> None:
    tokenizer, path = trained(split), tmp_path / NAMES[key]
    lost = save_tokenizer(tokenizer, path, key)
    names_no_split = any("split" in sentence for sentence in lost)
    opened = open_tokenizer(path, pattern=split if names_no_split else None)
    assert opened.vocabulary.tokens == tokenizer.vocabulary.tokens
    assert opened.vocabulary.pairs == tokenizer.vocabulary.pairs
    assert opened.pre_tokenizer.pieces(b"I'm ab  12345\n\n x") == tokenizer.pre_tokenizer.pieces(
        b"I'm ab  12345\n\n x"
    )
    assert [opened.encode(text) for text in TEXTS[:-1]] == [tokenizer.encode(text) for text in TEXTS[:-1]]
    if not any("special" in sentence for sentence in lost):
        assert opened.specials.ids == tokenizer.specials.ids


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("key", ["tokenizer.json", "tiktoken"])
def test_the_owner_of_the_format_gives_the_same_ids(
    key: str, split: str, trained: Trained, tmp_path: Path
) -> None:
    path = tmp_path / NAMES[key]
    save_tokenizer(trained(split), path, key)
    opened = open_tokenizer(path, pattern=split if key == "tiktoken" else None)
    if split == SPLITS[-1] and key == "tiktoken":
        pytest.skip("tiktoken drops what a pattern does not cover")
    found = proof(opened, path)
    assert found.holds
    assert found.texts == len(TEXTS)


def test_the_first_difference_is_shown(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    save_tokenizer(trained("gpt2"), path, "tokenizer.json")
    found = proof(trained("none"), path).difference
    assert found is not None
    assert found.ours != found.theirs


def test_special_tokens_come_back(trained: Trained, tmp_path: Path) -> None:
    for key in ("bpe-play", "minbpe", "tokenizer.json", "gpt2"):
        save_tokenizer(trained("gpt2"), tmp_path / NAMES[key], key)
        opened = open_tokenizer(tmp_path / NAMES[key])
        ids = opened.encode("a<|end|>", specials=SpecialMode.SPECIAL)
        assert ids == [97, trained("gpt2").specials.ids["<|end|>"]]


def test_no_text_is_split_at_spaces_or_line_ends(tmp_path: Path) -> None:
    """Cases B077 and B079: tokens with spaces, newlines, and a line separator that splitlines() knows."""
    vocabulary = Vocabulary.of(
        [(97, 32), (256, 98), (10, 32), (0xE2, 0x80), (259, 0xA8), (46, 260), (13, 10)]
    )
    for key in set(NAMES) - {"gpt2"}:
        save_tokenizer(Tokenizer(pre_tokenizer("none"), vocabulary), tmp_path / NAMES[key], key)
        opened = open_tokenizer(tmp_path / NAMES[key])
        assert opened.vocabulary.tokens == vocabulary.tokens
        assert opened.encode("a b\n .\u2028\r\n") == [257, 258, 261, 262]


@pytest.mark.parametrize("key", ["bpe-play", "tokenizer.json"])
def test_a_pattern_is_kept_byte_for_byte(key: str, tmp_path: Path) -> None:
    """Case B045."""
    pattern = r" ?\p{L}+|\s+"
    save_tokenizer(
        Tokenizer(pre_tokenizer(pattern), Vocabulary.of([(32, 97), (256, 98)])), tmp_path / NAMES[key], key
    )
    opened = open_tokenizer(tmp_path / NAMES[key])
    assert opened.pre_tokenizer.pattern == pattern
    assert opened.encode(" ab ab") == [257, 257]


def test_files_are_utf8_under_any_locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case B081."""
    monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale=True: "cp1252")
    monkeypatch.setattr(locale, "getencoding", lambda: "cp1252", raising=False)
    tokenizer = Tokenizer(pre_tokenizer("ñ+|[^ñ]+"), Vocabulary(), SpecialTokens({"<ñ>": 256}))
    for key in ("bpe-play", "minbpe", "tokenizer.json"):
        save_tokenizer(tokenizer, tmp_path / NAMES[key], key)
        opened = open_tokenizer(tmp_path / NAMES[key])
        assert (opened.pre_tokenizer.pattern, opened.specials.ids) == ("ñ+|[^ñ]+", {"<ñ>": 256})


def test_files_of_two_formats_lie_in_one_folder(trained: Trained, tmp_path: Path) -> None:
    """A rank file is two words a line too, but no partner of the vocab.json or merges.txt beside it."""
    for key in ("gpt2", "tiktoken", "id-pairs", "bpe-play"):
        save_tokenizer(trained("gpt2"), tmp_path / NAMES[key], key)
    ids = trained("gpt2").encode("a book and 12 more")
    for name in ("x.tiktoken", "vocab.json", "merges.txt", "pairs.json", "model.json"):
        pattern = "gpt2" if name in ("x.tiktoken", "pairs.json") else None
        assert open_tokenizer(tmp_path / name, pattern=pattern).encode("a book and 12 more") == ids, name
    (tmp_path / "words").write_bytes((tmp_path / "merges.txt").read_bytes())
    with pytest.raises(EngineError, match=r"there is no vocab\.json beside it"):
        open_tokenizer(tmp_path / "words")


def test_what_a_file_does_not_hold_is_said(trained: Trained, tmp_path: Path) -> None:
    lost = save_tokenizer(trained("cl100k"), tmp_path / "x.tiktoken", "tiktoken")
    assert len(lost) == 3
    assert "Unicode 16" in lost[0]
    assert "cl100k" in lost[1]
    assert "special" in lost[2]


def test_a_tokenizer_that_does_more_than_a_pattern_is_not_saved(
    byte_level: Callable[..., Any], changed: Callable[..., Path], tmp_path: Path
) -> None:
    digits = pre.Sequence([pre.Digits(), pre.ByteLevel(add_prefix_space=False)])
    for parts in ((digits,), (pre.ByteLevel(add_prefix_space=True),), (pre.ByteLevel(), norm.NFC())):
        opened = open_tokenizer(changed(byte_level(*parts), lambda document: None))
        for key in set(NAMES) - {"gpt2"}:
            with pytest.raises(EngineError):
                save_tokenizer(opened, tmp_path / "x", key)


def test_two_ids_with_the_same_bytes_fit_no_format_of_texts(tmp_path: Path) -> None:
    vocabulary = Vocabulary.of([(97, 97), (256, 97), (97, 256)])
    for key in ("tiktoken", "tokenizer.json"):
        with pytest.raises(EngineError, match="257 and 258 have the same bytes b'aaa'"):
            save_tokenizer(Tokenizer(pre_tokenizer("none"), vocabulary), tmp_path / "x", key)
        assert not (tmp_path / "x").exists()
    save_tokenizer(Tokenizer(pre_tokenizer("none"), vocabulary), tmp_path / "x", "id-pairs")
    assert open_tokenizer(tmp_path / "x").vocabulary.pairs == vocabulary.pairs


@pytest.mark.parametrize(
    ("key", "split", "specials", "reason"),
    [
        ("minbpe", r" ?\w+", {}, "minbpe cannot hold this pattern: it strips spaces"),
        ("minbpe", "a\nb", {}, "minbpe cannot hold this pattern"),
        ("minbpe", "gpt2", {"<a b>": 300}, "minbpe cannot hold the special token"),
        ("gpt2", "cl100k", {}, "mean GPT-2's split; this tokenizer has cl100k"),
        ("gpt2", "gpt2", {"ñ<é>": 300}, "vocab.json cannot hold the special token 'ñ<é>'"),
        ("gpt2", "gpt2", {"a": 300}, "vocab.json cannot hold the special token 'a'"),
        ("tokenizer.json", r"\p{N}{1,3}+", {}, "not known to mean the same to Hugging Face"),
        ("tokenizer.json", r"a$", {}, r"A \$ in a pattern means something else"),
    ],
)
def test_what_a_format_cannot_hold_is_not_saved(
    key: str, split: str, specials: dict[str, int], reason: str, tmp_path: Path
) -> None:
    tokenizer = Tokenizer(pre_tokenizer(split), Vocabulary(), SpecialTokens(specials))
    with pytest.raises(EngineError, match=reason):
        save_tokenizer(tokenizer, tmp_path / "x", key)
    assert list(tmp_path.iterdir()) == [] or not (tmp_path / "x").exists()


def test_a_failed_save_keeps_the_old_file(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("the old one")
    with pytest.raises(EngineError):
        save_tokenizer(Tokenizer(pre_tokenizer(r"\bx"), Vocabulary()), path, "tokenizer.json")
    assert path.read_text() == "the old one"
    with pytest.raises(EngineError, match="cannot be written: no such file"):
        save_tokenizer(trained("none"), tmp_path / "no" / "x", "id-pairs")
