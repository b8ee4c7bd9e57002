"""The tokens of a text as plain text, to be read, pasted into a mail or into a table.

    the text in pieces      How│␣many│␣r│'s
    a row for each token    place, id, bytes in hex, token; tabs between them, so that a spreadsheet takes them

Tokens stand in their escaped form: no two are written alike, and none can break a line or a cell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bpe_play.engine import Tokenization, TokenSpan
from bpe_play.engine.counted import counted
from bpe_play.tui.export.isolates import isolated
from bpe_play.tui.visible import label, plain

BORDER = "│"
COLUMNS = ("place", "id", "bytes", "token")


def heading(tokenization: Tokenization) -> str:
    """
    >>> heading(Tokenization(b"", ()))
    '0 tokens of 0 bytes'
    """
    tokens, size = len(tokenization.spans), len(tokenization.data)
    return f"{counted(tokens, 'token')} of {counted(size, 'byte')}"


def to_text(tokenization: Tokenization, about: Sequence[str]) -> str:
    """The whole page; `about` are words about where the tokens come from, which may be the user's."""
    spans = tokenization.spans
    lines = [heading(tokenization), ", ".join(map(plain, about)), ""]
    lines += [*_in_pieces(spans), "", "\t".join(COLUMNS)]
    lines += ["\t".join(row) for row in rows(spans)]
    return "\n".join(lines) + "\n"


def rows(spans: Sequence[TokenSpan]) -> Iterator[tuple[str, str, str, str]]:
    """
    >>> list(rows([TokenSpan(7, b"a\\x00b", 0, 3)]))
    [('1', '7', '61 00 62', 'a\\\\x00b')]
    """
    for place, span in enumerate(spans, start=1):
        yield str(place), str(span.id), span.token.hex(" ").upper(), isolated(label(span.token))


def _in_pieces(spans: Sequence[TokenSpan]) -> Iterator[str]:
    """The text on lines of its own, with a bar after each token; a line ends after a token that ends one."""
    line: list[str] = []
    for span in spans:
        line.append(isolated(label(span.token)))
        if span.token.endswith(b"\n"):
            yield BORDER.join([*line, ""])
            line = []
    if line:
        yield BORDER.join(line)
