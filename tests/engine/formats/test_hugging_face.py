"""Byte-level tokenizer.json files give the ids that Hugging Face's own library gives, or do not open."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play import engine
from bpe_play.engine.formats import open_tokenizer, proof, save_tokenizer
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.specials import SpecialMode

ByteLevel = Callable[..., Any]
Changed = Callable[[Any, Callable[[dict[str, Any]], Any]], Path]

LETTERS = pre.ByteLevel(add_prefix_space=False, use_regex=False)
GPT4 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SIGNS = r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+"""
PUNCTUATION = SIGNS + r"|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+"


def split(pattern: str, behavior: str = "isolated", invert: bool = False) -> Any:
    return pre.Sequence([pre.Split(Regex(pattern), behavior, invert), LETTERS])


PRE_TOKENIZERS = {
    "GPT-2": pre.ByteLevel(add_prefix_space=False),
    "a space put before": pre.ByteLevel(add_prefix_space=True),
    "no split": LETTERS,
    "Llama 3": split(GPT4),
    "Qwen": split(GPT4.replace("{1,3}", "")),
    "the gaps removed, where there are none": split(GPT4, "removed", True),
    "DeepSeek": pre.Sequence(
        [pre.Split(Regex(part), "isolated") for part in (r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+", PUNCTUATION)]
        + [LETTERS]
    ),
    "StarCoder": pre.Sequence([pre.Digits(individual_digits=True), pre.ByteLevel(add_prefix_space=False)]),
    "runs of digits": pre.Sequence([pre.Digits(individual_digits=False), LETTERS]),
    "merged with previous": split(r"\s+", "merged_with_previous"),
    "merged with next": split(r"\s", "merged_with_next"),
    "merged with next, inverted": split(r"\s", "merged_with_next", True),
    "contiguous": split("[ab]", "contiguous"),
    "BLOOM": split(r" ?[^(\s|[.,!?…。，、।۔،])]+"),
    "line ends and scripts": split(r"\p{Han}+|\p{Thai}|a$"),
}
NORMALIZERS = {
    "NFC": norm.NFC(),
    "NFD": norm.NFD(),
    "NFKC": norm.NFKC(),
    "a sequence": norm.Sequence([norm.NFKD(), norm.Replace("ll", "L"), norm.Prepend("x ")]),
}


def assert_same_ids(theirs: Any, path: Path) -> None:
    """In both modes for special tokens, and with spans that follow one another."""
    ours = open_tokenizer(path)
    for mode, as_text in ((SpecialMode.SPECIAL, False), (SpecialMode.TEXT, True)):
        theirs.encode_special_tokens = as_text
        for text in [*TEXTS, "a<|endoftext|>  b 12 wor work\n été"]:
            found = ours.tokenize(text, specials=mode)
            assert found.ids == ours.encode(text, specials=mode)
            assert found.ids == theirs.encode(text, add_special_tokens=False).ids, (mode, text)
            starts = [0, *(span.end for span in found.spans)]
            assert [span.start for span in found.spans] == starts[:-1]
            assert all(span.token == found.data[span.start : span.end] for span in found.spans)


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_pre_tokenizers(name: str, byte_level: ByteLevel, changed: Changed) -> None:
    theirs = byte_level(PRE_TOKENIZERS[name])
    assert_same_ids(theirs, changed(theirs, lambda document: None))


@pytest.mark.parametrize("name", NORMALIZERS)
def test_normalizers(name: str, byte_level: ByteLevel, changed: Changed) -> None:
    theirs = byte_level(PRE_TOKENIZERS["Qwen"], NORMALIZERS[name])
    assert_same_ids(theirs, changed(theirs, lambda document: None))


@pytest.mark.parametrize("normalizer", [None, norm.NFC()])
def test_added_tokens(normalizer: Any, byte_level: ByteLevel, changed: Changed) -> None:
    theirs = byte_level(PRE_TOKENIZERS["GPT-2"], normalizer)
    theirs.add_tokens(
        [
            AddedToken("  ", normalized=True),
            AddedToken("wor", single_word=True),
            AddedToken("e\u0301te\u0301", normalized=True),
            AddedToken("12", normalized=False, lstrip=True, rstrip=True),
            AddedToken("<|end", normalized=False, special=True),
        ]
    )
    assert_same_ids(theirs, changed(theirs, lambda document: None))


@pytest.mark.parametrize("ignore_merges", [False, True])
def test_merges_in_an_order_that_no_training_gives(
    ignore_merges: bool, byte_level: ByteLevel, changed: Changed
) -> None:
    """Case B075: every way to halve a token is a merge, in any order; one token comes from several."""

    def shuffle(document: dict[str, Any]) -> None:
        model = document["model"]
        vocab, halves = model["vocab"], []
        for token in vocab:
            cuts = [(token[:at], token[at:]) for at in range(1, len(token))]
            halves += [pair for pair in cuts if pair[0] in vocab and pair[1] in vocab]
        random.Random(3).shuffle(halves)
        model |= {"merges": halves, "ignore_merges": ignore_merges}

    path = changed(byte_level(PRE_TOKENIZERS["GPT-2"]), shuffle)
    opened = open_tokenizer(path)
    assert opened.vocabulary.singly
    assert opened.notes[-1].startswith("No training gives these merges in this order: merge ")
    assert_same_ids(Tokenizer.from_file(str(path)), path)


def test_old_files_write_merges_as_one_text(byte_level: ByteLevel, changed: Changed) -> None:
    theirs = byte_level(PRE_TOKENIZERS["GPT-2"])

    def as_texts(document: dict[str, Any]) -> None:
        document["model"]["merges"] = [" ".join(pair) for pair in document["model"]["merges"]]
        del document["model"]["type"]

    assert_same_ids(theirs, changed(theirs, as_texts))


def test_a_split_of_ours_keeps_its_name(byte_level: ByteLevel, changed: Changed) -> None:
    for name, key in (("GPT-2", "gpt2"), ("Llama 3", "custom"), ("no split", "none")):
        path = changed(byte_level(PRE_TOKENIZERS[name]), lambda document: None)
        assert open_tokenizer(path).pre_tokenizer.key == key


@pytest.mark.parametrize("split", ["GPT-2", "Llama 3", "Qwen", "no split"])
@pytest.mark.parametrize("end", ["\n ", "\r\t ", " \n\n  ", "\n", "  ", " \n b"])
def test_white_space_at_the_end_of_a_text(
    byte_level: ByteLevel, changed: Changed, split: str, end: str
) -> None:
    """There GPT-4's split as tiktoken has it and as Hugging Face usually writes it are not the same."""
    theirs = byte_level(PRE_TOKENIZERS[split])
    opened = open_tokenizer(changed(theirs, lambda document: None))
    text = f"a{end}"
    cut = [text[start:stop] for _, (start, stop) in theirs.pre_tokenizer.pre_tokenize_str(text)]
    assert [piece.decode() for piece in opened.pre_tokenizer.pieces(text.encode())] == cut


@pytest.mark.parametrize("key", ["gpt2", "cl100k", "o200k"])
@pytest.mark.parametrize("end", ["\n ", "\r\t ", " \n\n  ", "\n", "  ", " \n b"])
def test_white_space_at_the_end_of_a_text_under_a_split_that_was_saved(
    tmp_path: Path, key: str, end: str
) -> None:
    ours = engine.Tokenizer(engine.PRETOKENIZERS[key], engine.Vocabulary())
    save_tokenizer(ours, tmp_path / "tokenizer.json", "tokenizer.json")
    theirs = Tokenizer.from_file(str(tmp_path / "tokenizer.json")).pre_tokenizer
    text = f"a{end}"
    cut = [text[start:stop] for _, (start, stop) in theirs.pre_tokenize_str(text)]
    assert [piece.decode() for piece in ours.pre_tokenizer.pieces(text.encode())] == cut
    assert open_tokenizer(tmp_path / "tokenizer.json").pre_tokenizer.key == key


def test_what_the_owner_puts_around_a_text_is_noted(byte_level: ByteLevel, changed: Changed) -> None:
    frame = {"type": "TemplateProcessing", "single": [], "pair": [], "special_tokens": {}}
    path = changed(byte_level(LETTERS), lambda document: document.update(post_processor=frame))
    assert "TemplateProcessing" in open_tokenizer(path).notes[0]


REFUSED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ('"precompiled_charsmap" is missing', lambda d: d.update(normalizer={"type": "Precompiled"})),
    ("normalizer Lower is not supported", lambda d: d.update(normalizer={"type": "Lower"})),
    (
        "normalizer ByteLevel is not supported",
        lambda d: d.update(
            normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}, {"type": "ByteLevel"}]}
        ),
    ),
    ("pre_tokenizer Whitespace is not supported", lambda d: d.update(pre_tokenizer={"type": "Whitespace"})),
    ("decoder WordPiece is not supported", lambda d: d.update(decoder={"type": "WordPiece"})),
    ('version: expected "1.0"', lambda d: d.update(version="2.0")),
    ("truncation is not supported", lambda d: d.update(truncation={"max_length": 5})),
    ("padding is not supported", lambda d: d.update(padding={"strategy": "BatchLongest"})),
    ("model WordLevel is not supported", lambda d: d["model"].update(type="WordLevel")),
    ('there is no field "dropout" here', lambda d: d["model"].update(type="WordPiece")),
    ('there is no field "dropout" here', lambda d: d["model"].update(type="Unigram")),
    ("dropout is not supported", lambda d: d["model"].update(dropout=0.1)),
    ("end_of_word_suffix is not supported", lambda d: d["model"].update(end_of_word_suffix="</w>")),
    ("without byte fallback is not supported", lambda d: d.update(pre_tokenizer=None)),
    ('there is no field "surprise" here', lambda d: d.update(surprise=1)),
    ('model BPE with "surprise" is not supported', lambda d: d["model"].update(surprise=1)),
    ("the vocabulary has no token 'zz'", lambda d: d["model"]["merges"].append(["z", "zz"])),
    (
        r"merges\[1\].*stood before, in model.merges\[0\]",
        lambda d: d["model"]["merges"].insert(0, d["model"]["merges"][0]),
    ),
    (r"merges\[0\]: expected two tokens", lambda d: d["model"]["merges"].insert(0, ["a"])),
    ("have one id, 5", lambda d: d["model"]["vocab"].update({"qqq": 5})),
    ("no token for the byte 0x21", lambda d: d["model"]["vocab"].pop("!")),
    ("expected an id for the token 'a'", lambda d: d["model"]["vocab"].update({"a": "5"})),
    ("gets the id 0, not 7", lambda d: d["added_tokens"][0].update(id=7)),
]


@pytest.mark.parametrize(("message", "change"), REFUSED)
def test_what_is_not_supported_is_named(
    message: str, change: Callable[[dict[str, Any]], Any], byte_level: ByteLevel, changed: Changed
) -> None:
    from bpe_play.engine.errors import EngineError

    path = changed(byte_level(PRE_TOKENIZERS["GPT-2"]), change)
    with pytest.raises(EngineError, match=message):
        open_tokenizer(path)


def test_the_published_ones_saved_for_hugging_face(tmp_path: Path, cache_home: None) -> None:
    """What `bpe-play` makes of a vocabulary of 100,000 is what its library reads."""
    from bpe_play.engine.published import load

    path = tmp_path / "tokenizer.json"
    save_tokenizer(load("cl100k_base"), path, "tokenizer.json")
    opened = open_tokenizer(path)
    assert proof(opened, path).holds
    assert opened.encode("3.14159") == [18, 13, 9335, 2946]
    assert json.loads(path.read_text("utf-8"))["model"]["vocab"]["!"] == 0
