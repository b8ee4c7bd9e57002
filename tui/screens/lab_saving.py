"""Saving the tokenizer that the lab shows: the ending of the file's name says in which format."""

from __future__ import annotations

import asyncio
import hashlib
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from bpe_play.engine import EngineError, History, Tokenizer
from bpe_play.engine.algorithms.step_history import StepHistory
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.tui.lab import Lab
from bpe_play.tui.screens.form import Field, FormScreen
from bpe_play.tui.screens.lab_settings import path_of

if TYPE_CHECKING:
    from bpe_play.corpora import Source
    from bpe_play.engine.formats import Proof
    from bpe_play.tui.screens.lab import LabScreen
    from bpe_play.tui.state import State

_ENDINGS = ".json (our model), tokenizer.json, .tiktoken, vocab.json, .model (minbpe), pairs.json"


def ask_model_path(screen: LabScreen) -> None:
    """Ask where to save what is shown, and save it."""
    lab = screen.lab

    def check(path: str) -> str | None:
        if not path.strip():
            return "a path, please"
        folder = os.path.dirname(path_of(path)) or os.curdir
        return None if os.path.isdir(folder) else f"there is no folder {folder}"

    def take(values: list[str] | None) -> None:
        if values is not None:
            save(screen, path_of(values[0]))

    field = Field(f"path; it may end in {_ENDINGS}", _name_for(lab), check, _note)
    screen.app.push_screen(FormScreen("Save the tokenizer", [field]), take)


def _name_for(lab: Lab) -> str:
    if lab.own:
        return f"{Path(lab.state.source).stem or 'model'}-{lab.state.vocab_size}.json"
    shown = Path(lab.state.tokenizer)
    return f"{shown.stem}.tokenizer.json" if shown.suffix else f"{shown.name}.tiktoken"


def _note(path: str) -> str:
    """In which format it will be written, and whether something is there already."""
    from bpe_play.engine.formats import format_for

    written = f"written as: {format_for(path_of(path)).title}"
    return written + ("; it replaces the file of that name" if os.path.exists(path_of(path)) else "")


def save(screen: LabScreen, path: str) -> None:
    """Write what is known now; that takes time, and a thread."""
    from bpe_play.engine.formats import format_for

    lab = screen.lab
    own_format = format_for(path).key == "bpe-play"
    try:
        model = model_of(lab) if lab.own else None
    except EngineError as error:
        screen.say(str(error), error=True)
        return
    if model is not None and own_format:
        screen.run_worker(_save_own(screen, model, path), group="save", exit_on_error=False)
        return
    tokenizer = lab.tokenizer.twin() if model is None else model.tokenizer()
    screen.run_worker(_save_as(screen, tokenizer, path), group="save", exit_on_error=False)


async def _save_own(screen: LabScreen, model: Model | TrainedModel, path: str) -> None:
    from bpe_play.engine.model_file import save

    said = _saved_in_words(screen.lab, model, path)
    of, source = screen.lab.training.of, screen.lab.source

    def work() -> None:
        save(replace(model, trained_on=_corpus_of(of, source)), path)

    try:
        await asyncio.to_thread(work)
    except EngineError as error:
        screen.say(str(error), error=True)
    else:
        screen.say(said)


def _saved_in_words(lab: Lab, model: Model | TrainedModel, path: str) -> str:
    """What is in the file now, and what is not."""
    limits = model.limits() if isinstance(model, TrainedModel) else []
    return f"Saved to {path}; {'; '.join(limits)}" if limits else f"Saved {_steps_in_words(lab)} to {path}"


async def _save_as(screen: LabScreen, tokenizer: Tokenizer, path: str) -> None:
    try:
        lost, found = await asyncio.to_thread(save_and_prove, tokenizer, path)
    except EngineError as error:
        screen.say(str(error), error=True)
        return
    what = "merges" if tokenizer.vocabulary.pairs else "steps"
    screen.say(f"Saved {tokenizer.vocabulary.step:,} {what} to {path}")
    for sentence in lost:
        screen.say(sentence[:1].upper() + sentence[1:])
    screen.say(str(found), error=found.fails)


def save_and_prove(tokenizer: Tokenizer, path: str) -> tuple[list[str], Proof]:
    """Write a file by its ending; the answer says what it does not hold, and what its owner reads in it."""
    from bpe_play.engine.formats import format_for, proof_of_save, save_tokenizer

    lost = save_tokenizer(tokenizer, path, format_for(path).key)
    return lost, proof_of_save(tokenizer, path)


def _steps_in_words(lab: Lab) -> str:
    return f"{lab.steps:,} {'merges' if isinstance(lab.history, History) else 'steps'}"


def model_of(lab: Lab) -> Model | TrainedModel:
    """What was learned up to the last step that is known, complete enough to be saved; not on what."""
    if isinstance(lab.history, StepHistory):
        return _trained_of(lab, lab.history)
    return _merges_of(lab, lab.history)


def _trained_of(lab: Lab, history: StepHistory) -> TrainedModel:
    tokenizer = lab.tokenizer
    if not isinstance(tokenizer, TrainedTokenizer):
        raise EngineError("Nothing is learned yet", "save when training has begun")
    trained = tokenizer.trained.with_specials()
    steps = history.steps[: trained.model.steps or None]
    return replace(trained, steps=steps, start_tokens=history.start_tokens)


def _corpus_of(of: State, source: Source | None) -> TrainedOn | None:
    """What was learned from; takes a while for a large one."""
    if source is None:
        return None
    name = of.source if of.source == source.name else Path(of.source).name
    return TrainedOn(name, len(source.data), hashlib.sha256(source.data).hexdigest())


def _merges_of(lab: Lab, history: History) -> Model:
    of = lab.training.of
    return Model(
        split=lab.split,
        ties=of.ties,
        merges=tuple(history.vocabulary.pairs),
        counts=tuple(history.count(step) for step in range(1, lab.steps + 1)),
        vocab_size=of.vocab_size,
        min_count=of.min_count,
        longest_token=of.longest_token,
    )
