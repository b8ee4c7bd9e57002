"""Figures written as CSV and JSON lines."""

from __future__ import annotations

import csv
import io
import json

from bpe_play.engine.measure.curve import Point
from bpe_play.engine.measure.export import to_csv, to_json
from bpe_play.engine.measure.language_tax import Tax
from bpe_play.engine.measure.numbers import Cuts, Length
from bpe_play.engine.measure.usage import Use


def test_figures_that_are_computed_are_written_too() -> None:
    (row,) = [json.loads(line) for line in to_json([Tax("es", 4, 5, 5, 1.25)]).splitlines()]
    assert row["tokens_per_character"] == 1.25
    assert list(row)[:3] == ["language", "characters", "bytes"]


def test_bytes_are_written_in_hex() -> None:
    assert json.loads(to_json([Use(1, 300, b"\xff\n", 2)]))["token"] == "ff0a"


def test_what_is_nested_stays_readable() -> None:
    length = Length(4, (Cuts((2, 2), 9, 1020),))
    (row,) = csv.DictReader(io.StringIO(to_csv([length])))
    assert json.loads(row["cuts"])[0]["pattern"] == [2, 2]
    assert row["lines_up"] == "True"


def test_csv_and_json_have_the_same_rows() -> None:
    points = [Point(256, 10, 1.0), Point(257, 8, 1.25)]
    table = list(csv.DictReader(io.StringIO(to_csv(points))))
    assert [int(row["tokens"]) for row in table] == [10, 8]
    assert [json.loads(line)["tokens"] for line in to_json(points).splitlines()] == [10, 8]
    assert to_csv([]) == to_json([]) == ""
