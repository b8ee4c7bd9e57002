"""Published vocabularies for the screens: loaded once, in a thread, with progress."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from bpe_play.engine import EngineError, Vocabulary, pre_tokenizer
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.vocabularies import Vocabularies


class Shelf:
    """Loads slowly: it goes on when it is told to."""

    def __init__(self) -> None:
        self.loaded: list[str] = []
        self.threads: set[int] = set()
        self.go_on = threading.Event()

    def load(self, name: str, progress: Callable[[float], None]) -> Tokenizer:
        self.threads.add(threading.get_ident())
        progress(0.5)
        assert self.go_on.wait(10)
        if name == "broken":
            raise EngineError("It cannot be read", "take another one")
        self.loaded.append(name)
        return Tokenizer(pre_tokenizer("gpt2"), Vocabulary(), name=name)


async def test_two_who_ask_at_once_get_the_same_one() -> None:
    shelf = Shelf()
    vocabularies = Vocabularies(shelf.load)
    asked = [asyncio.ensure_future(vocabularies.get("a")) for _ in range(2)]
    await asyncio.sleep(0)
    shelf.go_on.set()
    first, second = await asyncio.gather(*asked)
    assert first is second is vocabularies.loaded("a")
    assert await vocabularies.get("a") is first
    assert shelf.loaded == ["a"]


async def test_it_is_loaded_in_a_thread_and_heard_of_in_one_s_own() -> None:
    shelf, heard = Shelf(), asyncio.Event()
    threads = set()

    def progress(done: float) -> None:
        threads.add(threading.get_ident())
        heard.set()

    task = asyncio.ensure_future(Vocabularies(shelf.load).get("a", progress))
    await heard.wait()
    shelf.go_on.set()
    await task
    assert threads == {threading.get_ident()}
    assert threads.isdisjoint(shelf.threads)


async def test_who_gives_up_does_not_stop_it_for_others() -> None:
    shelf = Shelf()
    vocabularies = Vocabularies(shelf.load)
    impatient = asyncio.ensure_future(vocabularies.get("a"))
    patient = asyncio.ensure_future(vocabularies.get("a"))
    await asyncio.sleep(0)
    impatient.cancel()
    shelf.go_on.set()
    assert (await patient).name == "a"


async def test_a_failure_is_told_and_can_be_tried_again() -> None:
    shelf = Shelf()
    shelf.go_on.set()
    vocabularies = Vocabularies(shelf.load)
    for _ in range(2):
        with pytest.raises(EngineError, match="cannot be read"):
            await vocabularies.get("broken")
    assert vocabularies.loaded("broken") is None


def test_all_published_ones_are_offered() -> None:
    names = [info.name for info in Vocabularies().rows()]
    assert {"gpt2", "r50k_base", "cl100k_base", "o200k_base"} <= set(names)
