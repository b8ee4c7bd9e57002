"""What measures find, without a screen and without a process."""

from __future__ import annotations

import pickle
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from bpe_play.corpora import LANGUAGES, corpus, open_source
from bpe_play.engine import EngineError, Tokenizer, pre_tokenizer
from bpe_play.engine.algorithms.byte_bpe import ByteBpeModel
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.measure.export import to_csv, to_json
from bpe_play.engine.side_by_side import pieces
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.measures import curve, curve_rows, lights, sides, tax
from bpe_play.tui.measures.inputs import Order
from bpe_play.tui.measures.learning import LearningOptions
from bpe_play.tui.measures.picks import AsOf, Kind, Pick, Recipe
from bpe_play.tui.measures.size_curve import SizeCurve
from bpe_play.tui.measures.table import MEASURES, run

TINY = corpus("tiny").read()


def trained(key: str) -> Recipe:
    return Recipe(Pick(Kind.ALGORITHM, key), key)


def order(measure: str, *recipes: Recipe, text: str = "", size: int = 300, **options: Any) -> Order:
    row = MEASURES[measure]
    chosen = replace(row.options, **options) if row.options is not None else None
    return Order(measure, recipes, "tiny", Settings(vocab_size=size), text, chosen)


@pytest.fixture(params=MEASURES)
def found(request: pytest.FixtureRequest) -> tuple[str, Any, Any]:
    """Each measure with algorithms instead of the published vocabularies that it begins with."""
    row = MEASURES[request.param]
    keys = ("bpe", "wordpiece")[: len(row.picks)]
    given = order(row.key, *map(trained, keys), text="spanish" if "text" in row.takes else "")
    if row.key == "algorithm":
        given = replace(given, options=LearningOptions(b"the cat"))
    return row.key, run(given, TINY), given.options


def test_every_part_of_every_measure_can_go_to_a_file(found: tuple[str, Any, Any]) -> None:
    key, result, options = found
    for part in MEASURES[key].parts:
        rows = MEASURES[key].rows(result, options, part)
        assert rows or (key, part) == ("algorithm", "ways"), "only Unigram knows several ways"
        assert to_json(rows).count("\n") == len(rows)
        assert len(to_csv(rows).splitlines()) >= len(rows)


def test_orders_and_results_travel_between_processes(found: tuple[str, Any, Any]) -> None:
    _, result, options = found
    assert pickle.loads(pickle.dumps((result, options))) == (result, options)


def test_letters_and_names_of_measures_are_unique() -> None:
    assert len({row.letter for row in MEASURES.values()}) == len(MEASURES)
    assert len({row.title for row in MEASURES.values()}) == len(MEASURES)


# -- the curve


@pytest.fixture(scope="module")
def alice_curve(alice: bytes) -> curve.CurveResult:
    settings = Settings(split=pre_tokenizer("none"))
    return run(Order("size", (trained("bpe"),), "alice.txt", settings, "", curve.CurveOptions()), alice)  # type: ignore[no-any-return]


def test_alice_passes_through_the_published_figures(alice_curve: curve.CurveResult) -> None:
    rows = {row.vocabulary: row for row in curve_rows.rows(alice_curve, curve.CurveOptions(), "")}
    assert [(size, rows[size].tokens) for size in (256, 512, 1024, 2048, 4096)] == [
        (256, 151_191),
        (512, 68_249),
        (1024, 50_369),
        (2048, 39_306),
        (4096, 30_757),
    ]
    assert round(rows[4096].bytes_per_token or 0, 4) == 4.9157


def test_on_alice_it_says_that_the_gains_rise_and_that_there_is_no_bend(
    alice_curve: curve.CurveResult,
) -> None:
    assert alice_curve.said == (
        "The gains rise from 512 on: +0.79, +0.84, +1.07 bytes per token with each doubling. "
        "No bend: on a small text there may be none."
    )


def test_what_an_entry_costs_follows_the_width() -> None:
    options = curve.CurveOptions(width=4096, priced=128_000)
    result = run(order("size", trained("bpe"), vocab_size=300), TINY)
    row = curve_rows.row_of(result, options, 128_000)
    assert (row.embedding, row.parameters, row.memory) == (524_288_000, 1_048_576_000, 2_097_152_000)
    assert (row.tokens, row.window_characters) == (None, None)
    assert curve_rows.row_of(result, replace(options, tied=True), 128_000).parameters == 524_288_000


def test_replaying_the_labs_merges_gives_the_curve_of_their_training() -> None:
    by_training = run(order("size", trained("bpe"), vocab_size=300), TINY)
    settings = Settings(vocab_size=300)
    training = ALGORITHMS["bpe"].train(settings.words(TINY), settings)
    pairs = tuple(step.merge.pair for step in training if step.merge is not None)
    lab = Recipe(Pick(Kind.LAB), "lab", len(pairs), settings.split, pairs)
    replayed = run(order("size", lab), TINY)
    assert replayed.points == by_training.points
    assert replayed.trained


