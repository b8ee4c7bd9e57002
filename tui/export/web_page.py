"""The tokens of a text as a web page that is whole in itself: no script, no link, nothing from a network.

Tokens are tinted as on the screen, in the light theme, and have drawn borders. What the text says is escaped,
and each token is isolated, so that scripts that run from right to left stay inside their token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bpe_play.engine import Tokenization, TokenSpan
from bpe_play.tui.export.tokens import COLUMNS, heading
from bpe_play.tui.themes import COLOURS
from bpe_play.tui.visible import label, plain

MOST = 20_000  # tokens; a browser takes long for more
_LIGHT = next(colours for colours in COLOURS if colours.name == "bpe-light")
_STYLE = f"""
body {{ margin: 2rem; background: {_LIGHT.ground}; color: {_LIGHT.text}; font-family: monospace; }}
h1 {{ font-size: 1.4rem; margin: 0; }}
.about, th {{ color: {_LIGHT.dim}; font-weight: normal; }}
.text {{ font-size: 1.4rem; line-height: 2.2rem; overflow-wrap: anywhere; unicode-bidi: isolate; }}
bdi {{ unicode-bidi: isolate; border-right: 1px solid {_LIGHT.dim}; padding: .1rem; }}
table {{ border-collapse: collapse; }}
th, td {{ text-align: right; padding: .1rem 1rem .1rem 0; }}
th:last-child, td:last-child {{ text-align: left; }}
"""
_TINTS = "\n".join(f".t{number} {{ background: {tint}; }}" for number, tint in enumerate(_LIGHT.tints))


def to_html(tokenization: Tokenization, about: Sequence[str]) -> str:
    """The page; `about` as in tokens.py. Of more than MOST tokens it has the first, and says so."""
    spans, title = tokenization.spans[:MOST], heading(tokenization)
    left_out = len(tokenization.spans) - len(spans)
    lines = [
        "<!doctype html>",
        '<html lang="en" dir="ltr">',
        '<meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>bpe-play: {title}</title>",
        f"<style>{_STYLE}{_TINTS}</style>",
        f"<h1>{title}</h1>",
        f'<p class="about">{" · ".join(escape(plain(words)) for words in about)}</p>',
        f'<p class="text">{"".join(map(_cell, spans))}</p>',
        *([f"<p>{left_out:,} more tokens are not on this page.</p>"] if left_out else []),
        "<table>",
        f"<tr>{''.join(f'<th>{name}</th>' for name in COLUMNS)}</tr>",
        *_rows(spans),
        "</table>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _rows(spans: Sequence[TokenSpan]) -> Iterator[str]:
    for place, span in enumerate(spans, start=1):
        cells = (str(place), str(span.id), span.token.hex(" ").upper(), _cell(span).removesuffix("<br>"))
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _cell(span: TokenSpan) -> str:
    """
    >>> _cell(TokenSpan(9, b"a<b", 0, 3))
    '<bdi class="t1" title="id 9">a&lt;b</bdi>'
    """
    tint = span.id % len(_LIGHT.tints)
    line_end = "<br>" if span.token.endswith(b"\n") else ""
    return f'<bdi class="t{tint}" title="id {span.id}">{escape(label(span.token))}</bdi>{line_end}'
