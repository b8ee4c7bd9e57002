"""The words and figures on the stream screen's borders, and the choices it offers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from bpe_play.engine.counted import counted
from bpe_play.engine.door import to_bytes
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.choose import Choice
from bpe_play.tui.stream_buffer import Fate
from bpe_play.tui.stream_lanes import STOP, Lane
from bpe_play.tui.stream_source import BYTES, GIVEN, OWN, StreamSource
from bpe_play.tui.stream_state import StreamState
from bpe_play.tui.visible import label
from bpe_play.tui.vocabularies import VOCABULARIES


def vocabulary(source: StreamSource, lab: Lab) -> str:
    """By what the text is cut into tokens."""
    match source.vocabulary:
        case "own":
            return f"{PurePath(lab.state.tokenizer).name or 'own'}, step {lab.cursor:,}"
        case "none":
            return "bytes, no merges"
        case "given":
            return "tokens of the example"
    return source.vocabulary


def place(stream: StreamState) -> list[str]:
    """How far the stream has come."""
    unit = "byte" if stream.by_byte else "token"
    words = [f"{unit} {stream.position:,} of {stream.limit:,}"]
    if stream.is_cut:
        left = len(stream.arrivals) - stream.limit
        words.append(f"cut, {left:,} never {'comes' if left == 1 else 'come'}")
    if stream.ended:
        words.append("flushed")
    if stream.left_out:
        words.append(f"{stream.left_out:,} bytes more are not sent")
    return words


def held(stream: StreamState) -> str:
    """What the right decoder waits for."""
    buffer = stream.buffer()
    if buffer.fate is not Fate.HELD:
        return ""
    return f"{_bytes(len(buffer.data))} pending, {buffer.owed} owed"


def _bytes(count: int) -> str:
    return counted(count, "byte")


def stop_in_words(stream: StreamState, lanes: Sequence[Lane]) -> str:
    """What became of the stop sequence."""
    lane = next((lane for lane in lanes if lane.kind.key == STOP), None)
    if lane is None:
        return ""
    stop = label(to_bytes(stream.stop), 16)
    if lane.found is not None and lane.found <= stream.position:
        return f"{stop} found at {lane.found:,}{_alone(stream)}"
    return f"waits with {label(lane.held, 16)}" if lane.held else f"looks for {stop}"


def _alone(stream: StreamState) -> str:
    whole = any(to_bytes(stream.stop) in token for _, token in stream.arrivals)
    return "" if whole else ", in no token alone"


def vocabulary_choices(source: StreamSource, lab: Lab) -> list[Choice]:
    """What can cut the text: our own, none, the published ones, and the example itself if it does."""
    own = f"What the lab shows, as of step {lab.cursor:,} where its cursor stands."
    choices = [
        Choice(OWN, "The lab's tokenizer", own),
        Choice(BYTES, "Bytes, no merges", "Every byte is a token: each border goes through a character."),
    ]
    if source.example and source.example.tokens:
        choices.append(
            Choice(GIVEN, "The tokens of the example", "Borders where the example shows its point.")
        )
    return choices + [_published(info.name, info.title, info.mergeable) for info in VOCABULARIES.rows()]


def _published(name: str, title: str, size: int | None) -> Choice:
    return Choice(name, name, title if size is None else f"{title}: {size:,} tokens.")


_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(text: str) -> str:
    """A stop sequence as `unescaped` reads it."""
    return "".join(_ESCAPES.get(char, char) for char in text)


def unescaped(typed: str) -> str:
    r"""A stop sequence as it was typed, with \n, \r, \t and \\ for what cannot be typed on one line.

    >>> unescaped(r"\nUser:"), unescaped("a\\\\n")
    ('\nUser:', 'a\\n')
    """
    meant = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
    text, escaped = "", False
    for char in typed:
        if escaped:
            text += meant.get(char, "\\" + char)
        elif char != "\\":
            text += char
        escaped = char == "\\" and not escaped
    return text + ("\\" if escaped else "")