@pytest.mark.parametrize("key", ALGORITHMS)
def test_every_algorithm_has_a_curve_on_both_texts(key: str) -> None:
    result = run(order("size", trained(key), text="spanish", vocab_size=300), TINY)
    sizes = [point.vocabulary for point in result.points]
    assert sizes == sorted(set(sizes))
    assert result.other
    assert (result.lost == 0) == (key == "bpe"), "what the corpus lacks is unknown to all others"


def test_words_with_counts_are_measured_without_the_line_ends_between_them() -> None:
    words = corpus("lowest").words()
    given = replace(order("size", trained("bpe"), vocab_size=262), corpus="lowest", words=words)
    points = run(given, b"").points
    assert (points[0].tokens, points[0].bytes_per_token) == (73, 1.0)


def test_an_empty_corpus_is_said_to_be_one() -> None:
    result = run(order("size", trained("word"), vocab_size=300), b"")
    assert result.said == "There is nothing to measure: the corpus is empty."


def test_a_curve_of_many_points_is_drawn_by_few_and_keeps_its_ends() -> None:
    whole = SizeCurve(10**6, ((256 + step, 10**6 - step) for step in range(100_000)))
    few = whole.thinned(300)
    assert len(few) <= 302
    assert (few[0].vocabulary, few[-1].vocabulary) == (256, 100_255)
    assert whole.at(100_255) == few[-1]


# -- the language tax


def test_a_folder_of_ones_own_is_a_table_too(tmp_path: Path) -> None:
    (tmp_path / "de.txt").write_text("Übermut tut selten gut")
    (tmp_path / "en.md").write_text("pride goes before a fall")
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "sub").mkdir()
    result = run(order("languages", trained("char"), folder=str(tmp_path)), TINY)
    assert {row.language for row in result.tables[0]} == {"de", "en"}
    assert result.base == "en"
    german = run(order("languages", trained("char"), folder=str(tmp_path), base="de"), TINY)
    assert [row.premium for row in german.tables[0] if row.language == "de"] == [1.0]


def test_two_files_of_one_name_stay_apart(tmp_path: Path) -> None:
    for name in ("en.txt", "en.md", "es.txt"):
        (tmp_path / name).write_text("the same")
    assert set(tax.parallel_texts(str(tmp_path))) == {"en.txt", "en.md", "es"}


@pytest.mark.parametrize("problem", ["no folder", "holds no text"])
def test_a_folder_that_is_none_is_named(tmp_path: Path, problem: str) -> None:
    folder = tmp_path if problem == "holds no text" else tmp_path / "nowhere"
    with pytest.raises(EngineError, match=problem):
        tax.parallel_texts(str(folder))


def test_our_passage_is_there_in_every_language() -> None:
    result = run(order("languages", trained("bpe")), TINY)
    assert {row.language for row in tax.rows(result, tax.TaxOptions(), "")} == set(LANGUAGES)


# -- two side by side


def test_lower_lowest_newest_under_both_worked_by_hand() -> None:
    """Six merges each, from lower ×5, lowest ×2, newest ×6.

    BPE by count: we 13, wes 8, west 8, lo 7, ne 6, ne+west 6. WordPiece by count / (count · count):
    l+o 7/(7·7), then s+t 8/(8·8), lo+w 7/(7·13), low+e 7/(7·19), lowe+r 5/(7·5), lowe+st 2/(2·8); n, e, w
    and st of newest stay apart, because e and w stand in every word.
    """
    words = corpus("lowest").words()
    pairs = ((119, 101), (256, 115), (257, 116), (108, 111), (110, 101), (260, 258))
    bpe = Recipe(Pick(Kind.LAB), "bpe", 6, pre_tokenizer("none"), pairs)
    wordpiece = trained("wordpiece")
    given = replace(
        order("sides", bpe, wordpiece, size=15, words="lower lowest newest"), corpus="lowest", words=words
    )
    result = run(given, b"")
    assert [(pieces(row.left), pieces(row.right)) for row in result.pieces] == [
        ((b"lo", b"we", b"r"), (b"lower",)),
        ((b"lo", b"west"), (b"lowest",)),
        ((b"newest",), (b"n", b"e", b"w", b"e", b"st")),
    ]
    assert {b"lo", b"l"} <= set(result.sets[sides.BOTH])
    assert {b"west", b"newest"} <= set(result.sets[sides.LEFT])
    assert {b"st", b"lower", b"lowest"} <= set(result.sets[sides.RIGHT])


def test_the_unknown_token_is_in_no_set() -> None:
    result = run(order("sides", trained("char"), trained("word")), TINY)
    assert not any(b"[UNK]" in tokens for tokens in result.sets.values())


# -- guarantees


