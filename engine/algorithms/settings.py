"""What can be chosen before a training; each algorithm heeds a part of it and says which (table.py)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpe_play.engine.algorithms.normalizers import NFKC, PLAIN, Normalizer
from bpe_play.engine.errors import EngineError
from bpe_play.engine.merges import TieRule
from bpe_play.engine.pretokenizers import PRETOKENIZERS, PreTokenizer

# A space begins a unit, and nothing else ends one but a line: no words, no signs, no numbers.
SPACES = PreTokenizer("sentencepiece", "SentencePiece: only spaces and line ends matter", r"\n+| ?[^ \n]+| ")


@dataclass(frozen=True)
class Settings:
    """How to train.

    vocab_size       how many tokens in all, also those that are there before the first step
    split            the pre-tokenizer; not used where `sentencepiece` is on
    ties             which of equally good pairs is merged
    min_count        rarer pairs, words or substrings are not taken
    longest_token    in bytes; None is no limit
    runners_up       how many other candidates each step carries
    byte_fallback    whether a character without a token becomes its bytes, or else [UNK]
    coverage         the share of the corpus's characters that get a token; the rarest ones do not
    sentencepiece    no words: spaces are ordinary, and written as ▁
    nfkc             whether text is normalized first, which changes it
    longest_word     WordPiece: a word with more characters is [UNK]; BERT has 100
    longest_piece    Unigram: in characters
    seed_size        Unigram: how many substrings it starts with; None is five times the vocabulary
    shrink           Unigram: the share of the tokens that each pruning keeps
    """

    vocab_size: int = 1024
    split: PreTokenizer = PRETOKENIZERS["gpt2"]
    ties: TieRule = TieRule.FIRST_SEEN
    min_count: int = 1
    longest_token: int | None = None
    runners_up: int = 10
    byte_fallback: bool = False
    coverage: float = 1.0
    sentencepiece: bool = False
    nfkc: bool = False
    longest_word: int = 100
    longest_piece: int = 16
    seed_size: int | None = None
    shrink: float = 0.75

    def __post_init__(self) -> None:
        _check(
            self.vocab_size >= 1, f"A vocabulary of {self.vocab_size} tokens is too small", "choose 1 or more"
        )
        _check(0 < self.coverage <= 1, f"A coverage of {self.coverage} is no share", "choose 0.9 to 1")
        _check(
            0.1 <= self.shrink < 1, f"Pruning cannot keep {self.shrink} of the tokens", "choose 0.5 to 0.95"
        )
        for name in ("longest_word", "longest_piece", "min_count"):
            _check(getattr(self, name) >= 1, f"{name} is {getattr(self, name)}", "choose 1 or more")

    @property
    def pre_tokenizer(self) -> PreTokenizer:
        """How text is cut before the algorithm sees it."""
        return SPACES if self.sentencepiece else self.split

    @property
    def normalizer(self) -> Normalizer:
        """What is done to text before it is cut."""
        return NFKC if self.nfkc else PLAIN

    def words(self, data: bytes) -> dict[bytes, int]:
        """The pieces of a corpus with their counts, in order of first occurrence: what training takes.

        >>> Settings(sentencepiece=True).words(b"to be or  to be")
        {b'to': 1, b' be': 2, b' or': 1, b' ': 1, b' to': 1}
        """
        return self.pre_tokenizer.counts(self.normalizer.apply(data).data)


def check_counts(words: Iterable[tuple[bytes, int]]) -> None:
    """Raise EngineError when a word has a count that cannot be."""
    for word, count in words:
        _check(count >= 1, f"The word {word!r} has the count {count}", "counts start at 1")


def _check(holds: bool, title: str, hint: str) -> None:
    if not holds:
        raise EngineError(title, hint)
