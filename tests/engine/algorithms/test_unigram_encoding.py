"""Unigram with given scores cuts as sentencepiece and Hugging Face's do, and knows the other ways to cut."""

from __future__ import annotations

import io
import math
from collections import Counter
from itertools import pairwise, product
from typing import Any

import pytest

from bpe_play.engine.algorithms import wire
from bpe_play.engine.algorithms.piece_index import best_path, best_paths
from bpe_play.engine.algorithms.sentencepiece_file import model_of
from bpe_play.engine.algorithms.unigram import UnigramModel
from bpe_play.engine.errors import EngineError

PIECES = [("[UNK]", 0.0), ("a", -2.0), ("b", -2.5), ("ab", -3.0), ("ba", -3.5), ("aba", -6.0)]


def train_peer(text: bytes, **options: Any) -> bytes:
    spm = pytest.importorskip("sentencepiece")
    model = io.BytesIO()
    spm.SentencePieceTrainer.train(
        sentence_iterator=iter(text.decode().split("\n")), model_writer=model, minloglevel=2, **options
    )
    return model.getvalue()


@pytest.fixture(scope="module", params=[False, True], ids=["unknown token", "byte fallback"])
def peer_file(request: pytest.FixtureRequest, english: bytes) -> bytes:
    return train_peer(
        english,
        vocab_size=1000,
        byte_fallback=request.param,
        normalization_rule_name="identity",
        add_dummy_prefix=False,
        remove_extra_whitespaces=False,
    )


def pieces_of(peer: Any) -> list[tuple[str, float]]:
    return [(peer.id_to_piece(piece), peer.get_score(piece)) for piece in range(peer.piece_size())]


def test_it_equals_sentencepiece_on_ten_thousand_strings(peer_file: bytes, strings: list[str]) -> None:
    spm = pytest.importorskip("sentencepiece")
    peer = spm.SentencePieceProcessor(model_proto=peer_file)
    ours = model_of(peer_file)
    assert [ours.encode(text) for text in strings] == peer.encode(strings)


def test_it_equals_hugging_face_on_ten_thousand_strings(peer_file: bytes, strings: list[str]) -> None:
    spm, tokenizers = pytest.importorskip("sentencepiece"), pytest.importorskip("tokenizers")
    peer = spm.SentencePieceProcessor(model_proto=peer_file)
    pieces, fallback = pieces_of(peer), peer.is_byte(3)
    face = tokenizers.Tokenizer(tokenizers.models.Unigram(pieces, peer.unk_id(), fallback))
    ours = UnigramModel(pieces, peer.unk_id(), fallback)
    marked = [text.replace(" ", "▁") for text in strings]
    assert [ours.encode(text) for text in marked] == [encoding.ids for encoding in face.encode_batch(marked)]


def test_the_best_ways_and_their_scores_equal_those_of_sentencepiece(
    peer_file: bytes, english: bytes
) -> None:
    spm = pytest.importorskip("sentencepiece")
    peer = spm.SentencePieceProcessor(model_proto=peer_file)
    ours = model_of(peer_file)
    assert isinstance(ours, UnigramModel)
    for word in sorted(set(english.decode().split()))[::7]:
        found = ours.segmentations(word, 5)
        expected = peer.nbest_encode(word, nbest_size=5, return_type="serialized_proto")
        scores = [_score(wire.as_bytes(value)) for number, value in wire.fields(expected) if number == 1]
        assert len(found) == len(scores)
        assert all(abs(way.score - score) < 1e-4 for way, score in zip(found, scores, strict=True)), word


def _score(message: bytes) -> float:
    """Field 3 of a SentencePieceText."""
    return wire.as_float(dict(wire.fields(message)).get(3, bytes(4)))


def every_way(text: str) -> dict[tuple[str, ...], float]:
    """All ways to cut a text into known pieces, by trying every set of borders."""
    scores = dict(PIECES)
    ways: dict[tuple[str, ...], float] = {}
    for borders in product([False, True], repeat=len(text) - 1):
        cuts = [0, *(at + 1 for at, border in enumerate(borders) if border), len(text)]
        parts = tuple(text[start:end] for start, end in pairwise(cuts))
        if all(part in scores for part in parts):
            ways[parts] = sum(scores[part] for part in parts)
    return ways


