"""Tokenizers of our own to save, and tokenizers of Hugging Face to open."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import tokenizers

from bpe_play.engine.formats.torture import TEXTS
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.training import train
from bpe_play.engine.vocabulary import Vocabulary

# No text here spells a special token, so that none of them is learned as an ordinary one.
CORPUS = " ".join([*TEXTS, *TEXTS[::-1]]).replace("<|", "< |").replace("<s>", "< s >")


@pytest.fixture(scope="session")
def corpus() -> str:
    """A text with something of everything."""
    return CORPUS


@pytest.fixture(scope="session")
def trained() -> Callable[[str], Tokenizer]:
    """A tokenizer of our own, by the name or the pattern of its split."""

    @lru_cache
    def make(split: str) -> Tokenizer:
        chosen = pre_tokenizer(split)
        words = chosen.counts(CORPUS.encode())
        vocabulary = Vocabulary.of(merge.pair for merge in train(words, 700, min_count=2))
        first_free = 256 + vocabulary.step
        specials = SpecialTokens({"<|endoftext|>": first_free, "<|end|>": first_free + 1})
        return Tokenizer(chosen, vocabulary, specials, "own")

    return make


@pytest.fixture(scope="session")
def byte_level() -> Callable[..., Any]:
    """A byte-level tokenizer trained by Hugging Face's library, with the parts given."""

    def make(pre: Any, normalizer: Any = None, size: int = 700) -> Any:
        theirs = tokenizers.Tokenizer(tokenizers.models.BPE())
        theirs.pre_tokenizer, theirs.decoder = pre, tokenizers.decoders.ByteLevel()
        if normalizer is not None:
            theirs.normalizer = normalizer
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=size,
            initial_alphabet=tokenizers.pre_tokenizers.ByteLevel.alphabet(),
            special_tokens=["<|endoftext|>"],
            show_progress=False,
        )
        theirs.train_from_iterator([CORPUS], trainer)
        return theirs

    return make


@pytest.fixture(scope="session")
def sentencepiece_style() -> Callable[..., Any]:
    """One over characters with a token for each byte, as Llama 2 and Gemma have it, with the parts given."""

    @lru_cache
    def model() -> str:
        theirs = tokenizers.Tokenizer(tokenizers.models.BPE(unk_token="<unk>"))
        theirs.normalizer = tokenizers.normalizers.Replace(" ", "▁")
        theirs.pre_tokenizer = tokenizers.pre_tokenizers.Split("▁", "merged_with_next")
        specials = ["<unk>", "<s>", "</s>", *(f"<0x{value:02X}>" for value in range(256))]
        trainer = tokenizers.trainers.BpeTrainer(
            vocab_size=900, special_tokens=specials, limit_alphabet=120, show_progress=False
        )
        theirs.train_from_iterator([CORPUS], trainer)
        return str(theirs.to_str())

    def make(
        *, normalizer: Any = None, pre: Any = None, decoder: Any = None, normalized: bool = False
    ) -> Any:
        document = json.loads(model())
        document["model"] |= {"byte_fallback": True, "fuse_unk": True}
        added = [token for token in document["added_tokens"] if not token["content"].startswith("<0x")]
        document["added_tokens"] = [token | {"normalized": normalized} for token in added]
        document["normalizer"] = document["pre_tokenizer"] = None
        theirs = tokenizers.Tokenizer.from_str(json.dumps(document))
        for name, part in (("normalizer", normalizer), ("pre_tokenizer", pre), ("decoder", decoder)):
            if part is not None:
                setattr(theirs, name, part)
        return theirs

    return make


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[Any, Callable[[dict[str, Any]], Any]], Path]:
    """The tokenizer.json of one of their tokenizers, with something changed in it."""

    def save(theirs: Any, change: Callable[[dict[str, Any]], Any]) -> Path:
        document = json.loads(theirs.to_str())
        change(document)
        path = tmp_path / "tokenizer.json"
        path.write_text(json.dumps(document), "utf-8")
        return path

    return save
