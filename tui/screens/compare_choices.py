"""What the compare screen asks: which tokenizer, which file, which text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.compare_texts import COMPARE_TEXTS
from bpe_play.engine.counted import counted
from bpe_play.tui.compare_state import LAB, Kind, Which
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen
from bpe_play.tui.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from bpe_play.tui.screens.compare import CompareScreen

_LAB, _FILE = "lab", "a file"
_PASSAGE, _TRAINED = "passage-", "trained "


def choose_tokenizer(
    screen: CompareScreen, title: str, take: Callable[[Which], None], now: Which | None = None
) -> None:
    """The lab's own, one that is trained now, a published vocabulary, or a file."""

    def chosen(key: str | None) -> None:
        if key == _FILE:
            _ask_file(screen, take)
        elif key is not None:
            take(_which(key))

    choices = [
        Choice(_LAB, "lab", "What the lab shows, as of its step, also when it changes there; g holds a step.")
    ]
    choices += [Choice(row.name, row.name, _sizes(row.title, row.mergeable)) for row in VOCABULARIES.rows()]
    choices += [
        Choice(_TRAINED + key, f"{key}, trained here", _about_algorithm(screen, key)) for key in ALGORITHMS
    ]
    if screen.bpe.rights.files:
        choices.append(
            Choice(_FILE, "a file …", "A saved model, tokenizer.json, .tiktoken, GPT-2 or minbpe.")
        )
    screen.app.push_screen(ChooseScreen(title, choices, _key(now)), chosen)


def _which(key: str) -> Which:
    if key == _LAB:
        return LAB
    is_trained = key.startswith(_TRAINED)
    return Which(Kind.ALGORITHM if is_trained else Kind.PUBLISHED, key.removeprefix(_TRAINED))


def _key(now: Which | None) -> str:
    if now is None:
        return ""
    if now.kind is Kind.ALGORITHM:
        return _TRAINED + now.name
    return _FILE if now.kind is Kind.FILE else now.name or _LAB


def _about_algorithm(screen: CompareScreen, key: str) -> str:
    state, summary = screen.lab.state, ALGORITHMS[key].summary
    return f"{state.vocab_size:,} entries from the lab's corpus, as it is now: {summary}."


def _sizes(title: str, mergeable: int | None) -> str:
    return title if mergeable is None else f"{title}; {mergeable:,} tokens"


def _ask_file(screen: CompareScreen, take: Callable[[Which], None]) -> None:
    def check(path: str) -> str | None:
        if not path.strip():
            return "a path, please"
        return None if _exists(_path(path)) else "there is no such file or folder"

    def answered(values: list[str] | None) -> None:
        if values is not None:
            take(Which(Kind.FILE, str(_path(values[0]))))

    field = Field("path of a tokenizer file, or of the folder that holds it", "", check)
    screen.app.push_screen(FormScreen("Open a tokenizer", [field]), answered)


def _path(typed: str) -> Path:
    try:
        return Path(typed.strip()).expanduser()
    except RuntimeError:  # ~ of nobody
        return Path(typed.strip())


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a NUL in it
        return False


def choose_text(screen: CompareScreen, take: Callable[[str, str, bytes], None]) -> None:
    """The lab's text, a classic, or the passage in one of its languages."""
    from bpe_play.corpora import LANGUAGES, passages
    from bpe_play.engine import to_bytes

    texts = {"lab": ("Text of the lab", b"")}
    choices = [
        Choice("lab", "The text of the lab", "What is typed in the lab; it is the same text here and there.")
    ]
    for row in COMPARE_TEXTS.values():
        texts[row.key] = row.title, to_bytes(row.text)
        choices.append(Choice(row.key, row.title, row.look))
    for code, passage in passages().items():
        title = f"One passage in {LANGUAGES[code]}"
        texts[_PASSAGE + code] = title, to_bytes(passage)
        choices.append(Choice(_PASSAGE + code, title, _about(passage)))

    def chosen(key: str | None) -> None:
        if key is not None:
            take(key, *texts[key])

    screen.app.push_screen(ChooseScreen("Text", choices, screen.state.text_key), chosen)


def _about(passage: str) -> str:
    size = counted(len(passage.encode()), "byte")
    return f"{counted(len(passage), 'code point')}, {size}: the same in every language."
