"""What speaks for a merge, as lines: its figures, its rivals, and what it became a part of."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from bpe_play.engine.history import History
from bpe_play.engine.merges import BYTES, Merge, TieRule
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.bars import bar
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.merge_row import HERE, tie_mark
from bpe_play.tui.widgets.pair_line import pair_line
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right, width_of

_NAMES = 13
_CHILDREN = 8
_COUNTED_ELSEWHERE = (
    "Published with its merges only: how often each pair was counted, and on what text, is not known."
)
_RULES = {TieRule.FIRST_SEEN: "the first one in the corpus won", TieRule.LOWEST_IDS: "the lowest ids won"}


def figure_lines(history: History, merge: Merge, rule: TieRule | None, width: int) -> list[Line]:
    """Rank, id, bytes, count, tokens and ties of a merge, and a remark where the count needs one."""
    made = [
        ("rank", f"{grouped(merge.step)} of {grouped(len(history))}"),
        ("id", str(merge.id)),
        ("bytes", f"{grouped(len(merge.token))}   {label_hex(merge.token, width - _NAMES - 6)}"),
    ]
    if not history.counted:
        return [
            *(named(name, value, width) for name, value in made),
            *in_words([_COUNTED_ELSEWHERE], width),
        ]
    before, after = history.tokens_after(merge.step - 1), merge.tokens_after
    rates = [history.bytes_per_token(step) for step in (merge.step - 1, merge.step)]
    rows = [
        *made,
        ("count", f"{grouped(merge.count)} before it was merged"),
        ("tokens", f"{grouped(before)} → {grouped(after)}"),
        ("saved", grouped(before - after)),
        ("bytes/token", f"{rates[0]:.4f} → {rates[1]:.4f}"),
    ]
    lines = [named(name, value, width) for name, value in rows]
    return [*lines, *_remarks(merge, before - after, rule, width)]


def label_hex(token: bytes, width: int) -> str:
    """The bytes in hex, as many as fit.

    >>> label_hex(b"the", 8), label_hex(b"they", 8)
    ('74 68 65', '74 68 …')
    """
    if 3 * len(token) - 1 <= width:
        return token.hex(" ").upper()
    return f"{token[: max((width - 1) // 3, 0)].hex(' ').upper()} …"


def named(name: str, value: str, width: int, names: int = _NAMES) -> Line:
    """A figure with its name before it, in `names` cells."""
    return crop([Piece(left(name, names), "dim"), Piece(value)], width)


def _remarks(merge: Merge, saved: int, rule: TieRule | None, width: int) -> list[Line]:
    """In words: how a tie was decided, and why fewer tokens were saved than were counted."""
    texts = []
    if merge.tied > 1:
        texts.append(tie_remark(merge.tied, "count", rule))
    if merge.pair[0] == merge.pair[1]:
        texts.append(
            f"A token with itself: in a run of three the pair is counted twice but can be merged only once. "
            f"So {grouped(merge.count)} were counted and {grouped(saved)} saved."
        )
    return in_words(texts, width)


def tie_remark(tied: int, what: str, rule: TieRule | None) -> str:
    """How many had the same, and which of them won."""
    won = f": {_RULES[rule]}" if rule else ""
    return f"{grouped(tied)} pairs had this {what}{won}."


def in_words(texts: Sequence[str], width: int) -> list[Line]:
    """Sentences, each wrapped."""
    return [[Piece(line, "dim")] for text in texts for line in wrap(text, max(width, 10))]


def rival_lines(history: History, merge: Merge, width: int) -> list[Line]:
    """The winner and the runners-up at that moment, their counts, and the step at which each was merged."""
    if not history.counted:
        return []
    steps = max(len(grouped(len(history))), len("merged"))
    count = max(len(grouped(merge.count)), len("count"))
    tie, bars = 5, 8 if width >= 56 else 0
    pair = width - 2 - (1 + count) - (1 + tie) - (1 + steps) - (1 + bars if bars else 0)
    title = [Piece(left("  pair", 2 + pair) + " " + right("count", count) + " " * (1 + tie), "dim")]
    title.append(Piece(" " * (1 + bars if bars else 0) + " " + right("merged", steps), "dim"))
    lines = [crop(title, width)]
    for index, (rival, times) in enumerate([(merge.pair, merge.count), *merge.runners_up]):
        made = history.vocabulary.steps.get(rival)
        tied = merge.tied if index == 0 else 0 if times == merge.count else 1
        line = [Piece(HERE + " " if index == 0 else "  ", "accent")]
        line += pair_line(history.vocabulary, rival, BYTES - 1 + made if made else "text", pair)
        line += [
            Piece(" " + right(grouped(times), count)),
            Piece(" " + left(tie_mark(tied, tie), tie), "dim"),
        ]
        line += [Piece(" " + bar(times / merge.count, bars), "dim")] if bars else []
        lines.append(crop([*line, Piece(" " + right(grouped(made) if made else "–", steps))], width))
    return lines


def child_lines(history: History, merge: Merge, width: int) -> list[Line]:
    """The later tokens that have this one as a part, with their steps."""
    vocabulary = history.vocabulary
    later = enumerate(vocabulary.pairs[merge.step :], merge.step + 1)
    steps = [step for step, pair in later if merge.id in pair]
    if not steps:
        return [[Piece("none so far", "dim")]]
    numbers = len(grouped(steps[-1]))
    names = [_child(vocabulary, step, max(width - numbers - 2, 1)) for step in steps[:_CHILDREN]]
    room = max(width_of(name) for name in names)
    lines = [
        crop([*name, Piece(right(grouped(step), room - width_of(name) + 2 + numbers), "dim")], width)
        for name, step in zip(names, steps, strict=False)
    ]
    rest = len(steps) - _CHILDREN
    return [*lines, [Piece(f"and {grouped(rest)} more", "dim")]] if rest > 0 else lines


def _child(vocabulary: Vocabulary, step: int, room: int) -> Line:
    made = vocabulary.ids[step - 1]
    return [Piece(label(vocabulary.tokens[made], room), made)]
