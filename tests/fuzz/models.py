"""Models of every other algorithm: written and read they cut as before; damaged they are read or refused."""

from __future__ import annotations

import json
from functools import cache, partial
from random import Random

from bpe_play.engine import EngineError, model_file
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.model import TrainedOn
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, Case, same
from tests.fuzz.formats import folder, replace_one, use

_KEYS = [key for key, row in ALGORITHMS.items() if row.keeping is not None]
_POOL = 12
_CORPUS = b"low lower lowest new newer newest wide wider\n ab abab 12 123"


def _trained(key: str, rng: Random) -> TrainedModel:
    row = ALGORITHMS[key]
    data = rng.choice([_CORPUS, draws.data(rng, 30), _CORPUS + draws.data(rng)])
    settings = row.effective(
        Settings(
            split=draws.split(rng),
            ties=draws.ties(rng),
            vocab_size=rng.choice([20, 40, 300, 600]),
            min_count=rng.choice([1, 1, 2]),
            byte_fallback=rng.random() < 0.3,
            sentencepiece=rng.random() < 0.3,
            nfkc=rng.random() < 0.3,
            runners_up=0,
        )
    )
    training = row.train(row.words(data, settings), settings)
    return TrainedModel.of(key, settings, training, list(training), TrainedOn("x", len(data), "ab"))


def written(key: str, rng: Random) -> None:
    try:
        model = _trained(key, rng)
    except EngineError:
        return
    text = model_file.dumps(model)
    again = model_file.loads(text)
    assert isinstance(again, TrainedModel)
    same(model_file.dumps(again), text)
    data = draws.data(rng)
    cut = [[span.token for span in each.tokenizer().tokenize(data).spans] for each in (model, again)]
    same(cut[1], cut[0], data, text[:200])


@cache
def _pool(key: str) -> list[bytes]:
    rng, found = Random(key), list[bytes]()
    while len(found) < _POOL:
        try:
            found.append(model_file.dumps(_trained(key, rng)).encode())
        except EngineError:
            continue
    return found


def damaged(key: str, rng: Random) -> None:
    whole = rng.choice(_pool(key))
    for _ in range(rng.choice([1, 1, 2, 4])):
        whole = draws.changed(whole, rng)
    use(whole, folder() / "model.json")


def values_replaced(key: str, rng: Random) -> None:
    """Without the fingerprint, which would refuse nearly all of them."""
    document = json.loads(rng.choice(_pool(key)))
    if rng.random() < 0.8:
        del document["fingerprint"]
    for _ in range(rng.randint(1, 2)):
        replace_one(document, rng)
    use(json.dumps(document).encode(), folder() / "model.json")


def _kinds() -> dict[str, Case]:
    works = {"written": written, "damaged": damaged, "replaced": values_replaced}
    return {f"{key} {name}": partial(work, key) for name, work in works.items() for key in _KEYS}


CAMPAIGN = Campaign("models", "models of every other algorithm", _kinds(), short=20)
