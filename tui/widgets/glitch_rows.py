"""Rows of the vocabulary browser: a token in the list, a kind with its count, and all about one token."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_play.engine.anatomy import Anatomy, Kind
from bpe_play.engine.counted import counted
from bpe_play.engine.reach import is_text
from bpe_play.engine.stream import Held, StreamDecoder
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.tui.glitch_browse import Group
from bpe_play.tui.visible import label, plain
from bpe_play.tui.widgets.figures import grouped
from bpe_play.tui.widgets.pieces import Line, Piece, crop, left, right

_ID_WIDTH = 8
_LABEL_SHARE = 0.5


def token_row(tokenizer: Tokenizer, token_id: int, width: int) -> Line:
    """Id, what the token looks like, its bytes.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> from bpe_play.tui.widgets.pieces import text_of
    >>> text_of(token_row(Tokenizer(pre_tokenizer("gpt2"), Vocabulary()), 195, 30)).rstrip()
    '     195  ⟨C3⟩       C3'
    """
    token = tokenizer.token(token_id)
    room = max(int((width - _ID_WIDTH - 4) * _LABEL_SHARE), 6)
    text = label(token, room)
    ink: str | int = "mark" if token_id in tokenizer.specials.by_id else token_id
    cells = left("", room - len(left(text, 0)))
    return crop(
        [
            Piece(right(str(token_id), _ID_WIDTH) + "  ", "dim"),
            Piece(text, ink),
            Piece(cells),
            Piece("  " + hex_of(token, width - room - _ID_WIDTH - 4), "dim"),
        ],
        width,
    )


def hex_of(token: bytes, width: int) -> str:
    """As many bytes in hex as fit, with an ellipsis if there are more."""
    fits = max((width + 1) // 3, 1)
    if len(token) <= fits:
        return token.hex(" ").upper()
    return token[: max(fits - 1, 0)].hex(" ").upper() + " …"


def group_row(group: Group, width: int) -> Line:
    """A kind or script with its count."""
    count = "–" if group.count is None else grouped(group.count)
    room = width - len(count) - 3
    return [Piece(f" {left(plain(group.name)[:room], room)} "), Piece(f"{count} ", "dim")]


def token_details(
    tokenizer: Tokenizer, anatomy: Anatomy | None, token_id: int, kinds: Sequence[Kind], width: int
) -> list[Line]:
    """How a token is made, its bytes, and what is the matter with it."""
    token = tokenizer.token(token_id)
    size = counted(len(token), "byte")
    lines: list[Line] = [
        [Piece(label(token, width - 2), token_id)],
        [Piece(f"id {token_id}   {size}   ", "dim"), *_made_from(tokenizer, token_id)],
        [Piece(hex_of(token, width), "dim")],
    ]
    lines += [[Piece(sentence)] for sentence in _matters(tokenizer, anatomy, token_id, kinds)]
    return [crop(line, width) for line in lines]


def _made_from(tokenizer: Tokenizer, token_id: int) -> Line:
    if token_id in tokenizer.specials.by_id:
        return [Piece("special: no merge makes it")]
    vocabulary = tokenizer.vocabulary
    pair = vocabulary.parents(token_id)
    if pair is None:
        return [Piece("single byte, there from the start")]
    first, second = (label(vocabulary.tokens[part], 40) for part in pair)
    step = f"merge {grouped(vocabulary.step_of(token_id))}: "
    return [Piece(step, "dim"), Piece(first, pair[0]), Piece(" + ", "dim"), Piece(second, pair[1])]


def _matters(
    tokenizer: Tokenizer, anatomy: Anatomy | None, token_id: int, kinds: Sequence[Kind]
) -> list[str]:
    token = tokenizer.token(token_id)
    sentences = []
    if not is_text(token):
        sentences.append(_torn(token))
    if anatomy is not None and token_id in anatomy.reach:
        reach = anatomy.reach[token_id]
        where = f": {label(reach.inside, 30)}" if reach.inside is not None else ""
        sentences.append(f"unreachable: {reach}{where}")
    if anatomy is not None and anatomy.uses is not None:
        sentences.append(f"used {counted(anatomy.uses[token_id], 'time')} in the text chosen")
    names = [kind.value for kind in kinds if kind is not Kind.UNREACHABLE]
    return [*sentences, *([f"kinds: {', '.join(names)}"] if names else [])]


def _torn(token: bytes) -> str:
    """Which ends of a token lie inside a character.

    >>> _torn("字".encode()[:2]), _torn("é".encode()[1:] + b"a")
    ('no text by itself: ends inside a character of 3 bytes', 'no text by itself: begins inside a character')
    """
    decoder = StreamDecoder()
    decoder.feed(token)
    words = ["begins inside a character"] if 0x80 <= token[0] < 0xC0 else []
    if decoder.pending:
        words.append(f"ends inside a character of {Held(decoder.pending).need + 1} bytes")
    return "no text by itself: " + (" and ".join(words) or "its bytes are no UTF-8")
