"""What models with scored pieces have in common: their ids, and what unknown text becomes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from bpe_play.engine.algorithms.piece_index import UNKNOWN_ID, Edge
from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.text_rules import Cut, TextRules
from bpe_play.engine.door import to_bytes
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import BYTES


class ScoredPieces(PieceModel):
    """A list of pieces; the id of a piece is its place in the list.

    unk_id         the piece that stands for unknown characters; several in a row become one token
    byte_fallback  whether unknown characters become the pieces `<0x00>` to `<0xFF>` instead
    """

    def __init__(
        self,
        pieces: Sequence[tuple[str, float]],
        unk_id: int | None,
        byte_fallback: bool = False,
        rules: TextRules | None = None,
    ) -> None:
        super().__init__(rules or TextRules())
        _check(pieces, unk_id)
        self._texts = [text for text, _ in pieces]
        self._unk_id = unk_id
        self._bytes = _byte_ids(self._texts) if byte_fallback else {}
        self._byte_of = {piece_id: value for value, piece_id in self._bytes.items()}

    def cuts_of(self, text: str, path: Sequence[Edge]) -> list[Cut]:
        """The tokens of a way to cut a text."""
        cuts: list[Cut] = []
        for edge in path:
            source = to_bytes(text[edge.start : edge.end])
            if edge.id != UNKNOWN_ID:
                cuts.append(Cut(edge.id, len(source), edge.id == self._unk_id))
            elif self._bytes:
                cuts += (Cut(self._bytes[value], 1) for value in source)
            elif cuts and cuts[-1].unknown:
                cuts[-1] = cuts[-1]._replace(length=cuts[-1].length + len(source))
            else:
                cuts.append(Cut(self._unknown(source), len(source), True))
        return cuts

    def _unknown(self, source: bytes) -> int:
        if self._unk_id is None:
            raise EngineError(
                f"The vocabulary has no token for {source!r}", "give it an unknown token, or byte fallback"
            )
        return self._unk_id

    def names(self, cuts: Sequence[Cut]) -> tuple[bytes, ...]:
        """How the vocabulary writes some tokens."""
        return tuple(self.written(cut.id) for cut in cuts)

    def ids(self, step: int | None = None) -> list[int]:
        return list(range(len(self._texts)))

    @property
    def next_id(self) -> int:
        return len(self._texts)

    def is_unknown(self, token_id: int) -> bool:
        return token_id == self._unk_id

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        if token_id in self._byte_of:
            return bytes([self._byte_of[token_id]])
        return to_bytes(self._texts[token_id]) if 0 <= token_id < len(self._texts) else None

    def written(self, token_id: int) -> bytes:
        if token_id in self._byte_of:
            return b"<0x%02X>" % self._byte_of[token_id]
        return super().written(token_id)


def _check(pieces: Sequence[tuple[str, float]], unk_id: int | None) -> None:
    for piece_id, (_, score) in enumerate(pieces):
        if not math.isfinite(score):
            raise EngineError(f"The piece with the id {piece_id} has the score {score}", "scores are finite")
    if unk_id is not None and not 0 <= unk_id < len(pieces):
        raise EngineError(f"The unknown token has the id {unk_id}, and no piece has it", "name another one")


def _byte_ids(texts: Sequence[str]) -> dict[int, int]:
    """Byte → id of the piece that stands for it; empty unless there are all 256."""
    by_text = {text: piece_id for piece_id, text in reversed(list(enumerate(texts)))}
    names = [f"<0x{value:02X}>" for value in range(BYTES)]
    return {value: by_text[name] for value, name in enumerate(names)} if by_text.keys() >= set(names) else {}
