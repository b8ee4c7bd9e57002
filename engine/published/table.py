"""Which published vocabularies there are, and how large, without opening any of them."""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass

from bpe_play.engine.errors import EngineError


@dataclass(frozen=True)
class PublishedInfo:
    """A vocabulary that can be had by name.

    mergeable  how many tokens BPE can make: single bytes and merges
    n_vocab    one more than the highest id, special tokens and gaps included

    Both numbers are quoted as "the size" of a vocabulary, so show both. They are None for a vocabulary of
    another package, which is known only when it is loaded.
    """

    name: str
    title: str
    mergeable: int | None
    n_vocab: int | None


_OWN = [
    PublishedInfo("gpt2", "GPT-2", 50_256, 50_257),
    PublishedInfo("r50k_base", "GPT-3, the same tokens as GPT-2", 50_256, 50_257),
    PublishedInfo("p50k_base", "Codex: GPT-2 and runs of spaces", 50_280, 50_281),
    PublishedInfo("p50k_edit", "Codex for editing", 50_280, 50_284),
    PublishedInfo("cl100k_base", "GPT-3.5 and GPT-4", 100_256, 100_277),
    PublishedInfo("o200k_base", "GPT-4o", 199_998, 200_019),
    PublishedInfo("o200k_harmony", "gpt-oss: GPT-4o with the tokens of a chat", 199_998, 201_088),
]


def published_names() -> list[PublishedInfo]:
    """All vocabularies that `load` knows: ours, then those that other packages register with tiktoken."""
    own = {info.name for info in _OWN}
    return [*_OWN, *(_foreign(name) for name in _registered() if name not in own)]


def published_info(name: str) -> PublishedInfo:
    """The vocabulary of this name; EngineError if there is none."""
    known = published_names()
    for info in known:
        if info.name == name:
            return info
    names = ", ".join(info.name for info in known)
    raise EngineError(f"There is no published vocabulary {name!r}", f"choose one of {names}")


def _foreign(name: str) -> PublishedInfo:
    return PublishedInfo(name, "from another package on this machine", None, None)


def _registered() -> list[str]:
    """Names in tiktoken's registry; asked only where there are plug-ins, since asking means importing."""
    if not _has_plug_ins():
        return []
    from bpe_play.engine.published.offline import registered_names

    return registered_names()


def _has_plug_ins() -> bool:
    try:
        import tiktoken_ext
    except ImportError:
        return False
    return {module.name for module in pkgutil.iter_modules(tiktoken_ext.__path__)} > {"openai_public"}
