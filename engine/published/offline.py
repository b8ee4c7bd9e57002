"""tiktoken, kept offline: the only file that imports it.

tiktoken downloads a rank file that it does not find in its cache folder, and deletes one whose hash is
wrong. Here it gets a cache folder of our own and, in place of the network, the data packed with the
program; it checks every hash itself. A cache folder of the user is never shown to it. Files of other
packages are looked for in the user's folder, by reading. Afterwards the environment is as it was before.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from typing import Any

from bpe_play.engine.errors import EngineError
from bpe_play.engine.published.packed import OFFICIAL

_CACHE, _OLD_CACHE = "TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"
_one_at_a_time = threading.RLock()


@dataclass(frozen=True)
class Definition:
    """What a vocabulary is, as tiktoken has it: pattern, token → rank, and special token → id."""

    name: str
    pattern: str
    ranks: dict[bytes, int]
    specials: dict[str, int]


def registered_names() -> list[str]:
    """What packages register with tiktoken; nothing where a plug-in among them is broken."""
    from tiktoken import registry

    try:
        return registry.list_encoding_names()
    except Exception:  # whatever a plug-in does when it is imported
        return []


def definition(name: str) -> Definition:
    """The definition of a registered vocabulary, its files checked."""
    parts = _parts(name)
    return Definition(name, parts["pat_str"], parts["mergeable_ranks"], parts["special_tokens"])


def encoding(name: str) -> Any:
    """The tiktoken.Encoding itself, to compare with."""
    from tiktoken import Encoding

    return Encoding(**_parts(name))


def encoding_of(found: Definition) -> Any:
    """A tiktoken.Encoding of any definition, to compare with."""
    from tiktoken import Encoding

    return Encoding(
        found.name, pat_str=found.pattern, mergeable_ranks=found.ranks, special_tokens=found.specials
    )


def _parts(name: str) -> dict[str, Any]:
    constructor = _constructor(name)
    try:
        with _offline():
            return dict(constructor())
    except EngineError:
        raise
    except Exception as error:  # a constructor of another package may do anything
        raise EngineError(
            f"The vocabulary {name} cannot be built: {type(error).__name__}: {error}",
            "check the cache folder of tiktoken, or the package that the vocabulary comes from",
        ) from error


def _constructor(name: str) -> Any:
    from tiktoken_ext.openai_public import ENCODING_CONSTRUCTORS

    if name in ENCODING_CONSTRUCTORS:
        return ENCODING_CONSTRUCTORS[name]
    from tiktoken import registry

    if name not in registered_names() or registry.ENCODING_CONSTRUCTORS is None:
        raise EngineError(f"No package registers a vocabulary {name}", "install the one it comes from")
    return registry.ENCODING_CONSTRUCTORS[name]


@contextmanager
def _offline() -> Iterator[None]:
    """While this lasts, tiktoken has our cache folder, and reads from us what it would download."""
    from tiktoken import load

    with _one_at_a_time, _cache_folder() as folder:
        before, read = os.environ.get(_CACHE), load.read_file
        others = _users_folder(before)
        os.environ[_CACHE] = str(folder)
        load.read_file = lambda blobpath: _from_here(blobpath, others)
        try:
            yield
        finally:
            load.read_file = read
            os.environ.pop(_CACHE, None) if before is None else os.environ.update({_CACHE: before})


def _from_here(url: str, others: Path | None) -> bytes:
    """What tiktoken would download: from the packed data, or from the user's folder; or an error."""
    if url in OFFICIAL:
        return OFFICIAL[url]()
    place = others / sha1(url.encode()).hexdigest() if others else Path(url)
    try:
        return (Path(url) if "://" not in url else place).read_bytes()
    except OSError:
        raise EngineError(
            f"A file of this vocabulary is not on this machine: {url}",
            f"nothing is ever downloaded here; put it into the folder that {_CACHE} names, as {place.name}",
        ) from None


def _users_folder(setting: str | None) -> Path | None:
    """Where tiktoken would look; None if the user has turned its cache off."""
    default = os.path.join(tempfile.gettempdir(), "data-gym-cache")
    folder = os.environ.get(_OLD_CACHE, default) if setting is None else setting
    return Path(folder) if folder else None


@contextmanager
def _cache_folder() -> Iterator[Path]:
    """Our folder for tiktoken; one for the moment if ours cannot be written, or no cache is wanted."""
    from platformdirs import user_cache_path

    folder = user_cache_path("bpe-play", appauthor=False) / "tiktoken"
    if _users_folder(os.environ.get(_CACHE)) is not None and _can_write(folder):
        yield folder
    else:
        with tempfile.TemporaryDirectory(prefix="bpe-play-") as moment:
            yield Path(moment)


def _can_write(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)
