"""Our merges, recovered from the ranks and replayed, give the ids that tiktoken gives. Always.

`BPE_PLAY_STRINGS=100000 pytest tests/engine/published/test_same_ids_as_tiktoken.py` is the long form.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bpe_play.corpora
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenizer

COUNT = int(os.environ.get("BPE_PLAY_STRINGS", "3000"))
NAMES = ["r50k_base", "cl100k_base", "o200k_base"]
Published = Callable[[str], Tokenizer]
Reference = Callable[[str], Any]


@pytest.mark.parametrize("name", NAMES)
def test_on_generated_strings(
    name: str, published: Published, reference: Reference, generated: Callable[[int], Iterator[str]]
) -> None:
    ours, theirs = published(name), reference(name)
    differing = [text for text in generated(COUNT) if ours.encode(text) != theirs.encode_ordinary(text)]
    assert differing == []


@pytest.mark.parametrize("name", NAMES)
def test_on_all_of_unicode(name: str, published: Published, reference: Reference) -> None:
    """Every character between two letters, so that its class decides where the pieces end."""
    ours, theirs = published(name), reference(name)
    text = "".join(f"a{chr(point)}b" for point in range(0x80, 0x110000, 7) if not 0xD800 <= point < 0xE000)
    assert ours.encode(text) == theirs.encode_ordinary(text)


@pytest.mark.parametrize("name", NAMES)
def test_on_texts_that_hypothesis_thinks_of(name: str, published: Published, reference: Reference) -> None:
    ours, theirs = published(name), reference(name)

    @settings(max_examples=200, deadline=None, derandomize=True, database=None)
    @given(st.text(st.characters(exclude_categories=["Cs"])))
    def same(text: str) -> None:
        assert ours.encode(text) == theirs.encode_ordinary(text)

    same()


@pytest.mark.parametrize("name", ["gpt2", "p50k_base", "p50k_edit", "o200k_harmony"])
def test_with_special_tokens(
    name: str, published: Published, reference: Reference, generated: Callable[[int], Iterator[str]]
) -> None:
    ours, theirs = published(name), reference(name)
    for text in generated(300):
        ids = ours.encode(text, specials=SpecialMode.SPECIAL)
        assert ids == theirs.encode(text, allowed_special="all")
        assert ours.decode(ids) == theirs.decode_bytes(ids) == text.encode()


@pytest.mark.parametrize("char", ["^", "_", "a", "-", " ", "ñ", "東"])
def test_on_one_character_many_times(char: str, published: Published, reference: Reference) -> None:
    """Cases B033 and B034: long pieces, which need the linked list."""
    assert published("o200k_base").encode(char * 20_000) == reference("o200k_base").encode_ordinary(
        char * 20_000
    )


@pytest.mark.parametrize("name", NAMES)
def test_on_a_book(name: str, alice: bytes, published: Published, reference: Reference) -> None:
    assert published(name).encode(alice) == reference(name).encode_ordinary(alice.decode())


@pytest.mark.parametrize("name", NAMES)
def test_on_the_corpora_that_come_with_the_program(
    name: str, published: Published, reference: Reference
) -> None:
    files = sorted(Path(bpe_play.corpora.__path__[0]).rglob("texts/**/*.txt"))
    assert len(files) > 10
    for path in files:
        text = path.read_text("utf-8")
        assert published(name).encode(text) == reference(name).encode_ordinary(text), path.name
