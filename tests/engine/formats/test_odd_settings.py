"""Settings of tokenizer.json that nobody would choose: the ids are their owner's, or the file does not open.

tokenizers itself gives up on some of them; then there is nothing to compare.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import AddedToken, Tokenizer
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer, proof
from bpe_play.engine.specials import SpecialMode

ByteLevel = Callable[..., Any]
Changed = Callable[[Any, Callable[[dict[str, Any]], Any]], Path]
Parts = dict[str, Any]

GPT2 = pre.ByteLevel(add_prefix_space=False)
LETTERS = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
BEHAVIORS = ("Isolated", "Removed", "MergedWithPrevious", "MergedWithNext", "Contiguous")
PATTERNS = (r"\s+", r"\d", "[ab]", r" ?\p{L}+", "x*", r"\s*$", "(?=[A-Z])", ".+", r"\p{N}{1,3}", "(?<=a)b")
ADDED = ("  ", "wor", "12", "a", " b", "é", "\n", "<s>", "THE", "ß", "\t", "▁", "aa", "<|x|>", "💖", "ı")
BITS = (
    *ADDED,
    *("hello", "The", " ", "   ", "\n\n", "\r\n", "1", "456", "e\u0301", "ﬁ", "İ", "中", "👩‍👩‍👧", "\u0301"),
    *(
        "\u00a0",
        "\u3000",
        "\u200b",
        "\x00",
        "\x1c",
        "\x7f",
        "-",
        "--",
        "'s",
        ".",
        "_",
        "Ġ",
        "²",
        "Ⅷ",
        "\u2028",
        "<|endoftext|>",
    ),
)


def a_normalizer(pick: random.Random) -> Parts:
    """One step, with settings that are not checked for being sensible."""
    content = pick.choice(["▁", " ", "", "a", "aa"])
    return pick.choice(
        [
            {"type": pick.choice(["NFC", "NFD", "NFKC", "NFKD", "Lowercase", "StripAccents", "Nmt"])},
            {"type": "Strip", "strip_left": pick.random() < 0.5, "strip_right": pick.random() < 0.5},
            {"type": "Prepend", "prepend": pick.choice(["▁", " ", "x", "Ġ", ""])},
            {"type": "Replace", "pattern": {"String": pick.choice([" ", "a", "aa", "▁"])}, "content": content},
            {"type": "Replace", "pattern": {"Regex": pick.choice(PATTERNS)}, "content": content},
        ]
    )  # fmt: skip


def a_pre_tokenizer(pick: random.Random) -> Parts:
    behavior = pick.choice(BEHAVIORS)
    split = {"type": "Split", "behavior": behavior, "invert": pick.random() < 0.3}
    return pick.choice(
        [
            split | {"pattern": {"Regex": pick.choice(PATTERNS)}},
            split | {"pattern": {"String": pick.choice([" ", "a", "▁", "Ġ", "é"])}},
            {"type": "Digits", "individual_digits": pick.random() < 0.5},
            {"type": "Punctuation", "behavior": behavior},
            {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True},
            LETTERS | {"add_prefix_space": pick.random() < 0.5, "use_regex": pick.random() < 0.5},
        ]
    )


def settle(document: Parts, pick: random.Random) -> None:
    """Other parts, at random, around the model of a tokenizer.json."""
    steps = [a_normalizer(pick) for _ in range(pick.randint(0, 3))]
    cuts = [a_pre_tokenizer(pick) for _ in range(pick.randint(0, 2))]
    document["normalizer"] = {"type": "Sequence", "normalizers": steps} if steps else None
    document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [*cuts, LETTERS]}
    document["model"]["ignore_merges"] = pick.random() < 0.3
    vocab = document["model"]["vocab"]
    for content in pick.sample(ADDED, pick.randint(0, 4)):
        flags = {name: pick.random() < 0.3 for name in ("single_word", "lstrip", "rstrip", "special")}
        free = max(len(vocab), *(token["id"] + 1 for token in document["added_tokens"]))
        token = {"id": vocab.get(content, free), "content": content, "normalized": pick.random() < 0.5}
        document["added_tokens"].append(token | flags)


def assert_same_ids(theirs: Any, ours: Any, text: str) -> None:
    for mode, as_text in ((SpecialMode.SPECIAL, False), (SpecialMode.TEXT, True)):
        theirs.encode_special_tokens = as_text
        try:
            expected = theirs.encode(text, add_special_tokens=False).ids
            found = ours.encode(text, specials=mode)
        except EngineError:  # it says why this text cannot be encoded
            continue
        except BaseException as error:
            if type(error).__name__ != "PanicException":  # theirs
                raise
            continue
        assert found == expected, (mode, text)
        assert ours.tokenize(text, specials=mode).ids == found


@pytest.mark.parametrize("seed", range(60))
def test_any_settings(seed: int, byte_level: ByteLevel, tmp_path: Path) -> None:
    pick = random.Random(seed)
    document = json.loads(byte_level(GPT2).to_str())
    settle(document, pick)
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(document), "utf-8")
    try:
        ours = open_tokenizer(path)
    except EngineError:
        return
    theirs = Tokenizer.from_file(str(path))
    for _ in range(20):
        assert_same_ids(theirs, ours, "".join(pick.choices(BITS, k=pick.randint(0, 9))))


def opened(theirs: Any, tmp_path: Path) -> Any:
    path = tmp_path / "tokenizer.json"
    theirs.save(str(path))
    return open_tokenizer(path)


def test_a_line_end_before_an_added_token_is_no_word(byte_level: ByteLevel, tmp_path: Path) -> None:
    theirs = byte_level(GPT2)
    theirs.add_tokens([AddedToken("wor", single_word=True), AddedToken("\n", single_word=True)])
    ours = opened(theirs, tmp_path)
    for text in ("a\nwor\n", "a\n\nb", "\n\n", "a wor", "aworb"):
        assert_same_ids(theirs, ours, text)


def test_a_special_token_that_is_looked_up_as_a_whole_piece(byte_level: ByteLevel, changed: Changed) -> None:
    """With ignore_merges, plain text that is spelled like one in the vocabulary becomes it all the same."""
    theirs = byte_level(pre.ByteLevel(add_prefix_space=False, use_regex=False))
    path = changed(theirs, lambda document: document["model"].update(ignore_merges=True))
    (span,) = open_tokenizer(path).tokenize("<|endoftext|>").spans
    assert (span.id, span.token, span.special) == (0, b"<|endoftext|>", True)
    assert_same_ids(Tokenizer.from_file(str(path)), open_tokenizer(path), "<|endoftext|>")


def test_marks_for_spaces_stay_marks_in_a_byte_level_tokenizer(byte_level: ByteLevel, tmp_path: Path) -> None:
    theirs = byte_level(GPT2, norm.Replace(" ", "▁"))
    assert_same_ids(theirs, opened(theirs, tmp_path), "a b ▁ c")


def test_what_stands_behind_byte_level_sees_letters(byte_level: ByteLevel, tmp_path: Path) -> None:
    """Falcon's pre-tokenizer; the letters of some bytes are digits, or belong to signs."""
    parts = [
        pre.Punctuation("contiguous"),
        GPT2,
        pre.Digits(individual_digits=False),
        pre.Split("[0-9][0-9][0-9]", "isolated"),
    ]
    theirs = byte_level(pre.Sequence(parts))
    ours = opened(theirs, tmp_path)
    for text in ("x1234 ²³ ó 12.5!? – été\n", "".join(map(chr, range(0x80, 0x250)))):
        assert_same_ids(theirs, ours, text)


