"""Write a byte-level tokenizer as Hugging Face's `tokenizer.json`.

What is written is held to what was read: the pattern must mean the same there, and no two ids may have the
same bytes, since a token is known by its letters there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from bpe_play.engine.atomic import write_atomically
from bpe_play.engine.byte_letters import to_letters
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.hf_patterns import to_theirs
from bpe_play.engine.formats.numbered import check_plain, younger_letters
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.tokenizer import Tokenizer

_HF = "Hugging Face's form"


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write a tokenizer.json; EngineError, with the reason, where it cannot hold the tokenizer."""
    vocab, merges = letters_and_merges(tokenizer)
    document = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added(tokenizer, vocab),
        "normalizer": None,
        "pre_tokenizer": _pre_tokenizer(tokenizer.pre_tokenizer),
        "post_processor": None,
        "decoder": _BYTE_LEVEL,
        "model": {
            "type": "BPE",
            "dropout": None,
            "unk_token": None,
            "continuing_subword_prefix": None,
            "end_of_word_suffix": None,
            "fuse_unk": False,
            "byte_fallback": False,
            "ignore_merges": bool(tokenizer.vocabulary.whole),
            "vocab": vocab,
            "merges": merges,
        },
    }
    write_atomically(path, json.dumps(document, ensure_ascii=False, indent=1).encode())
    return younger_letters(tokenizer.pre_tokenizer)


_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}


def letters_and_merges(tokenizer: Tokenizer) -> tuple[dict[str, int], list[list[str]]]:
    """Tokens as letters with their ids, by id, and the merges as pairs of letters."""
    check_plain(tokenizer, _HF)
    vocabulary = tokenizer.vocabulary
    if vocabulary.characters:
        raise EngineError("This vocabulary starts from characters", f"{_HF} is written for bytes only")
    if len(vocabulary.steps) != vocabulary.step:
        raise EngineError(
            "Several pairs make one token at the same rank", "save it as a rank file (.tiktoken)"
        )
    letters: dict[int, str] = {}
    owner: dict[str, int] = {}
    for token_id, token in sorted(vocabulary.tokens.items()):
        text = letters[token_id] = to_letters(token)
        if owner.setdefault(text, token_id) != token_id:
            raise EngineError(
                f"The ids {owner[text]} and {token_id} have the same bytes {token!r}",
                f"{_HF} has one id for each token; choose another format",
            )
    return owner, [[letters[left], letters[right]] for left, right in vocabulary.pairs]


def _pre_tokenizer(split: PreTokenizer) -> dict[str, Any]:
    if split.pattern is None:
        return _BYTE_LEVEL
    if split.key == "gpt2":
        return {**_BYTE_LEVEL, "use_regex": True}
    cut = {"type": "Split", "pattern": {"Regex": to_theirs(split)}, "behavior": "Isolated", "invert": False}
    return {"type": "Sequence", "pretokenizers": [cut, _BYTE_LEVEL]}


def _added(tokenizer: Tokenizer, vocab: dict[str, int]) -> list[dict[str, Any]]:
    """Special tokens as Hugging Face numbers them: after the vocabulary, without a gap."""
    specials = sorted(tokenizer.specials.ids.items(), key=lambda item: item[1])
    for text, token_id in specials:
        if text in vocab:
            raise EngineError(f"The special token {text!r} is a learned token too", "rename it")
        vocab[text] = token_id
    flags = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return [{"id": token_id, "content": text, **flags} for text, token_id in specials]
