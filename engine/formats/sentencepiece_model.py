"""sentencepiece's own `.model` files, of the types bpe and unigram; see algorithms/sentencepiece_file.py.

BPE there has no list of merges: any two neighbours merge that make a piece, the best score first. All ways
to halve a piece are one step here, so such a file has steps like any BPE. Where that is not all there is to
it (unused pieces, equal scores), the model cuts by itself and there are no steps.
Control tokens, such as `<s>`, are special tokens; sentencepiece never makes one of a text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from bpe_play.engine.algorithms.scored_pieces import ScoredPieces
from bpe_play.engine.algorithms.sentencepiece_bpe import SentencePieceBpeModel
from bpe_play.engine.algorithms.sentencepiece_file import Contents, Kind, model_with, read_contents
from bpe_play.engine.algorithms.sentencepiece_text import SentencePieceText
from bpe_play.engine.errors import ModelFileError
from bpe_play.engine.formats.hf_added import AddedToken, AddedTokens
from bpe_play.engine.formats.hf_steps import Replace
from bpe_play.engine.formats.hf_tokenizer import RuledPiece, RuledTokenizer, TextRules
from bpe_play.engine.formats.hf_vocabulary import SPACE
from bpe_play.engine.formats.model_tokenizer import ModelTokenizer, UnmergedVocabulary
from bpe_play.engine.formats.opened import OpenedTokenizer
from bpe_play.engine.formats.source import Source
from bpe_play.engine.merges import BYTES, SINGLE_BYTES, Pair
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.vocabulary import Vocabulary

_NO_MERGES = {
    False: "Unigram has no merges: of all ways to cut a text, it takes the most probable one",
    True: "This sentencepiece model merges by rules of its own, which no list of steps can tell",
}


def sniff(source: Source) -> bool:
    """Whether the file begins with a piece: a message in the field 1 that itself begins with a text."""
    data = source.data
    if data[:1] != b"\x0a" or data[2:3] != b"\x0a" or len(data) < 4:
        return False
    length, of_text = data[1], data[3]
    return of_text + 2 <= length < 0x80 and b"\n" not in data[4 : 4 + of_text]


def read(source: Source) -> OpenedTokenizer:
    """The tokenizer of a sentencepiece model."""
    try:
        contents = read_contents(source.data)
        model = model_with(contents)
    except ModelFileError as error:
        source.refuse(error.title[:1].lower() + error.title[1:], error.hint)
    controls = {contents.pieces[piece_id][0]: piece_id for piece_id in contents.of_kind(Kind.CONTROL)}
    controls.pop("", None)
    tokens = {
        piece_id: text.replace(SPACE, " ").encode()
        for piece_id, (text, _, kind) in enumerate(contents.pieces)
        if kind is not Kind.CONTROL
    }
    byte_ids = _byte_ids(contents)
    tokens.update(zip(byte_ids, SINGLE_BYTES, strict=False))
    text = model.rules.normalizer
    assert isinstance(text, SentencePieceText)
    if isinstance(model, SentencePieceBpeModel) and not text.as_suffix:
        merging = _merging(contents, tokens, byte_ids)
        if merging is not None:
            return _Merging(merging, contents, text, controls, source.name)
    why = _NO_MERGES[isinstance(model, SentencePieceBpeModel)]
    return _of_model(model, UnmergedVocabulary(tokens, byte_ids, why), text, controls, source.name)


def _added(controls: Mapping[str, int]) -> list[AddedToken]:
    return [AddedToken(piece_id, name, special=True) for name, piece_id in controls.items()]


def _byte_ids(contents: Contents) -> list[int]:
    """The tokens of the single bytes, in order, if there are all of them."""
    by_name = {contents.pieces[piece_id][0]: piece_id for piece_id in contents.of_kind(Kind.BYTE)}
    names = [f"<0x{value:02X}>" for value in range(BYTES)]
    return [by_name[name] for name in names] if by_name.keys() >= set(names) else []


# Models that cut by themselves.


def _of_model(
    model: ScoredPieces,
    vocabulary: UnmergedVocabulary,
    text: SentencePieceText,
    controls: Mapping[str, int],
    name: str,
) -> ModelTokenizer:
    rules = TextRules(_added(controls), [text])
    return ModelTokenizer(
        model, vocabulary, rules, written=vocabulary.tokens, joined=_joined(text), name=name
    )


def _joined(text: SentencePieceText) -> Callable[[list[bytes]], bytes]:
    return lambda tokens: text.undo(b"".join(tokens))


# BPE with steps.


class _Merging(RuledTokenizer):
    """BPE over characters.

    Pieces that a user defined are taken as they stand; without byte fallback, a run of unknown characters
    is one token.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        contents: Contents,
        text: SentencePieceText,
        controls: Mapping[str, int],
        name: str,
    ) -> None:
        strips = text.dummy_prefix or text.collapses
        rules = TextRules(_added(controls), [text], [Replace(SPACE.encode(), b" ")], strips=strips)
        super().__init__(PRETOKENIZERS["none"], vocabulary, rules, name)
        self._unknown = None if vocabulary.byte_ids else contents.of_kind(Kind.UNKNOWN).pop()
        defined = sorted(contents.of_kind(Kind.USER_DEFINED))
        self._defined = AddedTokens([AddedToken(number, _spaced(contents, number)) for number in defined])

    def plain_pieces(self, segment: RuledPiece) -> Iterator[RuledPiece]:
        for piece in super().plain_pieces(segment):
            start = 0
            for data, defined in self._defined.cut(piece.data, lambda token: True):
                part = piece.part(start, start + len(data))
                yield from self._known_runs(part) if defined is None else [replace(part, id=defined)]
                start += len(data)

    def _known_runs(self, piece: RuledPiece) -> Iterator[RuledPiece]:
        if self._unknown is None:
            yield piece
            return
        start = 0
        for end, is_known in _runs(piece.data.decode(), self.vocabulary.characters):
            run = piece.part(start, end)
            yield run if is_known else replace(run, id=self._unknown, unknown=True)
            start = end


