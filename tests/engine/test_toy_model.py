"""The toy model: rows of tokens that the text never uses stay where they were, exactly."""

from __future__ import annotations

from statistics import median

import pytest

from bpe_play.engine.finish import finish
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.toy_model import ToyModel, ToyProgress, ToySettings
from bpe_play.engine.vocabulary import Vocabulary

TEXT = b"the cat sat on the mat and the cat ate the rat. " * 12
QUICK = ToySettings(dims=8, rounds=4)


FIRST_NUMBERS = [4.222469821875123, -0.6605771100533689, 1.5061900683735736]


def taught(settings: ToySettings = QUICK, text: bytes = TEXT) -> ToyModel:
    model = ToyModel(range(128), settings)
    finish(model.train(text))
    return model


def test_rows_of_unused_tokens_have_not_moved_at_all() -> None:
    model = taught()
    unused = [row for row in model.rows() if row.uses == 0]
    assert {row.id for row in unused} == set(range(128)) - set(TEXT)
    assert all(row.moved == 0.0 and model.inputs[row.id] == model.start[row.id] for row in unused)
    assert min(model.moved(byte) for byte in set(TEXT)) > 0.0


def test_output_rows_of_unused_tokens_do_move() -> None:
    """That is why only input rows are measured: a token can be pushed away without ever being read."""
    untaught, model = ToyModel(range(128), QUICK), taught()
    assert model.outputs[ord("Z")] != untaught.outputs[ord("Z")]
    assert model.inputs[ord("Z")] == untaught.inputs[ord("Z")]


def test_the_same_seed_gives_the_same_numbers_and_another_seed_the_same_strangers() -> None:
    first, again, other = taught(), taught(), taught(ToySettings(dims=8, rounds=4, seed=2))
    assert first.inputs == again.inputs
    assert first.inputs != other.inputs
    strangers = [{row.id for row in model.rows() if row.moved == 0.0} for model in (first, other)]
    assert strangers[0] == strangers[1]


def test_it_learns_what_follows_what_and_nothing_about_strangers() -> None:
    model = taught(ToySettings(rounds=10))
    assert model.predict(ord("h"))[0][0] == ord("e")
    assert model.predict(ord("h"))[0][1] > 5 * model.predict(ord("Z"))[0][1]
    assert sum(chance for _, chance in model.predict(ord("h"), most=128)) == pytest.approx(1.0)


def test_numbers_are_the_same_on_every_machine() -> None:
    assert taught().inputs[ord("t")][:3] == FIRST_NUMBERS


def test_it_tells_how_far_it_is() -> None:
    told = list(ToyModel(range(128), QUICK).train(TEXT))
    pairs = len(TEXT) - 1
    assert [step.done for step in told] == [1_000, 2_000, 4 * pairs]
    assert all(isinstance(step, ToyProgress) and step.total == 4 * pairs for step in told)
    assert told[-1].loss < told[0].loss


def test_it_can_be_dropped_half_way() -> None:
    model = ToyModel(range(128), QUICK)
    steps = model.train(TEXT)
    next(steps)
    steps.close()
    assert model.moved(ord("t")) > 0.0


def test_of_a_long_text_only_so_many_pairs_are_read_and_uses_say_which() -> None:
    model = taught(ToySettings(dims=4, rounds=1, most_pairs=100))
    assert sum(model.uses.values()) <= 100
    assert all((row.uses == 0) == (row.moved == 0.0) for row in model.rows())


@pytest.mark.parametrize("text", [b"", b"a"])
def test_a_text_without_pairs_teaches_nothing(text: bytes) -> None:
    assert all(row.moved == 0.0 for row in taught(text=text).rows())


def test_the_ready_pair_of_corpora() -> None:
    """Every name of the forum that became a token: its row has not moved, and the median row has."""
    from bpe_play.corpora.resources import text_bytes
    from bpe_play.engine.glitch import find_glitches_now
    from bpe_play.engine.training import train

    dump, clean = text_bytes("forum.txt"), text_bytes("forum_clean.txt")
    cut = pre_tokenizer("gpt2")
    tokenizer = Tokenizer(cut, Vocabulary.of(merge.pair for merge in train(cut.counts(dump), 700)))
    glitch = {row.id for row in find_glitches_now(tokenizer, dump, clean).glitch}
    ids = sorted(tokenizer.vocabulary.tokens)
    still = []
    for seed in (1, 2):
        model = ToyModel(ids, ToySettings(dims=6, rounds=1, seed=seed))
        finish(model.train(tokenizer.encode(clean)))
        moved = {row.id: row.moved for row in model.rows()}
        assert all(moved[token_id] == 0.0 for token_id in glitch)
        assert median(moved[token_id] for token_id in tokenizer.vocabulary.ids) > 0.0
        still.append({token_id for token_id, way in moved.items() if way == 0.0})
    assert still[0] == still[1]
