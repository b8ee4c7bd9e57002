"""WordPiece and Unigram: tokenizer.json files that see a text as characters give their owner's ids."""

from __future__ import annotations

import doctest
import importlib
import json
import random
import struct
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
from tokenizers import AddedToken, Regex, Tokenizer, models, trainers
from tokenizers import decoders as dec
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.algorithms import wire
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer, proof, save_tokenizer
from bpe_play.engine.formats.hf_letters import bert
from bpe_play.engine.formats.hf_steps import apply_all
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.specials import SpecialMode

Changed = Callable[[Any, Callable[[dict[str, Any]], Any]], Path]

SPECIALS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
EXTRA = [
    "a [MASK]b [CLS]",
    "x<unk>y <unk>",
    "<s>a <mask> b</s>",
    "Ice ice iced",
    "ﬁ\u0301 ½\u0308 \r\n\x00 ``q''",
]
ALPHABETS = [
    "".join(map(chr, range(32, 127))),
    "".join(map(chr, range(0xA0, 0x250))),
    "".join(map(chr, range(0x300, 0x370))) + "ÀÉıİſßΣς\u200d\ufe0f",
    "".join(map(chr, [*range(0xAC00, 0xAC40), *range(0x1100, 0x1180), *range(0x4E00, 0x4E40)])),
    "".join(map(chr, [*range(0xFF00, 0xFFF0), *range(0x2000, 0x2070), *range(0xFB00, 0xFB50)])),
    "".join(map(chr, range(0x900, 0xE80))),
    " \u3000\xa0\t\n\r\x0b\x0c\x85\x1c\x00\x01",
]


def random_texts(number: int) -> Iterator[str]:
    """Words and characters of all planes, with odd spaces between."""
    rng = random.Random(7)
    words = " ".join(TEXTS).split()
    for _ in range(number):
        parts = []
        for _ in range(rng.randint(1, 6)):
            anything = chr(rng.choice([rng.randrange(0xD800), rng.randrange(0xE000, 0x110000)]))
            parts.append(
                rng.choice([rng.choice(words) + " ", *rng.choices(rng.choice(ALPHABETS), k=3), anything])
            )
        yield "".join(parts)


def assert_same(theirs: Any, path: Path, number: int = 400) -> None:
    """Ids in both modes, the text that comes back, and spans that follow one another."""
    ours = open_tokenizer(path)
    for mode, as_text in ((SpecialMode.TEXT, True), (SpecialMode.SPECIAL, False)):
        theirs.encode_special_tokens = as_text
        for text in [*TEXTS, *EXTRA, *random_texts(number)]:
            found = ours.tokenize(text, specials=mode)
            ids = theirs.encode(text, add_special_tokens=False).ids
            assert found.ids == ours.encode(text, specials=mode) == ids, (mode, text)
            assert ours.decode(ids).decode("utf-8", "replace") == theirs.decode(
                ids, skip_special_tokens=False
            )
            starts = [0, *(span.end for span in found.spans)]
            assert [span.start for span in found.spans] == starts[:-1]
            assert not found.spans or starts[-1] == len(found.data)
            assert all(span.token == found.data[span.start : span.end] for span in found.spans)


@pytest.fixture(scope="module")
def wordpiece(corpus: str) -> Callable[..., Any]:
    """A WordPiece tokenizer trained by its owner, with the parts given."""

    def make(normalizer: Any, pre_tokenizer: Any, decoder: Any = None) -> Any:
        theirs = Tokenizer(models.WordPiece(unk_token="[UNK]"))
        theirs.normalizer, theirs.pre_tokenizer = normalizer, pre_tokenizer
        if decoder is not None:
            theirs.decoder = decoder
        trainer = trainers.WordPieceTrainer(vocab_size=700, special_tokens=SPECIALS, show_progress=False)
        theirs.train_from_iterator([corpus], trainer)
        return theirs

    return make


