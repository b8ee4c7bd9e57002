r"""Keeps what is pasted apart from what is typed, and lets it arrive exactly.

A terminal sends a paste between two marks. Textual looks for key sequences within it too: after an ESC in the
paste up to 32 characters would be taken for keys, and run what the keys run; and it drops NUL. So here both
are sent past it as stand-ins, two lone surrogates that no decoder of UTF-8 makes, and put back in the Paste.

A paste that holds the closing mark itself cannot be told from its end; terminals take that mark out.
"""

from __future__ import annotations

START, END = "\x1b[200~", "\x1b[201~"
_STAND_INS = {"\x1b": "\udc1b", "\0": "\udc00"}
_PASSED = str.maketrans(_STAND_INS)
_RESTORED = str.maketrans({stand_in: char for char, stand_in in _STAND_INS.items()})


def restored(text: str) -> str:
    r"""What was pasted, from what the guard let pass.

    >>> restored(PasteGuard().passed(START + "a\x1bb")[len(START) :]) == "a\x1bb"
    True
    """
    return text if text.isascii() else text.translate(_RESTORED)  # no stand-in is ASCII


class PasteGuard:
    r"""Goes over all that a terminal sends, in whatever parts it comes. What is typed passes at once.

    >>> guard = PasteGuard()
    >>> guard.passed("\x1b[A\x1b[200~a\x1bb\x1b[201") == "\x1b[A\x1b[200~a\udc1bb"
    True
    >>> guard.passed("~\x1b") == "\x1b[201~\x1b"
    True
    """

    def __init__(self) -> None:
        self._pasting = False
        self._recent = ""  # what was typed last: the opening mark may come in two parts
        self._held = ""  # what may be the beginning of the closing mark

    def passed(self, text: str) -> str:
        """The text with stand-ins; what may begin a closing mark is held back until the rest has come."""
        parts = []
        while text:
            part, text = self._in_paste(self._held + text) if self._pasting else self._typed(text)
            parts.append(part)
        return "".join(parts)

    def _typed(self, text: str) -> tuple[str, str]:
        """What is typed up to the opening mark, and the rest."""
        window = self._recent + text
        at = window.find(START)
        if at < 0:
            self._recent = window[1 - len(START) :]
            return text, ""
        self._pasting, end = True, at + len(START) - len(self._recent)
        self._recent = ""
        return text[:end], text[end:]

    def _in_paste(self, text: str) -> tuple[str, str]:
        """What is pasted up to the closing mark, and the rest."""
        pasted, end, rest = text.partition(END)
        self._pasting = not end
        self._held = "" if end else _beginning_of_end(pasted)
        return pasted.removesuffix(self._held).translate(_PASSED) + end, rest


def _beginning_of_end(text: str) -> str:
    """The end of a text that may be the beginning of the closing mark."""
    beginnings = (END[:length] for length in range(len(END) - 1, 0, -1))
    return next((beginning for beginning in beginnings if text.endswith(beginning)), "")
