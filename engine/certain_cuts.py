r"""Places where a text can be cut for certain, told from the bytes beside them and nothing farther away.

There are two kinds. A *piece border* is one for every context: no match of the pattern holds the character
on its left followed by the one on its right, and nothing left of it looks beyond it. A *token border* is
certain as of a step when no token that exists by then holds its two bytes side by side.

Certain means sufficient, not necessary: most borders cannot be told from so near. This module does not
split or encode; it says where one may start to.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from operator import itemgetter
from typing import Protocol

import regex

from bpe_play.engine.merges import Pair
from bpe_play.engine.vocabulary import Vocabulary

_NEVER = 1 << 60


class Data(Protocol):
    """A text in bytes that may be too large to hold: it has a length and its slices are bytes."""

    def __len__(self) -> int: ...

    def __getitem__(self, part: slice, /) -> bytes: ...


def decoder_start(data: Data, offset: int) -> int:
    """The nearest offset, at most three bytes before, at which no character is under way.

    >>> decoder_start("añb".encode(), 2), decoder_start("añb".encode(), 3)
    (1, 3)
    """
    offset = min(offset, len(data))
    near = data[max(offset - 3, 0) : offset + 1]
    for back, value in enumerate(reversed(near if offset < len(data) else near + b" ")):
        if not 0x80 <= value < 0xC0:
            return offset - back
    return offset  # four continuation bytes in a row: the last one belongs to no character


# Both sides of a border of these patterns can be split by themselves, whatever stands beyond:
_PATTERNS_OF_OURS = "|".join(
    [
        r"(?<=[\p{L}\p{N}])(?=[^\p{L}\p{N}\p{M}'])",  # the end of a word or number, unless by a mark or 's
        r"(?<=\S)(?=[^\S\r\n])",  # a blank begins a piece, except after another blank
        r"(?<=\S\n)(?=[^\s/])",  # one newline, and the next line begins (o200k keeps \n/ together)
    ]
)
# Stray bytes are pieces of their own under every pattern, so their edges are borders under every pattern.
_STRAY_EDGES = "(?<=[\udc80-\udcff])(?=[^\udc80-\udcff])|(?<=[^\udc80-\udcff])(?=[\udc80-\udcff])"


class PieceBorders:
    """Finds certain piece borders; `known` says whether the pattern is one of the named ones.

    Texts are `str` as `door.to_text` makes them; positions are counted in characters.

    >>> PieceBorders(known=True).last_in("one two thr"), PieceBorders(known=True).first_in("one two")
    (7, 3)
    """

    def __init__(self, known: bool) -> None:
        pattern = f"{_PATTERNS_OF_OURS}|{_STRAY_EDGES}" if known else _STRAY_EDGES
        self._forwards = regex.compile(pattern, regex.V0)
        self._backwards = regex.compile(pattern, regex.V0 | regex.REVERSE)

    def first_in(self, text: str) -> int | None:
        """The first certain border inside a text."""
        found = self._forwards.search(text)
        return found.start() if found else None

    def last_in(self, text: str) -> int | None:
        """The last certain border inside a text."""
        found = self._backwards.search(text)
        return found.start() if found else None


class Outlook:
    """The certain token borders inside some bytes, seen from one end, as of every step.

    The nearest border as of a step is one that lasts longer than all that are nearer. These are few, and are
    remembered; how far the bytes are looked at depends on the steps that are asked for.

    since  the step that made two bytes neighbours in a token; None where that is not known, and no border is certain
    """

    def __init__(self, since: Mapping[bytes, int] | None, data: bytes, backwards: bool) -> None:
        self._since, self._data = since or {}, data
        self._places = range(len(data) - 1, 0, -1) if backwards else range(1, len(data))
        self._unseen = iter(() if since is None else self._places)
        self._lasting: list[tuple[int, int]] = []  # the step that ends a border, and its place; both go on

    def nearest(self, step: int, seam: bytes | None = None) -> int | None:
        """The nearest border as of a step, as an offset; not between the two bytes of `seam`."""
        self._look(step)
        nearest = bisect_right(self._lasting, step, key=itemgetter(0))
        if nearest == len(self._lasting):
            return None
        at = self._lasting[nearest][1]
        return at if self._two(at) != seam else self._next(at, step, seam)

    def _look(self, step: int) -> None:
        """Look on until there is a border that lasts longer than a step."""
        longest = self._lasting[-1][0] if self._lasting else 0
        while longest <= step and (at := next(self._unseen, None)) is not None:
            ends = self._ends(at)
            if ends > longest:
                self._lasting.append((ends, at))
                longest = ends

    def _next(self, at: int, step: int, seam: bytes | None) -> int | None:
        farther = self._places[self._places.index(at) + 1 :]
        return next((at for at in farther if self._ends(at) > step and self._two(at) != seam), None)

    def _ends(self, at: int) -> int:
        return self._since.get(self._two(at), _NEVER)

    def _two(self, at: int) -> bytes:
        return self._data[at - 1 : at + 1]


class Neighbours:
    """Which two bytes stand side by side in a token, and since which step.

    A merge brings only one new neighbourhood, where its two halves meet, so this grows with the
    vocabulary at a constant cost for each merge and answers for every step at once.

    >>> neighbours = Neighbours(Vocabulary.of([(97, 98), (256, 99)]))
    >>> [neighbours.apart(b"b", b"c", step) for step in (0, 1, 2)]
    [True, True, False]
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._since: dict[bytes, int] = {}
        self._counted = 0

    @property
    def known(self) -> bool:
        """Whether all tokens come from merges: not so where characters or whole pieces have ids too."""
        return not (self._vocabulary.characters or self._vocabulary.whole)

    def seam(self, pair: Pair) -> bytes:
        """The two bytes that meet where a pair is merged."""
        tokens = self._vocabulary.tokens
        return tokens[pair[0]][-1:] + tokens[pair[1]][:1]

    def apart(self, left: bytes, right: bytes, step: int) -> bool:
        """Whether no token holds these two bytes side by side as of a step."""
        return self.outlook(left + right).nearest(step) is not None

    def outlook(self, data: bytes, backwards: bool = False) -> Outlook:
        """The borders inside some bytes as of every step, while the vocabulary does not grow."""
        self._catch_up()
        return Outlook(self._since if self.known else None, data, backwards)

    def _catch_up(self) -> None:
        pairs = self._vocabulary.pairs
        for step in range(self._counted + 1, len(pairs) + 1):
            self._since.setdefault(self.seam(pairs[step - 1]), step)
        self._counted = len(pairs)
