"""`bpe-play corpora` and `vocabularies`: what is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bpe_play.corpora import CORPORA
from bpe_play.engine.published.table import published_names

Cli = Callable[..., Any]


def test_corpora_for_people(cli: Cli) -> None:
    lines = cli("corpora").out.decode().splitlines()
    assert [line.split()[0] for line in lines] == list(CORPORA)


def test_corpora_as_json(cli: Cli) -> None:
    rows = cli("corpora", "--json").lines
    assert [row["key"] for row in rows] == list(CORPORA)
    assert list(rows[0]) == ["key", "title", "language", "licence", "about", "counts"]
    assert [row["key"] for row in rows if row["counts"]] == ["lowest"]


def test_vocabularies_for_people(cli: Cli) -> None:
    heading, *lines = cli("vocabularies").out.decode().splitlines()
    assert heading.split() == ["name", "mergeable", "size", "title"]
    assert [line.split()[0] for line in lines] == [info.name for info in published_names()]


def test_vocabularies_as_json_show_both_sizes(cli: Cli) -> None:
    rows = {row["name"]: row for row in cli("vocabularies", "--json").lines}
    assert (rows["cl100k_base"]["mergeable"], rows["cl100k_base"]["n_vocab"]) == (100256, 100277)
