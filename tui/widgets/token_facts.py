"""What there is to say about one token of a text, in words: a value that the token card draws."""

from __future__ import annotations

from typing import NamedTuple

from bpe_play.engine.byte_letters import to_letters
from bpe_play.engine.characters import character_pieces
from bpe_play.engine.door import to_text
from bpe_play.engine.tokenizer import Tokenization, TokenSpan
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.visible import label
from bpe_play.tui.widgets.ruler_characters import Characters

NOT_TEXT = "bytes that are not (yet) text"
_LONGEST_TEXT = 32  # cells
_MOST_BYTES = 64  # shown in hex
_LOOKED_AT = 1024  # bytes that are searched for stray ones


class TokenFacts(NamedTuple):
    """One token where it stands.

    text     the token on one line, cropped if it is long
    bytes    its bytes in hex, the first 64; size: how many there are
    id       its id
    place    which of how many tokens it is, if that is known, and at which byte of the text it starts
    letters  its bytes in GPT-2's letters, as many tools print them; empty where they are the text itself
    written  how its vocabulary writes it, where that is otherwise: ##er, ▁the, [UNK]
    origin   the pair that it was merged from and the step, or that it is a single byte or a special token
    pieces   which bytes of which character it holds, where a border goes through a character
    """

    text: str
    bytes: str
    size: int
    id: int
    place: str
    letters: str
    written: str
    origin: str
    pieces: tuple[str, ...]


def token_facts(tokenization: Tokenization, index: int, vocabulary: Vocabulary | None = None) -> TokenFacts:
    """The facts of the token with an index.

    >>> from bpe_play.engine.tokenizer import TokenSpan
    >>> data = "∩".encode()
    >>> spans = tuple(TokenSpan(byte, bytes([byte]), at, at + 1) for at, byte in enumerate(data))
    >>> facts = token_facts(Tokenization(data, spans), 1, Vocabulary())
    >>> facts.text, facts.place, facts.origin, facts.pieces
    ('⟨88⟩', '2 of 3, at byte 1', 'a single byte', ('byte 2 of 3 of U+2229 ∩',))
    """
    span = tokenization.spans[index]
    return TokenFacts(
        text=label(span.token, _LONGEST_TEXT),
        bytes=_hex(span.token),
        size=len(span.token),
        id=span.id,
        place=_place(tokenization, index),
        letters=_letters(span.token),
        written=_written(span, vocabulary),
        origin=_origin(span, vocabulary),
        pieces=_pieces(tokenization.data, span.start, span.end),
    )


def _place(tokenization: Tokenization, index: int) -> str:
    at = f"at byte {tokenization.spans[index].start:,}"
    if not tokenization.is_whole:
        return f"{at} of {len(tokenization.data):,}"
    return f"{index + 1:,} of {len(tokenization.spans):,}, {at}"


def _letters(token: bytes) -> str:
    """A letter a byte, in the mapping with which GPT-2 wrote bytes as text: Ġ is a space, Ċ a newline."""
    letters = to_letters(token[:_LONGEST_TEXT])
    return "" if letters.encode() == token else letters + ("…" if len(token) > _LONGEST_TEXT else "")


def _written(span: TokenSpan, vocabulary: Vocabulary | None) -> str:
    if span.special or vocabulary is None or span.id not in vocabulary.tokens:
        return ""
    written = vocabulary.written(span.id)
    return "" if written == span.token else label(written, _LONGEST_TEXT)


def _hex(token: bytes) -> str:
    return token[:_MOST_BYTES].hex(" ").upper() + (" …" if len(token) > _MOST_BYTES else "")


def _origin(span: TokenSpan, vocabulary: Vocabulary | None) -> str:
    if span.special:
        return "a special token"
    if span.unknown:
        return "unknown: no token stands for this text"
    if vocabulary is None or span.id not in vocabulary.tokens:
        return ""
    parents = vocabulary.parents(span.id)
    if parents is None:
        return _unmerged(span.id, vocabulary)
    left, right = (label(vocabulary.tokens[parent], _LONGEST_TEXT) for parent in parents)
    return f"{left} + {right}, step {vocabulary.step_of(span.id):,}"


def _unmerged(token_id: int, vocabulary: Vocabulary) -> str:
    if token_id in vocabulary.byte_ids:
        return "a single byte"
    if step := vocabulary.step_of(token_id):
        return f"made at step {step:,}"
    score = vocabulary.score(token_id)
    if score is not None:
        return f"log probability {score:.2f}"
    return "a character" if len(to_text(vocabulary.tokens[token_id])) == 1 else "no merge makes it"


def _pieces(data: bytes, start: int, end: int) -> tuple[str, ...]:
    """The characters that are cut, and a word about stray bytes, if the beginning of the token has any."""
    cut = tuple(f"{piece} {label(piece.character.encode())}" for piece in character_pieces(data, start, end))
    looked_at = min(end, start + _LOOKED_AT)
    characters = Characters(data, start, looked_at)
    has_stray = any(not characters.at(byte).text for byte in range(start, looked_at))
    return (*cut, NOT_TEXT) if has_stray else cut


def bits(data: bytes, start: int, end: int) -> list[str]:
    r"""What the bits of each byte of data[start:end] say about its place in a character.

    >>> bits("ña".encode(), 0, 3)
    ['C3 = 110 00011  lead of 2', 'B1 = 10 110001  continuation', '61 = 0 1100001  ASCII']
    """
    characters = Characters(data, start, end)
    return [_explained(data[byte], bool(characters.at(byte).text)) for byte in range(start, end)]


def _explained(byte: int, in_text: bool) -> str:
    ones = 8 - (byte ^ 0xFF).bit_length()
    role = {0: "ASCII", 1: "continuation"}.get(ones, f"lead of {ones}")
    if byte in (0xC0, 0xC1) or byte > 0xF4:
        return f"{byte:02X} = {byte:08b}  in no UTF-8 text"
    missing = "" if in_text else ", its lead is missing" if ones == 1 else ", what must follow is missing"
    written = f"{byte:08b}"
    return f"{byte:02X} = {written[: ones + 1]} {written[ones + 1 :]}  {role}{missing}"
