"""Search a vocabulary of 200,000 tokens while somebody types.

A query is text that a token contains, or begins with a word that says what else is asked for:

    gold            tokens that contain this text
    id:43453        the token with this id; also #43453
    hex:F0 9F       tokens that contain these bytes
    re:^ ?[A-Z]+$   tokens whose text this pattern finds (regex module; stray bytes never match a character)
    kind:piece      tokens of a kind (anatomy.Kind), once the kinds are counted
    script:Greek    tokens written in one script, likewise
    text:id:        text that begins like one of the words above
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

import regex

from bpe_play.engine.anatomy import Anatomy, Kind
from bpe_play.engine.door import to_bytes, to_text
from bpe_play.engine.errors import EngineError, PatternError
from bpe_play.engine.patterns import compiled
from bpe_play.engine.tokenizer import Tokenizer

SECONDS_PER_SEARCH = 1.0  # of computing, so that a busy machine stops no harmless pattern
_BATCH = 64
_HARMLESS_LENGTH = 8  # no simple pattern runs away in a text so short
_MARKS, _FEW_MARKS = "*+?{|(", 3  # what gives a pattern more than one way to match, and how few are simple


class VocabularyIndex:
    """The tokens of a tokenizer, special ones included, and the search in them.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> index = VocabularyIndex(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(97, 98), (32, 256)])))
    >>> index.search("ab"), index.search("hex:20 61"), index.search("re:^b|ab$"), index.search("#98")
    ([256, 257], [257], [98, 256, 257], [98])
    """

    def __init__(self, tokenizer: Tokenizer, anatomy: Anatomy | None = None) -> None:
        self.tokens = dict(sorted((tokenizer.vocabulary.tokens | tokenizer.specials.by_id).items()))
        self.ids = list(self.tokens)
        self.anatomy = anatomy
        self._texts: list[str] | None = None
        self._ways: dict[str, Callable[[str], list[int]]] = {
            "id": self.with_id,
            "hex": self.containing_hex,
            "re": self.matching,
            "kind": self.of_kind,
            "script": self.of_script,
            "text": self.containing,
        }

    def search(self, query: str) -> list[int]:
        """The ids that a query asks for: an exact match first, then the shortest; all ids for no query.

        Raises EngineError for a query that cannot be read.
        """
        if query.startswith("#") and query[1:].isdecimal():
            query = "id:" + query[1:]
        word, colon, rest = query.partition(":")
        if colon and word in self._ways:
            return self._ways[word](rest)
        return self.containing(query)

    def containing(self, text: str) -> list[int]:
        """Tokens that contain a text; those first that are this text, or this text after a space."""
        return self._with_bytes(to_bytes(text))

    def containing_hex(self, digits: str) -> list[int]:
        """Tokens that contain some bytes, in hex with or without spaces."""
        try:
            return self._with_bytes(bytes.fromhex(digits))
        except ValueError:
            raise EngineError(
                f"{digits.strip()} are not bytes in hex", "write pairs of 0–9 and A–F: F0 9F"
            ) from None

    def with_id(self, number: str) -> list[int]:
        """The token of this id, if there is one."""
        text = number.strip()
        if not (text.isascii() and text.isdecimal()):
            raise EngineError(f"{text} is not an id", "write a whole number: id:256")
        return [int(text)] if len(text) < 20 and int(text) in self.tokens else []

    def of_kind(self, name: str) -> list[int]:
        """Tokens of a kind, in the order of the Anatomy."""
        kinds = self._counted().kinds
        try:
            return list(kinds[Kind(name.strip().lower())])
        except ValueError:
            raise EngineError(
                f"There is no kind {name.strip()}", f"the kinds are {', '.join(Kind)}"
            ) from None

    def of_script(self, name: str) -> list[int]:
        """Tokens written in one script; upper and lower case do not matter."""
        scripts = {script.lower(): ids for script, ids in self._counted().scripts.items()}
        if name.strip().lower() in scripts:
            return list(scripts[name.strip().lower()])
        known = ", ".join(self._counted().scripts) or "none"
        raise EngineError(f"No token is written in {name.strip()}", f"the scripts here are {known}")

    def matching(self, pattern: str) -> list[int]:
        """Tokens in whose text a pattern is found, in order of their ids."""
        wanted = compiled(pattern)
        if self._texts is None:
            self._texts = [to_text(token) for token in self.tokens.values()]
        return self._matches(wanted, self._texts)

    def _matches(self, pattern: regex.Pattern[str], texts: list[str]) -> list[int]:
        end, is_simple = thread_time() + SECONDS_PER_SEARCH, _is_simple(pattern.pattern)
        found: list[int] = []
        try:
            for start in range(0, len(texts), _BATCH):
                left = end - thread_time()
                if left <= 0:
                    raise TimeoutError
                batch = zip(self.ids[start : start + _BATCH], texts[start : start + _BATCH], strict=True)
                found += [token_id for token_id, text in batch if _search(pattern, text, left, is_simple)]
        except (TimeoutError, MemoryError):
            raise PatternError("The pattern takes too long", "avoid repeats inside repeats: (a+)+") from None
        return found

    def _with_bytes(self, needle: bytes) -> list[int]:
        if not needle:
            return self.ids.copy()
        found = [(token, token_id) for token_id, token in self.tokens.items() if needle in token]
        found.sort(key=lambda row: (row[0] not in (needle, b" " + needle), len(row[0]), row[1]))
        return [token_id for _, token_id in found]

    def _counted(self) -> Anatomy:
        if self.anatomy is None:
            raise EngineError("The kinds of tokens are not counted yet", "wait for the count to end")
        return self.anatomy


def _is_simple(pattern: str) -> bool:
    return sum(map(pattern.count, _MARKS)) <= _FEW_MARKS


def _search(pattern: regex.Pattern[str], text: str, seconds: float, is_simple: bool) -> bool:
    """A timeout costs more than the search itself, so what cannot take long gets none."""
    if is_simple and len(text) <= _HARMLESS_LENGTH:
        return pattern.search(text) is not None
    return pattern.search(text, timeout=seconds) is not None
