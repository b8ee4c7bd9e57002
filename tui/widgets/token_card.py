"""The token under the cursor in two lines: what it is, and where it comes from. On demand, its bits.

It draws facts of the engine and knows neither the ruler nor the lab.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from bpe_play.engine.tokenizer import Tokenization
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.palette import Palette, palette
from bpe_play.tui.visible import crop
from bpe_play.tui.widgets.token_facts import TokenFacts, bits, token_facts

_MOST_BITS = 4  # lines of bits

Piece = tuple[str, Style]


class TokenCard(Widget):
    """Two lines about one token; with `show_bits`, a line for each of its first bytes."""

    DEFAULT_CSS = "TokenCard { height: auto; background: $background; }"

    show_bits: reactive[bool] = reactive(False, layout=True)

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.facts: TokenFacts | None = None
        self._bits: list[str] = []

    def show(
        self, tokenization: Tokenization, index: int | None, vocabulary: Vocabulary | None = None
    ) -> None:
        """Show a token of a text, or nothing."""
        before = self.facts, self._bits
        self.facts, self._bits = None, []
        if index is not None and index < len(tokenization.spans):
            span = tokenization.spans[index]
            self.facts = token_facts(tokenization, index, vocabulary)
            self._bits = bits(tokenization.data, span.start, min(span.end, span.start + _MOST_BITS + 1))
        if (self.facts, self._bits) != before:
            self.refresh(layout=self.show_bits)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return 2 + (min(len(self._bits), _MOST_BITS) if self.show_bits else 0)

    def render_line(self, y: int) -> Strip:
        colours = palette(self.app)
        drawn: list[Segment] = []
        room = self.size.width
        for text, style in self._line(y, colours) if self.facts else []:
            shown = crop(text, room)
            room -= Segment(shown).cell_length
            drawn.append(Segment(shown, style))
        return Strip(drawn).adjust_cell_length(self.size.width, colours.text)

    def _line(self, y: int, colours: Palette) -> list[Piece]:
        assert self.facts is not None
        if y == 0:
            return _first_line(self.facts, colours)
        if y == 1:
            words = [self.facts.place, self.facts.origin, *self.facts.pieces]
            return [(" · ".join(word for word in words if word), colours.dim)]
        if y == _MOST_BITS + 1 and len(self._bits) > _MOST_BITS:
            return [(f"and {self.facts.size - _MOST_BITS + 1:,} more", colours.dim)]
        return [(self._bits[y - 2], colours.dim)] if y - 2 < len(self._bits) else []


def _first_line(facts: TokenFacts, colours: Palette) -> list[Piece]:
    return [
        (facts.text, colours.accent),
        (f"   id {facts.id}", colours.text),
        (f"   {facts.size:,} byte{'s' if facts.size > 1 else ''}  ", colours.dim),
        (facts.bytes, colours.text),
        (_otherwise(facts), colours.dim),
    ]


def _otherwise(facts: TokenFacts) -> str:
    """How else the token is written, by its vocabulary or by many tools."""
    if facts.written:
        return f"   written {facts.written}"
    return f"   GPT-2 letters {facts.letters}" if facts.letters else ""
