"""WordPiece encoding: from the left, always the longest piece that the vocabulary has (BERT).

Pieces that go on within a word are written with a prefix, `##`. A word that cannot be made up of pieces is
[UNK] as a whole, and so is one with more characters than a limit. How a vocabulary is learned is in
wordpiece_training.py; this takes one from anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bpe_play.engine.algorithms.pieces import PieceModel, check_step
from bpe_play.engine.algorithms.steps import Figure, Move
from bpe_play.engine.algorithms.text_rules import UNKNOWN, Cut, TextRules
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.pretokenizers import PreTokenizer

# White space goes, every sign of punctuation stands alone: how BERT cuts a text into words.
BERT_SPLIT = PreTokenizer(
    "bert",
    "BERT: words, and each sign alone",
    r"\p{White_Space}+|[!-/:-@\[-`{-~\p{P}]|[^\p{White_Space}!-/:-@\[-`{-~\p{P}]+",
)


class WordPieceModel(PieceModel):
    """Cuts words greedily with a given vocabulary.

    unk        the text of the token for words that cannot be built; it must be in the vocabulary
    prefix     what marks a piece that goes on within a word
    max_chars  a word with more characters becomes [UNK]; BERT has 100
    born       id → the step of training that made it, for those that were not there from the start
    strict     whether a word that itself begins with the prefix may not take a piece that goes on. Hugging
               Face's may: there the word `##s` is the token ##s, and decodes to `s`.

    >>> model = WordPieceModel({"[UNK]": 0, "un": 1, "##happi": 2, "##ness": 3, "##h": 4})
    >>> model.encode("unhappiness"), model.encode("happiness")
    ([1, 2, 3], [0])
    """

    def __init__(
        self,
        vocab: Mapping[str, int],
        unk: str = UNKNOWN,
        prefix: str = "##",
        max_chars: int = 100,
        rules: TextRules | None = None,
        *,
        born: Mapping[int, int] | None = None,
        steps: int = 0,
        strict: bool = False,
    ) -> None:
        super().__init__(rules or TextRules())
        if unk not in vocab:
            raise EngineError(
                f"The vocabulary has no token {unk!r}", "name the one that stands for unknown words"
            )
        self.vocab, self.unk, self.prefix, self.max_chars = vocab, unk, prefix, max_chars
        self.steps = steps
        self._unk_id = vocab[unk]
        self._born = born or {}
        self._rest = {
            text[len(prefix) :]: token_id for text, token_id in vocab.items() if text.startswith(prefix)
        }
        self._first = {
            text: token_id
            for text, token_id in vocab.items()
            if not (strict and (text.startswith(prefix) or text == unk))
        }
        self._longest = max(map(len, vocab))
        self._texts = {token_id: text for text, token_id in vocab.items()}

    def cut(self, piece: bytes, step: int | None) -> list[Cut]:
        word = to_text(piece)
        found = [] if len(word) > self.max_chars else list(self._pieces(word, step))
        if not found or found[-1][2] < 0:
            return [Cut(self._unk_id, len(piece), True)]
        return [
            Cut(token_id, len(to_bytes(word[start:end])), token_id == self._unk_id)
            for start, end, token_id in found
        ]

    def _pieces(self, word: str, step: int | None) -> Iterator[tuple[int, int, int]]:
        """Start, end and id of each piece; the id -1 says that none fits there, and is the last."""
        start, limit = 0, check_step(step, self.steps)
        while start < len(word):
            known = self._rest if start else self._first
            for end in range(min(len(word), start + self._longest), start, -1):
                token_id = known.get(word[start:end])
                if token_id is not None and self._born.get(token_id, 0) <= limit:
                    break
            else:
                yield start, len(word), -1
                return
            yield start, end, token_id
            start = end

    def moves(self, piece: bytes, step: int | None) -> Iterator[Move]:
        """One move for each piece that is found: the pieces so far, and the rest of the word."""
        word = to_text(piece)
        unknown = (self.written(self._unk_id),)
        if len(word) > self.max_chars:
            figures = (Figure("characters", len(word)), Figure("limit", self.max_chars))
            yield Move(f"more than {self.max_chars} characters: the word is unknown", unknown, 1, figures)
            return
        found: list[bytes] = []
        for start, end, token_id in self._pieces(word, step):
            tries = Figure("tried", min(len(word) - start, self._longest) - (end - start) + 1)
            if token_id < 0:
                yield Move("no piece fits here: the whole word is unknown", unknown, 1)
                return
            found.append(self.written(token_id))
            rest = [to_bytes(word[end:])] if end < len(word) else []
            yield Move("the longest piece that fits", (*found, *rest), len(found), (tries,))

    def decode(self, ids: Iterable[int], *, step: int | None = None) -> bytes:
        """The bytes of some ids; where spaces have no tokens, one space before each word but the first."""
        tokens = [self._decoded(token_id, step) for token_id in ids]
        if self.rules.skips_spaces:
            return b"".join(tokens).removeprefix(b" ")
        return self.rules.normalizer.undo(b"".join(tokens))

    def _decoded(self, token_id: int, step: int | None) -> bytes:
        goes_on = self._texts.get(token_id, "").startswith(self.prefix)
        space = b" " if self.rules.skips_spaces and not goes_on else b""
        return space + self.token(token_id, step)

    def ids(self, step: int | None = None) -> list[int]:
        limit = check_step(step, self.steps)
        return [token_id for token_id in self._texts if self._born.get(token_id, 0) <= limit]

    def is_unknown(self, token_id: int) -> bool:
        return token_id == self._unk_id

    def born(self, token_id: int) -> int:
        return self._born.get(token_id, 0)

    def plain_token(self, token_id: int, step: int | None) -> bytes | None:
        text = self._texts.get(token_id)
        if text is None or self._born.get(token_id, 0) > check_step(step, self.steps):
            return None
        return to_bytes(text.removeprefix(self.prefix))

    def written(self, token_id: int) -> bytes:
        if token_id not in self._texts:
            return super().written(token_id)
        text = self._texts[token_id]
        return to_bytes(text.replace(" ", "▁") if self.rules.writes_spaces else text)
