"""Words with counts: one ``word<TAB>count`` a line.

It is not running text: no spaces or line ends stand between the words, so no merge can cross them.

>>> parse_counts(b"lower\\t5\\nlowest\\t2\\n", "example")
{b'lower': 5, b'lowest': 2}
"""

from __future__ import annotations

import re

from bpe_play.corpora.errors import CorpusError

SUFFIX = ".counts"
HINT = "Write one word, one tab and one whole number from 1 up on each line."
_COUNT = re.compile(rb"[0-9]{1,18}")
_UTF8_BOM = b"\xef\xbb\xbf"


def parse_counts(data: bytes, name: str) -> dict[bytes, int]:
    """Word to count in file order.

    A byte order mark at the start and a carriage return at a line's end belong to the file, not to a
    word. Blank lines are allowed. Anything else that is not a word and a count is a CorpusError that
    names the line, counted from 1; so is a word that comes twice, and a file without any word.
    """
    words: dict[bytes, int] = {}
    first_line: dict[bytes, int] = {}
    for number, line in enumerate(data.removeprefix(_UTF8_BOM).split(b"\n"), start=1):
        line = line.removesuffix(b"\r")
        if not line:
            continue
        word, count = _entry(line, f"Line {number} of {name}")
        if word in words:
            raise CorpusError(f"Line {number} of {name} repeats the word of line {first_line[word]}.", HINT)
        words[word], first_line[word] = count, number
    if not words:
        raise CorpusError(f"There is no word in {name}.", HINT)
    return words


def _entry(line: bytes, where: str) -> tuple[bytes, int]:
    word, tab, count = line.rpartition(b"\t")
    if not tab:
        raise CorpusError(f"{where} has no tab.", HINT)
    if not word:
        raise CorpusError(f"{where} has no word before the tab.", HINT)
    if not _COUNT.fullmatch(count) or int(count) == 0:
        raise CorpusError(f"{where} has no count after the tab.", HINT)
    return word, int(count)
