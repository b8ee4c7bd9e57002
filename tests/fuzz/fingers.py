"""What somebody does who presses keys, pastes, clicks and resizes without looking.

Most of it is any key at all; now and then a walk, a few keys that lead somewhere deep when they come one after
the other: a dialog and an answer to it, a lesson and its scenes, the stage and a screen on it.
"""

from __future__ import annotations

from random import Random

from textual import events
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot

from bpe_play.tui.app import BpePlay
from bpe_play.tui.keys import KEYS
from tests.fuzz import draws

USUAL = [(80, 24), (100, 30), (120, 40)]
_ODD = [
    (60, 20),
    (200, 60),
    (40, 12),
    (20, 6),
    (5, 3),
    (1, 1),
]  # the last ones are below the smallest that is drawn
_ENDS = {"ctrl+q"}
_NAMED = [key for row in KEYS for key in row.keys.split(",") if key not in _ENDS]
_OTHERS = ["escape", "enter", "tab", "shift+tab", "up", "down", "pageup", "pagedown", "backspace", "delete", "space",
           "ctrl+c", "ctrl+p", "ctrl+a", "ctrl+u", "ctrl+x", "ctrl+v", "f1", "f2", "f3", "f4"]  # fmt: skip
_TYPED = [*"abc 0123456789()[]{}\\/*+?.,:;'\"<>|ñ日", "\n", "\x1b", "\x9b", "\u202e", "\ufeff"]
_WALKS = """
    1 T down enter  1 T down n pagedown enter  1 T escape  0 1 T down down enter  1 T end enter
    y  1 Y enter  1 Y down enter  1 Y end enter  2 Y down down enter  3 y
    f8  f8 escape  f8 enter  1 0 f8 escape  4 f8 escape
    4 i  4 i down escape  4 a down enter i  4 n n N x  4 o down down enter  4 g 5 0 enter
    f9  f9 1 right right  f9 2 space f9  f9 ctrl+l enter  f9 d f9 z f9  f9 4 i escape f9
    ctrl+r  1 ctrl+r enter t h enter enter  1 ctrl+r down enter enter a | b enter
    1 ctrl+r end enter enter 7 enter  1 ctrl+r enter escape  ctrl+r escape
    ctrl+l enter  ctrl+l down enter ctrl+l down down down enter  ctrl+l end enter  ctrl+l pagedown enter
    ctrl+n  ctrl+n ctrl+n  f10 f10 f10 f10  ctrl+b  ctrl+t  ctrl+n ctrl+r 7 enter
    ctrl+p s t a g e enter  ctrl+p l e s down enter  ctrl+p t i e enter  ctrl+p escape
    ctrl+p u n d o enter  ctrl+p m e a down down enter  ctrl+p ctrl+p escape  ctrl+p 9 enter
    1 o down enter  1 o down down enter  1 a down enter  1 a down down down enter
    1 s down enter  1 s down down enter  1 k down enter  1 g 1 0 0 enter  1 t u r
    1 v 3 0 0 enter  1 / t h enter n n N  1 enter escape  1 w down right escape
    1 e a b c escape  1 e backspace x y z escape u u r  1 ctrl+s x enter  1 x u r
    2 o down enter space 2 s a b enter  2 c b right right  2 enter escape  3 m space  3 b / t h enter
    5 v space escape  5 k down enter  5 x X  5 g right  5 o down enter  5 e enter
    6 space  6 x down enter  6 enter a b escape  6 n h a  6 v 3 0 0 enter  f6 f6
"""  # two blanks between walks
WALKS = [walk.split() for line in _WALKS.strip().splitlines() for walk in line.split("  ") if walk.strip()]


async def do_something(rng: Random, app: BpePlay, pilot: Pilot[None]) -> list[str]:
    """One thing, or a walk; the answer names what was done, each event for itself."""
    chance = rng.random()
    if chance < 0.05:
        text, times = draws.text(rng, 40), rng.choice([1, 1, 1, 200])
        app.post_message(events.Paste(text * times))
        return [f"paste {text!a} x {times}"]
    if chance < 0.08:
        size = rng.choice([*USUAL * 3, *_ODD])
        await pilot.resize_terminal(*size)
        return [f"resize {size}"]
    if chance < 0.12:
        place = rng.randrange(app.size.width), rng.randrange(app.size.height)
        await pilot.click(offset=place)
        return [f"click {place}"]
    keys = _walk(rng) if chance < 0.18 else [rng.choice(rng.choice([_NAMED, _OTHERS, _TYPED]))]
    for key in keys:
        press(app, key)
    return [ascii(key)[1:-1] for key in keys]


def _walk(rng: Random) -> list[str]:
    """Out of whatever is open, mostly, and then some keys that lead somewhere."""
    return [*["escape"] * rng.choice([0, 2, 2]), *rng.choice(WALKS)]


def press(app: BpePlay, key: str) -> None:
    """A letter, or a key by its name: as a terminal sends it, without waiting until it has been answered."""
    name, character = (_character_to_key(key), key) if len(key) == 1 else (key, key_to_character(key))
    event = events.Key(name, character)
    event.set_sender(app)
    assert app._driver is not None
    app._driver.send_message(event)
