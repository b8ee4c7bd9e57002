"""From the bytes of a model file to a Model, believing nothing.

The bytes may be cut off, changed in places, or made to harm. Whatever they are, the outcome is a Model whose
ids all make sense and whose tokens have MAX_TOKENS bytes at most in all, or a ModelFileError that says where.
"""

from __future__ import annotations

from itertools import chain, count
from operator import lt
from typing import TYPE_CHECKING, Any

from bpe_play.engine.door import to_bytes
from bpe_play.engine.errors import EngineError
from bpe_play.engine.fields import Field, shown
from bpe_play.engine.merges import BYTES, Pair, TieRule
from bpe_play.engine.model import Model, TrainedOn
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer, pre_tokenizer
from bpe_play.engine.strict_json import document
from bpe_play.engine.versions import Versions

if TYPE_CHECKING:
    from bpe_play.engine.algorithms.trained import TrainedModel

FORMAT = "bpe-play model"
VERSION = 1
ALGORITHM = "bpe"
MAX_MERGES = 1_000_000
MAX_TOKENS = 256 << 20
MAX_ID = 2**31 - 1

NEEDED = ("format", "version", "algorithm", "split", "ties", "merges")
OPTIONAL = ("options", "special_tokens", "corpus", "made_by", "fingerprint")


def model_of(data: bytes, name: str) -> Model | TrainedModel:
    """The model in the bytes of a file that messages call `name`; a TrainedModel is of another algorithm."""
    top = Field(document(data, name), "", name)
    _check_kind(top)
    if top.value["algorithm"] == ALGORITHM:
        return _bpe_of(top)
    from bpe_play.engine.algorithms.trained_file import trained_of  # late: BPE does without

    return trained_of(top)


def _bpe_of(top: Field) -> Model:
    field = top.members(NEEDED + OPTIONAL)
    merges, counts = _merges(top.member("merges"))
    model = Model(
        split=split_of(top.member("split")),
        ties=top.member("ties").choice(TieRule),
        merges=merges,
        counts=counts,
        specials=specials_of(field["special_tokens"], BYTES + len(merges))
        if "special_tokens" in field
        else {},
        trained_on=corpus_of(field["corpus"]) if "corpus" in field else None,
        made_by=made_by_of(field["made_by"]) if "made_by" in field else Versions(),
        **(_options(field["options"]) if "options" in field else {}),
    )
    if "fingerprint" in field:
        check_fingerprint(field["fingerprint"], model.fingerprint())
    return model


def _check_kind(top: Field) -> None:
    """Whether this is a model of ours at all, in a version that is known here, before all else."""
    if top.member("format").value != FORMAT:
        top.member("format").expected(f'"{FORMAT}"')
    if type(top.member("version").value) is not int or top.member("version").value != VERSION:
        top.member("version").refuse(
            f"version {shown(top.value['version'])} is not known here, only version {VERSION}",
            "open it with the bpe-play that made it, or update this one",
        )
    top.member("algorithm").text()


def split_of(field: Field) -> PreTokenizer:
    """The pattern counts, not the name: a name whose pattern is another one here is a custom split."""
    field.members(("key", "pattern"))
    key, pattern = field.member("key").text(), field.member("pattern")
    known = PRETOKENIZERS.get(key)
    if known and known.pattern == pattern.value:
        return known
    if pattern.value is None:
        pattern.expected('a text "…", since only the split "none" has no pattern')
    if pattern.text() not in PRETOKENIZERS:  # a pattern that reads like a name is a pattern all the same
        try:
            return pre_tokenizer(pattern.text())
        except EngineError as error:
            pattern.refuse(error.title[:1].lower() + error.title[1:])
    return PreTokenizer("custom", "a pattern of your own", pattern.text())


def _merges(field: Field) -> tuple[tuple[Pair, ...], tuple[int, ...] | None]:
    rows = field.list()
    if len(rows) > MAX_MERGES:
        field.refuse(f"there are more than {MAX_MERGES:,} merges")
    width = len(rows[0]) if rows and isinstance(rows[0], list) else 2
    if not _are_rows(rows, width):
        _refuse_first(field, rows, width)
    pairs = tuple((row[0], row[1]) for row in rows)
    _check_lengths(field, pairs)
    return pairs, tuple(row[2] for row in rows) if width == 3 else None


