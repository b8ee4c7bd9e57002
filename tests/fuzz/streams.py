"""Bytes and text that arrive in parts, against the whole."""

from __future__ import annotations

import codecs
from random import Random

from bpe_play.engine.stop_finder import StopFinder
from bpe_play.engine.stream import StreamDecoder
from bpe_play.engine.stream_decoders import DECODERS
from bpe_play.tui.driver import TerminalDecoder
from bpe_play.tui.paste_guard import END, START, restored
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, by_name, same


def chunks(rng: Random) -> None:
    """The same as Python's incremental decoder after every part."""
    ours, pythons = StreamDecoder(), codecs.getincrementaldecoder("utf-8")("replace")
    parts = draws.cut(draws.data(rng, 24), rng)
    for part in parts:
        same(ours.feed(part), pythons.decode(part), parts, part)
        same(ours.pending, pythons.getstate()[0], parts, part)
    same((ours.flush(), ours.pending), (pythons.decode(b"", final=True), b""), parts)


def text_in_time(rng: Random) -> None:
    """Each character of a text comes with its last byte, not later."""
    decoder, text = StreamDecoder(), draws.text(rng)
    for character in text:
        *first, last = character.encode()
        same([decoder.feed(bytes([byte])) for byte in first], [""] * len(first), text)
        same(decoder.feed(bytes([last])), character, text)
    same(decoder.flush(), "", text)


def every_decoder(rng: Random) -> None:
    """None of the four raises; on whole characters all say the same."""
    parts = draws.cut(draws.data(rng, 24), rng)
    for kind in DECODERS.values():
        decoder = kind.make()
        for part in parts:
            decoder.feed(part)
        decoder.flush()
    text = draws.text(rng).replace("\ufffd", "")
    for kind in DECODERS.values():
        decoder = kind.make()
        said = "".join(decoder.feed(character.encode()) for character in text) + decoder.flush()
        same(said, text, kind.key)


def stops(rng: Random) -> None:
    """The first stop sequence is found wherever the text is cut."""
    letters = rng.choice(["ab", "abc", "ab\n"])
    stop_list = ["".join(rng.choices(letters, k=rng.randint(1, 4))) for _ in range(rng.randint(1, 3))]
    text = "".join(rng.choices(letters, k=rng.randrange(30)))
    ends = [(text.find(stop) + len(stop), text.find(stop)) for stop in stop_list if stop in text]
    due = text[: min(ends)[1]] if ends else text
    finder = StopFinder(stop_list)
    parts = [part.decode() for part in draws.cut(text.encode(), rng)]
    said = "".join(map(finder.feed, parts)) + finder.flush()
    same((said, finder.stopped), (due, bool(ends)), stop_list, parts)


def pastes(rng: Random) -> None:
    """Whatever a terminal sends, in whatever parts: the same text, and what is pasted is never a key."""
    sent = "".join(rng.choice([_typed, _pasted])(rng) for _ in range(rng.randrange(4)))
    whole = TerminalDecoder("utf-8").decode(sent.encode(), final=True)
    decoder = TerminalDecoder("utf-8")
    parts = draws.cut(sent.encode(), rng)
    same("".join(map(decoder.decode, parts)) + decoder.decode(b"", True), whole, sent, parts)
    for inside in whole.split(START)[1:]:
        pasted = inside.partition(END)[0]
        assert "\x1b" not in pasted, sent
    same(restored(whole), sent, sent)


def _typed(rng: Random) -> str:
    return rng.choice(["a", "\x1b", "\x1b[A", "\x1bOP", "ñ", "\x1b[", "\x1b[200", "\r", "\x1b[<0;1;1M"])


def _pasted(rng: Random) -> str:
    inside = "".join(
        rng.choice([*draws.BITS, "\x1b", "\x1b[201", "\x1b[200~", "\0"]) for _ in range(rng.randrange(5))
    )
    return START + inside.replace(END, "") + END


CAMPAIGN = Campaign(
    "streams",
    "what arrives in parts, against Python's own decoder and against the whole",
    by_name(chunks, text_in_time, every_decoder, stops, pastes),
    short=300,
)
