"""Measures of a running program in a terminal: keys until they are painted, one number for each.

Run as a module, one scenario is measured: `python -m tests.bench.keys SCENARIO NAME KEYS [FILE]`, see SCENARIOS.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.inside import report
from tests.bench.terminal import Terminal

GAP = 0.12  # seconds between keys, as fast as people type; jittered, so that no timer can keep step
_LETTERS = "bcdfghjkmnprstvwxz"
_MARK = "zqx"  # no text on the screen holds it; typed before each word, and not counted itself
_WORD = 6
_PATIENCE = 15.0
_PASTE = 1_000_000

Seen = Callable[[str], bool]  # whether the lines of a screen show what a key shall bring
Expected = list[tuple[float, Seen]]  # when a key was sent, and what it shall show


def sleep_between(chance: random.Random) -> None:
    time.sleep(GAP * (0.75 + chance.random() / 2))


def type_words(terminal: Terminal, keys: int) -> Expected:
    """Type letters in short words, each word in place of the one before."""
    chance = random.Random(1)
    expected: Expected = []
    while len(expected) < keys:
        terminal.send(b"\x15")
        word = _MARK
        sleep_between(chance)
        terminal.send(word.encode())
        for _ in range(_WORD):
            sleep_between(chance)
            word += chance.choice(_LETTERS.replace(word[-1], ""))
            expected.append((terminal.send(word[-1].encode()), _holding(word)))
        sleep_between(chance)
    return expected


def latencies(terminal: Terminal, expected: Expected) -> list[float]:
    """Milliseconds from each key to the first chunk after which what it shall show stands on the screen.

    A later key's text settles the earlier ones too: their own may have been painted over at once.
    """
    found: list[float] = []
    for when, screen in terminal.frames():
        waiting = [at for at in range(len(found), len(expected)) if expected[at][0] <= when]
        if not waiting:
            continue
        lines = "\n".join(screen.display)
        shown = [at for at in waiting if expected[at][1](lines)]
        if shown:
            found += [1000 * (when - expected[at][0]) for at in range(len(found), shown[-1] + 1)]
        if len(found) == len(expected):
            break
    return found


def _holding(text: str) -> Seen:
    return lambda lines: text in lines


def _settle(terminal: Terminal, expected: Expected) -> dict[str, object]:
    terminal.wait_quiet(1.0)
    terminal.close()
    found = latencies(terminal, expected)
    return {"ms": found, "lost": len(expected) - len(found)}


# -- the scenarios ---------------------------------------------------------------------------------------


def floor(keys: int, _: str) -> dict[str, object]:
    """Typing into the floor's line."""
    terminal = _start("-m", "tests.bench.floor", "line")
    terminal.wait(b"READY")
    terminal.wait_quiet(1.0)
    return _settle(terminal, type_words(terminal, keys))


def idle(keys: int, _: str) -> dict[str, object]:
    """Typing into the lab's text box while nothing else happens."""
    terminal = _lab("english", "--vocab-size", "1024", "--text", "a")
    terminal.wait(b"768 / 768")
    terminal.send(b"e")
    terminal.wait_quiet(1.0)
    return _settle(terminal, type_words(terminal, keys))


def training(keys: int, path: str, split: str = "gpt2") -> dict[str, object]:
    """The same while a large corpus is trained on at full speed; it must not end before the keys do."""
    terminal = _lab(path, "--vocab-size", "900000", "--text", "a", split=split)
    terminal.wait(b"learning ")
    terminal.send(b"e")
    time.sleep(1)
    expected = type_words(terminal, keys)
    terminal.wait_quiet(0.5)
    last = expected[-1][0]
    still = (
        any(when > last and b"learning" in data for when, data in terminal.chunks)
        or "learning" in terminal.screen()
    )
    if not still:
        raise SystemExit("the training ended before the keys did: take a larger text")
    terminal.close()
    found = latencies(terminal, expected)
    return {"ms": found, "lost": len(expected) - len(found)}


def training_whole(keys: int, path: str) -> dict[str, object]:
    """The same without a split."""
    return training(keys, path, "none")