def _are_rows(rows: list[Any], width: int) -> bool:
    """Whether all rows are as they must be: what `_refuse_first` looks for, ten times as fast."""
    if not set(map(type, rows)) <= {list} or not set(map(len, rows)) <= {width} or width not in (2, 3):
        return False
    if not set(map(type, chain.from_iterable(rows))) <= {int}:
        return False
    left, right, *counts = zip(*rows, strict=True) if rows else ((), ())
    made_before = all(map(lt, left, count(BYTES))) and all(map(lt, right, count(BYTES)))
    in_range = min(map(min, rows), default=0) >= 0 and all(max(column) < 2**63 for column in counts)
    return made_before and in_range and len(set(zip(left, right, strict=True))) == len(rows)


def _refuse_first(field: Field, rows: list[Any], width: int) -> None:
    """Say what is wrong with the first row that is not as it must be."""
    seen: dict[Pair, int] = {}
    for index, row in enumerate(rows):
        if not _is_row(row, width, BYTES + index):
            _refuse_row(field.item(index), width, BYTES + index)
        first = seen.setdefault((row[0], row[1]), index)
        if first != index:
            field.item(index).refuse(f"this pair was merged before, in merges[{first}]")


def _is_row(row: Any, width: int, next_id: int) -> bool:
    if type(row) is not list or len(row) != width or width not in (2, 3):
        return False
    if not all(type(number) is int for number in row):
        return False
    return 0 <= row[0] < next_id and 0 <= row[1] < next_id and (width == 2 or 0 <= row[2] < 2**63)


def _refuse_row(field: Field, width: int, next_id: int) -> None:
    """Say which of the things that `_is_row` asks for is missing."""
    what = "[left id, right id]" if width == 2 else "[left id, right id, count]"
    if len(field.list()) != width or width not in (2, 3):
        field.expected(what)
    for index in (0, 1):
        if type(field.value[index]) is int and field.value[index] >= next_id:
            field.refuse(f"id {shown(field.value[index])} is used before it is made, this makes {next_id}")
        field.item(index).whole(0, next_id - 1)
    field.item(2).whole(0)


def _check_lengths(field: Field, pairs: tuple[Pair, ...]) -> None:
    """Each merge can double a token: 40 rows could ask for a terabyte."""
    lengths = [1] * BYTES
    total = 0
    for index, (left, right) in enumerate(pairs):
        lengths.append(lengths[left] + lengths[right])
        total += lengths[-1]
        if total > MAX_TOKENS:
            field.item(index).refuse(f"the tokens up to here have more than {MAX_TOKENS:,} bytes")


def specials_of(field: Field, next_id: int) -> dict[str, int]:
    found: dict[str, int] = {}
    taken: dict[int | bytes, str] = {}
    for text, special in field.members().items():
        token_id = special.whole(next_id, MAX_ID)
        if not text:
            special.refuse("a special token has no text")
        for mark in (token_id, to_bytes(text)):
            if mark in taken:
                special.refuse(f"this is the same as {shown(taken[mark])}")
            taken[mark] = text
        found[text] = token_id
    return found


def _options(field: Field) -> dict[str, Any]:
    found = field.members(("vocab_size", "min_count", "longest_token"))
    least = {"vocab_size": BYTES, "min_count": 1, "longest_token": 1}
    return {name: option.whole(least[name]) for name, option in found.items() if option.value is not None}


def corpus_of(field: Field) -> TrainedOn | None:
    if field.value is None:
        return None
    field.members(("name", "bytes", "sha256"))
    return TrainedOn(
        field.member("name").text(), field.member("bytes").whole(0), field.member("sha256").text()
    )


def made_by_of(field: Field) -> Versions:
    found = field.members(("program", "regex", "python", "unicode"))
    return Versions(**{name: version.text() for name, version in found.items()})


def check_fingerprint(field: Field, found: str) -> None:
    if field.text() != found:
        field.refuse(
            f"the content was changed since it was saved: its fingerprint is {found}",
            "take another copy of the file; if the change is yours, delete the line with the fingerprint",
        )
