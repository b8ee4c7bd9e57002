"""One visitor: a lab in a process of its own, which ends with the visit, and with the server if need be.

textual-serve carries keys and drawing between the browser and the process. Here the process is started without a
shell, in a folder of its own, and it is seen to that nothing of it is left behind.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from bpe_play.tui.training import environment

DRIVER = "bpe_play.tui.serve.driver:VisitorDriver"
LAB = "bpe_play.tui.serve.visitor"
_SECONDS_TO_END = 5
_OWN_FOLDERS = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")


class Visit(AppService):
    """`words` are what the lab's command line says, the same for every visitor."""

    def __init__(self, words: Sequence[str], socket: web.WebSocketResponse) -> None:
        super().__init__(
            "bpe-play",
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=socket.close,  # type: ignore[arg-type]  # that it was open does not matter
            download_manager=DownloadManager(),  # of its own, and never asked: the lab delivers no files
        )
        self._words = words
        self._folder = tempfile.TemporaryDirectory(prefix="bpe-play-visitor-", ignore_cleanup_errors=True)

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-X", "utf8", "-m", LAB, *self._words),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            cwd=self._folder.name,
            start_new_session=True,  # Ctrl+C in the terminal is the server's to answer
        )
        self._process, self._stdin = process, process.stdin
        return process

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """As textual-serve has it, which also tells the size there, even where ours tells another terminal's.

        Whatever would be kept all the same is kept in the visitor's own folder.
        """
        own = dict.fromkeys(_OWN_FOLDERS, self._folder.name)
        own |= {"PYTHONPATH": environment()["PYTHONPATH"], "TEXTUAL_DRIVER": DRIVER, "LINES": str(height)}
        return super()._build_environment(width, height) | own

    async def run(self) -> None:
        """However the lab ends, the visit ends with it."""
        await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """Ask the lab to end; one that does not within some seconds is killed. May be called again."""
        try:
            async with asyncio.timeout(_SECONDS_TO_END):
                await super().stop()
                if self._process is not None:
                    await self._process.communicate()
        except TimeoutError:
            pass
        finally:
            await self._clear_away()

    async def _clear_away(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_TO_END):
                    await self._process.communicate()  # a process whose pipes nobody reads is never gone
        self._folder.cleanup()
