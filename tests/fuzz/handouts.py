"""Hand-outs: a code or a file gives the state back that it was made from, or a reason why not."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from functools import cache
from random import Random

from bpe_play.engine import EngineError, SpecialMode
from bpe_play.engine.versions import versions
from bpe_play.tui.handout import code, document
from bpe_play.tui.handout.document import FilePart, Handout
from bpe_play.tui.handout.symbols import ALPHABET, CodeError, grouped, symbols_of
from bpe_play.tui.state import State
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, by_name, same

_SYMBOLS = [*ALPHABET, *"ilou -_.é\x1b\0"]


def _state(rng: Random) -> State:
    """One with a few fields that are not as at the first start."""
    may_be = {
        "source": rng.choice([*code.CORPORA, "/some/file"]),
        "split": rng.choice([*code.SPLITS, rng.choice(draws.PATTERNS), draws.text(rng)]),
        "ties": draws.ties(rng),
        "vocab_size": rng.choice([256, 257, 300, 50_000]),
        "cursor": rng.choice([0, 5, 10**6]),
        "tokenizer": rng.choice(code.TOKENIZERS),
        "text": rng.choice([b"", b"strawberry", draws.data(rng), b"a" * 64, b"a" * 65]),
        "specials": rng.choice(list(SpecialMode)),
        "byte_format": rng.choice(["hex", "binary", "decimal"]),
        "min_count": rng.randint(1, 9),
        "longest_token": rng.choice([None, 1, 30]),
    }
    return State(**{name: may_be[name] for name in rng.sample(sorted(may_be), rng.randrange(6))})


def _code(rng: Random) -> tuple[str | None, code.Coded]:
    coded = code.Coded(_state(rng), rng.choice(code.PAGES), rng.choice(["", f"{rng.randrange(1 << 16):04X}"]))
    return code.code_of(*coded), coded


def code_typed(rng: Random) -> None:
    """In any case, with any gaps, and with letters that look like digits, it is the same."""
    symbols, coded = _code(rng)
    if symbols is None:
        return
    typed = rng.choice([grouped(symbols), symbols.lower(), symbols.replace("0", "o").replace("1", "l")])
    same(code.read(rng.choice(["", " "]).join(typed)), coded, symbols)


def code_mistyped(rng: Random) -> None:
    """One wrong symbol, and two neighbours that changed places, are always noticed."""
    symbols, _ = _code(rng)
    if symbols is None:
        return
    at = rng.randrange(len(symbols) - 1)
    if rng.random() < 0.5:
        wrong = symbols[:at] + rng.choice(ALPHABET) + symbols[at + 1 :]
    else:
        wrong = symbols[:at] + symbols[at + 1] + symbols[at] + symbols[at + 2 :]
    if wrong != symbols:
        with suppress(CodeError):
            raise AssertionError(f"{wrong} for {symbols} is read as {code.read(wrong)}")


def code_made_up(rng: Random) -> None:
    """Whatever is typed, and whatever bits have the right check: a state that has this code, or a CodeError."""
    made_up = "".join(rng.choices(_SYMBOLS, k=rng.randrange(30)))
    bits = "00001" + "".join(rng.choices("01", k=rng.randrange(80)))
    for typed in (made_up, symbols_of(bits)):
        with suppress(CodeError):
            coded = code.read(typed)
            same(code.code_of(*coded), typed, coded)


def _part(rng: Random) -> FilePart | None:
    data = draws.data(rng, 30)
    inside = data if rng.random() < 0.5 else None
    part = FilePart(
        draws.text(rng), len(data), hashlib.sha256(data).hexdigest(), rng.choice([None, "/x"]), inside
    )
    return rng.choice([None, part])


def _handout(rng: Random) -> Handout:
    fingerprint = rng.choice(["", f"{rng.randrange(1 << 64):016X}"])
    return Handout(
        _state(rng),
        rng.choice(code.PAGES),
        fingerprint,
        rng.randrange(999),
        _part(rng),
        _part(rng),
        versions(),
    )


def file_written(rng: Random) -> None:
    made = _handout(rng)
    same(document.parse(made.to_bytes(), "x"), made)


@cache
def _files() -> list[bytes]:
    rng = Random("files")
    return [_handout(rng).to_bytes() for _ in range(40)]


def file_damaged(rng: Random) -> None:
    """It is refused, or it is a hand-out that can be written again."""
    whole = rng.choice(_files())
    for _ in range(rng.randint(1, 3)):
        whole = draws.changed(whole, rng)
    with suppress(EngineError):
        found = document.parse(whole, "x")
        same(document.parse(found.to_bytes(), "x"), found)


CAMPAIGN = Campaign(
    "handouts",
    "hand-outs as codes and as files",
    by_name(code_typed, code_mistyped, code_made_up, file_written, file_damaged),
    short=60,
)
