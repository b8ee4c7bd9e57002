"""What the program needs has bounds on both sides: versions that were tried, and none that nobody has seen."""

from __future__ import annotations

import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def test_four_packages_each_with_a_lowest_and_a_highest_version() -> None:
    needed = {line.partition(">=")[0]: line for line in PROJECT["dependencies"]}
    assert set(needed) == {"textual", "regex", "tiktoken", "platformdirs"}
    assert [line for line in needed.values() if line.count(">=") != 1 or line.count(",<") != 1] == []


def test_what_tests_and_checks_need_is_bounded_too() -> None:
    lines = [line for lines in PROJECT["optional-dependencies"].values() for line in lines]
    own = [line for line in lines if line.startswith(f"{PROJECT['name']}[")]
    assert [line for line in lines if line not in own and not (">=" in line and ",<" in line)] == []
