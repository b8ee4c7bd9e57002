"""Work in a thread of its own, which does not keep the program from ending.

`asyncio.to_thread` waits for its threads when the program ends; one that reads a pipe into which nobody writes
never comes back. What must not be cut off, such as saving, stays with `asyncio.to_thread`.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


async def aside(
    call: Callable[Arguments, Result], *arguments: Arguments.args, **named: Arguments.kwargs
) -> Result:
    """What the call gives or raises; whoever waits may stop waiting, and then nobody hears of it.

    >>> asyncio.run(aside(max, 2, 3))
    3
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Result] = loop.create_future()

    def tell(say: Callable[[Any], None], what: object) -> None:
        if not answer.done():
            say(what)

    def work() -> None:
        say: Callable[[Any], None]
        try:
            say, what = answer.set_result, call(*arguments, **named)
        except BaseException as error:
            say, what = answer.set_exception, error  # type: ignore[assignment]
        with suppress(RuntimeError):  # the program has ended meanwhile
            loop.call_soon_threadsafe(tell, say, what)

    threading.Thread(target=work, daemon=True).start()
    return await answer
