"""The driver outlives its terminal, and lets it move no cells."""

from __future__ import annotations

import io
from typing import Any

from textual.drivers._writer_thread import MAX_QUEUED_WRITES, WriterThread

from bpe_play.tui.driver import _in_order, _patient

SECONDS = 60


class ClosedTerminal(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


def test_who_writes_to_a_closed_terminal_never_waits() -> None:
    writer: Any = _patient(WriterThread)(ClosedTerminal())
    writer.start()
    for number in range(MAX_QUEUED_WRITES * 10):
        writer._queue.put(f"{number}", timeout=SECONDS)
    writer._queue.put(None, timeout=SECONDS)
    writer.join(SECONDS)
    assert not writer.is_alive()


def test_an_open_terminal_gets_everything() -> None:
    terminal = io.StringIO()
    writer: Any = _patient(WriterThread)(terminal)
    writer.start()
    for number in range(100):
        writer.write(f"{number} ")
    writer.stop()
    assert terminal.getvalue() == "".join(f"{number} " for number in range(100))


def test_a_terminal_is_asked_to_move_no_cells_and_asked_back() -> None:
    class Driver:
        """The two methods of Textual's driver, and what it writes."""

        def __init__(self) -> None:
            self.written: list[str] = []

        def write(self, data: str) -> None:
            self.written.append(data)

        def start_application_mode(self) -> None:
            self.write("start")

        def stop_application_mode(self) -> None:
            self.write("stop")

    driver: Any = _in_order(Driver)()
    driver.start_application_mode()
    driver.stop_application_mode()
    assert driver.written == ["start", "\x1b[8l", "\x1b[8h", "stop"]
