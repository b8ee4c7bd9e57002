"""Opens the `.model` files of sentencepiece: Unigram and BPE, with what they do to the text first.

Nothing of sentencepiece is needed for it. Models of whole words or single characters are refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path

from bpe_play.engine.algorithms import wire
from bpe_play.engine.algorithms.scored_pieces import ScoredPieces
from bpe_play.engine.algorithms.sentencepiece_bpe import SentencePieceBpeModel
from bpe_play.engine.algorithms.sentencepiece_text import CharsMap, SentencePieceText
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.unigram import PENALTY, UnigramModel
from bpe_play.engine.errors import ModelFileError

# Numbers of fields, from sentencepiece_model.proto.
_PIECES, _TRAINER, _NORMALIZER = 1, 2, 3
_TEXT, _SCORE, _KIND = 1, 2, 3
_MODEL_TYPE, _SUFFIX, _BYTE_FALLBACK = 3, 24, 35
_CHARSMAP, _DUMMY_PREFIX, _COLLAPSES, _ESCAPES = 2, 3, 4, 5
_UNIGRAM, _BPE = 1, 2


class Kind(IntEnum):
    """What a piece is for."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER_DEFINED = 4
    UNUSED = 5
    BYTE = 6


@dataclass
class Contents:
    """What a file says."""

    pieces: list[tuple[str, float, Kind]] = field(default_factory=list)
    trainer: Mapping[int, int | bytes] = field(default_factory=dict)
    normalizer: Mapping[int, int | bytes] = field(default_factory=dict)

    @property
    def falls_back(self) -> bool:
        """Whether unknown characters become bytes."""
        return bool(self.trainer.get(_BYTE_FALLBACK, 0))

    def of_kind(self, *kinds: Kind) -> set[int]:
        return {piece_id for piece_id, (_, _, kind) in enumerate(self.pieces) if kind in kinds}


def read_model(path: Path) -> ScoredPieces:
    """The model in a file. Raises ModelFileError when it cannot be read, or is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelFileError(f"{path.name} cannot be read: {error.strerror}", "check the path") from None
    return model_of(data)


def model_of(data: bytes) -> ScoredPieces:
    """The model in the bytes of a file."""
    return model_with(read_contents(data))


def model_with(contents: Contents) -> ScoredPieces:
    """The model that the contents of a file describe."""
    unknown = contents.of_kind(Kind.UNKNOWN)
    if len(unknown) != 1:
        raise wire.damaged(f"it has {len(unknown)} unknown tokens")
    kind = wire.as_int(contents.trainer.get(_MODEL_TYPE, _UNIGRAM))
    if kind == _UNIGRAM:
        return _unigram(contents, unknown.pop())
    if kind == _BPE:
        return _bpe(contents, unknown.pop())
    raise ModelFileError(
        "This sentencepiece model is one of words or of characters", "open one of the type unigram or bpe"
    )


def read_contents(data: bytes) -> Contents:
    """What the bytes of a file say. Raises ModelFileError when they are damaged."""
    contents = Contents()
    for number, value in wire.fields(data):
        if number == _PIECES:
            contents.pieces.append(_piece(dict(wire.fields(wire.as_bytes(value)))))
        elif number == _TRAINER:
            contents.trainer = dict(wire.fields(wire.as_bytes(value)))
        elif number == _NORMALIZER:
            contents.normalizer = dict(wire.fields(wire.as_bytes(value)))
    return contents


def _piece(message: Mapping[int, int | bytes]) -> tuple[str, float, Kind]:
    try:
        text = wire.as_bytes(message.get(_TEXT, b"")).decode("utf-8")
        kind = Kind(wire.as_int(message.get(_KIND, Kind.NORMAL)))
    except ValueError as error:
        raise wire.damaged(str(error)) from None
    return text, wire.as_float(message.get(_SCORE, bytes(4))), kind


def _unigram(contents: Contents, unk_id: int) -> UnigramModel:
    normal = [score for _, score, kind in contents.pieces if kind is Kind.NORMAL]
    highest = max([0.0, *normal])
    pieces = [
        # Scores are below 0, so a piece that a user defined is taken wherever it stands.
        (text, highest * len(text.encode()) - 0.1 if kind is Kind.USER_DEFINED else score)
        for text, score, kind in contents.pieces
    ]
    return UnigramModel(
        pieces,
        unk_id,
        contents.falls_back,
        _rules(contents),
        never=contents.of_kind(Kind.UNKNOWN, Kind.CONTROL, Kind.UNUSED, Kind.BYTE),
        unknown_score=min(normal, default=0.0) - PENALTY,
        single=True,
    )


def _bpe(contents: Contents, unk_id: int) -> SentencePieceBpeModel:
    return SentencePieceBpeModel(
        [(text, score) for text, score, _ in contents.pieces],
        unk_id,
        contents.falls_back,
        _rules(contents),
        never=contents.of_kind(Kind.UNKNOWN, Kind.CONTROL, Kind.BYTE),
        whole=[text for text, _, kind in contents.pieces if kind is Kind.USER_DEFINED],
        unused=contents.of_kind(Kind.UNUSED),
    )


def _rules(contents: Contents) -> TextRules:
    normalizer = contents.normalizer
    if not normalizer.get(_ESCAPES, 1):
        raise ModelFileError("This model does not write spaces as ▁", "open one that does")
    charsmap = wire.as_bytes(normalizer.get(_CHARSMAP, b""))
    return TextRules(
        normalizer=SentencePieceText(
            CharsMap(charsmap) if charsmap else None,
            dummy_prefix=bool(normalizer.get(_DUMMY_PREFIX, 1)),
            collapses=bool(normalizer.get(_COLLAPSES, 1)),
            as_suffix=bool(contents.trainer.get(_SUFFIX, 0)),
        )
    )
