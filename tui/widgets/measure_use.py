"""The vocabulary in use: a Zipf plot, the most used tokens, those never used, and groups of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from bpe_play.engine.counted import counted
from bpe_play.engine.measure.usage import SHARES, Group
from bpe_play.tui.measures.use import LENGTH, MOST, NEVER, SCRIPT, UseResult
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.braille import Axis, Curve, plot, powers
from bpe_play.tui.widgets.figures import compact
from bpe_play.tui.widgets.measure_sheet import Cell, Column, Sheet, number, outside, words
from bpe_play.tui.widgets.pieces import Line, Piece


class UseSheet(Sheet):
    """Tokens by how often they are used."""

    has_plot = True
    head_lines = 3
    about_lines = 2
    result: UseResult

    @property
    def figures(self) -> str:
        return counted(self.result.found.tokens, "token")

    def head(self, width: int) -> list[Line]:
        found = self.result.found
        used = len(found.uses)
        share = 100 * used / found.size if found.size else 0.0
        first = f"{outside(self.result.text, 24)} uses {used:,} of {found.size:,} tokens ({share:.1f} %)."
        needed = zip(SHARES, self.result.needed, strict=True)
        parts = ", ".join(f"{100 * part:.0f} % of it are {tokens:,}" for part, tokens in needed)
        return [*words(first, width, most=1), *words(f"{parts}.", width, "dim", most=2)]

    def plot(self, width: int, height: int, row: int) -> list[Line]:
        points = [(float(use.rank), float(use.count)) for use in self.result.found.zipf()]
        if not points:
            return []
        ranks, counts = max(points[-1][0], 10.0), max(points[0][1], 10.0)
        x = Axis(1, ranks, [(rank, compact(rank)) for rank in powers(10, 1, ranks)], powers=True)
        y = Axis(1, counts, [(count, compact(count)) for count in powers(10, 1, counts)], powers=True)
        here = self._here(row)
        return plot([Curve(points, "text", joined=False)], x, y, width, height, here)

    def _here(self, row: int) -> tuple[float, float] | None:
        uses = self.result.found.uses
        if self.part != MOST or row >= len(uses):
            return None
        return float(uses[row].rank), float(uses[row].count)

    def columns(self) -> Sequence[Column]:
        if self.part == MOST:
            return (
                Column("rank", 6),
                Column("id", 7),
                Column("uses", 7),
                Column("share", 6),
                Column("so far", 6),
                Column("token", 0, right=False),
            )
        if self.part == NEVER:
            return Column("id", 7), Column("bytes", 5), Column("token", 0, right=False)
        name = Column("script", 17, right=False) if self.part == SCRIPT else Column("bytes", 5)
        return (
            name,
            Column("tokens", 7),
            Column("used", 6),
            Column("uses", 7),
            Column("share of the text", 0, right=False),
        )

    @property
    def count(self) -> int:
        parts = {MOST: self.result.found.uses, NEVER: self.result.never, SCRIPT: self.result.scripts}
        return len(parts.get(self.part, self.result.lengths))

    @cached_property
    def _covered(self) -> list[int]:
        """How many tokens of the text the most used ones make up together."""
        total, covered = 0, []
        for use in self.result.found.uses:
            total += use.count
            covered.append(total)
        return covered

    def cells(self, row: int) -> Sequence[Cell]:
        if self.part == MOST:
            return self._use(row)
        if self.part == NEVER:
            token_id, token = self.result.found.never[row], self.result.never[row]
            return (
                Piece(str(token_id)),
                number(len(token)),
                lambda room: [Piece(label(token, room), token_id)],
            )
        return self._group(self._groups[row])

    def _use(self, row: int) -> Sequence[Cell]:
        use, total = self.result.found.uses[row], self.result.found.tokens
        return (
            number(use.rank),
            Piece(str(use.id), "dim"),
            number(use.count),
            Piece(f"{100 * use.count / total:.2f}%", "dim"),
            Piece(f"{100 * self._covered[row] / total:.1f}%", "dim"),
            _token(use.id, use.token),
        )

    @property
    def _groups(self) -> Sequence[Group]:
        return self.result.scripts if self.part == SCRIPT else self.result.lengths

    def _group(self, group: Group) -> Sequence[Cell]:
        total = self.result.found.tokens or 1
        return (
            Piece(group.name.replace("_", " ")),
            number(group.size),
            number(group.used),
            number(group.count),
            lambda room: Piece(bar(group.count / total, room), "dim"),
        )

    def about(self, row: int, width: int) -> list[Line]:
        if self.part == MOST:
            use, total = self.result.found.uses[row], self.result.found.tokens
            share = f"Ranks 1 to {use.rank:,} make up {100 * self._covered[row] / total:.1f} % of the text."
            return words(
                f"Used {counted(use.count, 'time')} in {counted(total, 'token')}. {share}", width, most=2
            )
        if self.part == NEVER:
            return words("Never used here: a step to longer tokens, or for other texts.", width, most=2)
        group = self._groups[row]
        kind = (
            f"tokens of {group.name} bytes"
            if self.part == LENGTH
            else f"tokens: {group.name.replace('_', ' ')}"
        )
        return words(f"{group.used:,} of {group.size:,} {kind} are used here.", width, most=2)


def _token(token_id: int, token: bytes) -> Cell:
    """A token on its tint, as wide as itself."""
    return lambda room: [Piece(label(token, room), token_id)]
