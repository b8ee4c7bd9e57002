"""Files that other people's libraries write, small ones of many kinds, to be damaged and compared with."""

from __future__ import annotations

import io
import itertools
import json
from collections.abc import Callable
from typing import Any

import sentencepiece
import tokenizers
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors, trainers

from bpe_play.engine.formats.torture import TEXTS

CORPUS = [text.replace("<|", "< |").replace("<s>", "< s >") for text in TEXTS]


def _byte_level(normalizer: Any, pre: Any, size: int) -> Any:
    theirs = tokenizers.Tokenizer(models.BPE())
    theirs.pre_tokenizer, theirs.decoder = pre, decoders.ByteLevel()
    if normalizer is not None:
        theirs.normalizer = normalizer
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        special_tokens=["<|endoftext|>"],
        show_progress=False,
    )
    theirs.train_from_iterator(CORPUS, trainer)
    return theirs


def byte_level() -> list[Any]:
    """Byte-level tokenizers with what may stand before the merges."""
    level = pre_tokenizers.ByteLevel
    pres = [
        level(add_prefix_space=False),
        level(add_prefix_space=True),
        level(add_prefix_space=False, use_regex=False),
        pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), level(add_prefix_space=False)]
        ),
        pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(tokenizers.Regex(r"\p{N}{1,3}|\s+(?!\S)|\p{L}+"), "isolated"),
                level(add_prefix_space=False, use_regex=False),
            ]
        ),
    ]
    return [
        _byte_level(normalizer, pre, size)
        for (pre, normalizer), size in zip(
            itertools.product(pres, [None, normalizers.NFC()]), itertools.cycle([300, 400, 700]), strict=False
        )
    ]


def other_kinds() -> list[Any]:
    """WordPiece, Unigram, and BPE over characters."""
    bert = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    bert.normalizer = normalizers.BertNormalizer(lowercase=True)
    bert.pre_tokenizer, bert.decoder = pre_tokenizers.BertPreTokenizer(), decoders.WordPiece()
    bert.train_from_iterator(
        CORPUS,
        trainers.WordPieceTrainer(
            vocab_size=400, special_tokens=["[UNK]", "[CLS]", "[SEP]"], show_progress=False
        ),
    )
    bert.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    unigram = tokenizers.Tokenizer(models.Unigram())
    unigram.pre_tokenizer, unigram.decoder = pre_tokenizers.Metaspace(), decoders.Metaspace()
    unigram.train_from_iterator(
        CORPUS,
        trainers.UnigramTrainer(
            vocab_size=400, special_tokens=["<unk>"], unk_token="<unk>", show_progress=False
        ),
    )
    characters = tokenizers.Tokenizer(models.BPE(unk_token="<unk>"))
    characters.pre_tokenizer = pre_tokenizers.Whitespace()
    characters.train_from_iterator(
        CORPUS, trainers.BpeTrainer(vocab_size=400, special_tokens=["<unk>"], show_progress=False)
    )
    return [bert, unigram, characters]


def _hugging_face() -> list[bytes]:
    made = [*byte_level(), *other_kinds()]
    return [json.dumps(json.loads(theirs.to_str()), ensure_ascii=False).encode() for theirs in made]


def _sentencepiece() -> list[bytes]:
    found = []
    for kind, fallback in itertools.product(["bpe", "unigram"], [False, True]):
        writer = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(CORPUS),
            model_writer=writer,
            model_type=kind,
            vocab_size=700 if fallback else 420,
            byte_fallback=fallback,
            hard_vocab_limit=False,
            minloglevel=2,
        )
        found.append(writer.getvalue())
    return found


MAKERS: dict[str, Callable[[], list[bytes]]] = {
    "hugging face": _hugging_face,
    "sentencepiece": _sentencepiece,
}