def test_a_mark_only_before_the_text_itself(sentencepiece_style: ByteLevel, changed: Changed) -> None:
    """Where the normalizer takes the beginning away, what is left does not stand there."""
    theirs = sentencepiece_style(
        normalizer=norm.Strip(True, False), pre=pre.Metaspace(prepend_scheme="first", split=False)
    )
    ours = open_tokenizer(changed(theirs, lambda document: None))
    for text in ("  ab", "ab", " ", "a  b"):
        assert_same_ids(theirs, ours, text)


@pytest.mark.parametrize(
    ("message", "change"),
    [
        (
            "ByteLevel together with Metaspace is not supported",
            lambda d: d["pre_tokenizer"]["pretokenizers"].insert(
                0, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never", "split": False}
            ),
        ),
        (
            "ByteLevel twice is not supported",
            lambda d: d["pre_tokenizer"]["pretokenizers"].append(LETTERS),
        ),
        (
            "Punctuation with behavior Removed is not supported",
            lambda d: d["pre_tokenizer"]["pretokenizers"].insert(
                0, {"type": "Punctuation", "behavior": "Removed"}
            ),
        ),
        (
            "Prepend of nothing is not supported",
            lambda d: d.update(normalizer={"type": "Prepend", "prepend": ""}),
        ),
        ("The normalizer leaves nothing of the added token ' '", lambda d: added(d, {"type": "Strip"}, " ")),
        (
            "The added tokens 'THE' and 'the' are spelled alike",
            lambda d: added(d, {"type": "Lowercase"}, "THE", "the"),
        ),
        (
            r"the pattern part '\(\?m:\.\)'",
            lambda d: d["pre_tokenizer"]["pretokenizers"].insert(
                0, {"type": "Split", "pattern": {"Regex": "(?m:.)"}, "behavior": "Isolated", "invert": False}
            ),
        ),
    ],
)
def test_what_would_give_other_ids_is_named(
    message: str, change: Callable[[Parts], Any], byte_level: ByteLevel, changed: Changed
) -> None:
    def settled(document: Parts) -> None:
        document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [LETTERS]}
        change(document)

    with pytest.raises(EngineError, match=message):
        open_tokenizer(changed(byte_level(GPT2), settled))


