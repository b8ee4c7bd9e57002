"""Other parts of a tokenizer.json: normalizer, decoder, added tokens.

Each is read into what it does here, or refused by name. Nothing is skipped because it is unknown.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any, get_args

from bpe_play.engine.algorithms.sentencepiece_text import CharsMap
from bpe_play.engine.errors import EngineError
from bpe_play.engine.fields import Field
from bpe_play.engine.formats.hf_added import AddedToken
from bpe_play.engine.formats.hf_cutting import pattern_of
from bpe_play.engine.formats.hf_letters import NMT, STRIP_ACCENTS, Lowercase, Substitute, bert, strip
from bpe_play.engine.formats.hf_normal_forms import Form, NormalForm
from bpe_play.engine.formats.hf_precompiled import Precompiled
from bpe_play.engine.formats.hf_reading import HINT, flag, list_in, unsupported
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, Replace
from bpe_play.engine.formats.hf_vocabulary import MAX_ID, SPACE

# Normalizers.


def normalizer(field: Field) -> list[NormalizerStep]:
    return [step for part in list_in(field, "normalizers") for step in _normalizer_steps(part)]


def _normalizer_steps(field: Field) -> list[NormalizerStep]:
    kind = field.member("type").text()
    if kind in get_args(Form):
        return [NormalForm(kind)]  # type: ignore[arg-type]
    if kind not in _NORMALIZERS:
        unsupported(field, "normalizer")
    return _NORMALIZERS[kind](field)


def _replace(field: Field) -> list[NormalizerStep]:
    old = field.member("pattern").members(("String", "Regex"))
    new = field.member("content").text()
    if "String" in old and old["String"].text():
        return [Replace(old["String"].text().encode(), new.encode())]
    if "String" in old:
        field.refuse("normalizer Replace of nothing is not supported", HINT)
    return [Substitute(pattern_of(field), lambda found: new)]


def _prepend(field: Field) -> list[NormalizerStep]:
    if not field.member("prepend").text():
        field.refuse("normalizer Prepend of nothing is not supported", HINT)
    return [Prepend(field.member("prepend").text().encode())]


def _bert(field: Field) -> list[NormalizerStep]:
    lowercase = flag(field, "lowercase", True)
    accents = field.value.get("strip_accents")
    if accents is not None and not isinstance(accents, bool):
        field.member("strip_accents").expected("true, false or null")
    clean, chinese = flag(field, "clean_text", True), flag(field, "handle_chinese_chars", True)
    return bert(clean, chinese, lowercase if accents is None else accents, lowercase)


def _precompiled(field: Field) -> list[NormalizerStep]:
    text = field.member("precompiled_charsmap")
    try:
        return [Precompiled(CharsMap(b64decode(text.text(), validate=True)))]
    except (ValueError, EngineError):
        text.expected("a table of replacements in Base64")


_NORMALIZERS: dict[str, Callable[[Field], list[NormalizerStep]]] = {
    "BertNormalizer": _bert,
    "Lowercase": lambda field: [Lowercase()],
    "Nmt": lambda field: NMT,
    "Precompiled": _precompiled,
    "Prepend": _prepend,
    "Replace": _replace,
    "Strip": lambda field: strip(flag(field, "strip_left", True), flag(field, "strip_right", True)),
    "StripAccents": lambda field: [STRIP_ACCENTS],
}


def may_put_a_space(step: NormalizerStep) -> bool:
    """Whether spaces can stand in a text after a step where there were none before."""
    match step:
        case Prepend() | Replace():
            return b" " in step.new
        case Substitute():
            return " " in step.new("x")
        case NormalForm():
            return step.form in ("NFKC", "NFKD")
    return not isinstance(step, Lowercase)


# Decoders.


def strips_a_space(field: Field) -> bool:
    """Whether decoding takes a space from the beginning; decoders that do anything else are refused."""
    strips = False
    for part in list_in(field, "decoders"):
        kind = part.member("type").text()
        if kind == "Strip":
            what = {name: part.value.get(name) for name in ("content", "start", "stop")}
            if what != {"content": " ", "start": 1, "stop": 0}:
                part.refuse("decoder Strip of anything but one space at the start is not supported", HINT)
            strips = True
        elif kind == "Metaspace":
            strips = part.value.get("prepend_scheme", "always") != "never"
        elif kind == "Replace":
            if part.value.get("pattern") != {"String": SPACE} or part.value.get("content") != " ":
                part.refuse(f"decoder Replace of anything but {SPACE} by a space is not supported", HINT)
        elif kind not in ("ByteLevel", "ByteFallback", "Fuse"):
            unsupported(part, "decoder")
    return strips


# Added tokens.


def added_tokens(field: Field) -> list[AddedToken]:
    if field.value is None:
        return []
    return [_added_token(field.item(index)) for index in range(len(field.list()))]


def _added_token(field: Field) -> AddedToken:
    content = field.member("content")
    if not content.text():
        content.expected("a text that is not empty")
    flags: dict[str, Any] = {
        name: flag(field, name, False)
        for name in ("special", "normalized", "single_word", "lstrip", "rstrip")
    }
    return AddedToken(field.member("id").whole(0, MAX_ID), content.text(), **flags)
