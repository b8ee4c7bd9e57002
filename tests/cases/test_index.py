"""The list of reported kinds of fault: each case is in it once, and each test that it names is there."""

from __future__ import annotations

import ast
import tomllib
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CASES: dict[str, list[str]] = tomllib.loads(Path(__file__).with_name("cases.toml").read_text("utf-8"))
NUMBERS = [
    1, 2, 3, 4, 6, 7, 10, 11, 12, 14, 16, 17, 19, 20, 21, 22, 23, 24,
    25, 27, 28, 30, 33, 34, 36, 37, 39, 40, 41, 42, 43, 44, 45, 47, 48, 49,
    50, 51, 53, 54, 56, 57, 58, 60, 63, 64, 65, 67, 68, 69, 70, 72, 74, 75,
    77, 79, 81, 82, 85, 86, 88, 90, 91, 92, 93, 94, 98, 102, 103, 106, 107, 110,
    111, 113, 114, 115, 116, 117, 119, 121, 122, 123, 124, 126, 128, 130,
]  # fmt: skip


@cache
def names_in(file: str) -> frozenset[str]:
    """The names of the tests in a file, those in a class after its name."""
    names = set()
    for node in ast.parse((ROOT / file).read_text("utf-8")).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        names |= {
            before + each.name for each in inside if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        }
    return frozenset(names)


def test_every_case_is_listed_once() -> None:
    """A number that stood twice would be an error of the TOML reader."""
    assert list(CASES) == [f"B{number:03}" for number in NUMBERS]


@pytest.mark.parametrize("case", CASES)
def test_what_a_case_names_is_there(case: str) -> None:
    assert CASES[case]
    for entry in CASES[case]:
        if not entry.startswith(("waits: ", "by hand: ")):
            file, _, name = entry.partition("::")
            assert name in names_in(file), entry


@pytest.mark.parametrize(
    "path", sorted(Path(__file__).parent.glob("test_cases_*.py")), ids=lambda path: path.name
)
def test_every_test_of_this_folder_names_its_case(path: Path) -> None:
    file = f"tests/cases/{path.name}"
    listed = {(entry, case) for case, entries in CASES.items() for entry in entries}
    for node in ast.parse(path.read_text("utf-8")).body:
        if getattr(node, "name", "").startswith("test_"):
            case = (ast.get_docstring(node) or "").partition(":")[0]
            assert (f"{file}::{node.name}", case) in listed, node.name
