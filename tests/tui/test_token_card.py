"""What is said about the token under the cursor: where it comes from, and which bytes of what it holds."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from bpe_play.engine.pretokenizers import pre_tokenizer
from bpe_play.engine.specials import SpecialMode, SpecialTokens
from bpe_play.engine.tokenizer import Tokenization, Tokenizer, TokenSpan
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.token_card import TokenCard
from bpe_play.tui.widgets.token_facts import NOT_TEXT, bits, token_facts

VOCABULARY = Vocabulary.of([(97, 119), (114, 256), (0xE2, 0x88)])
TOKENIZER = Tokenizer(pre_tokenizer("none"), VOCABULARY, SpecialTokens({"<|e|>": 300}))


def single_bytes(data: bytes) -> Tokenization:
    spans = (TokenSpan(byte, bytes([byte]), at, at + 1) for at, byte in enumerate(data))
    return Tokenization(data, tuple(spans))


class TestFacts:
    def test_a_merged_token(self) -> None:
        facts = token_facts(TOKENIZER.tokenize("st" + "raw"), 2, VOCABULARY)
        assert facts.text == "raw"
        assert facts.bytes == "72 61 77"
        assert (facts.id, facts.size) == (257, 3)
        assert facts.place == "3 of 3, at byte 2"
        assert facts.origin == "r + aw, step 2"
        assert facts.pieces == ()

    def test_pieces_of_a_character_are_counted(self) -> None:
        tokens = TOKENIZER.tokenize("∩")
        assert [token_facts(tokens, index, VOCABULARY).pieces for index in (0, 1)] == [
            ("bytes 1–2 of 3 of U+2229 ∩",),
            ("byte 3 of 3 of U+2229 ∩",),
        ]

    @pytest.mark.parametrize("data", [b"\xff", b"a\x80", b"\xe2\x88", b"\xed\xa0\xbd"])
    def test_stray_bytes_are_not_called_a_token_of_their_own_kind(self, data: bytes) -> None:
        facts = token_facts(single_bytes(data), len(data) - 1, VOCABULARY)
        assert facts.pieces == (NOT_TEXT,)
        assert "UNK" not in repr(facts)

    def test_a_replacement_character_in_the_text_is_text(self) -> None:
        facts = token_facts(Tokenization("\ufffd".encode(), (TokenSpan(1, "\ufffd".encode(), 0, 3),)), 0)
        assert (facts.text, facts.pieces) == ("\ufffd", ())

    def test_single_bytes_special_tokens_and_unknown_ids(self) -> None:
        tokens = TOKENIZER.tokenize("a<|e|>", specials=SpecialMode.SPECIAL)
        assert [token_facts(tokens, index, VOCABULARY).origin for index in (0, 1)] == [
            "a single byte",
            "a special token",
        ]
        assert token_facts(Tokenization(b"a", (TokenSpan(9999, b"a", 0, 1),)), 0, VOCABULARY).origin == ""

    def test_a_long_token_is_cropped(self) -> None:
        token = b"-" * 1_000_000
        facts = token_facts(Tokenization(token, (TokenSpan(5, token, 0, len(token)),)), 0)
        assert facts.text.endswith("…")
        assert facts.bytes.endswith("2D …")
        assert facts.size == 1_000_000


@pytest.mark.parametrize(
    ("data", "explained"),
    [
        (b"a", ["61 = 0 1100001  ASCII"]),
        ("ñ".encode(), ["C3 = 110 00011  lead of 2", "B1 = 10 110001  continuation"]),
        ("😀".encode()[:1], ["F0 = 11110 000  lead of 4, what must follow is missing"]),
        (b"\x80", ["80 = 10 000000  continuation, its lead is missing"]),
        (b"\xff\xc0", ["FF = 11111111  in no UTF-8 text", "C0 = 11000000  in no UTF-8 text"]),
    ],
)
def test_bits_explain_lead_and_continuation_bytes(data: bytes, explained: list[str]) -> None:
    assert bits(data, 0, len(data)) == explained


class CardApp(App[None]):
    def __init__(self) -> None:
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        self.card = TokenCard()

    def compose(self) -> ComposeResult:
        yield self.card

    def lines(self) -> list[str]:
        return [self.card.render_line(y).text.rstrip() for y in range(self.card.size.height)]


class TestCard:
    async def test_two_lines_and_on_demand_the_bits(self) -> None:
        app = CardApp()
        async with app.run_test(size=(80, 24)) as pilot:
            app.card.show(TOKENIZER.tokenize("∩raw"), 0, VOCABULARY)
            await pilot.pause()
            assert app.lines() == [
                "⟨E2 88⟩   id 258   2 bytes  E2 88   GPT-2 letters âĪ",
                "1 of 3, at byte 0 · ⟨E2⟩ + ⟨88⟩, step 3 · bytes 1–2 of 3 of U+2229 ∩",
            ]
            app.card.show_bits = True
            await pilot.pause()
            assert app.lines()[2:] == ["E2 = 1110 0010  lead of 3", "88 = 10 001000  continuation"]

    async def test_of_many_bytes_the_first_are_explained(self) -> None:
        app = CardApp()
        async with app.run_test(size=(80, 24)) as pilot:
            token = b"x" * 100
            app.card.show_bits = True
            app.card.show(Tokenization(token, (TokenSpan(300, token, 0, 100),)), 0)
            await pilot.pause()
            assert app.lines()[2:] == ["78 = 0 1111000  ASCII"] * 3 + ["and 97 more"]

    async def test_nothing_and_hostile_text(self) -> None:
        app = CardApp()
        async with app.run_test(size=(40, 24)):
            app.card.show(single_bytes(b""), None)
            assert app.lines() == ["", ""]
            token = "[@click=app.quit]\x1b]0;x\x07\u202e".encode()
            app.card.show(Tokenization(token, (TokenSpan(1, token, 0, len(token)),)), 0)
            assert app.lines()[0].startswith("[@click=app.quit]\\x1b]0;x\\x07")
            assert "".join(app.lines()).isprintable()


def test_gpt2_letters_are_a_third_view_of_a_token() -> None:
    """B088: text, bytes, and the letters in which many tools print tokens; nothing where they are the text."""
    spans = (
        TokenSpan(0, " señor".encode(), 0, 7),
        TokenSpan(1, b"raw\n", 7, 11),
        TokenSpan(2, b"raw", 11, 14),
    )
    tokens = Tokenization(" señorraw\nraw".encode(), spans)
    assert [token_facts(tokens, index).letters for index in range(3)] == ["ĠseÃ±or", "rawĊ", ""]
