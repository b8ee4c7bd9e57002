"""A tokenizer that others trained comes into the lab: one sees how far it is, and keys are answered meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bpe_play.engine import EngineError, Vocabulary, pre_tokenizer
from bpe_play.engine import formats as engine_formats
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui import opening
from bpe_play.tui.vocabularies import Vocabularies

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


class Shelf:
    """Loads half of a vocabulary, and the rest when it is let."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.is_broken = False

    def load(self, name: str, progress: Callable[[float], None]) -> Tokenizer:
        progress(0.5)
        assert self.open.wait(20)
        if self.is_broken:
            raise EngineError("It cannot be read", "take another one")
        return Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(110, 101)]), name=name)


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    shelf = Shelf()
    monkeypatch.setattr(opening, "VOCABULARIES", Vocabularies(shelf.load))
    yield shelf
    shelf.open.set()


async def test_a_published_one_says_how_much_is_done(sit_down: SitDown, shelf: Shelf) -> None:
    async with sit_down() as person:
        person.app.show_tokenizer("gpt2")
        await person.until(lambda: "loading gpt2 ━━━━━╌╌╌╌╌ 50%" in person.sees)
        await person.press("home")
        assert person.lab.cursor == 0, "keys are answered meanwhile"
        shelf.open.set()
        await person.until(lambda: not person.lab.own)
        await person.until(lambda: "1 / 1" in person.sees)
        assert "loading" not in person.sees


async def test_what_cannot_be_had_leaves_what_was_shown(sit_down: SitDown, shelf: Shelf) -> None:
    shelf.is_broken = True
    async with sit_down() as person:
        person.app.show_tokenizer("gpt2")
        await person.until(lambda: "50%" in person.sees)
        shelf.open.set()
        await person.is_told("It cannot be read")
        await person.until(lambda: "9 / 9" in person.sees)
        assert person.lab.own


async def test_of_two_that_are_asked_for_the_last_one_comes(sit_down: SitDown, shelf: Shelf) -> None:
    async with sit_down() as person:
        person.app.show_tokenizer("gpt2")
        await person.until(lambda: "loading gpt2" in person.sees)
        person.app.show_tokenizer("p50k_base")
        await person.until(lambda: "loading p50k_base" in person.sees)
        shelf.open.set()
        await person.until(lambda: person.lab.state.tokenizer == "p50k_base")
        await person.until(lambda: "loading" not in person.sees)


async def test_a_file_says_its_stage(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gates = {"open_tokenizer": threading.Event(), "proof": threading.Event()}

    def slow(name: str) -> None:
        work = getattr(engine_formats, name)

        def worked(*given: Any) -> Any:
            assert gates[name].wait(20)
            return work(*given)

        monkeypatch.setattr(engine_formats, name, worked)

    for name in gates:
        slow(name)
    path = tmp_path / "pairs.json"
    async with sit_down() as person:
        engine_formats.save_tokenizer(person.lab.tokenizer, path, "id-pairs")
        person.app.show_tokenizer(str(path))
        await person.until(lambda: "1 of 2: reading pairs.json …" in person.sees)
        gates["open_tokenizer"].set()
        await person.until(lambda: "2 of 2: proving pairs.json …" in person.sees)
        assert not person.lab.own, "it is shown already"
        gates["proof"].set()
        await person.until(lambda: "of 2" not in person.sees)
