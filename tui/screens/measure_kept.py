"""What is kept of the measure screen between two runs: the view, and for each view what is chosen for it.

    {"view": "size", "learning": {"vocab_size": 0, …},
     "views": {"size": {"picks": [["algorithm", "bpe"]], "text": "spanish", "part": "", "options": {…}}, …}}

Results are not kept. Reading never fails: what is missing or damaged, and what the forms would not take, is as
at the first start.
"""

from __future__ import annotations

from dataclasses import asdict, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.tui.measure_state import Choices, MeasureState
from bpe_play.tui.measures.picks import Kind, Pick
from bpe_play.tui.measures.table import MEASURES, Measure
from bpe_play.tui.measures.tax import TaxOptions
from bpe_play.tui.screens.measure_forms import LARGEST, form_of
from bpe_play.tui.settings import read_kept, state_path, write_kept
from bpe_play.tui.vocabularies import VOCABULARIES

_LARGEST_FILE = 1 << 20  # bytes
_NOT_KEPT = {"typed"}  # that is the lab's


def measure_path() -> Path:
    return state_path().parent / "measure.json"


def load_into(state: MeasureState) -> None:
    """Choose what was chosen when the program ran last."""
    take(state, read_kept(measure_path(), _LARGEST_FILE))


def save(state: MeasureState) -> None:
    """OSError where the folder cannot be written; whoever calls says so once and goes on."""
    write_kept(measure_path(), to_json(state))


def to_json(state: MeasureState) -> dict[str, Any]:
    views = {key: _choices_to_json(choices) for key, choices in state.all_choices.items()}
    return {"view": state.view, "learning": asdict(state.learning), "views": views}


def _choices_to_json(choices: Choices) -> dict[str, Any]:
    options = asdict(choices.options) if is_dataclass(choices.options) else {}  # type: ignore[arg-type]
    return {
        "picks": [[pick.kind.value, pick.name] for pick in choices.picks],
        "text": choices.text,
        "part": choices.part,
        "options": {name: value for name, value in options.items() if name not in _NOT_KEPT},
    }


def take(state: MeasureState, kept: Any) -> None:
    """Choose what was kept, as far as it can be chosen."""
    found = _dict(kept)
    if found.get("view") in list(MEASURES):
        state.view = found["view"]
    learning = _typed(state.learning, found.get("learning"))
    if 0 <= learning.vocab_size <= LARGEST:
        state.learning = learning
    views = _dict(found.get("views"))
    for key, choices in state.all_choices.items():
        _take_choices(MEASURES[key], choices, _dict(views.get(key)))


def _take_choices(measure: Measure, choices: Choices, kept: dict[str, Any]) -> None:
    picks = kept.get("picks")
    if isinstance(picks, list) and len(picks) == len(choices.picks):
        choices.picks = [_pick(row) or first for row, first in zip(picks, choices.picks, strict=True)]
    if "text" in measure.takes and isinstance(kept.get("text"), str):
        choices.text = kept["text"]
    if kept.get("part") in measure.parts:
        choices.part = kept["part"]
    if is_dataclass(choices.options):
        choices.options = _sound(_typed(choices.options, kept.get("options")), choices.options)


def _pick(row: Any) -> Pick | None:
    """None for what cannot be chosen."""
    if not isinstance(row, list) or len(row) != 2 or not isinstance(row[1], str):
        return None
    published = [vocabulary.name for vocabulary in VOCABULARIES.rows()]
    known = {"lab": [""], "algorithm": list(ALGORITHMS), "published": published, "file": [row[1]]}
    return Pick(Kind(row[0]), row[1]) if row[0] in list(known) and row[1] in known[row[0]] else None


def _typed(first: Any, kept: Any) -> Any:
    """Options with the kept values that are of the right type."""
    found = _dict(kept)
    return replace(
        first,
        **{
            field.name: found[field.name]
            for field in fields(first)
            if field.name not in _NOT_KEPT and _is_like(found.get(field.name), getattr(first, field.name))
        },
    )


def _is_like(value: Any, first: Any) -> bool:
    return type(value) is type(first) or (type(first) is float and type(value) is int)


def _sound(options: Any, first: Any) -> Any:
    """Options that the view's form would take; a line that it would refuse is as at first.

    A folder that is gone stays chosen: measuring says that it cannot be read.
    """
    if isinstance(options, TaxOptions):
        return options
    try:
        lines, read = form_of(options)
    except (OverflowError, ValueError):  # a number that cannot be written
        return first
    pairs = zip(lines, form_of(first)[0], strict=True)
    values = [now.value if now.check(now.value) is None else then.value for now, then in pairs]
    return replace(options, **read(values))


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
