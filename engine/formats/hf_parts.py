"""Other parts of a tokenizer.json: normalizer, decoder, added tokens.

Each is read into what it does here, or refused by name. Nothing is skipped because it is unknown.
"""

from __future__ import annotations

from typing import Any, get_args

from bpe_play.engine.fields import Field
from bpe_play.engine.formats.hf_added import AddedToken
from bpe_play.engine.formats.hf_normal_forms import Form, NormalForm
from bpe_play.engine.formats.hf_reading import HINT, flag, list_in, unsupported
from bpe_play.engine.formats.hf_steps import NormalizerStep, Prepend, Replace
from bpe_play.engine.formats.hf_vocabulary import MAX_ID, SPACE

# Normalizers.


def normalizer(field: Field) -> list[NormalizerStep]:
    return [_normalizer_step(part) for part in list_in(field, "normalizers")]


def _normalizer_step(field: Field) -> NormalizerStep:
    kind = field.member("type").text()
    if kind in get_args(Form):
        return NormalForm(kind)  # type: ignore[arg-type]
    if kind == "Prepend":
        return Prepend(field.member("prepend").text().encode())
    if kind == "Replace":
        old = field.member("pattern").members(("String", "Regex"))
        if "String" in old and old["String"].text():
            return Replace(old["String"].text().encode(), field.member("content").text().encode())
        field.refuse("normalizer Replace with a pattern is not supported", HINT)
    unsupported(field, "normalizer")


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
