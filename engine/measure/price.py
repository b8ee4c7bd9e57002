"""What texts cost, at a price per million tokens that somebody types in. No price is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from bpe_play.engine.errors import EngineError

_MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """What one text costs, in whatever money the price was given."""

    name: str
    tokens: int
    cost: Decimal


def prices(tokens: Mapping[str, int], per_million: Decimal) -> list[Price]:
    """The cost of each text, the cheapest first.

    >>> [(row.name, str(row.cost)) for row in prices({"b": 2_000, "a": 500}, Decimal("2.50"))]
    [('a', '0.00125'), ('b', '0.005')]
    """
    rows = [Price(name, count, cost(count, per_million)) for name, count in tokens.items()]
    return sorted(rows, key=lambda row: (row.cost, row.name))


def cost(tokens: int, per_million: Decimal) -> Decimal:
    """Exact, not rounded, without zeros at its end."""
    return Decimal(format((tokens * per_million / _MILLION).normalize(), "f"))


def read_price(typed: str) -> Decimal:
    """A price as it was typed, with a point or a comma. Raises EngineError when it is none.

    >>> read_price(" 2,50 ")
    Decimal('2.50')
    """
    try:
        price = Decimal(typed.strip().replace(",", "."))
    except InvalidOperation:
        price = Decimal("NaN")
    if not price.is_finite() or price < 0:
        raise EngineError("That is no price per million tokens", "type a number such as 2.50")
    return price