BERT: dict[str, tuple[Any, ...]] = {
    "uncased": (norm.BertNormalizer(), pre.BertPreTokenizer(), dec.WordPiece()),
    "cased": (norm.BertNormalizer(lowercase=False), pre.BertPreTokenizer(), dec.WordPiece(cleanup=False)),
    "accents alone": (
        norm.BertNormalizer(False, False, strip_accents=True, lowercase=False),
        pre.Whitespace(),
    ),
    "by other parts": (
        norm.Sequence([norm.NFKD(), norm.StripAccents(), norm.Lowercase(), norm.Strip()]),
        pre.Sequence([pre.WhitespaceSplit(), pre.Punctuation("contiguous"), pre.Digits(True)]),
        dec.WordPiece(),
    ),
    "signs dropped": (norm.Nmt(), pre.Sequence([pre.Punctuation("removed"), pre.CharDelimiterSplit(" ")])),
    "a pattern": (
        norm.Replace(Regex(" {2,}"), "_"),
        pre.Sequence([pre.Punctuation("merged_with_next"), pre.Split(Regex(r"\s+"), "removed")]),
    ),
}


@pytest.mark.parametrize("kind", BERT)
def test_wordpiece(kind: str, wordpiece: Callable[..., Any], changed: Changed) -> None:
    theirs = wordpiece(*BERT[kind])
    theirs.add_tokens([AddedToken("[MASK]", lstrip=True, special=True), AddedToken("ice", single_word=True)])
    assert_same(theirs, changed(theirs, lambda document: None))


@lru_cache
def sentencepiece_file(corpus: str, kind: str, byte_fallback: bool, **options: Any) -> bytes:
    """A model file trained by sentencepiece."""
    file = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(corpus.split("\n")),
        model_writer=file,
        model_type=kind,
        vocab_size=800,
        byte_fallback=byte_fallback,
        character_coverage=0.98,
        hard_vocab_limit=False,
        minloglevel=2,
        **options,
    )
    return file.getvalue()


@pytest.fixture(scope="module")
def unigram(corpus: str) -> Callable[..., Any]:
    """Hugging Face's Unigram with the pieces of a sentencepiece model, and the parts given as JSON."""

    def make(byte_fallback: bool, normalizer: Any, pre_tokenizer: Any, decoder: Any) -> Any:
        data = sentencepiece_file(corpus, "unigram", byte_fallback)
        pieces = sentencepiece.SentencePieceProcessor(model_proto=data)
        ids = range(pieces.vocab_size())
        rows = [(pieces.id_to_piece(number), pieces.get_score(number)) for number in ids]
        theirs = Tokenizer(models.Unigram(rows, pieces.unk_id(), byte_fallback))
        theirs.pre_tokenizer = pre_tokenizer
        if decoder is not None:
            theirs.decoder = decoder
        mask = AddedToken("<mask>", lstrip=True, special=True)
        theirs.add_special_tokens(["<s>", "</s>", AddedToken("<unk>", special=True), mask])
        document = json.loads(theirs.to_str())
        document["normalizer"] = normalizer(charsmap(data))
        return Tokenizer.from_str(json.dumps(document))

    return make


def charsmap(data: bytes) -> dict[str, str]:
    """The normalizer Precompiled, with the table of a sentencepiece model."""
    normalizer = next(value for number, value in wire.fields(data) if number == 3)
    table = dict(wire.fields(wire.as_bytes(normalizer)))[2]
    return {"type": "Precompiled", "precompiled_charsmap": b64encode(wire.as_bytes(table)).decode()}


def sequence(*parts: Any) -> dict[str, Any]:
    return {"type": "Sequence", "normalizers": list(parts)}