def _spaced(contents: Contents, piece_id: int) -> str:
    return contents.pieces[piece_id][0].replace(SPACE, " ")


def _runs(text: str, characters: Mapping[str, int]) -> Iterator[tuple[int, bool]]:
    """Where each run of known or unknown characters ends, in bytes, and which of both it is."""
    end = 0
    for is_known, run in groupby(text, characters.__contains__):
        end += len("".join(run).encode())
        yield end, is_known


def _merging(contents: Contents, tokens: Mapping[int, bytes], byte_ids: list[int]) -> Vocabulary | None:
    """The vocabulary with a step for each piece; None where steps do not tell the whole."""
    if contents.of_kind(Kind.UNUSED) or (contents.falls_back and not byte_ids):
        return None
    pieces = {
        text.replace(SPACE, " "): (piece_id, score)
        for piece_id, (text, score, kind) in enumerate(contents.pieces)
        if kind is Kind.NORMAL and text
    }
    longer = {text: score for text, (_, score) in pieces.items() if len(text) > 1}
    if not _are_ordered(longer) or not pieces.keys() >= set("".join(pieces)):
        return None
    return _vocabulary(pieces, tokens, byte_ids if contents.falls_back else [])


def _are_ordered(scores: Mapping[str, float]) -> bool:
    """Whether no two pieces have one score, but for runs of one character that come after all others.

    Llama has such runs, of spaces. Among equal scores the leftmost merge comes first, so that a run grows
    from the left as long as it can. If longer runs come first, and then the leftmost, it grows so as well.
    """
    count = Counter(scores.values())
    equal = [text for text, score in scores.items() if count[score] > 1]
    return not equal or (
        {scores[text] for text in equal} == {min(scores.values())} and len(set("".join(equal))) == 1
    )


def _vocabulary(
    pieces: Mapping[str, tuple[int, float]], tokens: Mapping[int, bytes], byte_ids: list[int]
) -> Vocabulary:
    best_first = sorted((-score, -len(text), text) for text, (_, score) in pieces.items() if len(text) > 1)
    halves = ((pieces[text][0], _halves(text, pieces)) for _, _, text in best_first)
    made = [(piece_id, pairs) for piece_id, pairs in halves if pairs]
    vocabulary = Vocabulary.of_parts(
        byte_ids, dict(tokens), [pairs[0] for _, pairs in made], [piece_id for piece_id, _ in made]
    )
    for step, (_, pairs) in enumerate(made, start=1):
        vocabulary.steps.update(dict.fromkeys(pairs, step))
    vocabulary.characters = {text: piece_id for text, (piece_id, _) in pieces.items() if len(text) == 1}
    vocabulary.singly = True
    return vocabulary


def _halves(text: str, pieces: Mapping[str, tuple[int, float]]) -> list[Pair]:
    both = ((pieces.get(text[:at]), pieces.get(text[at:])) for at in range(1, len(text)))
    return [(left[0], right[0]) for left, right in both if left is not None and right is not None]
