"""Published vocabularies for the screens: each is loaded once, in a thread, and kept.

    tokenizer = await VOCABULARIES.get("cl100k_base", progress)

Loading takes up to half a second; the screen goes on meanwhile. No screen is known here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bpe_play.engine.published import PublishedInfo, load, published_names
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.aside import aside

Progress = Callable[[float], object]
Load = Callable[[str, Callable[[float], None]], Tokenizer]


class Vocabularies:
    """The vocabularies that have been loaded, by name; `load` is how one is had."""

    def __init__(self, load: Load = load) -> None:
        self._load = load
        self._loaded: dict[str, Tokenizer] = {}
        self._loading: dict[str, asyncio.Task[Tokenizer]] = {}

    def rows(self) -> list[PublishedInfo]:
        """All that can be had, with title and sizes."""
        return published_names()

    def loaded(self, name: str) -> Tokenizer | None:
        """A vocabulary that is here already."""
        return self._loaded.get(name)

    async def get(self, name: str, progress: Progress = lambda done: None) -> Tokenizer:
        """The vocabulary of this name; EngineError if there is none.

        `progress` hears how much is done, from 0.0 to 1.0, in the caller's own thread. Who asks while
        another waits for the same one gets it with him, and hears nothing. Giving up does not stop the
        loading, so that asking again is quick.
        """
        if name in self._loaded:
            return self._loaded[name]
        if name not in self._loading:
            task = asyncio.ensure_future(self._load_in_thread(name, progress))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def _load_in_thread(self, name: str, progress: Progress) -> Tokenizer:
        loop = asyncio.get_running_loop()

        def tell(done: float) -> None:
            loop.call_soon_threadsafe(progress, done)

        self._loaded[name] = await aside(self._load, name, tell)
        return self._loaded[name]


VOCABULARIES = Vocabularies()
