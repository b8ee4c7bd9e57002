"""The models of a tokenizer.json that see text as characters: WordPiece and Unigram."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bpe_play.engine.algorithms.piece_index import UNKNOWN_ID, Edge
from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.text_rules import Cut
from bpe_play.engine.algorithms.unigram import UnigramModel
from bpe_play.engine.algorithms.wordpiece import WordPieceModel
from bpe_play.engine.door import to_bytes
from bpe_play.engine.fields import Field, shown
from bpe_play.engine.formats.hf_reading import flag
from bpe_play.engine.formats.hf_vocabulary import MAX_ID, SPACE, check_ids
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import SINGLE_BYTES

_WORDPIECE = ("type", "unk_token", "continuing_subword_prefix", "max_input_chars_per_word", "vocab")
_UNIGRAM = ("type", "unk_id", "vocab", "byte_fallback")
_BYTE_TOKENS = {f"<0x{value:02X}>": value for value in range(256)}


@dataclass(frozen=True)
class CharacterModel:
    """A model, and what is to be known about it.

    vocab     its tokens as the file writes them, and their ids
    tokens    the bytes that each token stands for
    byte_ids  its tokens for single bytes, if it has all of them and uses them
    why       why it has no merges, in a sentence
    """

    model: PieceModel
    vocab: Mapping[str, int]
    tokens: Mapping[int, bytes]
    byte_ids: Sequence[int]
    why: str


def character_model(source: Source, field: Field) -> CharacterModel | None:
    """The model in the field `model`; None where it is of another kind."""
    kind = field.value.get("type") or _kind_of_old(field)
    read: dict[object, Callable[[Source, Field], CharacterModel]] = {
        "WordPiece": _wordpiece,
        "Unigram": _unigram,
    }
    if not isinstance(kind, str) or kind not in read:
        return None
    return read[kind](source, field)


def _kind_of_old(field: Field) -> str | None:
    """Old files do not name the model."""
    if "unk_id" in field.value:
        return "Unigram"
    return "WordPiece" if "max_input_chars_per_word" in field.value else None


# WordPiece.


def _wordpiece(source: Source, field: Field) -> CharacterModel:
    parts = field.members(_WORDPIECE)
    vocab = check_ids(source, parts["vocab"].value if "vocab" in parts else None, "model.vocab")
    if "" in vocab:
        field.refuse("the vocabulary has a token without any text")
    unk = field.member("unk_token").text()
    if unk not in vocab:
        field.member("unk_token").refuse(f"the vocabulary has no token {shown(unk)}")
    prefix = field.member("continuing_subword_prefix").text()
    limit = field.member("max_input_chars_per_word").whole(0, MAX_ID)
    tokens = {token_id: to_bytes(text.removeprefix(prefix)) for text, token_id in vocab.items()}
    return CharacterModel(
        WordPieceModel(vocab, unk, prefix, limit),
        vocab,
        tokens,
        (),
        "WordPiece has no merges: from the left, it takes the longest piece that fits",
    )


# Unigram.


class HuggingFaceUnigram(UnigramModel):
    """Unigram as Hugging Face encodes it: what is unknown is joined first, and looked up after that."""

    def cuts_of(self, text: str, path: Sequence[Edge]) -> list[Cut]:
        cuts: list[Cut] = []
        unknown = ""
        for edge in path:
            part = text[edge.start : edge.end]
            if edge.id in (UNKNOWN_ID, self._unk_id):
                unknown += part
                continue
            cuts += [*self._looked_up(unknown), Cut(edge.id, len(to_bytes(part)))]
            unknown = ""
        return cuts + self._looked_up(unknown)

    def _looked_up(self, text: str) -> list[Cut]:
        if not text:
            return []
        entry = self.index(None).find(text)
        source = to_bytes(text)
        if entry is not None:
            return [Cut(entry[0], len(source), entry[0] == self._unk_id)]
        if self._bytes and self._bytes.keys() >= set(source):
            return [Cut(self._bytes[value], 1) for value in source]
        return [Cut(self._unknown(source), len(source), True)]


def _unigram(source: Source, field: Field) -> CharacterModel:
    field.members(_UNIGRAM)
    rows = field.member("vocab")
    pieces = _scored(rows)
    unk = field.value.get("unk_id")
    unk_id = None if unk is None else field.member("unk_id").whole(0, len(pieces) - 1)
    falls_back = flag(field, "byte_fallback", False)
    vocab = {text: token_id for token_id, (text, _) in enumerate(pieces)}
    if len(vocab) < len(pieces):
        _refuse_twice(rows, vocab)
    model = HuggingFaceUnigram(pieces, unk_id, falls_back)
    byte_ids = [vocab[text] for text in _BYTE_TOKENS if text in vocab] if falls_back else []
    if falls_back and len(byte_ids) not in (0, 256):
        rows.refuse("byte fallback with tokens for some bytes only is not supported", "take another file")
    tokens = {token_id: text.replace(SPACE, " ").encode() for text, token_id in vocab.items()}
    tokens.update(zip(byte_ids, SINGLE_BYTES, strict=False))
    why = "Unigram has no merges: of all ways to cut a text, it takes the most probable one"
    return CharacterModel(model, vocab, tokens, byte_ids, why)


def _scored(rows: Field) -> list[tuple[str, float]]:
    found: list[tuple[str, float]] = []
    for index, row in enumerate(rows.list()):
        if not (isinstance(row, list) and len(row) == 2 and isinstance(row[0], str) and row[0]):
            rows.item(index).expected("a token and its score")
        if type(row[1]) not in (int, float) or not math.isfinite(row[1]):
            rows.item(index).expected("a token and its score")
        found.append((row[0], float(row[1])))
    if not found:
        rows.expected("a list of tokens and scores")
    return found


def _refuse_twice(rows: Field, vocab: Mapping[str, int]) -> None:
    index = next(index for index, row in enumerate(rows.value) if vocab[row[0]] != index)
    rows.item(index).refuse(f"the token {shown(rows.value[index][0])} stands twice")
