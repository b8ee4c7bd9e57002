"""What a vocabulary is made of: kinds of tokens, counted and listed.

A token can be of several kinds at once, or of none: an ordinary word. Working on any tokenizer, ours or a
published one; 200,000 tokens take some seconds, so the work is a generator that can be watched and dropped.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import nlargest

from bpe_play.engine.finish import finish
from bpe_play.engine.reach import Reach, comes_back, is_text, reach
from bpe_play.engine.scripts import one_script
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.uses import count_uses, scaffolding

LONGEST = 100
_BATCH = 1_000


class Kind(StrEnum):
    """Kinds of tokens; the value is the name that searches use."""

    PIECE = "piece"
    UNREACHABLE = "unreachable"
    WHITESPACE = "whitespace"
    LONGEST = "longest"
    SCAFFOLD = "scaffold"
    SPECIAL = "special"
    BYTE = "byte"

    @property
    def about(self) -> str:
        """What tokens of this kind are, in one sentence."""
        return _ABOUT[self]


_ABOUT = {
    Kind.PIECE: "No text by themselves: their bytes begin or end inside a character.",
    Kind.UNREACHABLE: "Their own text is encoded to other tokens.",
    Kind.WHITESPACE: "Nothing but spaces, tabs and line ends.",
    Kind.LONGEST: f"The {LONGEST} that have the most bytes, the longest first.",
    Kind.SCAFFOLD: "Merged on the way to longer tokens, and never seen by themselves in the text chosen.",
    Kind.SPECIAL: "No merge makes them; they are commands to a model.",
    Kind.BYTE: "The 256 single bytes that every text can be cut down to.",
}


@dataclass(frozen=True, slots=True)
class Progress:
    """So many of so many tokens are done."""

    done: int
    total: int


@dataclass
class Anatomy:
    """The kinds of tokens in a vocabulary, each a list of ids in order, the longest ones by length.

    scripts   ids of the tokens that are written in one script, by script, the most frequent script first
    reach     for each unreachable token, where it was tried and what came of it
    uses      how often each token stands in the text chosen; None when none was
    """

    total: int
    kinds: dict[Kind, list[int]] = field(default_factory=lambda: {kind: [] for kind in Kind})
    scripts: dict[str, list[int]] = field(default_factory=dict)
    reach: dict[int, Reach] = field(default_factory=dict)
    uses: Counter[int] | None = None

    def count(self, kind: Kind) -> int:
        return len(self.kinds[kind])


def study(tokenizer: Tokenizer, text: bytes | None = None) -> Generator[Progress, None, Anatomy]:
    """Look at every token of a vocabulary; the Anatomy is what the generator returns.

    `text` is where scaffolding is looked for: without one, none is found.
    """
    tokens = sorted(tokenizer.vocabulary.tokens.items())
    anatomy = Anatomy(total=len(tokens) + len(tokenizer.specials.by_id))
    scripts: dict[str, list[int]] = defaultdict(list)
    yield Progress(0, len(tokens))
    is_itself = comes_back(tokenizer)
    for done, (token_id, token) in enumerate(tokens):
        if done % _BATCH == 0:
            yield Progress(done, len(tokens))
        if not is_text(token):
            anatomy.kinds[Kind.PIECE].append(token_id)
            continue
        scripts[one_script(token.decode())].append(token_id)
        if token.decode().isspace():
            anatomy.kinds[Kind.WHITESPACE].append(token_id)
        if not is_itself(token_id):
            anatomy.kinds[Kind.UNREACHABLE].append(token_id)
            anatomy.reach[token_id] = reach(tokenizer, token_id)
    scripts.pop("", None)
    anatomy.scripts = dict(sorted(scripts.items(), key=lambda row: (-len(row[1]), row[0])))
    _study_all(tokenizer, anatomy, text)
    yield Progress(len(tokens), len(tokens))
    return anatomy


def _study_all(tokenizer: Tokenizer, anatomy: Anatomy, text: bytes | None) -> None:
    vocabulary = tokenizer.vocabulary
    anatomy.kinds[Kind.BYTE] = sorted(vocabulary.byte_ids)
    anatomy.kinds[Kind.SPECIAL] = sorted(tokenizer.specials.by_id)
    by_length = nlargest(LONGEST, vocabulary.tokens.items(), key=lambda row: (len(row[1]), -row[0]))
    anatomy.kinds[Kind.LONGEST] = [token_id for token_id, _ in by_length]
    if text is not None:
        anatomy.uses = count_uses(tokenizer, text)
        anatomy.kinds[Kind.SCAFFOLD] = scaffolding(tokenizer, anatomy.uses)


def study_now(tokenizer: Tokenizer, text: bytes | None = None) -> Anatomy:
    """The same without looking at the progress.

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> from bpe_play.engine.vocabulary import Vocabulary
    >>> anatomy = study_now(Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(32, 32), (97, 32)])))
    >>> anatomy.count(Kind.PIECE), anatomy.kinds[Kind.UNREACHABLE], str(anatomy.reach[257])
    (128, [257], 'no text was found that makes it')
    """
    return finish(study(tokenizer, text))
