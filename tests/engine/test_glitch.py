"""Glitch tokens: made by one text, never used in another, and kept apart from what only looks like them."""

from __future__ import annotations

import pytest

from bpe_play.engine import bpe
from bpe_play.engine.glitch import GlitchReport, find_glitches, find_glitches_now, votes
from bpe_play.engine.glitch_known import KNOWN_GLITCHES, known_ids
from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary


def trained(text: bytes, size: int, split: str = "gpt2") -> Tokenizer:
    """A tokenizer of our own."""
    cut = pre_tokenizer(split)
    return Tokenizer(cut, Vocabulary.of(merge.pair for merge in bpe.train(cut.counts(text), size)))


def names(report: GlitchReport) -> list[bytes]:
    return [row.token for row in report.glitch]


def test_a_name_of_which_only_the_tokenizer_heard() -> None:
    """It can be made, and the model's text never makes it."""
    corpus_a = b"the post is by Zorplewick\n" * 50 + b"the post\n" * 50
    corpus_b = b"the post is by\n" * 50
    tokenizer = trained(corpus_a, 300)
    report = find_glitches_now(tokenizer, corpus_a, corpus_b)
    assert names(report)[0] == b" Zorplewick"
    assert report.unmakeable == ()
    name = report.glitch[0]
    assert name.uses_in_a == 50
    assert tokenizer.encode(b"by Zorplewick")[-1] == name.id
    assert report.uses_b[name.id] == 0


def test_the_steps_to_the_name_are_scaffolding_and_no_glitch_tokens() -> None:
    corpus_a = b" Zorplewick" * 50
    report = find_glitches_now(trained(corpus_a, 300), corpus_a, b"none")
    assert names(report) == [b" Zorplewick"]
    assert all(row.uses_in_a == 0 and row.token in b" Zorplewick" for row in report.scaffold)
    assert len(report.scaffold) + len(report.glitch) == report.learned


def test_what_cannot_be_made_is_listed_apart() -> None:
    """Trained without a split, used with one: a token with a space inside can no longer come out."""
    corpus = b"ab cd ab cd"
    whole = trained(corpus, 262, "none")
    cut = Tokenizer(pre_tokenizer("gpt2"), whole.vocabulary)
    report = find_glitches_now(cut, corpus, b"")
    unmakeable = {cut.token(found.id) for found in report.unmakeable}
    assert b"ab cd" in unmakeable
    assert all(b" " in token.strip() or token.endswith(b" ") for token in unmakeable)
    assert not unmakeable & {row.token for row in report.glitch + report.scaffold}


def test_single_bytes_without_use_are_listed_apart() -> None:
    report = find_glitches_now(trained(b"abab", 257), b"abab", b"ab a")
    assert ord("a") not in report.unused_bytes
    assert 0xFF in report.unused_bytes


def test_without_a_corpus_of_its_own_every_unused_token_counts() -> None:
    tokenizer = trained(b" west" * 5 + b" east" * 5, 262)
    report = find_glitches_now(tokenizer, None, b" west")
    assert report.uses_a is None
    assert b"st" in names(report)
    assert report.scaffold == ()


def test_the_lines_that_voted() -> None:
    corpus = "plain line\nhere is one 中 hidden\nplain line\n".encode()
    found = list(votes(corpus, "中".encode()))
    assert [(place.line_number, place.line[place.start : place.end].decode()) for place in found] == [
        (2, "中")
    ]
    assert len(list(votes(corpus, b"plain", limit=1))) == 1


def test_it_says_what_it_is_doing() -> None:
    steps = find_glitches(trained(b"abab", 257), b"abab", b"b")
    assert next(steps) == "counting the tokens of B"
    steps.close()


# -- the ready pair of corpora ------------------------------------------------------------------------------

HEAVY_POSTERS = ("Quorblewick", "Snazzgrumble", "Vexilplonk", "Tidderwump", "Mumblefrotz")


@pytest.fixture(scope="module")
def forum() -> tuple[bytes, bytes]:
    """The forum dump (A) and the text without its names (B)."""
    from bpe_play.corpora.resources import text_bytes

    return text_bytes("forum.txt"), text_bytes("forum_clean.txt")


def test_the_clean_forum_is_the_forum_without_its_headers(forum: tuple[bytes, bytes]) -> None:
    dump, clean = forum
    kept = [line for line in dump.splitlines(keepends=True) if not line.startswith(b"posted by ")]
    assert b"".join(kept) == clean
    assert all(dump.count(name.encode()) > 100 and name.encode() not in clean for name in HEAVY_POSTERS)


def test_every_name_that_became_a_token_is_found(forum: tuple[bytes, bytes]) -> None:
    from bpe_play.engine.training import train

    dump, clean = forum
    cut = pre_tokenizer("gpt2")
    tokenizer = Tokenizer(cut, Vocabulary.of(merge.pair for merge in train(cut.counts(dump), 700)))
    report = find_glitches_now(tokenizer, dump, clean)
    assert {f" {name}".encode() for name in HEAVY_POSTERS} < set(names(report))
    for row in report.glitch:
        assert (
            clean.count(row.token) == 0 or row.token not in tokenizer.decode(tokenizer.encode(row.token)) * 2
        )
        assert len(list(votes(dump, row.token))) >= 1


# -- the known ones -----------------------------------------------------------------------------------------


def test_the_known_glitch_tokens_are_single_in_r50k_and_in_no_later_vocabulary() -> None:
    from bpe_play.engine.published import load

    r50k, o200k = load("r50k_base"), load("o200k_base")
    for token_id, text in known_ids().items():
        assert r50k.encode(text) == [token_id]
        assert len(o200k.encode(text)) > 1


def test_solid_gold_magikarp_in_cl100k() -> None:
    from bpe_play.engine.published import load

    cl100k = load("cl100k_base")
    assert cl100k.encode(" SolidGoldMagikarp") == [22925, 26509, 34015, 1609, 8035]
    single = {text for text in known_ids().values() if len(cl100k.encode(text)) == 1}
    assert single == {"externalActionCode", "wcsstore"}


def test_every_group_has_its_reason() -> None:
    assert len(known_ids()) == sum(len(group.tokens) for group in KNOWN_GLITCHES) == 25
    assert all(group.reason.count(". ") == 1 and group.reason.endswith(".") for group in KNOWN_GLITCHES)
