"""Texts on which tokenizers part: the classics of every lesson, each with a sentence on what to look at.

Texts in many languages are not here: the corpora have one passage in each.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CompareText:
    """A text to compare tokenizers on.

    look   what to look at, in a sentence
    """

    key: str
    title: str
    text: str
    look: str


def _lines(*lines: str) -> str:
    return "\n".join(lines)


_ROWS = [
    CompareText(
        "numbers",
        "Numbers",
        _lines("1234", "12345", "1000000", "3.14159", "2024", "127 + 677 = 804"),
        "GPT-2 merges digits as it saw them; later vocabularies cut them in threes from the left, "
        "so that 1234 is 123 and 4.",
    ),
    CompareText(
        "indentation",
        "Indentation: 4 spaces, 8 spaces, a tab",
        _lines("    x = 1", "        x = 1", "\tx = 1"),
        "GPT-2 pays for each space; later ones have tokens for runs of spaces, and leave the last space to "
        "the word.",
    ),
    CompareText(
        "strawberry",
        "strawberry, with and without its space",
        _lines("strawberry", "a strawberry", "Strawberry STRAWBERRY"),
        "A space before it, or a capital, makes other tokens of the same word; no token shows its letters.",
    ),
    CompareText(
        "code",
        "Code",
        _lines(
            "def fib(n: int) -> int:",
            "    if n < 2:",
            "        return n",
            "    return fib(n - 1) + fib(n - 2)",
            "",
            'print(f"{fib(10)=}")  # 55',
            "for (let i = 0; i <= 10; i++) { total += rows[i]?.price ?? 0; }",
        ),
        "Brackets, operators and line ends that stand together are one token in later vocabularies.",
    ),
    CompareText(
        "urls",
        "URLs and paths",
        _lines(
            "https://www.example.com/search?q=byte+pair&lang=en#results",
            "http://127.0.0.1:8080/api/v2/users/00042",
            "file:///home/user/My%20Documents/notes.txt",
            r"C:\Users\Public\report.docx",
        ),
        "Where a slash, a dot or an equals sign goes with the word after it differs from split to split.",
    ),
    CompareText(
        "emoji",
        "Emoji and families",
        _lines("😀 🤖 🍓 ❤️", "👍 👍🏽 👍🏿", "👩‍👧 👨‍👩‍👧‍👦", "🇪🇸 🇯🇵 🏴‍☠️"),
        "Four bytes each, and families are joined of many: what is in no vocabulary is cut inside the "
        "character, and shown in hex.",
    ),
    CompareText(
        "nfc-nfd",
        "NFC and NFD: the same letters, other code points",
        _lines("été señor Ångström", "e\u0301te\u0301 sen\u0303or A\u030angstro\u0308m"),
        "Both lines look alike. In the second an accent is a code point of its own, and GPT-2 and cl100k cut "
        "before it.",
    ),
    CompareText(
        "camel-case",
        "camelCase, snake_case and acronyms",
        _lines("camelCase PascalCase snake_case SCREAMING", "HTTPServer parseJSONFile iPhone15Pro eBay"),
        "GPT-2 and cl100k let a piece run over the hump; o200k cuts before a capital, as in iPhone.",
    ),
    CompareText(
        "contractions",
        "Contractions",
        _lines("don't DON'T we'll WE'LL I'm it's", "rock 'n' roll, o'clock, l'été, don’t"),
        "GPT-2 knows 't and 'll in small letters only, cl100k in capitals too; o200k leaves them with their "
        "word.",
    ),
    CompareText(
        "whitespace",
        "White space and line ends",
        "one  two   three\n\n\nfour \n  five\t\tsix\r\nseven\u00a0eight\u3000nine",
        "Runs of spaces, empty lines, CR LF and spaces that are not U+0020: each split has its own idea.",
    ),
    CompareText(
        "glitch",
        "Tokens that GPT-2 should not have",
        _lines(" SolidGoldMagikarp", " TheNitromeFan", "StreamerBot", "rawdownloadcloneembedreportprint"),
        "Single tokens in GPT-2: frequent in the texts its vocabulary was learned from, and hardly there in "
        "those the model was trained on.",
    ),
]

COMPARE_TEXTS: dict[str, CompareText] = {row.key: row for row in _ROWS}
