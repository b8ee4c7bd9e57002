"""survivors() says of every token what encoding it would say."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import bpe
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.survivors import survivors
from bpe_play.engine.vocabulary import Vocabulary


def by_encoding(vocabulary: Vocabulary) -> set[int]:
    encode = Encoder(vocabulary).encode
    return {token_id for token_id, token in vocabulary.tokens.items() if encode(token) == [token_id]}


@given(st.text("ab", max_size=80), st.integers(257, 300))
def test_equal_to_encoding_on_trained_vocabularies(text: str, size: int) -> None:
    vocabulary = Vocabulary.of(merge.pair for merge in bpe.train({text.encode(): 1}, size))
    assert survivors(vocabulary) == by_encoding(vocabulary)


def test_equal_to_encoding_on_vocabularies_no_training_makes() -> None:
    draw = random.Random(7)
    some_lost = 0
    for _ in range(1_000):
        vocabulary = Vocabulary()
        known = [97, 98, 99][: draw.randrange(1, 4)]
        for _ in range(draw.randrange(1, 12)):
            known.append(vocabulary.learn((draw.choice(known), draw.choice(known))))
        assert survivors(vocabulary) == by_encoding(vocabulary)
        some_lost += len(survivors(vocabulary)) < len(vocabulary)
    assert some_lost > 250
