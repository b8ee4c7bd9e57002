"""Every algorithm. To add one: a file that ends in its ALGORITHM, and a line here."""

from __future__ import annotations

from bpe_play.engine.algorithms import byte_bpe, char, char_bpe, unigram_training, word, wordpiece_training
from bpe_play.engine.algorithms.protocol import Algorithm
from bpe_play.engine.errors import EngineError

ALGORITHMS: dict[str, Algorithm] = {
    row.key: row
    for row in [
        char.ALGORITHM,
        word.ALGORITHM,
        byte_bpe.ALGORITHM,
        char_bpe.ALGORITHM,
        wordpiece_training.ALGORITHM,
        unigram_training.ALGORITHM,
    ]
}


def algorithm(key: str) -> Algorithm:
    """An algorithm by its name; EngineError when there is none of that name."""
    try:
        return ALGORITHMS[key]
    except KeyError:
        raise EngineError(
            f"There is no algorithm {key!r}", f"choose one of {', '.join(ALGORITHMS)}"
        ) from None
