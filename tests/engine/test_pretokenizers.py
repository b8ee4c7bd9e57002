"""Pre-tokenizers: the published pieces, and that pieces joined are always the text."""

from __future__ import annotations

import unicodedata

import pytest
import tiktoken_ext.openai_public as openai_public
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import PRETOKENIZERS, PatternError, PreTokenizer, pre_tokenizer, watched
from bpe_play.engine.pretokenizers import GPT2_PATTERN
from bpe_play.engine.watched import MATCHES_PER_BATCH


def pieces(split: str, text: str) -> list[str]:
    return [piece.decode() for piece in pre_tokenizer(split).pieces(text.encode())]


PUBLISHED = [
    ("don't DON'T", "gpt2", ["don", "'t", " DON", "'", "T"]),
    ("don't DON'T", "cl100k", ["don", "'t", " DON", "'T"]),
    ("don't DON'T", "o200k", ["don't", " DON'T"]),
    ("we'LL 'RE", "gpt2", ["we", "'", "LL", " '", "RE"]),
    ("we'LL 'RE", "cl100k", ["we", "'LL", " '", "RE"]),
    ("we'LL 'RE", "o200k", ["we'LL", " '", "RE"]),
    ("HTTPServer camelCase", "gpt2", ["HTTPServer", " camelCase"]),
    ("HTTPServer camelCase", "cl100k", ["HTTPServer", " camelCase"]),
    ("HTTPServer camelCase", "o200k", ["HTTPServer", " camel", "Case"]),
    ("1234567 3.14", "gpt2", ["1234567", " 3", ".", "14"]),
    ("1234567 3.14", "cl100k", ["123", "456", "7", " ", "3", ".", "14"]),
    ("1234567 3.14", "o200k", ["123", "456", "7", " ", "3", ".", "14"]),
    ("x \n\n  y", "gpt2", ["x", " \n\n ", " y"]),
    ("x \n\n  y", "cl100k", ["x", " \n\n", " ", " y"]),
    ("x \n\n  y", "o200k", ["x", " \n\n", " ", " y"]),
    ("def f():\r\n\treturn 1\r\n", "gpt2", ["def", " f", "():", "\r\n", "\t", "return", " 1", "\r\n"]),
    ("def f():\r\n\treturn 1\r\n", "cl100k", ["def", " f", "():\r\n", "\treturn", " ", "1", "\r\n"]),
    ("def f():\r\n\treturn 1\r\n", "o200k", ["def", " f", "():\r\n", "\treturn", " ", "1", "\r\n"]),
    ("http://a/b/\n", "gpt2", ["http", "://", "a", "/", "b", "/", "\n"]),
    ("http://a/b/\n", "cl100k", ["http", "://", "a", "/b", "/\n"]),
    ("http://a/b/\n", "o200k", ["http", "://", "a", "/b", "/\n"]),
    ("it's  two", "none", ["it's  two"]),
    ("it's  two", "gpt2", ["it", "'s", " ", " two"]),
    ("a\u2009b a\u3000b a b", "gpt2", ["a", "\u2009", "b", " a", "\u3000", "b", " a", " b"]),
]


@pytest.mark.parametrize(("text", "split", "expected"), PUBLISHED)
def test_published_pieces(text: str, split: str, expected: list[str]) -> None:
    assert pieces(split, text) == expected


@pytest.mark.parametrize(("split", "expected"), [("gpt2", 4), ("cl100k", 3), ("o200k", 1)])
def test_decomposed_accents_count_as_letters_only_in_o200k(split: str, expected: int) -> None:
    assert len(pieces(split, unicodedata.normalize("NFD", "été"))) == expected


@pytest.mark.parametrize(("split", "expected"), [("gpt2", 2), ("cl100k", 1), ("o200k", 1)])
def test_no_break_space_before_a_letter(split: str, expected: int) -> None:
    assert len(pieces(split, "\u00a0x")) == expected


@pytest.mark.parametrize(
    ("split", "constructor"), [("gpt2", "r50k_base"), ("cl100k", "cl100k_base"), ("o200k", "o200k_base")]
)
def test_patterns_are_those_of_tiktoken(
    split: str, constructor: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *args, **kwargs: {})
    assert PRETOKENIZERS[split].pattern == getattr(openai_public, constructor)()["pat_str"]


