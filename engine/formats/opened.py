"""A tokenizer that was read from a file, with what is to be known about it."""

from __future__ import annotations

from collections.abc import Iterable

from bpe_play.engine.pretokenizers import PreTokenizer
from bpe_play.engine.specials import SpecialTokens
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary import Vocabulary


class OpenedTokenizer(Tokenizer):
    """A Tokenizer with notes.

    notes  sentences for the user: what the file does not say and was found out or chosen, and what its
           owner would add to a text beside the tokens of the text itself
    """

    def __init__(
        self,
        pre_tokenizer: PreTokenizer,
        vocabulary: Vocabulary,
        specials: SpecialTokens | None = None,
        name: str = "",
        notes: Iterable[str] = (),
    ) -> None:
        super().__init__(pre_tokenizer, vocabulary, specials, name)
        self.notes = tuple(notes)
