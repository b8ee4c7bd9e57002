"""The model file of an algorithm other than BPE over bytes: one JSON document that keeps it exactly.

    {"format": "bpe-play model", "version": 1, "algorithm": "wordpiece",
     "split": {…}, "ties": "first-seen", "options": {"vocab_size": 1000, "sentencepiece": false, …},
     "special_tokens": {}, "corpus": {…}, "made_by": {…}, "fingerprint": "…", "start_tokens": 11025,
     "model": {"steps": 900, "vocab": [["[UNK]", 0], ["a", 0], …]},
     "steps": [
      ["merge", 97, 10873, ["a", "##b", "ab"], {"score": 0.0125, "count": 152, …}]
     ]}

What is in `model` is told in the algorithm's kept_….py. A row of `steps` is the title of a step, entries of the
vocabulary and tokens of the corpus after it, the pieces and the figures; other candidates are not kept. Only
format, version, algorithm, split and model must be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any

from bpe_play.engine.algorithms.keeping import MOST_TOKENS
from bpe_play.engine.algorithms.pieces import PieceModel
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.steps import Figure, Step
from bpe_play.engine.algorithms.table import ALGORITHMS
from bpe_play.engine.algorithms.text_rules import TextRules
from bpe_play.engine.algorithms.trained import TrainedModel
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError
from bpe_play.engine.fields import Field
from bpe_play.engine.merges import TieRule
from bpe_play.engine.model_check import (
    FORMAT,
    VERSION,
    check_fingerprint,
    corpus_of,
    made_by_of,
    specials_of,
    split_of,
)
from bpe_play.engine.model_file import corpus_head, split_head
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.versions import Versions

NEEDED = ("format", "version", "algorithm", "split", "model")
OPTIONAL = ("ties", "options", "special_tokens", "corpus", "made_by", "fingerprint", "start_tokens", "steps")
_SWITCHES = ("byte_fallback", "sentencepiece", "nfkc")
_SHARES = ("coverage", "shrink")
_NUMBERS = ("vocab_size", "min_count", "longest_word", "longest_piece")
_NUMBERS_OR_NONE = ("longest_token", "seed_size")
_OPTIONS = (*_NUMBERS, *_NUMBERS_OR_NONE, *_SWITCHES, *_SHARES)
_LARGEST = 10**12


def dumps_trained(trained: TrainedModel) -> str:
    """The text of the file, in ASCII, one step a line."""
    head = json.dumps(_head(trained), indent=1).removesuffix("\n}")
    model = json.dumps(trained.written(), separators=(", ", ": "), allow_nan=False)
    rows = ",".join(f"\n  {json.dumps(_row(step), allow_nan=False)}" for step in trained.steps)
    end = "\n " if rows else ""
    return f'{head},\n "model": {model},\n "steps": [{rows}{end}]\n}}\n'


def _head(trained: TrainedModel) -> dict[str, Any]:
    settings = trained.settings
    return {
        "format": FORMAT,
        "version": VERSION,
        "algorithm": trained.key,
        "split": split_head(settings.split),
        "ties": settings.ties,
        "options": {name: getattr(settings, name) for name in _OPTIONS},
        "special_tokens": trained.model.rules.specials.ids,
        "corpus": corpus_head(trained.trained_on),
        "made_by": asdict(trained.made_by),
        "fingerprint": trained.fingerprint(),
        "start_tokens": trained.start_tokens,
    }


def _row(step: Step) -> list[Any]:
    pieces = list(map(to_text, step.pieces))
    return [step.title, step.vocabulary, step.tokens_after, pieces, dict(step.figures)]


def trained_of(top: Field) -> TrainedModel:
    """The model of a document whose format and version are known; believes nothing else."""
    row = ALGORITHMS.get(top.member("algorithm").text())
    if row is None or row.keeping is None:
        top.member("algorithm").expected(" or ".join(f'"{key}"' for key in ALGORITHMS))
    field = top.members(NEEDED + OPTIONAL)
    settings = _settings(field)
    model = row.keeping.read(top.member("model"), settings, TextRules.of(settings))
    if "special_tokens" in field:
        model.rules = replace(model.rules, specials=_specials(field["special_tokens"], model))
    trained = TrainedModel(
        row.key,
        settings,
        model,
        _steps(field["steps"], model) if "steps" in field else (),
        field["start_tokens"].whole(0) if "start_tokens" in field else 0,
        corpus_of(field["corpus"]) if "corpus" in field else None,
        made_by_of(field["made_by"]) if "made_by" in field else Versions(),
    )
    if "fingerprint" in field:
        check_fingerprint(field["fingerprint"], trained.fingerprint())
    return trained


def _settings(field: dict[str, Field]) -> Settings:
    ties = field["ties"].choice(TieRule) if "ties" in field else TieRule.FIRST_SEEN
    split = split_of(field["split"])  # which tells its own place
    options = _options(field["options"]) if "options" in field else {}
    try:
        return Settings(split=split, ties=ties, runners_up=0, **options)
    except EngineError as error:
        field["options"].refuse(error.title[:1].lower() + error.title[1:])


def _options(field: Field) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, option in field.members(_OPTIONS).items():
        is_none = name in _NUMBERS_OR_NONE and option.value is None
        if name in _SWITCHES and type(option.value) is not bool:
            option.expected("true or false")
        if name in _SHARES and type(option.value) not in (int, float):
            option.expected("a share from 0 to 1")
        if name in (*_NUMBERS, *_NUMBERS_OR_NONE) and not is_none:
            option.whole(1, _LARGEST)
        found[name] = option.value
    return found


def _specials(field: Field, model: PieceModel) -> SpecialTokens:
    return SpecialTokens(specials_of(field, model.next_id))


def _steps(field: Field, model: PieceModel) -> Sequence[Step]:
    """As many as the model has, if it has any."""
    rows = field.list()
    if len(rows) > MOST_TOKENS or (model.steps and len(rows) not in (0, model.steps)):
        field.refuse(f"there are {len(rows):,} steps, and the model has {model.steps:,}")
    return [_step(field.item(index), index + 1) for index in range(len(rows))]


def _step(field: Field, number: int) -> Step:
    if len(field.list()) != 5:
        field.expected("[title, entries, tokens, pieces, figures]")
    title, pieces = _name(field.item(0)), field.item(3)
    texts = tuple(to_bytes(pieces.item(index).text()) for index in range(len(pieces.list())))
    figures = field.item(4).members()
    return Step(
        number,
        title,
        texts,
        field.item(1).whole(0),
        field.item(2).whole(0),
        tuple(
            Figure(_name(Field(name, field.path, field.file)), _number(value))
            for name, value in figures.items()
        ),
    )


def _name(field: Field) -> str:
    """A title or the name of a figure: plain words, as they are written by us."""
    if not re.fullmatch("[A-Za-z ]{1,40}", field.text()):
        field.expected("some plain words")
    return field.text()


def _number(field: Field) -> float:
    if type(field.value) not in (int, float) or abs(field.value) > _LARGEST * _LARGEST:
        field.expected("a number")
    return field.value  # type: ignore[no-any-return]
