"""Figures of a text: its bytes, its characters, and its tokens as of the scene's step.

A text that is left out is the typed one.
"""

from __future__ import annotations

from bpe_play.engine import EngineError, Tokenization, grapheme_bounds, to_bytes
from bpe_play.engine.characters import character_bounds
from bpe_play.tui.lab import Lab
from bpe_play.tui.lessons.figure import BORDER, Figure
from bpe_play.tui.visible import label


def _data(lab: Lab, argument: str) -> bytes:
    return to_bytes(argument) if argument else lab.state.text


def _tokens(lab: Lab, argument: str) -> Tokenization:
    return lab.tokenizer.tokenize(_data(lab, argument), step=lab.cursor, specials=lab.state.specials)


def _count(lab: Lab, argument: str) -> str:
    return f"{len(_tokens(lab, argument).spans):,}"


def _cut(lab: Lab, argument: str) -> str:
    return BORDER.join(label(span.token) for span in _tokens(lab, argument).spans)


def _ids(lab: Lab, argument: str) -> str:
    return " ".join(map(str, _tokens(lab, argument).ids))


def _torn(lab: Lab, argument: str) -> str:
    tokenization = _tokens(lab, argument)
    whole = set(character_bounds(tokenization.data))
    return str(sum(span.start not in whole for span in tokenization.spans))


def _alone(lab: Lab, argument: str) -> str:
    decoded = (span.token.decode("utf-8", "replace") for span in _tokens(lab, argument).spans)
    return str("".join(decoded).count("\ufffd"))


def _pieces(lab: Lab, argument: str) -> str:
    return BORDER.join(label(piece) for piece in lab.split.pieces(_data(lab, argument)))


def _bytes(lab: Lab, argument: str) -> str:
    return f"{len(_data(lab, argument)):,}"


def _hex(lab: Lab, argument: str) -> str:
    return _data(lab, argument).hex(" ").upper()


def _characters(lab: Lab, argument: str) -> str:
    return f"{len(character_bounds(_data(lab, argument))) - 1:,}"


def _graphemes(lab: Lab, argument: str) -> str:
    return f"{len(grapheme_bounds(_data(lab, argument))) - 1:,}"


def _decoded(lab: Lab, argument: str) -> str:
    """Ids separated by blanks, as the bytes they stand for."""
    try:
        ids = [int(each) for each in argument.split()]
    except ValueError:
        raise EngineError(f"{argument!r} are no ids", "write them with blanks between: 9468 97") from None
    return label(lab.tokenizer.decode(ids, step=lab.cursor))


ROWS = [
    Figure("{tokens: text}", "how many tokens", _count, "text"),
    Figure("{cut: text}", "the tokens, with | between them", _cut, "text"),
    Figure("{ids: text}", "their ids", _ids, "text"),
    Figure("{torn: text}", "how many borders go through a character", _torn, "text"),
    Figure("{alone: text}", "how many U+FFFD there are when each token is decoded alone", _alone, "text"),
    Figure("{pieces: text}", "what the pre-tokenizer cuts, with | between", _pieces, "text"),
    Figure("{bytes: text}", "how many bytes", _bytes, "text"),
    Figure("{hex: text}", "its bytes in hex", _hex, "text"),
    Figure("{characters: text}", "how many code points", _characters, "text"),
    Figure("{graphemes: text}", "how many signs, as one sees them", _graphemes, "text"),
    Figure("{decoded: 104 105}", "what ids stand for", _decoded, "word"),
]
