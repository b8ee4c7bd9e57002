"""Every corpus that is always there. To add one: a file under ``texts/`` and an entry here."""

from __future__ import annotations

from bpe_play.corpora import from_python, parallel
from bpe_play.corpora.errors import CorpusError
from bpe_play.corpora.resources import from_bytes, from_file
from bpe_play.corpora.row import Corpus

_OURS = "MIT"
_PYTHONS = "PSF-2.0"

_ROWS = (
    Corpus(
        "english", "The Press at Marrow Lane", "en", _OURS,
        "A story with curly quotes and dashes: see “ and — come together from their bytes.",
        from_file("english.txt"),
    ),
    Corpus(
        "spanish", "La estación de Peñaluz", "es", _OURS,
        "A story full of ñ and -ción: see two bytes become one letter and an ending become one token.",
        from_file("spanish.txt"),
    ),
    Corpus(
        "passage", "One passage, many languages", "mul", _OURS,
        "The same content side by side: see which languages cost more tokens.",
        parallel.joined,
    ),
    Corpus(
        "python", "A small weather station", "zxx", _OURS,
        "Python code with every kind of indentation: see what happens to runs of spaces.",
        from_file("python.txt"),
    ),
    Corpus(
        "numbers", "The harbour's account book", "en", _OURS,
        "Years, prices, times and tables: see where numbers are cut.",
        from_file("numbers.txt"),
    ),
    Corpus(
        "emoji", "A chat about Saturday", "mul", _OURS,
        "Families, flags and skin tones: see how many bytes one picture has.",
        from_file("emoji.txt"),
    ),
    Corpus(
        "forum", "The allotments' message board", "en", _OURS,
        "Five users post hundreds of times: see their names become tokens. For making glitch tokens.",
        from_file("forum.txt"),
    ),
    Corpus(
        "forum-clean", "The same board without its names", "en", _OURS,
        "What a model would be trained on after cleaning: no token of a user name is left in it.",
        from_file("forum_clean.txt"),
    ),
    Corpus(
        "tiny", "Three sentences", "en", _OURS,
        "Short enough to count by hand on a whiteboard.",
        from_file("tiny.txt"),
    ),
    Corpus(
        "lowest", "lower ×5, lowest ×2, newest ×6", "en", _OURS,
        "Words with counts: see an ending become a token, by another road under each tie rule.",
        from_file("lowest.counts"), counts=True,
    ),
    Corpus(
        "aaabdaaabac", "Eleven letters", "zxx", _OURS,
        "Three merges: the second differs between the tie rules, the result does not.",
        from_bytes(b"aaabdaaabac"),
    ),
    Corpus(
        "ab-cd", "ab cd ab cd", "zxx", _OURS,
        "Four merges under the gpt2 split: see trainers learn them in different orders.",
        from_bytes(b"ab cd ab cd"),
    ),
    Corpus(
        "six-ties", "Six pairs, one count", "zxx", _OURS,
        "Six pairs stand twice: see that the tie rule alone decides.",
        from_bytes(b"DCBBABCDCBABCD"),
    ),
    Corpus(
        "python-docs", "Python's language reference", "en", _PYTHONS,
        "Half a megabyte of exact prose with tables and code, from the Python that runs this.",
        from_python.reference_texts,
    ),
    Corpus(
        "stdlib", "Python's standard library", "zxx", _PYTHONS,
        "Some ten megabytes of code, from the Python that runs this: see the trainer work.",
        from_python.library_source,
    ),
)  # fmt: skip

CORPORA: dict[str, Corpus] = {row.key: row for row in _ROWS}


def corpus(key: str) -> Corpus:
    """The corpus of that name. CorpusError with the nearest names when there is none."""
    try:
        return CORPORA[key]
    except KeyError:
        raise CorpusError(f"There is no corpus named {key!r}.", nearest(key)) from None


def nearest(key: str) -> str:
    """A hint: the names like ``key``, or all of them when none is."""
    from difflib import get_close_matches  # late: only a mistyped name needs it

    close = get_close_matches(key.lower()[:100], CORPORA, n=3)
    return f"Did you mean {' or '.join(close)}?" if close else f"The names are {', '.join(CORPORA)}."
