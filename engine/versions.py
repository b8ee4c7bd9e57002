"""Which versions of what made a model. Asked when one is saved or compared, since finding out takes time."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Versions:
    """The program, the regex module (its Unicode tables decide what a letter is), and Python with its own
    Unicode version. Any of them is "" where it is not known."""

    program: str = ""
    regex: str = ""
    python: str = ""
    unicode: str = ""


@lru_cache(maxsize=1)
def versions() -> Versions:
    """Those that run now."""
    import platform
    import unicodedata

    import regex

    return Versions(
        program_version(), regex.__version__, platform.python_version(), unicodedata.unidata_version
    )


def program_version() -> str:
    """The version of bpe-play: of the checkout if it runs from one, else of the installed package."""
    return _of_checkout() or _of_package()


def _of_checkout() -> str:
    import tomllib
    from pathlib import Path

    try:
        text = (Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8")
        project = tomllib.loads(text)["project"]
        return str(project["version"]) if project["name"] == "bpe-play" else ""
    except (OSError, ValueError, LookupError):
        return ""


def _of_package() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("bpe-play")
    except PackageNotFoundError:
        return ""