def scrubbing(keys: int, path: str, split: str = "gpt2") -> dict[str, object]:
    """Going through 100,000 merges with a typed text of 2 kB: by keys, and by dragging along the timeline."""
    text = "The press at the lane made pages. ñ 日本語 🍓 1234567890\n" * 33
    terminal = _lab(path, "--vocab-size", str(_STEPS + 256), "--text", text[:2000], split=split)
    terminal.wait(f"{_STEPS:,} / {_STEPS:,}".encode(), seconds=600)
    terminal.wait_quiet(1.0)
    chance = random.Random(1)
    first, last = _slider(terminal)
    expected: Expected = []

    def expect(sent: float, step: int) -> int:
        expected.append((sent, _holding(f" {step:,} / {_STEPS:,}")))
        return step

    terminal.send(_mouse(_PRESS, first))
    for column in chance.sample(range(first + 1, last), keys // 2):
        sleep_between(chance)
        step = expect(terminal.send(_mouse(_DRAG, column)), round((column - first) * _STEPS / (last - first)))
    terminal.send(_mouse(_PRESS, column, up=True))
    for _ in range(keys // 2):
        sleep_between(chance)
        key = chance.choice([key for key in _MOVES if 0 <= step + _MOVES[key] <= _STEPS])
        step = expect(terminal.send(key), step + _MOVES[key])
    return _settle(terminal, expected)


def scrubbing_whole(keys: int, path: str) -> dict[str, object]:
    """The same without a split."""
    return scrubbing(keys, path, "none")


_STEPS = 100_000
_MOVES = {b"\x1b[C": 1, b"\x1b[D": -1, b".": 10, b",": -10, b">": 100, b"<": -100}
_TIMELINE_ROW = 38  # counted from 1, as columns are; at 120×40
_PRESS, _DRAG = 0, 32


def _mouse(button: int, column: int, up: bool = False) -> bytes:
    return b"\x1b[<%d;%d;%d%s" % (button, column, _TIMELINE_ROW, b"m" if up else b"M")


def _slider(terminal: Terminal) -> tuple[int, int]:
    """The columns of the first step and of the last one, where the cursor is."""
    row = terminal.screen().splitlines()[_TIMELINE_ROW - 1]
    return row.index("━") + 1, row.index("●") + 1


def paste_floor(_: int, __: str) -> dict[str, object]:
    """A megabyte into a plain TextArea, until a letter typed after it is painted."""
    terminal = _start("-m", "tests.bench.floor", "box")
    terminal.wait(b"READY")
    terminal.wait_quiet(1.0)
    return _paste(terminal, b"zqxyzzy", "zqxyzzy")


def paste(_: int, __: str) -> dict[str, object]:
    """A megabyte into the lab's text box, until Esc after it has left the box."""
    terminal = _lab("english", "--vocab-size", "1024", "--text", "a")
    terminal.wait(b"768 / 768")
    terminal.send(b"e")
    terminal.wait(b"leave")
    terminal.wait_quiet(1.0)
    return _paste(terminal, b"\x1b", "space")


def _paste(terminal: Terminal, key: bytes, shown: str) -> dict[str, object]:
    lines = b"".join(
        b"line %06d of a text that is long and plain, and goes on\n" % number
        for number in range(_PASTE // 60)
    )
    sent = terminal.send(b"\x1b[200~" + lines + b"\x1b[201~")
    terminal.send(key)
    end = time.perf_counter() + 120
    while time.perf_counter() < end:
        terminal.wait_quiet(1.0)
        found = latencies(terminal, [(sent, _holding(shown))])
        if found:
            terminal.close()
            return {"ms": found, "lost": 0}
    raise SystemExit("no key was answered after the paste:\n" + terminal.screen())


def _start(*command: str) -> Terminal:
    return Terminal([sys.executable, *command], os.environ)


def _lab(*arguments: str, split: str = "gpt2") -> Terminal:
    return _start("-m", "bpe_play", *arguments, "--split", split)


SCENARIOS: dict[str, Callable[[int, str], dict[str, object]]] = {
    "floor": floor,
    "idle": idle,
    "training": training,
    "training-whole": training_whole,
    "scrubbing": scrubbing,
    "scrubbing-whole": scrubbing_whole,
    "paste-floor": paste_floor,
    "paste": paste,
}


def main(scenario: str, keys: str, path: str = "") -> None:
    report(SCENARIOS[scenario](int(keys), str(Path(path).resolve()) if path else ""))


if __name__ == "__main__":
    main(*sys.argv[1:])