@pytest.mark.parametrize(
    "split", [*PRETOKENIZERS, r"\w+", r"(ab|cd)+", r"\w*", r"(?=x)", "", " ?\\p{L}+|\\s+"]
)
@given(data=st.one_of(st.text().map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary()))
def test_pieces_joined_are_the_text(split: str, data: bytes) -> None:
    """Whatever the pattern leaves out, captures or matches emptily, and whether or not it is UTF-8."""
    found = pre_tokenizer(split).pieces(data)
    assert b"".join(found) == data
    assert b"" not in found


@pytest.mark.parametrize("split", list(PRETOKENIZERS))
@given(data=st.binary(max_size=60))
def test_counts_are_the_pieces_in_order_of_first_occurrence(split: str, data: bytes) -> None:
    found = PRETOKENIZERS[split].pieces(data)
    counts = PRETOKENIZERS[split].counts(data)
    assert list(counts) == list(dict.fromkeys(found))
    assert all(count == found.count(piece) for piece, count in counts.items())


def test_capturing_groups_do_not_change_the_pieces() -> None:
    assert pieces(r"(ab|cd)+", "abcdabcd") == ["abcdabcd"]


def test_what_no_match_covers_becomes_a_piece() -> None:
    assert pieces(r"\w+", "ab cd!") == ["ab", " ", "cd", "!"]


def test_stray_bytes_are_a_piece_of_their_own() -> None:
    assert PRETOKENIZERS["gpt2"].pieces(b"\xff\xfe a") == [b"\xff\xfe", b" a"]


def test_long_texts_are_matched_in_batches_without_a_seam() -> None:
    text = "ab, " * (MATCHES_PER_BATCH + 7)
    assert pieces(r"(?<=a)b|a|, ", text) == ["a", "b", ", "] * (MATCHES_PER_BATCH + 7)


@pytest.mark.parametrize("pattern", ["[", "(", r"\p{Nope}", "*a", "(?<n"])
def test_a_broken_pattern_is_refused_with_words(pattern: str) -> None:
    with pytest.raises(PatternError, match="does not compile"):
        pre_tokenizer(pattern)


def test_a_pattern_may_ask_for_the_newer_rules_of_its_module() -> None:
    assert pieces(r"(?V1)[[a-z]--[aeiou]]+|.", "strong") == ["str", "o", "ng"]
    assert pieces(r"[[a-z]--[aeiou]]+|.", "strong") != ["str", "o", "ng"]
    with pytest.raises(PatternError, match="does not compile"):
        pre_tokenizer("(?V0)(?V1)x")


def test_only_the_named_patterns_are_trusted() -> None:
    """Two pre-tokenizers of one name: the one that leaves gaps is watched, and the gaps are pieces."""
    impostor = PreTokenizer("gpt2", "not what it says", r"\w+")
    assert PRETOKENIZERS["gpt2"].is_named
    assert not impostor.is_named
    assert impostor.pieces(b"ab cd!") == [b"ab", b" ", b"cd", b"!"]
    with pytest.raises(PatternError, match="runs away"):
        PreTokenizer("none", "nor this", RUNAWAY).pieces(b"a" * 60 + b"!")


def test_memory_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_much(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(watched, "_from", too_much)
    with pytest.raises(PatternError, match="more memory than there is"):
        pre_tokenizer(r"\w+").pieces(b"ab")


RUNAWAY = r"(?:(?:a|aa|aaa)(?:a|aa)?)+(?<![a-z])$"


def test_a_pattern_that_runs_away_is_stopped() -> None:
    with pytest.raises(PatternError, match=r"from byte 3 on.*avoid repeats"):
        pre_tokenizer(r"xyz|" + RUNAWAY).pieces(b"xyz" + b"a" * 60 + b"!")


@pytest.mark.parametrize("split", list(PRETOKENIZERS))
@pytest.mark.parametrize("piece", ["^", "_", "a", "-", " ", "\n", "1", "é", "'"])
def test_a_long_run_of_one_character_ends(split: str, piece: str) -> None:
    assert "".join(pieces(split, piece * 100_000)) == piece * 100_000


def test_the_classic_pattern_and_the_fast_one_are_equal() -> None:
    """The pattern of the original GPT-2 release, and the one that tiktoken uses now."""
    classic = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
    text = "We've  two\n\n 1234 cats; don't\t\tshout: 'LL' …  \n"
    assert pieces(classic, text) == pieces(GPT2_PATTERN, text)
