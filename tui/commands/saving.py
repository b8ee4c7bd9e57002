"""What `train -o MODEL` does for every algorithm: look whether it can be written, and write it."""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING

from bpe_play.corpora import Source
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.engine.model_file import save
from bpe_play.tui.commands.output import say
from bpe_play.tui.commands.parser import CommandError

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.trained import TrainedModel


def check_output(path: str | None) -> None:
    """Before an hour of training, not after it."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if os.path.exists(path) and not os.path.isfile(path):
        raise CommandError(f"{path!r} is a folder or a device", "name a file")
    if not os.path.isdir(folder):
        raise CommandError(f"There is no folder {folder!r}", "make it first, or save elsewhere")
    if not os.access(folder, os.W_OK):
        raise CommandError(f"The folder {folder!r} is read-only", "save elsewhere")


def save_model(model: Model | TrainedModel, path: str | None) -> None:
    """Write the model, if it is wanted, and say so."""
    if path is not None:
        save(model, path)
        say(f"saved in {path}")


def trained_on(source: Source) -> TrainedOn:
    return TrainedOn(source.name, len(source.data), hashlib.sha256(source.data).hexdigest())
