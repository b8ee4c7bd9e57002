"""How large a pattern becomes when it is compiled: the regex module writes fixed repeats out.

`a{1000000000}` is twelve characters and asks for more memory than any machine has; nested repeats multiply.
This is an estimate from the look of the pattern, for refusing such ones before they are compiled. It does
not understand the pattern and does not check it. Patterns that call themselves are told by their look too.
"""

from __future__ import annotations

import re

LARGEST = 50_000

_PARTS = re.compile(
    r"""(?xs)
      \\.                                          # an escape
    | \[ \^? \]? (?: \\. | [^\]\\] )*+ (?: \] | \Z )  # a set
    | \{ (?P<least> [0-9]+ ) (?: , [0-9]* )? \}    # a repeat; {,5} repeats nothing for sure
    | .
    """
)


def compiled_size(pattern: str) -> int:
    r"""About how many characters, sets and groups the pattern has with its least repeats written out.

    >>> compiled_size("a{1000}"), compiled_size(r"(?:\d{3}-){2}"), compiled_size("[{99}]+")
    (1001, 19, 2)
    """
    groups = [0]  # size of each group that is open, the whole pattern first
    last = 0  # size of what a repeat would repeat
    for part in _PARTS.finditer(pattern):
        if part["least"] is not None:
            added = last * max(int(part["least"][:9]) - 1, 0) + 1
            last += added
        elif part[0] == ")" and len(groups) > 1:
            added = last = groups.pop() + 1
        else:
            added = last = 1
        if part[0] == "(":
            groups.append(0)
        groups[-1] += added
    return sum(groups)


_CALL = re.compile(r"\?(?:R|[-+]?[0-9]+|&\w+|P>\w+)\)")


def calls_itself(pattern: str) -> bool:
    r"""Whether the pattern has a call such as (?R), (?1) or (?&name), which may take all memory in a moment.

    >>> calls_itself(r"a(?R)?b"), calls_itself(r"[(?R)]\(?R)"), calls_itself(r"(a)(?(1)b|c)")
    (True, False, False)
    """
    opens = (part.end() for part in _PARTS.finditer(pattern) if part[0] == "(")
    return any(_CALL.match(pattern, at) for at in opens)
