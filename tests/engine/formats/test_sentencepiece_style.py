"""Byte-pair encoding over characters with byte fallback: Llama 2, Mistral, Gemma."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tokenizers import decoders as dec
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats import open_tokenizer
from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.specials import SpecialMode

Make = Callable[..., Any]
Changed = Callable[[Any, Callable[[dict[str, Any]], Any]], Path]

SPACES = norm.Replace(" ", "▁")
PLAIN = [dec.Replace("▁", " "), dec.ByteFallback(), dec.Fuse()]
STRIPPING = dec.Sequence([*PLAIN, dec.Strip(" ", 1, 0)])
KINDS: dict[str, dict[str, Any]] = {
    "Llama 2": {"normalizer": norm.Sequence([norm.Prepend("▁"), SPACES]), "decoder": STRIPPING},
    "Llama 2, special tokens normalized": {
        "normalizer": norm.Sequence([norm.Prepend("▁"), SPACES]),
        "decoder": STRIPPING,
        "normalized": True,
    },
    "Gemma": {
        "normalizer": SPACES,
        "pre": pre.Split(" ", "merged_with_previous"),
        "decoder": dec.Sequence(PLAIN),
    },
    **{
        f"Mistral, {scheme}, {'split' if split else 'one piece'}": {
            "pre": pre.Metaspace(prepend_scheme=scheme, split=split),
            "decoder": STRIPPING,
        }
        for scheme in ("first", "always", "never")
        for split in (True, False)
    },
    "with NFKC": {
        "normalizer": norm.Sequence([norm.NFKC(), norm.Prepend("▁"), SPACES]),
        "decoder": STRIPPING,
    },
}


@pytest.mark.parametrize("kind", KINDS)
def test_same_ids_and_same_text_back(kind: str, sentencepiece_style: Make, changed: Changed) -> None:
    theirs = sentencepiece_style(**KINDS[kind])
    ours = open_tokenizer(changed(theirs, lambda document: None))
    for mode, as_text in ((SpecialMode.SPECIAL, False), (SpecialMode.TEXT, True)):
        theirs.encode_special_tokens = as_text
        for text in [*TEXTS, "<s>Hello <s> world</s>", " <s>x"]:
            ids = ours.encode(text, specials=mode)
            assert ids == theirs.encode(text, add_special_tokens=False).ids, (mode, text)
            theirs_back = theirs.decode(ids, skip_special_tokens=False)
            assert ours.decode(ids).decode("utf-8", "replace") == theirs_back


def test_tokens_stand_over_the_text_as_it_was_given(sentencepiece_style: Make, changed: Changed) -> None:
    """The space that was put before the text covers nothing of it."""
    ours = open_tokenizer(changed(sentencepiece_style(**KINDS["Llama 2"]), lambda document: None))
    spans = ours.tokenize("東 ñ").spans
    assert b"".join(span.token for span in spans) == "東 ñ".encode()
    assert spans[0].start == 0
    assert spans[-1].end == 6


def test_bytes_that_are_not_text_fall_back_to_bytes(sentencepiece_style: Make, changed: Changed) -> None:
    ours = open_tokenizer(changed(sentencepiece_style(**KINDS["Gemma"]), lambda document: None))
    assert ours.decode(ours.encode(b"a\xff\xfe b")) == b"a\xff\xfe b"


def test_as_of_a_step(sentencepiece_style: Make, changed: Changed) -> None:
    ours = open_tokenizer(changed(sentencepiece_style(**KINDS["Gemma"]), lambda document: None))
    tokens = [len(ours.encode("strawberry and more", step=step)) for step in (0, 50, ours.vocabulary.step)]
    assert tokens[0] == len("strawberry and more")
    assert tokens == sorted(tokens, reverse=True)


def test_a_missing_byte_is_refused(sentencepiece_style: Make, changed: Changed) -> None:
    path = changed(
        sentencepiece_style(**KINDS["Gemma"]), lambda document: document["model"]["vocab"].pop("<0x41>")
    )
    with pytest.raises(EngineError, match="no token for the byte 0x41"):
        open_tokenizer(path)
