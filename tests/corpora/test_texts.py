"""The texts show what they are there to show."""

from __future__ import annotations

import ast
import re
import unicodedata
from collections import Counter

import pytest

from bpe_play.corpora import CORPORA, LANGUAGES, corpus, passages


def text(key: str) -> str:
    return corpus(key).read().decode("utf-8")


@pytest.mark.parametrize("key", ["english", "spanish", "passage", "python", "numbers", "emoji"])
def test_nothing_is_said_twice(key: str) -> None:
    paragraphs = Counter(part.strip() for part in text(key).split("\n\n"))
    assert [part for part, times in paragraphs.items() if times > 1] == []


@pytest.mark.parametrize("key", ["english", "spanish", "numbers"])
def test_prose_is_wrapped_for_a_terminal(key: str) -> None:
    lines = text(key).split("\n")
    assert max(map(len, lines)) <= 84
    assert [line for line in lines if line != line.rstrip()] == []


def test_english_has_curly_quotes_and_dashes_and_no_straight_ones() -> None:
    english = text("english")
    assert all(english.count(mark) >= 100 for mark in "“”’")
    assert english.count("—") >= 60
    assert "‘" in english
    assert '"' not in english
    assert "'" not in english
    assert english.count("“") == english.count("”")


def test_spanish_is_full_of_two_byte_letters_and_one_ending() -> None:
    spanish = text("spanish").lower()
    assert spanish.count("ñ") >= 100
    assert spanish.count("ción") >= 80
    assert all(mark in spanish for mark in "áéíóúñ¿«»—")


SCRIPTS = {
    "en": "LATIN",
    "es": "LATIN",
    "nl": "LATIN",
    "tr": "LATIN",
    "de": "LATIN",
    "fr": "LATIN",
    "pt": "LATIN",
    "fi": "LATIN",
    "vi": "LATIN",
    "ru": "CYRILLIC",
    "el": "GREEK",
    "ar": "ARABIC",
    "he": "HEBREW",
    "hi": "DEVANAGARI",
    "zh": "CJK",
    "ja": "HIRAGANA",
    "ko": "HANGUL",
    "th": "THAI",
}
SIGNS = {"es": "ñ«", "nl": "ij", "tr": "ışğ", "de": "ßäöü„", "fr": "éèœ«", "pt": "ãç", "fi": "äö", "vi": "ộđ"}


@pytest.mark.parametrize("code", SCRIPTS)
def test_a_passage_is_in_its_own_script(code: str) -> None:
    letters = [unicodedata.name(char).split()[0] for char in passages()[code] if char.isalpha()]
    assert Counter(letters).most_common(1)[0][0] == SCRIPTS[code]
    assert letters.count(SCRIPTS[code]) >= 0.5 * len(letters)


@pytest.mark.parametrize("code", SIGNS)
def test_latin_passages_differ_by_their_own_letters(code: str) -> None:
    own = passages()[code].lower()
    assert sum(sign in own for sign in SIGNS[code]) >= len(SIGNS[code]) - 1


def test_the_passages_are_the_same_content_in_fourteen_languages_and_more() -> None:
    texts = passages()
    assert list(texts) == list(LANGUAGES) == list(SCRIPTS)
    assert len(texts) >= 14
    assert all(150 <= len(part) <= 800 and "\n" not in part for part in texts.values())
    assert len(set(texts.values())) == len(texts)


def test_the_corpus_of_passages_is_those_with_an_empty_line_between() -> None:
    assert text("passage") == "\n\n".join(passages().values()) + "\n"


@pytest.mark.parametrize("key", [key for key, row in CORPORA.items() if row.licence == "MIT"])
def test_texts_are_composed_so_that_one_letter_is_one_code_point(key: str) -> None:
    assert unicodedata.is_normalized("NFC", text(key))


def test_python_is_python_with_every_kind_of_indentation() -> None:
    code = text("python")
    ast.parse(code)
    indents = Counter(re.match(r"[ \t]*", line)[0] for line in code.split("\n") if line.strip())  # type: ignore[index]
    assert {"  ", " " * 4, " " * 8, " " * 12, " " * 16, "\t", "\t\t", "\t\t\t"} <= set(indents)
    for word in ("HTTPServer", "byDay", "wind_rose", 'f"', '"""', "# ", "0xFF", "10_000"):
        assert word in code


@pytest.mark.parametrize(
    "pattern",
    [
        r"\b19\d\d\b",
        r"£\d+\.\d\d",
        r"\d,\d{3},\d{3}\.\d\d",
        r"\d\.\d{3}\.\d{3},\d\d",
        r"\d\d:\d\d:\d\d",
        r"\d{4}-\d\d-\d\d",
        r"\d\d/\d\d/\d{4}",
        r"555-\d{4}",
        r"0x[0-9A-F]{2}",
        r"#[0-9A-F]{6}",
        r"\b[01]{8}\b",
        r"\de\d",
    ],
)
def test_numbers_come_in_every_way_of_writing(pattern: str) -> None:
    assert re.search(pattern, text("numbers"))


def test_the_multiplication_table_is_right() -> None:
    rows = re.findall(r"^ *(\d+) \|((?: +\d+){12})$", text("numbers"), re.MULTILINE)
    table = [(int(left), [int(cell) for cell in cells.split()]) for left, cells in rows]
    assert table == [(x, [x * y for y in range(1, 13)]) for x in range(1, 13)]


@pytest.mark.parametrize(
    ("name", "sign"),
    [
        ("family with skin tones", "👨🏿‍👩🏽‍👧🏾‍👦🏾"),
        ("family", "👨‍👩‍👧‍👦"),
        ("flag", "🇯🇵"),
        ("flag made of tags", "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"),
        ("keycap", "9\ufe0f\u20e3"),
        ("red heart", "❤\ufe0f"),
        ("heart as text", "❤ "),
        ("profession", "👩🏼‍🚒"),
        ("skin tone", "👍🏿"),
    ],
)
def test_the_chat_has_every_kind_of_emoji(name: str, sign: str) -> None:
    assert sign in text("emoji"), name


def test_tiny_is_three_sentences() -> None:
    assert text("tiny").count(".") == 3
    assert len(text("tiny")) <= 100


@pytest.mark.parametrize("key", ["english", "spanish", "numbers", "emoji", "python", "tiny"])
def test_no_text_hides_anything(key: str) -> None:
    allowed = {"\n", "\t", "\u200d"}
    hidden = {char for char in text(key) if unicodedata.category(char) in {"Cc", "Cf", "Co", "Cs", "Cn"}}
    assert {char for char in hidden - allowed if not 0xE0000 <= ord(char) <= 0xE007F} == set()
