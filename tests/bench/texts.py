"""The texts of the benchmark, written to files: ours, a book if it is there, Python's own, and made-up large ones."""

from __future__ import annotations

import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.places import CHECKOUT, SHARED

MEGABYTE = 1_000_000


def text_file(name: str, folder: Path) -> Path | None:
    """The file of a text by name, made if need be; None where what it is made of is not there.

    NAME-10MB (or 10kB) is the text NAME cut to that size, or repeated with variation.
    """
    path = folder / f"{name}.txt"
    if not path.exists():
        base, _, size = name.partition("-")
        made = _sized(base, folder, bytes_of(size)) if size else _TEXTS[base]()
        if made is None:
            return None
        path.write_bytes(made)
    return path


def bytes_of(size: str) -> int:
    """
    >>> bytes_of("10MB"), bytes_of("2kB")
    (10000000, 2000)
    """
    return int(size[:-2]) * {"kB": 1000, "MB": MEGABYTE}[size[-2:]]


def _sized(base: str, folder: Path, size: int) -> bytes | None:
    path = text_file(base, folder)
    if path is None:
        return None
    data = path.read_bytes()
    return data[:size].decode("utf-8", "ignore").encode() if len(data) >= size else varied(data, size)


def varied(data: bytes, size: int) -> bytes:
    """A text repeated until it has its size; in each repeat some words have other letters.

    Each line but every third changes, by exchanging two of the letters, which two depends on the repeat and
    the line: words keep their lengths, most of them stay words of this text, and new ones keep coming.
    """
    parts: list[bytes] = []
    length = 0
    for part in _repeats(data):
        parts.append(part)
        length += len(part)
        if length >= size:
            return b"".join(parts)[:size].decode("utf-8", "ignore").encode()
    raise AssertionError


_LETTERS = b"etaoinshrdlcumwfgypbvk"


def _repeats(data: bytes) -> Iterator[bytes]:
    lines = data.splitlines(keepends=True)
    yield data
    repeat = 0
    while True:
        repeat += 1
        yield b"".join(
            line if number % 3 == 0 else line.translate(_exchange(repeat * 7 + number))
            for number, line in enumerate(lines)
        )


def _exchange(number: int) -> bytes:
    one, other = _LETTERS[number % 22], _LETTERS[number // 22 % 21]
    return bytes.maketrans(bytes([one, other]), bytes([other, one]))


def _alice() -> bytes | None:
    path = SHARED / "texts" / "alice.txt"
    return path.read_bytes() if path.is_file() else None


def _english() -> bytes:
    """Our own corpora, one after the other."""
    return b"".join(path.read_bytes() for path in sorted((CHECKOUT / "corpora" / "texts").rglob("*.txt")))


def _topics() -> bytes:
    """The help texts that come with Python: some 0.7 MB of prose and code."""
    import pydoc_data.topics

    return Path(pydoc_data.topics.__file__).read_bytes()


def _stdlib() -> bytes:
    """The source of the standard library, all that is UTF-8, without what pip has put beside it."""
    root = Path(sysconfig.get_path("stdlib"))
    paths = (path for path in sorted(root.rglob("*.py")) if "site-packages" not in path.parts)
    return b"".join(data for path in paths if _is_utf8(data := path.read_bytes()))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def unbroken(size: int) -> bytes:
    """A piece without a space, of letters that look random but are the same every time."""
    number, letters = 12345, bytearray()
    while len(letters) < size:
        number = (number * 1103515245 + 12345) % (1 << 31)
        letters.append(ord("a") + (number >> 16) % 26)
    return bytes(letters)


_TEXTS: dict[str, Callable[[], bytes | None]] = {
    "ours": _english,
    "alice": _alice,
    "topics": _topics,
    "stdlib": _stdlib,
    "unbroken": lambda: unbroken(MEGABYTE),
    "carets": lambda: b"^" * 200_000,
}
