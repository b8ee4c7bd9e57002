"""What every algorithm of the table promises; a new one is held to it by being there."""

from __future__ import annotations

import pickle
from itertools import islice
from typing import Any

import pytest

from bpe_play.engine.algorithms.losses import loss
from bpe_play.engine.algorithms.protocol import Algorithm, Model, run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS, algorithm
from bpe_play.engine.errors import EngineError
from bpe_play.engine.tokenizer import Tokenization

SIZE = 400
TEXTS = [
    "",
    " ",
    "the cat",
    "The Press at Marrow Lane — 日本語 ñ e\u0301 😀😀",
    b"caf\xe9 \xff\xfe ok",
    "x" * 150,
    "a\x00b\x1b[31m\u202e\t\r\n",
]
WAYS: list[dict[str, Any]] = [
    {},
    {"byte_fallback": True, "vocab_size": 600},
    {"sentencepiece": True},
    {"sentencepiece": True, "byte_fallback": True, "vocab_size": 600},
    {"nfkc": True},
]


class Trained(dict[tuple[str, int], Model]):
    """Every algorithm in every way, trained when it is first asked for."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    def __missing__(self, wanted: tuple[str, int]) -> Model:
        key, way = wanted
        self[wanted] = train(ALGORITHMS[key], self._data, **WAYS[way])
        return self[wanted]


@pytest.fixture(scope="module")
def trained(english: bytes) -> Trained:
    return Trained(english[:12_000])


def train(row: Algorithm, data: bytes, **chosen: object) -> Model:
    settings = Settings(**{"vocab_size": SIZE} | chosen)  # type: ignore[arg-type]
    return run(row.train(row.words(data, settings), settings))


def every_way() -> list[tuple[str, int]]:
    return [(key, number) for key in ALGORITHMS for number in range(len(WAYS))]


def pieces_of(model: Model, tokenization: Tokenization) -> list[bytes]:
    return [model.written(token_id) for token_id in tokenization.ids]


@pytest.mark.parametrize("key", ALGORITHMS)
def test_training_is_a_stream_of_numbered_steps(key: str, english: bytes) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=SIZE)
    words = row.words(english, settings)
    training = row.train(words, settings)
    steps = list(training)
    assert [step.step for step in steps] == list(range(1, len(steps) + 1))
    assert training.reason
    assert steps[-1].vocabulary <= SIZE
    assert len(training.model().ids()) == steps[-1].vocabulary
    assert all(step.title and step.tokens_after > 0 for step in steps)


@pytest.mark.parametrize("key", ALGORITHMS)
def test_training_runs_only_as_far_as_steps_are_taken(key: str, english: bytes) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=SIZE)
    training = row.train(row.words(english, settings), settings)
    list(islice(training, 3))
    early = training.model()
    before = pieces_of(early, early.tokenize("the press"))
    list(islice(training, 3))
    assert early.steps == 3
    assert pieces_of(early, early.tokenize("the press")) == before
    assert training.model().steps == 6


@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_model_can_be_asked_for_any_earlier_step(key: str, english: bytes) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=SIZE)
    training = row.train(row.words(english, settings), settings)
    early = {0: training.model()}
    for step in training:
        if step.step in (1, 2, 5, 11, 40):
            early[step.step] = training.model()
    last = training.model()
    for number, model in early.items():
        now, then = model.tokenize(english[:500]), last.tokenize(english[:500], step=number)
        assert pieces_of(model, now) == pieces_of(last, then), number
        assert len(model.ids()) == len(last.ids(number))


@pytest.mark.parametrize(("key", "way"), every_way())
def test_the_spans_cover_every_text_exactly(trained: Trained, key: str, way: int) -> None:
    model = trained[key, way]
    for text in TEXTS:
        tokenization = model.tokenize(text)
        assert b"".join(span.token for span in tokenization.spans) == tokenization.data
        assert tokenization.ids == model.encode(text)
        borders = [0, *(span.end for span in tokenization.spans)]
        assert [span.start for span in tokenization.spans] == borders[:-1]
        assert borders[-1] == len(tokenization.data)


@pytest.mark.parametrize(("key", "way"), every_way())
def test_a_text_comes_back_unless_the_light_is_red(trained: Trained, key: str, way: int) -> None:
    model = trained[key, way]
    for text in TEXTS:
        report = loss(model, text)
        marked = any(span.unknown for span in model.tokenize(text).spans)
        assert report.round_trips == (model.decode(model.encode(text)) == report.data and not marked)
        if not marked and not report.was_changed:
            assert report.round_trips
        assert marked == any(model.is_unknown(token_id) for token_id in model.encode(text))


@pytest.mark.parametrize(("key", "way"), every_way())
def test_every_id_has_a_token_and_a_way_to_write_it(trained: Trained, key: str, way: int) -> None:
    model = trained[key, way]
    assert isinstance(model, Model)
    ids = model.ids()
    assert len(set(ids)) == len(ids)
    assert all(model.token(token_id) and model.written(token_id) for token_id in ids)
    for wrong in (-1, max(ids) + 100_000):
        with pytest.raises(EngineError):
            model.token(wrong)


@pytest.mark.parametrize(("key", "way"), every_way())
def test_the_explanation_ends_with_the_tokens(trained: Trained, key: str, way: int) -> None:
    model = trained[key, way]
    for word in ("unhappiness", " the press", "日x", "x" * 150):
        *_, last = model.explain(word)
        assert list(last.pieces) == pieces_of(model, model.tokenize(word))
        assert last.settled == len(last.pieces)


@pytest.mark.parametrize(("key", "way"), every_way())
def test_a_model_can_travel_between_processes(trained: Trained, key: str, way: int) -> None:
    model = trained[key, way]
    copy = pickle.loads(pickle.dumps(model))
    assert copy.encode("The Press at Marrow Lane, step by step") == model.encode(
        "The Press at Marrow Lane, step by step"
    )


@pytest.mark.parametrize("key", ALGORITHMS)
def test_training_is_the_same_every_time(key: str, english: bytes) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=SIZE)
    words = row.words(english[:4000], settings)
    assert list(row.train(words, settings)) == list(row.train(words, settings))


@pytest.mark.parametrize("key", ALGORITHMS)
@pytest.mark.parametrize("text", ["", " ", "a", "aa", "aaaa", "aaaa aaaa", "abc abd abe", "\n\n", "日"])
def test_tiny_texts_train_to_an_end(key: str, text: str) -> None:
    model = train(ALGORITHMS[key], text.encode())
    unknown = [span for span in model.tokenize(text).spans if span.unknown]
    assert model.decode(model.encode(text)) == text.encode()
    assert not unknown


@pytest.mark.parametrize("key", ["bpe", "bpe-char", "wordpiece", "unigram"])
def test_a_vocabulary_that_cannot_hold_its_alphabet_is_refused(key: str) -> None:
    row, settings = ALGORITHMS[key], Settings(vocab_size=3)
    with pytest.raises(EngineError, match="cannot hold") as caught:
        row.train(row.words(b"abc abd abe", settings), settings)
    assert "choose at least" in caught.value.hint


@pytest.mark.parametrize("key", ALGORITHMS)
def test_what_is_not_heeded_changes_nothing(key: str, english: bytes) -> None:
    row = ALGORITHMS[key]
    plain = train(row, english[:3000])
    for name, value in {"nfkc": True, "sentencepiece": True, "byte_fallback": True}.items():
        if name not in row.heeds:
            other = train(row, english[:3000], **{name: value})
            assert other.encode("ﬁ the 日") == plain.encode("ﬁ the 日")


@pytest.mark.parametrize("key", ALGORITHMS)
def test_a_count_that_cannot_be_is_refused(key: str) -> None:
    with pytest.raises(EngineError, match="count 0"):
        ALGORITHMS[key].train({b"a": 0}, Settings())


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(EngineError, match="wordpiece"):
        algorithm("wordpeace")
