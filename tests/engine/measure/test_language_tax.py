"""The language tax over our passage, with the counts of tiktoken itself."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from bpe_play.corpora.parallel import LANGUAGES, passages
from bpe_play.engine import EngineError, Tokenizer, Vocabulary, pre_tokenizer
from bpe_play.engine.measure.language_tax import fall, language_tax
from bpe_play.engine.pretokenizers import PRETOKENIZERS
from bpe_play.engine.published import load

NAMES = ["cl100k_base", "o200k_base"]


def counts_of_tiktoken(name: str, folder: Path) -> dict[str, int]:
    """Counted with tiktoken on the official file, so that nothing of ours is in between."""
    tiktoken = pytest.importorskip("tiktoken")
    lines = (folder / f"{name}.tiktoken").read_bytes().split(b"\n")
    ranks = {base64.b64decode(token): int(rank) for token, rank in (line.split() for line in lines if line)}
    pattern = PRETOKENIZERS[name.removesuffix("_base")].pattern
    encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    return {language: len(encoding.encode_ordinary(text)) for language, text in passages().items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_the_counts_of_tiktoken(name: str, shared: Path) -> None:
    found = {row.language: row.tokens for row in language_tax(passages(), load(name))}
    assert found == counts_of_tiktoken(name, shared / "vocabularies")


def test_the_tax_fell_for_every_language_from_gpt_4_to_gpt_4o() -> None:
    old, new = (language_tax(passages(), load(name)) for name in NAMES)
    rows = fall(old, new)
    assert {row.language for row in rows} == set(LANGUAGES)
    assert all(row.share < 1 for row in rows)
    assert rows[0].language == "hi"
    assert rows[0].share < 0.35
    assert rows[-1].language == "en"


def test_the_base_is_the_cheapest_here_and_costs_1() -> None:
    rows = language_tax(passages(), load("cl100k_base"))
    assert (rows[0].language, rows[0].premium) == ("en", 1.0)
    assert [row.tokens for row in rows] == sorted(row.tokens for row in rows)
    assert rows[-1].premium == rows[-1].tokens / rows[0].tokens


def test_characters_bytes_and_tokens_of_a_row() -> None:
    bare = Tokenizer(pre_tokenizer("none"), Vocabulary())
    (english, spanish) = language_tax({"en": "abcd", "es": "año "}, bare)
    assert (english.characters, english.bytes, english.tokens, english.premium) == (4, 4, 4, 1.0)
    assert (spanish.characters, spanish.bytes, spanish.tokens) == (4, 5, 5)
    assert (spanish.tokens_per_character, spanish.bytes_per_token) == (1.25, 1.0)


def test_without_its_base_a_table_is_refused() -> None:
    bare = Tokenizer(pre_tokenizer("none"), Vocabulary())
    with pytest.raises(EngineError, match="no passage in 'en'"):
        language_tax({"es": "x"}, bare)
    with pytest.raises(EngineError, match="is empty"):
        language_tax({"en": ""}, bare)
