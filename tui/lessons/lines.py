"""Where something stands in a TOML file, since the reader of the standard library does not tell.

Good for files of the lessons' kind: tables are `[[scene]]`, and each key stands on a line of its own.
"""

from __future__ import annotations

import re

_SCENE = re.compile(r"\s*\[\[\s*scene\s*\]\]")
_KEY = re.compile(r"""\s*["']?([A-Za-z0-9_-]+)["']?\s*=""")
_QUOTES = re.compile(r"'''|\"\"\"")


class Lines:
    """The lines of a file by scene and key; scene 0 is what stands before the first.

    >>> lines = Lines('title = "x"\\n[[scene]]\\nshow = "y"')
    >>> lines.of_key(0, "title"), lines.of_scene(1), lines.of_key(1, "show"), lines.of_key(1, "ask")
    (1, 2, 3, 2)
    """

    def __init__(self, text: str) -> None:
        self.count = len(text.splitlines()) or 1
        self._scenes = [1]
        self._keys: dict[tuple[int, str], int] = {}
        inside = ""  # the quotes of a text that goes over several lines
        for number, line in enumerate(text.splitlines(), 1):
            if not inside:
                self._note(line, number)
            for quotes in _QUOTES.findall(line):
                inside = "" if inside == quotes else inside or quotes

    def _note(self, line: str, number: int) -> None:
        if _SCENE.match(line):
            self._scenes.append(number)
        elif key := _KEY.match(line):
            self._keys.setdefault((len(self._scenes) - 1, key[1]), number)

    def of_scene(self, scene: int) -> int:
        """The line with which a scene begins."""
        return self._scenes[min(scene, len(self._scenes) - 1)]

    def of_key(self, scene: int, key: str) -> int:
        """The line of a key, or of its scene where there is none."""
        return self._keys.get((scene, key), self.of_scene(scene))
