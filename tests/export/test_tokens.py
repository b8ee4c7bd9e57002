"""Tokens as plain text and as a web page: each escaped, each whole, whatever the text would like to do."""

from __future__ import annotations

import unicodedata
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import Tokenization, Tokenizer, TokenSpan, Vocabulary, pre_tokenizer, to_bytes
from bpe_play.tui.export import web_page
from bpe_play.tui.export.tokens import to_text
from bpe_play.tui.export.web_page import to_html
from bpe_play.tui.visible import label

HOSTILE = "<script>alert(1)</script>&amp;\"'\x1b[2J\u202e\x00\u2068\n"


def cut(*tokens: str | bytes) -> Tokenization:
    """A text in these tokens, with ids from 300."""
    spans, start = [], 0
    for number, token in enumerate(to_bytes(each) if isinstance(each, str) else each for each in tokens):
        spans.append(TokenSpan(300 + number, token, start, start + len(token)))
        start += len(token)
    return Tokenization(b"".join(span.token for span in spans), tuple(spans))


class Reader(HTMLParser):
    """The elements of a page, and the text of each token in its first paragraph of tokens."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.tokens: list[str] = []
        self._in_token = False
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: object) -> None:
        self.tags.append(tag)
        if tag == "bdi" and "table" not in self.tags:
            self.tokens.append("")
        self._in_token = tag == "bdi" and "table" not in self.tags

    def handle_endtag(self, tag: str) -> None:
        self._in_token = False

    def handle_data(self, data: str) -> None:
        if self._in_token:
            self.tokens[-1] += data


def test_the_text_in_pieces_and_a_row_for_each_token() -> None:
    assert to_text(cut("How", " many\n", "r"), ["english", "split gpt2"]).split("\n") == [
        "3 tokens of 10 bytes",
        "english, split gpt2",
        "",
        "How│␣many↵│",
        "r",
        "",
        "place\tid\tbytes\ttoken",
        "1\t300\t48 6F 77\tHow",
        "2\t301\t20 6D 61 6E 79 0A\t␣many↵",
        "3\t302\t72\tr",
        "",
    ]


def test_a_token_is_copied_in_its_escaped_form() -> None:
    rows = to_text(cut("a\x00b", "\x1a", "\x7f", b"\xff", "\t"), []).split("\n")
    assert [row.split("\t")[3] for row in rows[6:-1]] == ["a\\x00b", "\\x1a", "\\x7f", "⟨FF⟩", "⇥"]


def test_what_runs_from_right_to_left_stays_within_its_token() -> None:
    first, *_ = (line for line in to_text(cut("שלום", " abc", "عام"), []).split("\n") if "│" in line)
    assert first == "\u2068שלום\u2069│␣abc│\u2068عام\u2069"


@given(st.text() | st.binary())
def test_plain_text_holds_nothing_that_a_terminal_obeys(text: str | bytes) -> None:
    page = to_text(cut(text), [])
    odd = {char for char in page if unicodedata.category(char) in ("Cc", "Cf", "Cs")}
    assert odd <= set("\n\t\u2068\u2069")
    assert page.count("\u2068") == page.count("\u2069")


def test_the_page_says_the_tokens_and_nothing_else() -> None:
    page = Reader(to_html(cut(HOSTILE, " a<b<c", "שלום"), [HOSTILE]))
    assert page.tokens == [label(to_bytes(HOSTILE)), "␣a<b<c", "שלום"]
    assert set(page.tags) == {
        *("html", "meta", "title", "style", "h1", "p", "bdi", "br"),
        *("table", "tr", "th", "td"),
    }


@given(st.text() | st.binary())
def test_no_text_becomes_a_part_of_the_page(text: str | bytes) -> None:
    plain, hostile = Reader(to_html(cut("x"), ["x"])), Reader(to_html(cut(text), [str(text)]))
    assert [tag for tag in hostile.tags if tag != "br"] == plain.tags


def test_the_page_loads_nothing() -> None:
    page = to_html(cut("http://example.org/x.png"), [])
    assert "default-src 'none'" in page
    assert "src=" not in page
    assert "href" not in page


def test_of_very_many_tokens_the_page_has_the_first_and_says_so() -> None:
    tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary.of([]))
    page = to_html(tokenizer.tokenize(b"x" * (web_page.MOST + 7)), [])
    assert page.count("<tr>") == web_page.MOST + 1
    assert "7 more tokens are not on this page" in page
