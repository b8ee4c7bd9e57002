"""Two tokenizers side by side, and which of them cuts words where their morphemes meet."""

from __future__ import annotations

import pytest

from bpe_play.corpora.table import corpus
from bpe_play.engine import Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.algorithms.protocol import Model, run
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.unigram import UnigramModel
from bpe_play.engine.morpheme_words import MORPHEMES
from bpe_play.engine.morphemes import morpheme_score
from bpe_play.engine.side_by_side import compression, cut_by_both, pieces, sets


def trained(key: str) -> Model:
    row, settings = ALGORITHMS[key], Settings(vocab_size=500, min_count=2)
    return run(row.train(row.words(corpus("english").read(), settings), settings))


@pytest.mark.parametrize("language", ["en", "tr", "es", "de"])
def test_every_language_has_at_least_25_words_of_several_morphemes(language: str) -> None:
    words = MORPHEMES[language]
    assert len(words) >= 25
    assert len(set(words)) == len(words)
    assert all(len(parts) > 1 and all(parts) for parts in words)


def test_the_score_by_hand() -> None:
    """un|happ|iness against un|happi|ness: one border of two is right, and one of two is found."""
    pieces = [("[UNK]", 0.0), ("un", -1.0), ("happ", -1.0), ("iness", -1.0)]
    found = morpheme_score(UnigramModel(pieces, 0), [("un", "happi", "ness")], before="")
    assert (found.hits, found.token_borders, found.morpheme_borders) == (1, 2, 2)
    assert (found.precision, found.recall, found.score) == (0.5, 0.5, 0.5)
    assert str(found) == (
        "1 of 2 token borders are among the 2 morpheme borders: precision 0.50, recall 0.50, score 0.50."
    )


def test_single_characters_find_every_border_and_are_no_good_all_the_same() -> None:
    bare = Tokenizer(pre_tokenizer("none"), Vocabulary())
    for words in MORPHEMES.values():
        found = morpheme_score(bare, words)
        assert found.recall == 1.0
        assert found.precision < 0.3


def test_whole_words_find_none() -> None:
    model = UnigramModel([("[UNK]", 0.0), (" kindness", -1.0)], 0)
    found = morpheme_score(model, [("kind", "ness")])
    assert (found.recall, found.precision, found.score) == (0.0, 0.0, 0.0)


def test_an_unknown_word_finds_no_border_and_is_counted() -> None:
    model = UnigramModel([("[UNK]", 0.0), ("a", -1.0)], 0)
    found = morpheme_score(model, [("a", "b"), ("a", "a")], before="")
    assert (found.unknown, found.hits) == (1, 1)


def test_vocabularies_as_sets() -> None:
    left, right = trained("bpe-char"), trained("unigram")
    found = sets(map(left.token, left.ids()), map(right.token, right.ids()))
    assert b" the" in found.both
    assert b"[UNK]" in found.both
    assert found.only_left
    assert found.only_right
    assert 0 < found.shared < 1


def test_the_same_words_cut_by_both() -> None:
    left, right = trained("bpe-char"), trained("wordpiece")
    rows = cut_by_both(["the", "press", "morning"], left, right)
    for row in rows:
        assert b"".join(pieces(row.left)) == b"".join(pieces(row.right)) == row.word.encode()
    assert not all(row.alike for row in rows)


def test_bytes_per_token_of_both() -> None:
    found = compression(corpus("english").read(), trained("bpe-char"), trained("wordpiece"))
    assert found.left > found.right > 1
    assert found.lost[0] == found.lost[1] == 0


def test_a_word_that_is_one_unknown_token_is_no_word_cut_alike() -> None:
    """It stands for the whole word in the text, and for nothing when it is decoded."""
    wordpiece = trained("wordpiece")
    (row,) = cut_by_both(["日本"], wordpiece, wordpiece)
    assert pieces(row.left) == pieces(row.right) == ("日本".encode(),)
    assert not row.alike
    assert compression("日本 the".encode(), wordpiece, wordpiece).lost == (2, 2)
