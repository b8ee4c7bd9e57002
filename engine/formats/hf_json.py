"""Hugging Face's `tokenizer.json`: BPE (byte-level, or SentencePiece style), WordPiece, and Unigram.

A tokenizer that opens gives the ids that `tokenizers` gives with add_special_tokens=False; one that uses
something else does not open, and the message names it. In the mode TEXT special tokens in a text are plain
text, as with `encode_special_tokens` there; SPECIAL is the default there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, repeat

from bpe_play.engine.fields import Field, shown
from bpe_play.engine.formats.hf_added import AddedToken
from bpe_play.engine.formats.hf_cutting import Cutting, pre_tokenizer
from bpe_play.engine.formats.hf_decoding import decoding
from bpe_play.engine.formats.hf_models import CharacterModel, character_model
from bpe_play.engine.formats.hf_parts import added_tokens, may_put_a_space, normalizer, strips_a_space
from bpe_play.engine.formats.hf_steps import NormalizerStep, Replace
from bpe_play.engine.formats.hf_tokenizer import RuledTokenizer, TextRules
from bpe_play.engine.formats.hf_vocabulary import (
    BYTE_LEVEL,
    SENTENCEPIECE,
    SPACE,
    Merges,
    build,
    check_ids,
    take_out,
)
from bpe_play.engine.formats.hf_words import word_stages
from bpe_play.engine.formats.model_tokenizer import ModelTokenizer, UnmergedVocabulary
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.vocabulary import Vocabulary

_TOP = (
    *("version", "truncation", "padding", "added_tokens", "normalizer"),
    *("pre_tokenizer", "post_processor", "decoder", "model"),
)
_MODEL = (
    *("type", "dropout", "unk_token", "continuing_subword_prefix", "end_of_word_suffix"),
    *("fuse_unk", "byte_fallback", "ignore_merges", "vocab", "merges"),
)
_WRITING = Replace(b" ", SPACE.encode())
_WRITTEN_SPACES = Replace(SPACE.encode(), b" ")


def sniff(source: Source) -> bool:
    value = source.json if source.starts_as_json else None
    return isinstance(value, dict) and isinstance(value.get("model"), dict)


def read(source: Source) -> OpenedTokenizer:
    """The tokenizer of a tokenizer.json; ModelFileError names what is not supported."""
    top = Field(source.json, "", source.name)
    top.members(_TOP)
    parts = {name: Field(top.value.get(name), name, source.name) for name in _TOP}
    _refuse_what_changes_ids(parts)
    over_characters = character_model(source, parts["model"])
    return _merging(source, parts) if over_characters is None else _of_model(source, parts, over_characters)


def _merging(source: Source, parts: Mapping[str, Field]) -> OpenedTokenizer:
    """A BPE tokenizer."""
    model = parts["model"]
    _check_model(model)
    steps = normalizer(parts["normalizer"])
    spaces_are_written = _all_spaces_are_written(steps)
    cutting = pre_tokenizer(parts["pre_tokenizer"], SPACE if spaces_are_written else " ")
    vocabulary = _vocabulary(source, model, cutting, spaces_are_written)
    added = _added(parts["added_tokens"], model.value["vocab"])
    take_out(source, vocabulary, {token.id: token.content for token in added if token.special})
    _take_in(vocabulary, added)
    rules = _rules(steps, cutting, added, parts["decoder"], bool(vocabulary.characters))
    notes = _notes(parts["post_processor"])
    if rules.are_plain:
        specials = SpecialTokens({token.content: token.id for token in added})
        return OpenedTokenizer(cutting.split, vocabulary, specials, source.name, notes)
    return RuledTokenizer(cutting.split, vocabulary, rules, source.name, notes)


def _of_model(source: Source, parts: Mapping[str, Field], found: CharacterModel) -> OpenedTokenizer:
    """A tokenizer that does not merge."""
    added = _added(parts["added_tokens"], found.vocab)
    vocabulary = UnmergedVocabulary(found.tokens, found.byte_ids, found.why)
    for token in added:
        if token.special:
            vocabulary.tokens.pop(token.id, None)
    _take_in(vocabulary, added)
    return ModelTokenizer(
        found.model,
        vocabulary,
        TextRules(added, normalizer(parts["normalizer"])),
        written={token_id: text.encode() for text, token_id in found.vocab.items()},
        joined=decoding(parts["decoder"]),
        stages=word_stages(parts["pre_tokenizer"]),
        name=source.name,
        notes=_notes(parts["post_processor"]),
    )


def _added(field: Field, vocab: Mapping[str, int]) -> list[AddedToken]:
    added = added_tokens(field)
    _check_added(field, added, vocab)
    return added


def _take_in(vocabulary: Vocabulary, added: Sequence[AddedToken]) -> None:
    for token in added:
        if not token.special:
            vocabulary.tokens.setdefault(token.id, token.content.encode())


def _refuse_what_changes_ids(parts: Mapping[str, Field]) -> None:
    if parts["version"].value not in (None, "1.0"):
        parts["version"].expected('"1.0"')
    for name in ("truncation", "padding"):
        if parts[name].value is not None:
            parts[name].refuse(
                f"{name} is not supported", 'set it to null in a copy of the file, as "no limit"'
            )


def _check_model(model: Field) -> None:
    """Whether this is a BPE model that does nothing we do not."""
    kind = model.value.get("type", "BPE" if "merges" in model.value else None)
    if kind != "BPE":
        named = kind if isinstance(kind, str) else shown(kind)
        model.refuse(f"model {named} is not supported", "BPE, WordPiece and Unigram are")
    for name in model.value:
        if name not in _MODEL:
            model.refuse(f"model BPE with {shown(name)} is not supported", "choose another file")
    for name in ("dropout", "continuing_subword_prefix", "end_of_word_suffix"):
        if model.value.get(name):
            model.member(name).refuse(f"model BPE with {name} is not supported", "choose another file")
    model.member("vocab")
    model.member("merges")


def _vocabulary(source: Source, model: Field, cutting: Cutting, spaces_are_written: bool) -> Vocabulary:
    vocab = check_ids(source, model.value["vocab"], "model.vocab")
    merges = _merges(model.member("merges"))
    if cutting.is_byte_level:
        writing = BYTE_LEVEL
    elif model.value.get("byte_fallback") is True and (spaces_are_written or cutting.writes_spaces):
        writing = SENTENCEPIECE
    else:
        model.refuse(
            "model BPE over characters without byte fallback is not supported",
            "choose a byte-level tokenizer",
        )
    whole = model.value.get("ignore_merges") is True
    return build(source, vocab, merges, writing, lambda index: f"model.merges[{index}]", whole=whole)


def _merges(field: Field) -> Merges:
    """Left and right texts; old files write both as one text with a space between."""
    rows = field.list()
    if not rows:
        return [], []
    kinds = set(map(type, rows))
    if kinds == {str} and set(map(str.count, rows, repeat(" "))) == {1}:
        texts = " ".join(rows).split(" ")
    elif kinds == {list} and set(map(len, rows)) == {2}:
        texts = list(chain.from_iterable(rows))
    else:
        texts = list(chain.from_iterable(_row(field, index, row) for index, row in enumerate(rows)))
    return texts[::2], texts[1::2]


def _row(field: Field, index: int, row: object) -> Sequence[str]:
    parts = row.split(" ") if isinstance(row, str) else row
    if not isinstance(parts, list) or len(parts) != 2:
        field.item(index).expected("two tokens")
    return parts


def _check_added(field: Field, added: Sequence[AddedToken], vocab: Mapping[str, int]) -> None:
    """Each added token must have the id that Hugging Face gives it: that in the vocabulary, or the next."""
    given: dict[int, str] = {}
    for index, token in enumerate(added):
        free = max([len(vocab) - 1, *given]) + 1
        expected = vocab.get(token.content, free)
        if token.id != expected:
            field.item(index).refuse(
                f"the added token {shown(token.content)} gets the id {expected}, not {token.id}"
            )
        if token.id in given:
            field.item(index).refuse(f"the id {token.id} belongs to {shown(given[token.id])} already")
        given[token.id] = token.content


def _all_spaces_are_written(steps: Sequence[NormalizerStep]) -> bool:
    """Whether the normalizer makes each space a ▁; a real space after that would be another character."""
    if _WRITING not in steps:
        return False
    later = steps[len(steps) - steps[::-1].index(_WRITING) :]
    return not any(may_put_a_space(step) for step in later)


def _rules(
    steps: Sequence[NormalizerStep],
    cutting: Cutting,
    added: Sequence[AddedToken],
    decoder: Field,
    has_characters: bool,
) -> TextRules:
    """Inside, a space is a space: what writes ▁ for it is undone at the end."""
    prepare = cutting.prepare
    if has_characters:
        prepare = (*prepare, _WRITTEN_SPACES)
    return TextRules(added, steps, prepare, cutting.only_first, strips_a_space(decoder))


def _notes(post_processor: Field) -> list[str]:
    """What the owner adds around a text, and we do not."""
    value = post_processor.value
    kind = value.get("type") if isinstance(value, dict) else None
    if kind in (None, "ByteLevel"):
        return []
    return [f"Its post-processor ({str(kind)[:40]}) may put tokens around a text; they are not shown here"]
