"""A program that saves something again and again, to be killed: `python -m tests.fuzz.saver KIND FOLDER`.

Each save holds its number throughout, so that a file which is not whole, or of two saves, is known as such.
The number is printed when the save is done.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from bpe_play.engine import SpecialTokens, TieRule, Tokenizer, Vocabulary, model_file, pre_tokenizer
from bpe_play.engine.formats import open_tokenizer, save_tokenizer
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.tui import settings as kept
from bpe_play.tui.learner.template import write_file
from bpe_play.tui.settings import Settings
from bpe_play.tui.state import State

_TIMES = 4_000
_PAIRS = tuple((number, number) for number in range(97, 123))


def _save_state(number: int, folder: Path) -> None:
    kept.save_state(State(cursor=number, text=b"%d " % number * _TIMES))


def _saved_state(folder: Path) -> int:
    state = kept.load_state()
    assert state.cursor is not None
    assert state.text == b"%d " % state.cursor * _TIMES
    return state.cursor


def _save_settings(number: int, folder: Path) -> None:
    kept.save_settings(Settings(f"{number} " * _TIMES, number))


def _saved_settings(folder: Path) -> int:
    settings = kept.load_settings()
    assert settings.theme == f"{settings.speed} " * _TIMES
    return settings.speed


def _save_model(number: int, folder: Path) -> None:
    corpus = TrainedOn(f"{number} " * _TIMES, number, f"{number:064x}")
    model_file.save(
        Model(pre_tokenizer("gpt2"), TieRule.FIRST_SEEN, _PAIRS, trained_on=corpus), folder / "m.json"
    )


def _saved_model(folder: Path) -> int:
    corpus = model_file.load(folder / "m.json").trained_on
    assert corpus is not None
    assert (corpus.name, corpus.sha256) == (f"{corpus.size} " * _TIMES, f"{corpus.size:064x}")
    return corpus.size


def _save_tokenizer(number: int, folder: Path) -> None:
    specials = SpecialTokens({f"<|{number}|{at}|>": 1_000 + at for at in range(100)})
    tokenizer = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of(_PAIRS), specials)
    save_tokenizer(tokenizer, folder / "tokenizer.json", "tokenizer.json")


def _saved_tokenizer(folder: Path) -> int:
    names = list(open_tokenizer(folder / "tokenizer.json").specials.ids)
    (number,) = {name.split("|")[1] for name in names}
    assert len(names) == 100
    return int(number)


def _save_code(number: int, folder: Path) -> None:
    write_file(folder / "mine.py", b"# %d\n" % number * _TIMES)


def _saved_code(folder: Path) -> int:
    lines = (folder / "mine.py").read_bytes().splitlines()
    assert (len(lines), len(set(lines))) == (_TIMES, 1)
    return int(lines[0][2:])


SAVED: dict[str, tuple[Callable[[int, Path], None], Callable[[Path], int]]] = {
    "state": (_save_state, _saved_state),
    "settings": (_save_settings, _saved_settings),
    "model": (_save_model, _saved_model),
    "tokenizer": (_save_tokenizer, _saved_tokenizer),
    "learner's file": (_save_code, _saved_code),
}


def main(kind: str, folder: Path) -> None:
    number = 0
    while True:
        number += 1
        SAVED[kind][0](number, folder)
        print(number, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
