"""A model: what was learned, under which settings, and from what. A value, complete enough to be saved.

It does not encode by itself (`tokenizer()` makes what does) and knows no files (model_file.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bpe_play.engine.fingerprint import LONG, fingerprint
from bpe_play.engine.merges import Pair, TieRule
from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.versions import Versions, versions
from bpe_play.engine.vocabulary import Vocabulary


@dataclass(frozen=True)
class TrainedOn:
    """The corpus: a name (not a path), its size in bytes, and its SHA-256 in hexadecimal."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Model:
    """What was learned, and how.

    merges         pairs of ids in order of learning; the first makes the id 256
    counts         how often each merged pair stood in the corpus; None where that is not known
    specials       text of each special token, and its id
    vocab_size     the size that was asked for; None where nobody asked
    min_count, longest_token   as in training
    made_by        for information; two models that differ only here are equal

    >>> from bpe_play.engine.pretokenizers import pre_tokenizer
    >>> model = Model(pre_tokenizer("none"), TieRule.FIRST_SEEN, ((97, 98),))
    >>> model.tokenizer().encode("abc")
    [256, 99]
    """

    split: PreTokenizer
    ties: TieRule
    merges: tuple[Pair, ...]
    counts: tuple[int, ...] | None = None
    specials: Mapping[str, int] = field(default_factory=dict)
    vocab_size: int | None = None
    min_count: int = 1
    longest_token: int | None = None
    trained_on: TrainedOn | None = None
    made_by: Versions = field(default_factory=versions, compare=False)

    def tokenizer(self, name: str = "") -> Tokenizer:
        return Tokenizer(self.split, Vocabulary.of(self.merges), SpecialTokens(self.specials), name)

    def fingerprint(self) -> str:
        """The long form; its first four digits are the short one."""
        return fingerprint(
            self.split.pattern,
            self.ties,
            self.merges,
            min_count=self.min_count,
            longest_token=self.longest_token,
            specials=self.specials,
            length=LONG,
        )

    def notices(self, text: bytes | None = None) -> list[str]:
        """What may make this model cut text, or this text, otherwise than where it was made."""
        return split_notices(self.split, self.made_by, text)


def split_notices(split: PreTokenizer, made_by: Versions, text: bytes | None = None) -> list[str]:
    """That another version of the regex module may split otherwise, where that matters.

    It does not for a `text` in ASCII and a split by name: ASCII has got all the letters it will have.
    """
    if split.pattern is None or not made_by.regex or (text is not None and text.isascii() and split.is_named):
        return []
    import regex  # late: it takes as long to import as all the rest of reading a model

    made, here = made_by.regex, regex.__version__
    if made == here:
        return []
    return [f"The model was made with regex {made}, this is {here}: rare letters may be cut otherwise"]
