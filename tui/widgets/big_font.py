"""Letters of five by five dots for what a whole room must read: digits, and the letters of codes.

Drawn with half blocks, two rows of dots in a line of the terminal, or with one dot as a block of two cells.
It does not know colours.
"""

from __future__ import annotations

HEIGHT, WIDTH = 5, 5
_GAP = 1
_DOTS = """
0 .###. #...# #...# #...# .###.
1 ..#.. .##.. ..#.. ..#.. .###.
2 ####. ....# .###. #.... #####
3 ####. ....# .###. ....# ####.
4 #...# #...# ##### ....# ....#
5 ##### #.... ####. ....# ####.
6 .###. #.... ####. #...# .###.
7 ##### ....# ...#. ..#.. ..#..
8 .###. #...# .###. #...# .###.
9 .###. #...# .#### ....# .###.
A ..#.. .#.#. #...# ##### #...#
B ####. #...# ####. #...# ####.
C .#### #.... #.... #.... .####
D ####. #...# #...# #...# ####.
E ##### #.... ###.. #.... #####
F ##### #.... ###.. #.... #....
G .#### #.... #..## #...# .###.
H #...# #...# ##### #...# #...#
J ..### ...#. ...#. #..#. .##..
K #...# #..#. ###.. #..#. #...#
M #...# ##.## #.#.# #...# #...#
N #...# ##..# #.#.# #..## #...#
P ####. #...# ####. #.... #....
Q .###. #...# #.#.# #..#. .##.#
R ####. #...# ####. #..#. #...#
S .#### #.... .###. ....# ####.
T ##### ..#.. ..#.. ..#.. ..#..
V #...# #...# #...# .#.#. ..#..
W #...# #...# #.#.# ##.## #...#
X #...# .#.#. ..#.. .#.#. #...#
Y #...# .#.#. ..#.. ..#.. ..#..
Z ##### ...#. ..#.. .#... #####
# .#.#. ##### .#.#. ##### .#.#.
- ..... ..... .###. ..... .....
"""
GLYPHS = {row[0]: row[2:].split(" ") for row in _DOTS.strip().splitlines()}
_BLANK = ["." * WIDTH] * HEIGHT
_HALVES = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def small(text: str) -> list[str]:
    """Three lines, six cells a letter.

    >>> small("7F")
    ['▀▀▀▀█ █▀▀▀▀', '  ▄▀  █▀▀  ', '  ▀   ▀    ']
    """
    rows = [*_rows(text), "." * _width(text)]
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return ["".join(_HALVES[dots] for dots in zip(*pair, strict=True)) for pair in pairs]


def large(text: str) -> list[str]:
    """Five lines, twelve cells a letter, twice as high and wide as `small`."""
    return [row.replace("#", "██").replace(".", "  ") for row in _rows(text)]


def width_of_small(text: str) -> int:
    return _width(text)


def width_of_large(text: str) -> int:
    return 2 * _width(text)


def _width(text: str) -> int:
    return max(len(text) * (WIDTH + _GAP) - _GAP, 0)


def _rows(text: str) -> list[str]:
    letters = [GLYPHS.get(char, _BLANK) for char in text]
    return [("." * _GAP).join(letter[row] for letter in letters) for row in range(HEIGHT)]
