"""A whole tokenizer: spans that cover the text, round trips, special tokens, and any step."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine import (
    EngineError,
    SpecialMode,
    SpecialTokens,
    TokenError,
    Tokenizer,
    Vocabulary,
    bpe,
    pre_tokenizer,
    to_bytes,
)

END = "<|endoftext|>"


def tokenizer(specials: dict[str, int] | None = None, split: str = "gpt2") -> Tokenizer:
    words = pre_tokenizer(split).counts("the cat sat on the mat; the rat, the hat ñ ñ 日 日".encode())
    vocabulary = Vocabulary.of(merge.pair for merge in bpe.train(words, 256 + 20))
    return Tokenizer(pre_tokenizer(split), vocabulary, SpecialTokens(specials or {}))


anything = st.one_of(st.binary(), st.text(st.characters(codec=None)))


@pytest.mark.parametrize("split", ["none", "gpt2", "cl100k", "o200k", r"\w+"])
@given(text=anything, step=st.integers(0, 20))
def test_spans_cover_the_text_exactly_and_it_round_trips(split: str, text: str | bytes, step: int) -> None:
    made = tokenizer(split=split)
    data = to_bytes(text) if isinstance(text, str) else text
    tokenization = made.tokenize(text, step=step)
    assert [span.start for span in tokenization.spans] == [0, *(span.end for span in tokenization.spans)][
        : len(tokenization.spans)
    ]
    assert all(data[span.start : span.end] == span.token for span in tokenization.spans)
    assert sum(len(span.token) for span in tokenization.spans) == len(data)
    assert tokenization.ids == made.encode(text, step=step)
    assert made.decode(tokenization.ids, step=step) == data


@pytest.mark.parametrize(
    "text", ["hello\nworld", "a  b", " a", "a ", "\t", "a\x00b", "\x1a", "\x7f", "\ufeffx", ""]
)
def test_white_space_and_controls_are_data(text: str) -> None:
    made = tokenizer()
    assert made.decode(made.encode(text)) == text.encode()


def test_step_zero_is_bytes() -> None:
    assert tokenizer().encode("ñ", step=0) == [0xC3, 0xB1]
    assert len(tokenizer().encode("ϕ∀", step=0)) == 5


def test_a_lone_surrogate_is_three_bytes_and_every_one_is_shown() -> None:
    assert tokenizer().encode("a\ud83d b", step=0) == [97, 0xED, 0xA0, 0xBD, 32, 98]


def test_an_id_that_is_not_made_yet_cannot_be_decoded() -> None:
    with pytest.raises(TokenError, match=r"Id 260 is not known after step 2.*made at step 5"):
        tokenizer().decode([260], step=2)
    with pytest.raises(TokenError, match="No token has the id 5000"):
        tokenizer().decode([5000])


class TestSpecialTokens:
    """`a<|endoftext|>b` under each mode: the ids differ, the text that comes back does not."""

    text = f"a{END}b"

    def test_as_text(self) -> None:
        made = tokenizer({END: 300})
        assert 300 not in made.encode(self.text)
        assert made.decode(made.encode(self.text)) == self.text.encode()

    def test_as_special(self) -> None:
        made = tokenizer({END: 300})
        ids = made.encode(self.text, specials=SpecialMode.SPECIAL)
        assert ids == [97, 300, 98]
        assert made.decode(ids) == self.text.encode()
        assert [span.special for span in made.tokenize(self.text, specials=SpecialMode.SPECIAL).spans] == [
            False,
            True,
            False,
        ]

    def test_as_error(self) -> None:
        with pytest.raises(TokenError, match=r"special token <\|endoftext\|> at byte 1"):
            tokenizer({END: 300}).encode(self.text, specials=SpecialMode.ERROR)

    @pytest.mark.parametrize("order", [["<|e|>", "<|e|>x"], ["<|e|>x", "<|e|>"]])
    def test_the_longest_wins_whatever_the_order(self, order: list[str]) -> None:
        ids = {"<|e|>": 300, "<|e|>x": 301}
        made = tokenizer({name: ids[name] for name in order})
        assert made.encode("<|e|>x", specials=SpecialMode.SPECIAL) == [301]

    def test_an_allow_list_takes_only_what_it_names(self) -> None:
        specials = SpecialTokens({"<|system|>": 300, END: 301})
        cut = list(specials.cut(f"<|system|>{END}".encode(), SpecialMode.SPECIAL, frozenset({END})))
        assert cut == [(b"<|system|>", None), (END.encode(), 301)]

    def test_an_id_cannot_be_learned_and_special(self) -> None:
        with pytest.raises(EngineError, match="260 is both"):
            tokenizer({END: 260})

    def test_a_special_token_needs_text(self) -> None:
        with pytest.raises(EngineError, match="no text"):
            SpecialTokens({"": 300})


def test_the_span_at_an_offset() -> None:
    tokenization = tokenizer().tokenize("the cat")
    for index, span in enumerate(tokenization.spans):
        assert all(tokenization.span_at(offset) == index for offset in range(span.start, span.end))
    assert tokenization.span_at(len("the cat")) is None


def test_a_pattern_is_used_for_both_training_and_encoding() -> None:
    """Trained on numbers in threes, the token 123 is out of reach for a split into twos."""
    threes, twos = pre_tokenizer(r"\p{N}{1,3}"), pre_tokenizer(r"\p{N}{1,2}")
    vocabulary = Vocabulary.of(merge.pair for merge in bpe.train(threes.counts(b"123 123"), 258))
    assert len(Tokenizer(threes, vocabulary).encode("123")) == 1
    assert len(Tokenizer(twos, vocabulary).encode("123")) == 2