def lights_of(recipe: Recipe) -> dict[str, lights.LightRow]:
    return {row[0].invariant: row[0] for row in run(order("invariants", recipe), TINY).rows}


def test_all_hold_for_bpe() -> None:
    assert all(light.holds for light in lights_of(trained("bpe")).values())


def test_for_the_labs_own_tokenizer_the_training_is_done_again() -> None:
    settings = Settings(vocab_size=270)
    training = ALGORITHMS["bpe"].train(settings.words(TINY), settings)
    pairs = tuple(step.merge.pair for step in training if step.merge is not None)
    found = lights_of(Recipe(Pick(Kind.LAB), "lab", len(pairs), settings.split, pairs))
    assert "14 steps" in found["counts never rise"].proof
    assert all(light.holds for light in found.values())


def test_a_vocabulary_without_training_here_is_checked_as_far_as_that_goes() -> None:
    found = lights_of(Recipe(Pick(Kind.PUBLISHED, "gpt2"), "gpt2"))
    assert found["round trip"].holds
    assert {light.proof for light in found.values() if light.holds is None} == {lights.NOT_HERE}


def test_an_algorithm_that_merges_nothing_has_no_lights_of_merges() -> None:
    found = lights_of(trained("word"))
    assert found["counts never rise"].holds is None
    assert not found["round trip"].holds
    assert found["round trip"].example in lights.HARD_TEXTS


# -- an algorithm from the inside


def learning(key: str, typed: str, word: str = "", **options: Any) -> Any:
    chosen = LearningOptions(typed.encode(), word, **options)
    return run(replace(order("algorithm", trained(key)), options=chosen), corpus("english").read())


def test_unknown_text_turns_the_light_red_and_is_counted() -> None:
    result = learning("char", "hello 💩💩💩")
    assert not result.round_trips
    assert "swallowed 3 characters" in result.loss
    assert [token.covers for token in result.tokens if token.unknown] == ["💩".encode()] * 3
    assert learning("bpe", "hello 💩💩💩").round_trips


def test_unigram_shows_its_best_ways_and_draws_some_by_the_seed() -> None:
    result = learning("unigram", "the unhappiness", "unhappiness", seed=7)
    ranked = [way for way in result.ways if way.rank is not None]
    chances = [way.probability or 0.0 for way in ranked]
    assert chances == sorted(chances, reverse=True)
    drawn = [way for way in result.ways if way.rank is None]
    assert [way.seed for way in drawn] == list(range(7, 15))
    assert all(b"".join(way.pieces) == b"unhappiness" for way in result.ways)
    assert learning("unigram", "x", "unhappiness", seed=7).ways == result.ways


def test_the_word_is_the_first_that_was_typed() -> None:
    assert learning("bpe", "  strawberry jam").word == b"strawberry"
    assert learning("bpe", "").word == b"unhappiness"


def test_wordpiece_says_what_bpe_would_have_taken() -> None:
    step = learning("wordpiece", "x").steps[0]
    assert step.figure("score") > 0
    assert step.most_frequent is not None
    assert step.most_frequent.count > step.figure("count")


# -- tokenizers


def test_a_model_as_of_a_step_knows_no_later_ones() -> None:
    model = ByteBpeModel(Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98), (256, 99)])))
    early = AsOf(model, 1)
    assert early.encode("abc") == [256, 99]
    assert early.encode("abc", step=2) == [256, 99]
    assert [span.token for span in early.tokenize("abc").spans] == [b"ab", b"c"]
    assert len(early.ids()) == 257
    assert early.decode([256, 99]) == b"abc"
    with pytest.raises(EngineError):
        early.token(257)


def test_a_text_that_cannot_be_had_is_an_error_of_the_user() -> None:
    with pytest.raises(EngineError, match="no file and no corpus named 'nowhere'"):
        run(order("use", trained("bpe"), text="nowhere"), TINY)


def test_progress_is_told_while_algorithms_train() -> None:
    told: list[tuple[str, int, int]] = []
    given = order("use", trained("wordpiece"), size=40)
    run(given, TINY, lambda doing, done, total: told.append((doing, done, total)))
    assert ("training wordpiece", 40, 40) in told
    assert told[-1][0] == "sorting the tokens"


def test_a_price_is_exact_and_none_where_none_was_typed() -> None:
    row = MEASURES["fertility"]
    result = run(order("fertility", trained("bpe")), TINY)
    assert {figures.cost for figures in row.rows(result, row.options, "")} == {None}
    priced = row.rows(result, replace(row.options, price="2,50"), "")
    assert priced[0].cost == Decimal("2.50") * priced[0].tokens / 1_000_000


def test_the_corpus_is_named_once_among_the_texts() -> None:
    given = replace(order("fertility", trained("bpe"), text="tiny"), corpus="english")
    result = run(given, open_source("english").data)
    assert result.texts[:2] == ("english", "tiny")
    assert len(set(result.texts)) == len(result.texts)
