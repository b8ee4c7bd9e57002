"""What the measure screen asks: which tokenizers, which text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.measures.picks import Kind, Pick
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen
from bpe_play.tui.screens.measure_forms import exists, expanded
from bpe_play.tui.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from bpe_play.tui.screens.measure import MeasureScreen

_FILE = "a file"


def pick_in_words(pick: Pick) -> str:
    return f"{pick.name}, trained here" if pick.kind is Kind.ALGORITHM else pick.title


def choose_tokenizer(screen: MeasureScreen, place: int) -> None:
    """The lab's, an algorithm to be trained, a published vocabulary, or a file."""
    picks = [Pick(Kind.LAB), *(Pick(Kind.ALGORITHM, key) for key in ALGORITHMS)]
    picks += (Pick(Kind.PUBLISHED, row.name) for row in VOCABULARIES.rows())
    choices = [Choice(_key(pick), pick_in_words(pick), _about(pick)) for pick in picks]
    if screen.bpe.rights.files:
        choices.append(
            Choice(_FILE, "a file …", "tokenizer.json, .tiktoken, GPT-2, minbpe, or a saved model.")
        )

    def take(pick: Pick) -> None:
        screen.state.pick(place, pick)
        screen.redraw()

    def chosen(key: str | None) -> None:
        if key == _FILE:
            _ask_file(screen, take)
        elif key is not None:
            take(next(pick for pick in picks if _key(pick) == key))

    now = screen.state.choices.picks[place]
    title = "First tokenizer" if place == 0 else "Second tokenizer"
    screen.app.push_screen(
        ChooseScreen(title, choices, _FILE if now.kind is Kind.FILE else _key(now)), chosen
    )


def _key(pick: Pick) -> str:
    return f"{pick.kind.value} {pick.name}"


def _about(pick: Pick) -> str:
    if pick.kind is Kind.LAB:
        return "What the lab shows, as of its step."
    if pick.kind is Kind.ALGORITHM:
        return f"Trained on the lab's corpus when it is measured: {ALGORITHMS[pick.name].summary}."
    row = next(row for row in VOCABULARIES.rows() if row.name == pick.name)
    return row.title if row.mergeable is None else f"{row.title}; {row.mergeable:,} tokens."


def _ask_file(screen: MeasureScreen, take: Callable[[Pick], None]) -> None:
    def answered(values: list[str] | None) -> None:
        if values is not None:
            take(Pick(Kind.FILE, expanded(values[0])))

    field = Field("path of a tokenizer file, or of the folder that holds it", "", _check_path)
    screen.app.push_screen(FormScreen("Open a tokenizer", [field]), answered)


def _check_path(typed: str) -> str | None:
    if not typed.strip():
        return "a path, please"
    return None if exists(expanded(typed)) else "there is no such file or folder"


def choose_text(screen: MeasureScreen) -> None:
    """A second text, where the view takes one."""
    from bpe_play.tui.screens.corpus_picker import CorpusPicker

    if "text" not in screen.state.measure.takes:
        screen.say("This takes no other text")
        return

    def take(name: str | None) -> None:
        if name is not None:
            screen.state.take_text(name)
            screen.redraw()

    chosen = screen.state.choices.text or screen.lab.state.source
    screen.app.push_screen(CorpusPicker(chosen, rights=screen.bpe.rights), take)
