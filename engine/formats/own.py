"""Our own model file, among the others; what it holds is said in engine/model_file.py."""

from __future__ import annotations

from pathlib import Path

from bpe_play.engine import model_file
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.formats.numbered import own_numbers
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import TieRule
from bpe_play.engine.model import Model
from bpe_play.engine.tokenizer import Tokenizer


def sniff(source: Source) -> bool:
    return model_file.is_model(source.data)


def read(source: Source) -> Tokenizer:
    model = model_file.loads(source.data, source.name)
    if not isinstance(model, Model):
        return model.tokenizer(source.name)
    made = model.tokenizer(source.name)
    return OpenedTokenizer(made.pre_tokenizer, made.vocabulary, made.specials, made.name, model.notices())


def write(tokenizer: Tokenizer, path: Path) -> list[str]:
    """Write all of a trained model; of another tokenizer merges, split and special tokens, as it does not
    know how it was trained."""
    if isinstance(tokenizer, TrainedTokenizer):
        model_file.save(tokenizer.trained, path)
        return tokenizer.trained.limits()
    pairs = own_numbers(tokenizer, "Our model file")
    model = Model(tokenizer.pre_tokenizer, TieRule.FIRST_SEEN, tuple(pairs), specials=tokenizer.specials.ids)
    model_file.save(model, path)
    return ["the tie rule of its training is not known; first-seen is written"]
