"""One passage in many languages, for seeing what the same content costs in each."""

from __future__ import annotations

from bpe_play.corpora.resources import text_bytes

LANGUAGES: dict[str, str] = {
    "en": "English",
    "es": "Spanish",
    "nl": "Dutch",
    "tr": "Turkish",
    "de": "German",
    "fr": "French",
    "pt": "Portuguese",
    "fi": "Finnish",
    "vi": "Vietnamese",
    "ru": "Russian",
    "el": "Greek",
    "ar": "Arabic",
    "he": "Hebrew",
    "hi": "Hindi",
    "zh": "Chinese",
    "ja": "Japanese",
    "ko": "Korean",
    "th": "Thai",
}
"""BCP 47 code to English name, in the order in which a table shows them. English is the original."""


def passages() -> dict[str, str]:
    """Language code to passage, in the order of ``LANGUAGES``, without the final newline."""
    return {code: _file(code).decode("utf-8").removesuffix("\n") for code in LANGUAGES}


def joined() -> bytes:
    """All passages, each ending in a newline, with an empty line between."""
    return b"\n".join(_file(code) for code in LANGUAGES)


def _file(code: str) -> bytes:
    return text_bytes(f"passage/{code}.txt")