def added(document: Parts, normalizer: Parts, *contents: str) -> None:
    """A normalizer, and added tokens that it is applied to."""
    document["normalizer"] = {"strip_left": True, "strip_right": True} | normalizer
    vocab = document["model"]["vocab"]
    ids = [vocab.get(content, len(vocab) + number) for number, content in enumerate(contents)]
    tokens = [
        {"id": token_id, "content": content, "normalized": True}
        for token_id, content in zip(ids, contents, strict=True)
    ]
    document["added_tokens"] += tokens


def test_a_space_after_spaces_are_written_as_marks(sentencepiece_style: ByteLevel, changed: Changed) -> None:
    """It would be another character than the mark, which our vocabulary cannot tell apart."""
    steps = norm.Sequence([norm.Replace(" ", "▁"), norm.NFKC()])
    with pytest.raises(EngineError, match="without byte fallback is not supported"):
        open_tokenizer(changed(sentencepiece_style(normalizer=steps), lambda document: None))


class PanicException(BaseException):
    """What a fault in a library written in Rust is to Python: no Exception."""


def test_a_fault_of_the_owner_is_told_and_does_no_harm(
    byte_level: ByteLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = opened(byte_level(GPT2), tmp_path)

    def panic(path: str) -> None:
        raise PanicException("index out of bounds")

    monkeypatch.setattr("tokenizers.Tokenizer.from_file", panic)
    found = proof(ours, tmp_path / "tokenizer.json")
    assert str(found) == "tokenizers cannot use the file: index out of bounds"
    monkeypatch.setattr(
        "tokenizers.Tokenizer.from_file", lambda path: (_ for _ in ()).throw(KeyboardInterrupt)
    )
    with pytest.raises(KeyboardInterrupt):
        proof(ours, tmp_path / "tokenizer.json")
