"""A published vocabulary is a tokenizer like our own: any step of its training can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise

import pytest

from bpe_play.engine import bpe
from bpe_play.engine.published import load
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary

Published = Callable[[str], Tokenizer]


def test_what_gpt4_would_have_made_of_it_after_some_merges(published: Published) -> None:
    cl100k = published("cl100k_base")
    cut = {step: _cut(cl100k, " strawberry", step) for step in (0, 10, 1_000, 40_000, 100_000)}
    assert cut[0] == " |s|t|r|a|w|b|e|r|r|y"
    assert cut[10] == " |s|t|r|a|w|b|er|r|y"
    assert cut[100_000] == " strawberry"
    lengths = [text.count("|") for text in cut.values()]
    assert lengths == list(accumulate(lengths, min))


def _cut(tokenizer: Tokenizer, text: str, step: int) -> str:
    return "|".join(span.token.decode() for span in tokenizer.tokenize(text, step=step).spans)


def test_the_plain_definition_agrees_as_of_a_step(published: Published) -> None:
    vocabulary = published("r50k_base").vocabulary
    steps = {pair: step for pair, step in vocabulary.steps.items() if step <= 3_000}
    piece = b" Tokenization"
    ids = vocabulary.start(piece)
    while known := [pair for pair in pairwise(ids) if pair in steps]:
        first = min(known, key=steps.__getitem__)
        ids = bpe.merge(ids, first, vocabulary.ids[steps[first] - 1])
    assert published("r50k_base").encode(piece, step=3_000) == ids


def test_the_tree_of_a_token(published: Published) -> None:
    cl100k = published("cl100k_base").vocabulary
    left, right = cl100k.parents(73700) or (0, 0)
    assert cl100k.tokens[left] + cl100k.tokens[right] == b" strawberry"
    assert cl100k.step_of(73700) == 73700 - 255


@pytest.mark.parametrize("name", ["r50k_base", "p50k_base", "cl100k_base"])
def test_taken_over_at_once_or_learned_one_by_one(name: str, published: Published) -> None:
    whole = published(name).vocabulary
    learned = Vocabulary(whole.byte_ids)
    for pair, token_id in zip(whole.pairs, whole.ids, strict=True):
        learned.learn(pair, token_id)
    assert vars(learned) == vars(whole)


def test_bytes_have_the_order_of_gpt2(published: Published) -> None:
    """Case B085: the byte 0x21 has the id 0."""
    for name in ("gpt2", "cl100k_base", "o200k_base"):
        tokenizer = published(name)
        assert tokenizer.vocabulary.byte_ids[0x21] == 0
        assert tokenizer.encode(b"\xff") == [tokenizer.vocabulary.byte_ids[0xFF]]


def test_bytes_are_bytes_and_text_is_text(published: Published) -> None:
    """Cases B090 to B092: the byte E9 is not the text é; decoding knows no Ġ and no Ċ."""
    gpt2 = published("gpt2")
    assert gpt2.decode(gpt2.encode(b"\xe9")) == b"\xe9"
    assert gpt2.decode(gpt2.encode("é")) == b"\xc3\xa9"
    assert gpt2.decode(gpt2.encode(" x\n")) == b" x\n"
    assert b"".join(span.token for span in gpt2.tokenize(" ñ").spans).hex(" ") == "20 c3 b1"


def test_special_tokens(published: Published) -> None:
    """Cases B024 and B030: plain text by default, a command only by name, the same text back."""
    cl100k, text = published("cl100k_base"), "a<|endoftext|>b"
    plain, special = cl100k.encode(text), cl100k.encode(text, specials=SpecialMode.SPECIAL)
    assert special == [64, 100257, 65]
    assert 100257 not in plain
    assert cl100k.decode(plain) == cl100k.decode(special) == text.encode()


def test_of_two_names_for_one_id_the_first_is_decoded(published: Published) -> None:
    harmony = published("o200k_harmony")
    assert harmony.decode([200018]) == b"<|endofprompt|>"
    assert harmony.encode("<|reserved_200018|>", specials=SpecialMode.SPECIAL) == [200018]


def test_progress_goes_from_nothing_to_all(cache_home: None) -> None:
    heard: list[float] = []
    load("r50k_base", heard.append)
    assert (heard[0], heard[-1], heard) == (0.0, 1.0, sorted(heard))
