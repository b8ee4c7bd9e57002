"""What an entry costs and what text costs: parameters, memory, windows, and money at a price one types."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bpe_play.engine.errors import EngineError
from bpe_play.engine.measure.entry_cost import EntryCost, tokens_of_request, window_in_characters
from bpe_play.engine.measure.price import prices, read_price


def test_the_embedding_of_128_000_tokens_at_a_width_of_4_096() -> None:
    cost = EntryCost(128_000, 4_096)
    assert cost.embedding == 524_288_000
    assert cost.memory == 2 * 2 * 524_288_000
    assert EntryCost(128_000, 4_096, tied=True).parameters == 524_288_000
    assert EntryCost(32_000, 4_096).embedding == 131_072_000


def test_a_window_and_a_request_in_characters_and_tokens() -> None:
    assert window_in_characters(128_000, tokens=1_000, characters=4_000) == 512_000
    assert tokens_of_request(2_000, tokens=1_000, characters=4_000) == 500
    assert window_in_characters(128_000, 0, 0) == tokens_of_request(5, 0, 0) == 0


def test_prices_are_exact() -> None:
    rows = prices({"en": 134, "th": 213, "empty": 0}, Decimal("0.15"))
    assert [(row.name, str(row.cost)) for row in rows] == [
        ("empty", "0"),
        ("en", "0.0000201"),
        ("th", "0.00003195"),
    ]
    assert str(prices({"a": 1_000_000}, Decimal("20"))[0].cost) == "20"


@pytest.mark.parametrize("typed", ["", "abc", "-1", "nan", "inf", "1.2.3", "\x1b[2J"])
def test_what_is_no_price_is_refused(typed: str) -> None:
    with pytest.raises(EngineError, match="no price"):
        read_price(typed)