@pytest.mark.parametrize("text", ["a", "ab", "aba", "abab", "bababa", "aabbaba"])
def test_the_best_few_are_the_best_of_all_ways(text: str) -> None:
    model = UnigramModel(PIECES, 0)
    ways = every_way(text)
    total = sum(math.exp(score) for score in ways.values())
    found = model.segmentations(text, 100)
    assert {tuple(map(bytes.decode, way.pieces)) for way in found} == set(ways)
    assert [way.score for way in found] == sorted((way.score for way in found), reverse=True)
    assert sum(way.probability for way in found) == pytest.approx(1)
    for way in found:
        score = ways[tuple(map(bytes.decode, way.pieces))]
        assert way.score == pytest.approx(score)
        assert way.probability == pytest.approx(math.exp(score) / total)


@pytest.mark.parametrize("text", ["abab", "bazba", "zz", ""])
def test_the_way_to_each_place_is_the_best_way_of_the_text_up_to_there(text: str) -> None:
    index = UnigramModel(PIECES, 0).index(None)
    best = best_paths(text, index)
    assert [best(end) for end in range(len(text) + 1)] == [
        best_path(text[:end], index) for end in range(len(text) + 1)
    ]


def test_of_equal_ways_the_one_with_the_longer_last_piece_is_taken() -> None:
    model = UnigramModel([("[UNK]", 0.0), ("a", -1.0), ("aa", -1.5)], 0)
    assert model.encode("aaa") == [1, 2]


def test_sampling_follows_the_probabilities_and_the_seed() -> None:
    model = UnigramModel(PIECES, 0)
    drawn = Counter(tuple(model.sample("aba", seed=seed).ids) for seed in range(4000))
    for way in model.segmentations("aba"):
        assert drawn[way.ids] / 4000 == pytest.approx(way.probability, abs=0.03)
    assert model.sample("abab" * 9, seed=5) == model.sample("abab" * 9, seed=5)


def test_a_low_temperature_takes_the_best_and_a_high_one_takes_any() -> None:
    model = UnigramModel(PIECES, 0)
    best = tuple(model.encode("aba"))
    cold = {tuple(model.sample("aba", temperature=0.01, seed=seed).ids) for seed in range(50)}
    hot = Counter(tuple(model.sample("aba", temperature=1000, seed=seed).ids) for seed in range(3000))
    assert cold == {best}
    assert len(hot) == len(every_way("aba"))
    assert max(hot.values()) / min(hot.values()) < 1.4
    with pytest.raises(EngineError, match="temperature"):
        model.sample("a", temperature=0)


def test_every_sample_decodes_to_the_text() -> None:
    model = UnigramModel(PIECES, 0)
    for seed in range(20):
        assert model.decode(model.sample("abaabbab", seed=seed, temperature=3).ids) == b"abaabbab"


def test_the_explanation_shows_the_best_way_to_each_place() -> None:
    moves = list(UnigramModel(PIECES, 0).explain("abab"))
    assert [move.pieces for move in moves[:3]] == [(b"a", b"bab"), (b"ab", b"ab"), (b"ab", b"a", b"b")]
    assert moves[-1].title == "the best way of all"
    assert moves[-1].pieces == (b"ab", b"ab")
    assert dict(moves[-1].figures)["score"] == -6.0


@pytest.mark.parametrize("score", [math.nan, math.inf, -math.inf])
def test_a_score_that_is_no_number_is_refused(score: float) -> None:
    with pytest.raises(EngineError, match="score"):
        UnigramModel([("[UNK]", 0.0), ("a", score)], 0)


def test_an_unknown_character_without_a_token_for_it_is_an_error() -> None:
    with pytest.raises(EngineError, match="no token for"):
        UnigramModel([("a", -1.0)], None).encode("b")
