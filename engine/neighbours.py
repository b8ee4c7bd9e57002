"""What one merge changes: the neighbours of the places where a pair became one token.

Merging (a, b) into n turns `x a b y` into `x n y`: (x, a) and (b, y) become rarer, (x, n) and (n, y) are
born. In `a b a b` the pair (b, a) becomes rarer and (n, n) is born. Places are collected by neighbour first,
so that counts change once for each neighbour and not once for each place.
"""

from __future__ import annotations

from collections import defaultdict

Places = list[int]
Change = tuple[str, str, int]  # a pair that became rarer, the pair that took its place, and how often


class Neighbours:
    """Tokens left and right of one merge, each with the numbers of the words (or blocks) where it stands.

    left[x]     where x stands before the new token
    right[y]    where y stands after it
    twice       where the new token stands before itself
    has_repeats whether a number may be listed more than once for one neighbour
    """

    def __init__(self) -> None:
        self.left: defaultdict[str, Places] = defaultdict(list)
        self.right: defaultdict[str, Places] = defaultdict(list)
        self.twice: Places = []
        self.has_repeats = False

    def collect(self, number: int, parts: list[str]) -> None:
        """Note the neighbours in a word that was cut at the pair into these parts."""
        if parts[0]:
            self.left[parts[0][-1]].append(number)
        self.between(number, parts)
        if parts[-1]:
            self.right[parts[-1][0]].append(number)

    def between(self, number: int, parts: list[str]) -> None:
        """The same for all but the outer parts. Nothing between two cuts: the new token follows itself."""
        left, right = self.left, self.right
        self.has_repeats = True
        for part in parts[1:-1]:
            if part:
                right[part[0]].append(number)
                left[part[-1]].append(number)
            else:
                self.twice.append(number)

    def changes(self, pair: str, new: str) -> list[tuple[str, str, Places]]:
        """Each pair that became rarer, the pair that took its place, and where."""
        first, second = pair[0], pair[1]
        changes = [(char + first, char + new, places) for char, places in self.left.items()]
        changes += [(second + char, new + char, places) for char, places in self.right.items()]
        if self.twice:
            changes.append((second + first, new + new, self.twice))
        return changes