def spaces(replacement: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": replacement}


STRIP = {"type": "Strip", "strip_left": False, "strip_right": True}
UNIGRAM: dict[str, tuple[Any, ...]] = {
    "XLM-R": (
        False,
        lambda table: table,
        pre.Sequence([pre.WhitespaceSplit(), pre.Metaspace()]),
        dec.Metaspace(),
    ),
    "newer": (False, lambda table: sequence(table, spaces(" ")), pre.Metaspace(), dec.Metaspace()),
    "T5": (
        False,
        lambda table: sequence(table, STRIP, spaces("▁")),
        pre.Metaspace(prepend_scheme="first"),
        dec.Metaspace(prepend_scheme="first"),
    ),
    "byte fallback": (
        True,
        lambda table: {"type": "NFKC"},
        pre.Metaspace(split=False, prepend_scheme="never"),
        dec.Sequence([dec.Replace("▁", " "), dec.ByteFallback(), dec.Fuse()]),
    ),
    "nothing around it": (False, lambda table: None, None, None),
}


@pytest.mark.parametrize("kind", UNIGRAM)
def test_unigram(kind: str, unigram: Callable[..., Any], changed: Changed) -> None:
    theirs = unigram(*UNIGRAM[kind])
    assert_same(theirs, changed(theirs, lambda document: None))


SENTENCEPIECE: dict[str, tuple[str, bool, dict[str, Any]]] = {
    "unigram": ("unigram", False, {}),
    "unigram with bytes": ("unigram", True, {}),
    "bpe": ("bpe", False, {}),
    "bpe with bytes": ("bpe", True, {"normalization_rule_name": "identity"}),
    "text as it is": ("bpe", False, {"remove_extra_whitespaces": False, "add_dummy_prefix": False}),
    "pieces of a user": ("bpe", False, {"user_defined_symbols": ("<x>", "straw")}),
}


@pytest.mark.parametrize("kind", SENTENCEPIECE)
def test_sentencepiece_models(kind: str, corpus: str, tmp_path: Path) -> None:
    algorithm, byte_fallback, options = SENTENCEPIECE[kind]
    path = tmp_path / "x.model"
    path.write_bytes(sentencepiece_file(corpus, algorithm, byte_fallback, **options))
    theirs, ours = sentencepiece.SentencePieceProcessor(model_file=str(path)), open_tokenizer(path)
    for text in [*TEXTS, *EXTRA, *random_texts(400)]:
        ids = theirs.encode(text)
        assert ours.encode(text) == ids, text
        if theirs.unk_id() not in ids:
            assert ours.decode(ids).decode("utf-8", "replace") == theirs.decode(ids)
    assert proof(ours, path).holds
    assert bool(ours.vocabulary.step) == (algorithm == "bpe")
    assert bool(ours.why_no_merges) != bool(ours.vocabulary.step)


def piece(text: str, score: float) -> bytes:
    """One more piece, to be written behind a model file: there it is the next one."""
    inner = b"\x0a" + bytes([len(text.encode())]) + text.encode() + b"\x15" + struct.pack("<f", score)
    return b"\x0a" + bytes([len(inner)]) + inner


@pytest.mark.parametrize("lengths", [(2, 3, 4, 5, 7, 8), (2, 4, 8), (2, 3)])
@pytest.mark.parametrize("score", [-1e9, 1.0])
def test_runs_of_spaces_that_all_have_one_score(
    lengths: tuple[int, ...], score: float, corpus: str, tmp_path: Path
) -> None:
    """As in Llama, whose runs come last; where they do not, no list of steps tells what is merged."""
    path = tmp_path / "x.model"
    options = {"remove_extra_whitespaces": False, "user_defined_symbols": ("<x>",)}
    more = b"".join(piece("▁" * length, score) for length in lengths)
    path.write_bytes(sentencepiece_file(corpus, "bpe", False, **options) + more)
    theirs, ours = sentencepiece.SentencePieceProcessor(model_file=str(path)), open_tokenizer(path)
    assert bool(ours.vocabulary.step) == (score < 0)
    rng = random.Random(1)
    for _ in range(300):
        parts = [rng.choice([" " * rng.randint(1, 20), "the", "x", "<x>", "\n", "東"]) for _ in range(6)]
        assert ours.encode("".join(parts)) == theirs.encode("".join(parts)), parts


def test_control_tokens_are_special(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    path.write_bytes(sentencepiece_file(corpus, "bpe", False))
    ours = open_tokenizer(path)
    assert ours.specials.ids == {"<s>": 1, "</s>": 2}
    assert ours.encode("<s>", specials=SpecialMode.SPECIAL) == [1]


def test_what_has_no_merges_is_not_saved(corpus: str, tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    path.write_bytes(sentencepiece_file(corpus, "unigram", False))
    with pytest.raises(EngineError, match="more to a text"):
        save_tokenizer(open_tokenizer(path), tmp_path / "tokenizer.json", "tokenizer.json")
    with pytest.raises(EngineError, match="Nothing is written as 'sentencepiece'"):
        save_tokenizer(open_tokenizer(path), tmp_path / "y.model", "sentencepiece")


REFUSED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    ('no token "\\[UNKNOWN\\]"', lambda d: d["model"].update(unk_token="[UNKNOWN]")),
    ('"prefix" is missing|continuing_subword_prefix', lambda d: d["model"].pop("continuing_subword_prefix")),
    ("a token without any text", lambda d: d["model"]["vocab"].update({"": 9999})),
    ("have one id", lambda d: d["model"]["vocab"].update({"qqq": 5})),
    ("pre_tokenizer UnicodeScripts is not", lambda d: d.update(pre_tokenizer={"type": "UnicodeScripts"})),
    ("decoder CTC is not supported", lambda d: d.update(decoder={"type": "CTC"})),
    ("normalizer ByteLevel is not supported", lambda d: d.update(normalizer={"type": "ByteLevel"})),
]


@pytest.mark.parametrize(("message", "change"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_not_supported_is_named(
    message: str, change: Callable[[dict[str, Any]], Any], wordpiece: Callable[..., Any], changed: Changed
) -> None:
    with pytest.raises(EngineError, match=message):
        open_tokenizer(changed(wordpiece(*BERT["uncased"]), change))


UNIGRAM_REFUSED: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
    (r"vocab\[3\]: expected a token and its score", lambda d: d["model"]["vocab"].insert(3, ["a"])),
    (r"vocab\[3\]: expected a token and its score", lambda d: d["model"]["vocab"].insert(3, ["", -1.0])),
    ("stands twice", lambda d: d["model"]["vocab"].insert(3, d["model"]["vocab"][9])),
    ("unk_id: expected a whole number", lambda d: d["model"].update(unk_id=10**6)),
    ("expected a table of replacements", lambda d: d["normalizer"].update(precompiled_charsmap="%")),
]


@pytest.mark.parametrize(("message", "change"), UNIGRAM_REFUSED)
def test_what_is_wrong_is_named(
    message: str, change: Callable[[dict[str, Any]], Any], unigram: Callable[..., Any], changed: Changed
) -> None:
    with pytest.raises(EngineError, match=message):
        open_tokenizer(changed(unigram(*UNIGRAM["XLM-R"]), change))


@pytest.mark.parametrize(
    "name",
    ["hf_classes", "hf_letters", "hf_stages", "hf_steps", "hf_added", "model_tokenizer", "table"],
)
def test_examples_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(f"bpe_play.engine.formats.{name}")).failed == 0


def test_bert_looks_at_the_numbers_of_chinese_characters_and_not_at_what_is_assigned() -> None:
    """U+FAEA is no character yet, but it is within a block of them."""
    changed = apply_all(bert(clean=True, chinese=True, accents=False, lowercase=False), "at\ufaea!".encode())
    theirs = norm.BertNormalizer(lowercase=False, strip_accents=False)
    assert changed.data.decode() == theirs.normalize_str("at\ufaea!") == "at \ufaea !"
