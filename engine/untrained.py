"""Whether merges stand in an order that some training gives, as those of an edited list may not.

Training merges what stands side by side, so each merge of a training can happen: its parts are there by then,
and no earlier merge keeps them apart. Whatever list passes that test comes from some training: a text that
holds each token by itself, the first ones much oftener than the later ones, teaches exactly this list.

Such a list encodes as any other does, the lowest rank first. But its steps are no history of a training, and
some of its tokens never come out.
"""

from __future__ import annotations

from bpe_play.engine.door import to_text
from bpe_play.engine.survivors import survivors
from bpe_play.engine.vocabulary import Vocabulary

MANY = 20_000
_SHOWN = 40  # characters
_MEANING = "the lowest rank is still merged first, but the steps are no history of a training"


def order_notes(vocabulary: Vocabulary, most: int = MANY) -> list[str]:
    """A sentence for the user where no training gives these merges in this order, else none.

    most  lists longer than this are only looked at where a token stands before its parts, or twice; the rest
          would take as long as loading them

    >>> order_notes(Vocabulary.of([(97, 98), (256, 99)])), order_notes(Vocabulary.of([(98, 99), (97, 98)]))
    ([], [])
    >>> print(*order_notes(Vocabulary.of([(98, 99), (97, 98), (257, 99)])))
    No training gives these merges in this order: merge 3 of 3 ('ab' + 'c') never happens, since earlier \
merges keep its parts apart; the lowest rank is still merged first, but the steps are no history of a training
    """
    if not vocabulary.pairs:  # there are no merges, or steps that are something else
        return []
    if vocabulary.step > most and not vocabulary.singly:
        return []
    if vocabulary.singly and len(vocabulary.steps) > vocabulary.step:  # each step is several pairs: no list
        return []
    first = _first_steps(vocabulary)
    dead = _impossible(vocabulary, first) if vocabulary.step <= most else _too_early(vocabulary, first)
    if dead:
        others = f", as {len(dead) - 1:,} others" if dead[1:] else ""
        why = _why(vocabulary, first, dead[0])
        return [f"No training gives these merges in this order: {why}{others}; {_MEANING}"]
    if len(first) < vocabulary.step:
        again = vocabulary.step - len(first)
        return [
            f"No training gives these merges: {again:,} of {vocabulary.step:,} make a token that one before "
            f"makes already, as in lists written for sentencepiece models; {_MEANING}"
        ]
    return []


def late_notes(vocabulary: Vocabulary) -> list[str]:
    """What `order_notes` did not look for in a long list, for who has the time."""
    seen = vocabulary.singly or vocabulary.step <= MANY
    return [] if seen else order_notes(vocabulary, vocabulary.step)


def _first_steps(vocabulary: Vocabulary) -> dict[int, int]:
    """The first step that makes each id."""
    steps = range(vocabulary.step, 0, -1)
    return dict(zip(reversed(vocabulary.ids), steps, strict=True))


def _impossible(vocabulary: Vocabulary, first: dict[int, int]) -> list[int]:
    """The steps that make a token which its own bytes never become."""
    alive = survivors(vocabulary)
    return sorted(step for token_id, step in first.items() if token_id not in alive)


def _too_early(vocabulary: Vocabulary, first: dict[int, int]) -> list[int]:
    """The steps that merge a part which is not there yet."""
    base = {*vocabulary.byte_ids, *vocabulary.characters.values()}
    made = dict.fromkeys(base, 0) | first
    never = vocabulary.step + 1
    return [
        step
        for step, pair in enumerate(vocabulary.pairs, 1)
        if step <= max(made.get(part, never) for part in pair)
    ]


def _why(vocabulary: Vocabulary, first: dict[int, int], step: int) -> str:
    left, right = vocabulary.pairs[step - 1]
    merge = (
        f"merge {step:,} of {vocabulary.step:,} ({_label(vocabulary, left)} + {_label(vocabulary, right)})"
    )
    base = {*vocabulary.byte_ids, *vocabulary.characters.values()}
    for part in (left, right):
        if part not in base and part not in first:
            return f"{merge} has a part that no merge makes, {_label(vocabulary, part)}"
        if first.get(part, 0) >= step:
            return (
                f"{merge} comes before merge {first[part]:,}, which makes its part {_label(vocabulary, part)}"
            )
    return f"{merge} never happens, since earlier merges keep its parts apart"


def _label(vocabulary: Vocabulary, token_id: int) -> str:
    return repr(to_text(vocabulary.tokens[token_id])[:_SHOWN])
