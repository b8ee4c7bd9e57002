"""Whether a token can come out of encoding at all: alone, after a space, or only inside other text.

A token is unreachable when its own text does not encode to its one id. That happens where the pre-tokenizer
cuts the text of the token, or where other merges get there first. Such a token may still come out where
other text stands around it, so that is tried too, and the text that worked is kept as the proof. That none
was found does not prove that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import product

from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.survivors import survivors
from bpe_play.engine.tokenizer import Tokenizer

BEFORE = ("", "a", " a", "A", "1", ";", ".", "(", "+", '"', "/", " ", "\n", "é", "字")
AFTER = ("", "a", "s", "m", "t", "re", "A", "S", "1", ".", "/", ")", " ", "\n", "é", "字")
_FRAMES = [(before.encode(), after.encode()) for before, after in product(BEFORE, AFTER)]
_CONTINUATION = bytes(range(0x80, 0xC0))


@dataclass(frozen=True)
class Reach:
    """Where a token's bytes become that token.

    alone        its bytes are the whole text
    after_space  a space stands before them
    inside       a text in which the token comes out with something else around it; None: none was found
    """

    id: int
    alone: bool
    after_space: bool
    inside: bytes | None

    @property
    def anywhere(self) -> bool:
        """Whether some text makes the token."""
        return self.alone or self.after_space or self.inside is not None

    def __str__(self) -> str:
        if not self.anywhere:
            return "no text was found that makes it"
        ways = {
            "alone": self.alone,
            "after a space": self.after_space,
            "inside text": self.inside is not None,
        }
        return ", ".join(way if reached else f"not {way}" for way, reached in ways.items())


def encodes_to_itself(tokenizer: Tokenizer, token_id: int) -> bool:
    """Whether the token's bytes alone encode to its one id."""
    return tokenizer.encode(tokenizer.vocabulary.tokens[token_id]) == [token_id]


def comes_back(tokenizer: Tokenizer) -> Callable[[int], bool]:
    """The same as a question that can be asked quickly of all tokens; pieces of characters count as merged.

    Where merges are all there is, the merges are asked; else every token is encoded.
    """
    vocabulary = tokenizer.vocabulary
    if not tokenizer.is_plain or vocabulary.singly or vocabulary.whole:
        return partial(encodes_to_itself, tokenizer)
    whole, tokens, cut = survivors(vocabulary), vocabulary.tokens, tokenizer.pre_tokenizer.pieces

    def asked(token_id: int) -> bool:
        token = tokens[token_id]
        return token_id in whole and (not is_text(token) or cut(token) == [token])

    return asked


def reach(tokenizer: Tokenizer, token_id: int) -> Reach:
    """Try a token alone, after a space, and inside text. For a piece of a character: inside characters.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> tokenizer = Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98), (98, 99), (256, 99)]))
    >>> print(reach(tokenizer, 257))
    alone, after a space, inside text
    """
    token = tokenizer.vocabulary.tokens[token_id]
    texts = (text for text in _texts_around(token) if token_id in tokenizer.encode(text))
    return Reach(
        id=token_id,
        alone=encodes_to_itself(tokenizer, token_id),
        after_space=token_id in tokenizer.encode(b" " + token),
        inside=next(texts, None),
    )


def is_text(token: bytes) -> bool:
    """Whether the bytes are UTF-8 by themselves, and no piece of a character."""
    try:
        token.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _texts_around(token: bytes) -> Iterator[bytes]:
    if is_text(token):
        yield from (before + token + after for before, after in _FRAMES[1:])
    else:
        for whole in _completed(token):
            yield from (whole, b"a" + whole, b" " + whole)


def _completed(token: bytes) -> Iterator[bytes]:
    """Texts in which the characters that the borders of the token cut are whole."""
    head = token[: len(token) - len(token.lstrip(_CONTINUATION))]
    decoder = StreamDecoder()
    decoder.feed(token[len(head) :])
    tail = decoder.pending
    if token in (head, tail):  # all of it lies in one character
        yield from _spread([character for character in _characters() if token in character], 4_000)
        return
    befores = [character[: -len(head)] for character in _characters() if head and character.endswith(head)]
    afters = [character[len(tail) :] for character in _characters() if tail and character.startswith(tail)]
    for before, after in product(_spread(befores or [b""], 24), _spread(afters or [b""], 24)):
        if is_text(before + token + after):
            yield before + token + after


def _spread(texts: list[bytes], most: int) -> list[bytes]:
    """At most so many of the texts, from all over the list."""
    return texts[:: len(texts) // most + 1]


@cache
def _characters() -> list[bytes]:
    """Characters of more than one byte: the basic plane, emoji, mathematical letters, a few of the rest."""
    basic = (range(0x80, 0xD800), range(0xE000, 0x10000))
    ranges = (*basic, range(0x1F000, 0x1FB00), range(0x1D400, 0x1D800), range(0x10000, 0x110000, 61))
    return [chr(code_point).encode() for codes in ranges for code_point in codes]
