"""Kinds of tokens in a vocabulary, and the search in it."""

from __future__ import annotations

import pytest

from bpe_play.engine import bpe
from bpe_play.engine.anatomy import Anatomy, Kind, Progress, study, study_now
from bpe_play.engine.errors import EngineError, PatternError
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.reach import reach
from bpe_play.engine.scripts import SCRIPTS, one_script, script_of
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.uses import count_uses, scaffolding
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.engine.vocabulary_index import VocabularyIndex


def trained(text: str, merges: int, split: str = "gpt2", specials: SpecialTokens | None = None) -> Tokenizer:
    """A tokenizer of our own."""
    cut = pre_tokenizer(split)
    pairs = [merge.pair for merge in bpe.train(cut.counts(text.encode()), 256 + merges)]
    return Tokenizer(cut, Vocabulary.of(pairs), specials)


def tokens(tokenizer: Tokenizer, ids: list[int]) -> list[bytes]:
    return [tokenizer.token(token_id) for token_id in ids]


def test_the_steps_on_the_way_to_a_word_are_scaffolding() -> None:
    """Trained on `west west west`, nothing is left of `we` and `wes` but their part in longer tokens."""
    tokenizer = trained("west west west", 5)
    uses = count_uses(tokenizer, b"west west west")
    assert [tokenizer.token(token_id) for token_id in uses] == [b"west", b" west"]
    assert tokens(tokenizer, scaffolding(tokenizer, uses)) == [b"we", b"wes"]


def test_scaffolding_of_a_text_that_uses_none_of_it_is_empty() -> None:
    tokenizer = trained("west west west", 5)
    assert scaffolding(tokenizer, count_uses(tokenizer, b"no")) == []


def test_uses_are_those_of_the_encoded_text(alice: bytes) -> None:
    tokenizer = trained("the cat sat on the mat, the cat sat", 12)
    ids = tokenizer.encode(alice)
    uses = count_uses(tokenizer, alice)
    assert uses == {token_id: ids.count(token_id) for token_id in set(ids)}
    assert count_uses(tokenizer, b"the cat", step=0) == {byte: b"the cat".count(byte) for byte in b"the cat"}


def test_kinds_of_a_small_vocabulary() -> None:
    specials = SpecialTokens({"<|e|>": 1000})
    tokenizer = trained("“ñ”  \n  “ñ”  \n  “ñ”  \n", 12, "none", specials)
    anatomy = study_now(tokenizer, "“ñ”  \n  “ñ”".encode())
    learned = {kind: tokens(tokenizer, [i for i in anatomy.kinds[kind] if i > 255]) for kind in Kind}
    assert learned[Kind.PIECE][0] == b"\xe2\x80"
    assert learned[Kind.WHITESPACE] == [b"  "]
    assert learned[Kind.SPECIAL] == [b"<|e|>"]
    assert anatomy.count(Kind.BYTE) == 256
    assert anatomy.total == len(tokenizer.vocabulary) + 1
    longest = [len(token) for token in tokens(tokenizer, anatomy.kinds[Kind.LONGEST])]
    assert longest == sorted(longest, reverse=True)


def test_progress_is_told_and_the_work_can_be_dropped() -> None:
    steps = study(trained("ab ab", 2))
    assert next(steps) == Progress(0, 258)
    steps.close()


def test_a_token_that_the_split_cuts_is_unreachable_in_every_way() -> None:
    tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(ord("a"), ord(" "))]))
    assert str(study_now(tokenizer).reach[256]) == "no text was found that makes it"


def test_a_token_that_only_other_text_makes() -> None:
    """o200k's split keeps //<newline> together after a sign, and cuts it at the beginning of a text."""
    tokenizer = Tokenizer(pre_tokenizer("o200k"), Vocabulary.of([(10, 47), (256, 47)]))
    found = reach(tokenizer, 257)
    assert str(found) == "not alone, not after a space, inside text"
    assert found.inside is not None
    assert 257 in tokenizer.encode(found.inside)


def test_a_token_that_other_merges_always_forestall() -> None:
    """a + bc is never made where a and b stand together, because ab is merged first."""
    tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98), (98, 99), (97, 257)]))
    assert study_now(tokenizer).kinds[Kind.UNREACHABLE] == [258]


def test_a_piece_of_a_character_is_reached_inside_that_character() -> None:
    tokenizer = Tokenizer(pre_tokenizer("cl100k"), Vocabulary.of([(0xE2, 0x82), (0x20, 0xD1)]))
    for token_id, text in [(256, "€"), (257, " щ"), (0xB1, "ñ")]:
        found = reach(tokenizer, token_id)
        assert found.inside is not None, text
        assert found.inside.decode()
        assert token_id in tokenizer.encode(found.inside)
    assert reach(tokenizer, 0xFF).inside is None


@pytest.mark.parametrize(
    ("text", "script"),
    [("щука", "Cyrillic"), ("the", "Latin"), ("桜", "Han"), ("の", "Hiragana"), (" 12", ""), ("aя", "")],
)
def test_the_script_of_a_text(text: str, script: str) -> None:
    assert one_script(text) == script


def test_every_script_of_the_table_is_one_that_regex_knows() -> None:
    assert len(SCRIPTS) == len(set(SCRIPTS)) > 40
    assert script_of("𐎠") == "Other"


