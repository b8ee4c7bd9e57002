"""What formats ask for that number tokens by themselves: bytes 0 to 255, then one id a merge."""

from __future__ import annotations

from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.errors import EngineError
from bpe_play.engine.formats.hf_stages import Staged
from bpe_play.engine.formats.hf_tokenizer import RuledTokenizer
from bpe_play.engine.merges import BYTES, Pair
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.unicode16 import Unicode16PreTokenizer


def own_numbers(tokenizer: Tokenizer, format_name: str) -> list[Pair]:
    """The pairs in order of learning; EngineError where the ids are not those that such a format gives."""
    _check_merges(tokenizer, format_name)
    vocabulary = tokenizer.vocabulary
    in_order = vocabulary.ids == list(range(BYTES, BYTES + vocabulary.step))
    if vocabulary.characters or vocabulary.byte_ids != tuple(range(BYTES)) or not in_order:
        raise EngineError(
            f"{format_name} numbers bytes 0 to 255 and merges from 256 on; this vocabulary has other ids",
            "choose a format that holds ids",
        )
    if vocabulary.whole or vocabulary.singly or len(vocabulary) != BYTES + vocabulary.step:
        raise EngineError(
            f"{format_name} holds merges only; this vocabulary has more", "choose another format"
        )
    check_plain(tokenizer, format_name)
    return vocabulary.pairs


def _check_merges(tokenizer: Tokenizer, format_name: str) -> None:
    if isinstance(tokenizer, TrainedTokenizer):
        raise EngineError(
            f"{format_name} holds merges of bytes; this is {tokenizer.trained.algorithm.title}",
            "save it as our own model, with a name that ends in .json",
        )


def check_plain(tokenizer: Tokenizer, format_name: str) -> None:
    """EngineError where a tokenizer does more to a text than one pattern and special tokens do."""
    _check_merges(tokenizer, format_name)
    if isinstance(tokenizer, RuledTokenizer) or isinstance(tokenizer.pre_tokenizer, Staged):
        raise EngineError(
            f"{format_name} holds one pattern; this tokenizer does more to a text before it cuts it",
            "keep the file that it came from",
        )


def younger_letters(split: PreTokenizer) -> list[str]:
    """What is to be said where a split of ours goes to a library that knows Unicode 16 only."""
    if split.pattern is None or isinstance(split, Unicode16PreTokenizer):
        return []
    return ["letters younger than Unicode 16 are cut otherwise by the library that owns this format"]
