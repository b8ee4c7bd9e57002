"""The pre-tokenizer of a tokenizer.json: what prepares a text, and what cuts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bpe_play.engine.errors import PatternError
from bpe_play.engine.fields import Field
from bpe_play.engine.formats.hf_classes import SIGN
from bpe_play.engine.formats.hf_patterns import from_theirs
from bpe_play.engine.formats.hf_reading import HINT, flag, list_in, unsupported
from bpe_play.engine.formats.hf_stages import DigitsStage, InLetters, SplitStage, Stage, Staged
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, Replace
from bpe_play.engine.formats.hf_vocabulary import SPACE
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer
from bpe_play.engine.unicode16 import unicode16

BEHAVIORS = ("Isolated", "Contiguous", "MergedWithPrevious", "MergedWithNext", "Removed")


@dataclass(frozen=True)
class Cutting:
    """What a pre-tokenizer does: prepare a text, then cut it.

    only_first  whether a space is put only before the beginning of the text
    """

    split: PreTokenizer
    prepare: tuple[NormalizerStep, ...] = ()
    only_first: bool = False
    is_byte_level: bool = False
    writes_spaces: bool = False


def pre_tokenizer(field: Field, space: str) -> Cutting:
    """`space` is what stands in the text for a space by then."""
    parts = list_in(field, "pretokenizers")
    kinds = [part.member("type").text() for part in parts]
    _check_kinds(field, kinds)
    stages: list[Stage] = []
    prepare: list[NormalizerStep] = []
    only_first = False
    for place, (kind, part) in enumerate(zip(kinds, parts, strict=True)):
        if kind == "ByteLevel" and flag(part, "add_prefix_space", True):
            _must_come_first(part, stages or prepare)
            prepare.append(Prepend(b" ", if_missing=True))
        if kind == "Metaspace":
            _must_come_first(part, stages or prepare)
            steps, only_first = metaspace(part)
            prepare += steps
        is_behind = "ByteLevel" in kinds[:place]
        stages += [InLetters(stage) if is_behind else stage for stage in _stages(part, kind)]
    if "ByteLevel" in kinds:
        space = " "
    return Cutting(
        _as_one(stages, SPACE if "Metaspace" in kinds else space),
        tuple(prepare),
        only_first,
        "ByteLevel" in kinds,
        "Metaspace" in kinds,
    )


def _check_kinds(field: Field, kinds: list[str]) -> None:
    """ByteLevel writes bytes as letters: twice, or with marks for spaces, the letters would be text again."""
    if kinds.count("ByteLevel") > 1:
        field.refuse("pre_tokenizer ByteLevel twice is not supported", HINT)
    if "ByteLevel" in kinds and "Metaspace" in kinds:
        field.refuse("pre_tokenizer ByteLevel together with Metaspace is not supported", HINT)


def _must_come_first(part: Field, before: object) -> None:
    if before:
        part.refuse(
            f"pre_tokenizer {part.value['type']} that adds spaces after another one is not supported", HINT
        )


def _stages(part: Field, kind: str) -> list[Stage]:
    read: dict[str, Callable[[Field], list[Stage]]] = {
        "ByteLevel": _byte_level,
        "Split": _split,
        "Punctuation": _punctuation,
        "Digits": lambda field: [DigitsStage(flag(field, "individual_digits", False))],
        "Metaspace": lambda field: (
            [SplitStage(SPACE, "MergedWithNext")] if flag(field, "split", True) else []
        ),
    }
    if kind not in read:
        unsupported(part, "pre_tokenizer")
    return read[kind](part)


def _byte_level(field: Field) -> list[Stage]:
    return [SplitStage(PRETOKENIZERS["gpt2"].pattern or "")] if flag(field, "use_regex", True) else []


def _split(field: Field) -> list[Stage]:
    invert = flag(field, "invert", False)
    return [SplitStage(pattern_of(field), _kept(field, invert), invert)]


def _punctuation(field: Field) -> list[Stage]:
    return [SplitStage(SIGN, _kept(field, False) if "behavior" in field.value else "Isolated")]


def _kept(field: Field, invert: bool) -> str:
    """The behavior, if it drops nothing from every text."""
    behavior = field.member("behavior").text()
    if behavior not in BEHAVIORS or (behavior == "Removed" and not invert):
        kind = field.value["type"]
        field.refuse(f"pre_tokenizer {kind} with behavior {behavior[:40]} is not supported", HINT)
    return behavior


def pattern_of(field: Field) -> str:
    """The pattern of a Split or a Replace in our words."""
    pattern = field.member("pattern").members(("String", "Regex"))
    if "String" in pattern:
        return escaped(pattern["String"].text())
    text = field.member("pattern").member("Regex")
    try:
        return from_theirs(text.text()).pattern or ""
    except PatternError as error:
        text.refuse(error.title[:1].lower() + error.title[1:], error.hint)


def escaped(text: str) -> str:
    """A pattern that finds a text."""
    return "".join(f"\\{char}" if not char.isalnum() and char.isascii() else char for char in text)


def metaspace(field: Field) -> tuple[list[NormalizerStep], bool]:
    """What Metaspace does before it cuts, and whether it puts a mark only before the text itself."""
    if field.member("replacement").text() != SPACE:
        field.refuse(f"pre_tokenizer Metaspace with another mark than {SPACE} is not supported", HINT)
    old_default = "always" if flag(field, "add_prefix_space", True) else "never"
    scheme = field.value.get("prepend_scheme", old_default)
    if scheme not in ("always", "first", "never"):
        field.member("prepend_scheme").expected('"always", "first" or "never"')
    mark = SPACE.encode()
    steps: list[NormalizerStep] = [Replace(b" ", mark)]
    if scheme != "never":
        steps.append(Prepend(mark, if_missing=True))
    return steps, scheme == "first"


def _as_one(stages: list[Stage], space: str) -> PreTokenizer:
    """One pattern where that is all, so that it can be saved; else the stages."""
    if not stages:
        return PRETOKENIZERS["none"]
    first = stages[0]
    if len(stages) == 1 and space == " " and isinstance(first, SplitStage) and first.behavior == "Isolated":
        known = (split for split in PRETOKENIZERS.values() if split.pattern == first.pattern)
        return unicode16(next(known, PreTokenizer("custom", "the pattern of the file", first.pattern)))
    return Staged("custom", f"{len(stages)} stages, from the file", None, tuple(stages), space)
