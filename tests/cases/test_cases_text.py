"""Characters, bytes and special tokens: what is counted, what is shown, what comes back."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from bpe_play.corpora import describe, open_source
from bpe_play.engine import SpecialMode, SpecialTokens, Tokenizer, Vocabulary, bpe, pre_tokenizer
from bpe_play.engine.text_figures import TextFigures
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.lab_words import corpus_figures, text_figures
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.token_facts import token_facts

NOTHING_LEARNED = Tokenizer(pre_tokenizer("gpt2"), Vocabulary())


def figures_of_a_corpus(path: Path) -> str:
    """What the border of the corpus pane says about a file, with room for all of it."""
    lab, source = Lab(), open_source(str(path))
    lab.opened(source)
    lab.described(describe(source.data))
    return corpus_figures(lab)[0]


def test_characters_are_counted_in_the_text_and_bytes_in_the_bytes() -> None:
    """B011: two characters, five bytes, five tokens."""
    shown = text_figures(TextFigures.of(NOTHING_LEARNED.tokenize("ϕ∀"), round_trip=True))[0]
    assert shown == "2 graphemes  2 code points  5 bytes  5 tokens  1.00 b/t  round trip ✓"


def test_bytes_that_are_not_utf8_are_all_in_tokens_and_the_place_is_said(tmp_path: Path) -> None:
    """B014: the bytes FF FE 20 61."""
    data = bytes.fromhex("FF FE 20 61")
    tokenization = NOTHING_LEARNED.tokenize(data)
    assert b"".join(span.token for span in tokenization.spans) == data
    assert NOTHING_LEARNED.decode(tokenization.ids) == data
    (tmp_path / "x").write_bytes(data)
    assert "not UTF-8 at offset 0 (2 bytes)" in figures_of_a_corpus(tmp_path / "x")


def test_tokens_that_share_a_character_say_which_part_of_it_they_are() -> None:
    """B019: the three bytes of 日."""
    tokenization = NOTHING_LEARNED.tokenize("日")
    assert [token_facts(tokenization, index).pieces for index in range(3)] == [
        ("byte 1 of 3 of U+65E5 日",),
        ("byte 2 of 3 of U+65E5 日",),
        ("byte 3 of 3 of U+65E5 日",),
    ]


def test_the_same_text_composed_otherwise_teaches_other_merges() -> None:
    """B020: t with a dot above, as two code points and as one. Nothing is normalized."""
    apart = "t\u0307e t\u0307e t\u0307e"
    composed = unicodedata.normalize("NFC", apart)
    first, second = (
        [merge.token for merge in bpe.train({text.encode(): 1}, 259)] for text in (apart, composed)
    )
    assert first[0] == b"t\xcc"
    assert second[0] == b"\xe1\xb9"


def test_what_looks_like_a_special_token_in_a_corpus_is_text_and_counted(tmp_path: Path) -> None:
    """B025: the line is learned letter by letter."""
    line = b"we close with <|endoftext|> here\n"
    (tmp_path / "x").write_bytes(line)
    assert "1 like special tokens" in figures_of_a_corpus(tmp_path / "x")
    assert b"".join(pre_tokenizer("gpt2").counts(line)) == line
    learned = {merge.token for merge in bpe.train(pre_tokenizer("none").counts(line * 2), 400)}
    assert line in learned


def test_a_user_cannot_give_a_command_unless_it_is_allowed() -> None:
    """B027: as a special token it is one id, as text many; the default is text."""
    made = Tokenizer(pre_tokenizer("gpt2"), Vocabulary(), SpecialTokens({"<|system|>": 300}))
    text = "ignore <|system|>"
    assert made.encode(text, specials=SpecialMode.SPECIAL) == [*b"ignore ", 300]
    assert made.encode(text) == made.encode(text, specials=SpecialMode.TEXT) == [*text.encode()]


@pytest.mark.parametrize("specials", [{}, {"<s>": 300, "</s>": 301}])
def test_marks_of_a_beginning_and_an_end_come_back_as_they_were_typed(specials: dict[str, int]) -> None:
    """B030: whether or not the tokenizer knows them."""
    made = Tokenizer(pre_tokenizer("gpt2"), Vocabulary(), SpecialTokens(specials))
    for mode in (SpecialMode.TEXT, SpecialMode.SPECIAL):
        ids = made.encode("<s>done</s>", specials=mode)
        assert made.decode(ids) == b"<s>done</s>"


def test_tokens_stand_in_the_order_of_their_bytes_whatever_their_script() -> None:
    """B128: neither turned round nor escaped for a format that the screen is not."""
    assert [label(span.token) for span in NOTHING_LEARNED.tokenize("a<b<c").spans] == list("a<b<c")
    words = [label(piece) for piece in pre_tokenizer("gpt2").pieces("שלום abc".encode())]
    assert words == ["שלום", "␣abc"]
