"""The short form of every campaign finds no fault; the long one is run by hand: python -m tests.fuzz."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

Fuzz = Callable[[str], Any]


NAMES = ["engine", "streams", "formats", "handouts", "ids", "lessons", "models", "kills", "screens", "days"]


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_found(fuzz: Fuzz, name: str) -> None:
    campaign = fuzz("table").CAMPAIGNS[name]
    found = fuzz("campaign").run(campaign, campaign.short, seed=0)
    assert sum(kind.cases for kind in found) == campaign.short * len(campaign.kinds)
    assert [str(kind) for kind in found if kind.faults] == []


def test_all_campaigns_are_listed(fuzz: Fuzz) -> None:
    assert list(fuzz("table").CAMPAIGNS) == NAMES


class TestTheRunner:
    def test_tells_a_fault_and_how_to_see_it_again(self, fuzz: Fuzz) -> None:
        module = fuzz("campaign")

        def odd(rng: Random) -> None:
            module.same(rng.randrange(4), 3)

        found = module.run_kind(module.Campaign("x", "", {"odd": odd}, 1, 1), "odd", range(40), seed=7)
        assert 0 < len(found.faults) < 40
        assert f"python -m tests.fuzz x --seed 7 --only 'odd' --case {found.faults[0].number}" in str(found)
        assert "due 3" in str(found)

    def test_gives_a_case_the_same_numbers_whatever_was_run_before(self, fuzz: Fuzz) -> None:
        module = fuzz("campaign")
        drawn: list[float] = []
        campaign = module.Campaign("x", "", {"one": lambda rng: drawn.append(rng.random())}, 1, 1)
        module.run_kind(campaign, "one", range(5))
        module.run_kind(campaign, "one", [3])
        assert drawn[3] == drawn[5]
        assert len(set(drawn)) == 5
