"""How a token came to be: the tree of its parts, down to the bytes.

token        id  step
␣the        268    12
├ ␣t        257     2
│ ├ ␣        32  byte
│ └ t       116  byte
└ he        301    46
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pieces import Line, Piece, crop, right, width_of

_GAP = "  "
_SHORTEST_LABEL = 6


@dataclass(frozen=True)
class Node:
    """A part of a token: `lead` are the lines of the tree before it, `step` is 0 for a single byte.

    again   its parts are drawn further up already, so they are left out here
    """

    lead: str
    id: int
    step: int
    again: bool


def tree(vocabulary: Vocabulary, token_id: int) -> Iterator[Node]:
    """The parts of a token from the top down, left before right. Each merge is taken apart once.

    >>> [node.lead + chr(node.id) for node in tree(Vocabulary.of([(97, 98)]), 256)]
    ['Ā', '├ a', '└ b']
    """
    drawn: set[int] = set()
    waiting = [("", "", token_id)]
    while waiting:
        lead, below, current = waiting.pop()
        parents = vocabulary.parents(current)
        yield Node(lead, current, vocabulary.step_of(current), again=current in drawn)
        if parents and current not in drawn:
            drawn.add(current)
            waiting.append((below + "└ ", below + "  ", parents[1]))
            waiting.append((below + "├ ", below + "│ ", parents[0]))


def tree_lines(vocabulary: Vocabulary, token_id: int, width: int) -> list[Line]:
    """The tree with ids and steps in columns, under a header, in no more than `width` cells."""
    nodes = list(tree(vocabulary, token_id))
    ids = max(len(str(node.id)) for node in nodes)
    steps = max(len(grouped(nodes[0].step)), len("byte"))
    most = max(width - ids - steps - 2 * len(_GAP), 1)
    names = [[Piece("token", "dim")], *(_name(vocabulary, node, most) for node in nodes)]
    room = max(width_of(name) for name in names)
    figures = [("id", "step"), *((str(node.id), _step(vocabulary, node)) for node in nodes)]
    return [
        [
            *name,
            Piece(" " * (room - width_of(name)) + _GAP + right(made, ids) + _GAP + right(step, steps), "dim"),
        ]
        for name, (made, step) in zip(names, figures, strict=True)
    ]


def _step(vocabulary: Vocabulary, node: Node) -> str:
    if node.step:
        return grouped(node.step)
    return "byte" if node.id in vocabulary.byte_ids else "char"


def _name(vocabulary: Vocabulary, node: Node, room: int) -> Line:
    """The lines of the tree and the label of the token, in no more than `room` cells."""
    note = " ↑" if node.again else ""
    lead = _shortened(node.lead, max(room - len(note) - _SHORTEST_LABEL, 0))
    text = label(vocabulary.tokens[node.id], room - len(lead) - len(note))
    return crop([Piece(lead, "dim"), Piece(text, node.id), Piece(note, "dim")], room)


def _shortened(lead: str, room: int) -> str:
    """The end of a lead that is too long, where the branch is, behind an ellipsis."""
    return lead if len(lead) <= room else "…" + lead[len(lead) - room + 1 :] if room > 2 else ""