# -- the published vocabularies ---------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["r50k_base", "cl100k_base", "o200k_base"])
def published(request: pytest.FixtureRequest) -> tuple[str, Tokenizer, Anatomy]:
    from bpe_play.engine.published import load

    tokenizer = load(request.param)
    return request.param, tokenizer, study_now(tokenizer)


FIGURES = {"r50k_base": (344, 0, 35496), "cl100k_base": (773, 0, 58040), "o200k_base": (1562, 12, 72056)}


def test_published_counts(published: tuple[str, Tokenizer, Anatomy]) -> None:
    name, tokenizer, anatomy = published
    longest = anatomy.kinds[Kind.LONGEST][0]
    assert (anatomy.count(Kind.PIECE), anatomy.count(Kind.UNREACHABLE), longest) == FIGURES[name]
    assert len(tokenizer.token(longest)) == 128
    assert sum(len(tokenizer.token(token_id)) == 1 for token_id in anatomy.kinds[Kind.PIECE]) == 128


def test_the_unreachable_tokens_are_made_inside_other_text(
    published: tuple[str, Tokenizer, Anatomy],
) -> None:
    _, tokenizer, anatomy = published
    for token_id, found in anatomy.reach.items():
        assert tokenizer.encode(tokenizer.token(token_id)) != [token_id]
        assert found.inside is not None
        assert token_id in tokenizer.encode(found.inside)


def test_every_hundredth_token_encodes_as_its_kind_says(
    published: tuple[str, Tokenizer, Anatomy],
) -> None:
    _, tokenizer, anatomy = published
    no_text, lost = (set(anatomy.kinds[kind]) for kind in (Kind.PIECE, Kind.UNREACHABLE))
    for token_id in sorted(tokenizer.vocabulary.tokens)[::100]:
        if token_id not in no_text:
            comes_back = tokenizer.encode(tokenizer.token(token_id)) == [token_id]
            assert comes_back == (token_id not in lost)


# -- searching ----------------------------------------------------------------------------------------------


@pytest.fixture
def index() -> VocabularyIndex:
    specials = SpecialTokens({"<|end|>": 900})
    tokenizer = trained("gold Gold golden gold id: id: id: €€ €€", 30, specials=specials)
    return VocabularyIndex(tokenizer, study_now(tokenizer))


def found(index: VocabularyIndex, query: str) -> list[bytes]:
    return [index.tokens[token_id] for token_id in index.search(query)]


def test_text_comes_exact_first(index: VocabularyIndex) -> None:
    hits = found(index, "gold")
    assert set(hits[:2]) == {b"gold", b" gold"}
    assert all(b"gold" in token for token in hits)
    assert found(index, "<|end") == [b"<|end|>"]


def test_bytes_ids_patterns_kinds_and_scripts(index: VocabularyIndex) -> None:
    assert b"\xe2\x82\xac" in found(index, "hex: e2 82AC")
    assert found(index, "id:65") == found(index, "#65") == [b"A"]
    assert found(index, "id:899") == found(index, "id:" + "9" * 40) == []
    assert b" gold" in found(index, "re:^ g.+d$")
    assert found(index, "kind:special") == [b"<|end|>"]
    assert b"Gold" in found(index, "script:latin") or b" Gold" in found(index, "script:latin")
    assert len(index.search("")) == len(index.ids)


def test_text_that_looks_like_another_query() -> None:
    index = VocabularyIndex(Tokenizer(pre_tokenizer("none"), Vocabulary.of([(105, 100), (256, 58)])))
    assert index.search("text:id:") == [257]
    assert index.search("#") == [35]


@pytest.mark.parametrize("query", ["hex:F", "hex:zz", "id:x", "id:²", "re:[", "kind:odd", "script:X"])
def test_a_query_that_cannot_be_read_is_told(index: VocabularyIndex, query: str) -> None:
    with pytest.raises(EngineError) as told:
        index.search(query)
    assert told.value.hint


def test_a_pattern_that_runs_away_is_stopped() -> None:
    index = VocabularyIndex(Tokenizer(pre_tokenizer("none"), Vocabulary()))
    index.ids.append(256)
    index.tokens[256] = b"a" * 60
    with pytest.raises(PatternError):
        index.search("re:(a+)+b|(a|a)+c")


def test_a_pattern_that_runs_away_in_a_short_token_is_stopped_too() -> None:
    index = VocabularyIndex(
        Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 97), (256, 256), (257, 257)]))
    )
    with pytest.raises(PatternError, match="takes too long"):
        index.search("re:(?:a|a|a|a|a|a|a|a|a|a|a|a|a|a)+b")


@pytest.mark.parametrize("pattern", ["(?R)", "a{1000000000}", "(?V0)(?V1)"])
def test_a_pattern_that_cannot_be_is_told(index: VocabularyIndex, pattern: str) -> None:
    with pytest.raises(PatternError):
        index.search(f"re:{pattern}")


def test_kinds_before_they_are_counted() -> None:
    with pytest.raises(EngineError, match="not counted yet"):
        VocabularyIndex(Tokenizer(pre_tokenizer("none"), Vocabulary())).search("kind:piece")


def test_finding_solid_gold_magikarp_by_typing() -> None:
    from bpe_play.engine.published import load

    index = VocabularyIndex(load("r50k_base"))
    assert index.search("olidGoldM") == index.search(" SolidGoldMagikarp") == [43453]
    assert index.search("hex:" + b"SolidGoldMagikarp".hex()) == [43453]
