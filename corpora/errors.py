"""The one error of this package: a text that cannot be had."""

from __future__ import annotations


class CorpusError(Exception):
    """What is wrong and where (``title``), and what to do about it (``hint``).

    Both are one line of plain text: names that come from outside are quoted with ``repr``, so a line
    break or a control character in a file's name arrives as an escape.
    """

    def __init__(self, title: str, hint: str) -> None:
        super().__init__(title, hint)
        self.title = title
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.title} {self.hint}"
