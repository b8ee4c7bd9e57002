"""Which tokens come out of BPE as themselves, for a whole vocabulary at once.

Encoding every token to see whether its one id comes back takes seconds for 200,000 tokens. This asks the
same of the merges alone. A token made of left + right comes back if both halves do, and if on the way no
merge joins the end of the left half to the beginning of the right one.

    left  …  a | b  …  right        at every moment some token a ends at the border and some b begins there

Going back in time from the finished halves, the later-made of the two border tokens is taken apart, again
and again. At each moment (a, b) must not be a pair that was merged before a or b was itself used up.

The split into pieces is not looked at: a pre-tokenizer may still cut a token that is listed here.
"""

from __future__ import annotations

from bpe_play.engine.vocabulary import Vocabulary

_NEVER = 1 << 60


def survivors(vocabulary: Vocabulary) -> set[int]:
    """The ids whose bytes, encoded as one piece, give that one id.

    >>> ac_b_cb = Vocabulary.of([(97, 99), (99, 98), (97, 257)])
    >>> sorted(survivors(ac_b_cb) - set(range(256)))  # a + cb is never made: ac comes first
    [256, 257]
    """
    whole = {*vocabulary.byte_ids, *vocabulary.characters.values()}
    step_of = dict.fromkeys(whole, 0)
    for step, (token_id, pair) in enumerate(zip(vocabulary.ids, vocabulary.pairs, strict=True), 1):
        step_of.setdefault(token_id, step)
        first_to_make = vocabulary.steps[pair] == step
        if first_to_make and whole.issuperset(pair) and not _crossed(*pair, vocabulary, step_of):
            whole.add(token_id)
    return whole


def _crossed(left: int, right: int, vocabulary: Vocabulary, step_of: dict[int, int]) -> bool:
    """Whether some merge crosses the border between two tokens before both are finished.

    Of two overlapping places of one pair the left one is merged. So a pair across the border also wins
    against the same pair at the beginning of the right half, and loses against it at the end of the left.
    """
    pairs, merged_at = vocabulary.pairs, vocabulary.steps.get
    left_step, right_step = step_of[left], step_of[right]
    while left_step or right_step:
        if left_step > right_step:
            used_up, left = left_step, pairs[left_step - 1][1]
            left_step = step_of[left]
        else:
            used_up, right = right_step + 1, pairs[right_step - 1][0]
            right_step = step_of[right]
        if merged_at((left, right), _NEVER) < used_up:
            return True
    return False
