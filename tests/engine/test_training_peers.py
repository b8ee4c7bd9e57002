"""The merges are those of other trainers, all of them and in order, under the tie rule that each has."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from bpe_play.engine import TieRule, pre_tokenizer
from bpe_play.engine.byte_letters import BYTE_ORDER, from_letters
from bpe_play.engine.training import count_words, run, train

SIZE = 4096
FEWER = 1024  # without a split the peer takes ten seconds for all of them
# GPT-2's pattern in its first spelling: it matches what ours does, and no peer stumbles over it.
GPT2 = r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"""


def learned(words: dict[bytes, int], ties: TieRule, size: int = SIZE) -> list[bytes]:
    return [merge.token for merge in run(train(words, size, ties=ties))[0]]


@pytest.fixture(scope="module")
def alice_words(alice: bytes) -> dict[bytes, int]:
    return count_words(pre_tokenizer("gpt2"), alice)


def test_minibperust_without_a_split(alice: bytes) -> None:
    whole = r"[\s\S]+"  # its BasicTokenizer learns the same, but takes minutes
    peer = pytest.importorskip("MiniBpeRust", reason="minibperust is not installed").FastRegexTokenizer(whole)
    peer.train(alice.decode(), FEWER)
    theirs = [peer.vocab[token_id] for token_id in range(256, FEWER)]
    assert learned({alice: 1}, TieRule.FIRST_SEEN, FEWER) == theirs


def test_minibperust_with_a_split(alice: bytes, alice_words: dict[bytes, int]) -> None:
    peer = pytest.importorskip("MiniBpeRust", reason="minibperust is not installed").FastRegexTokenizer(GPT2)
    peer.train(alice.decode(), SIZE)
    theirs = [peer.vocab[token_id] for token_id in range(256, SIZE)]
    assert learned(alice_words, TieRule.FIRST_SEEN) == theirs


def test_rustbpe(alice: bytes, alice_words: dict[bytes, int]) -> None:
    peer = pytest.importorskip("rustbpe", reason="rustbpe is not installed").Tokenizer()
    peer.train_from_iterator([alice.decode()], SIZE, pattern=GPT2)
    theirs = [bytes(token) for token, _ in peer.get_mergeable_ranks()][256:]
    assert learned(alice_words, TieRule.LOWEST_IDS) == theirs


def test_hugging_face_tokenizers(alice: bytes, alice_words: dict[bytes, int]) -> None:
    """Theirs go by lowest ids, and printable bytes have the lowest: ours learn from bytes numbered so."""
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    letters = tokenizers.pre_tokenizers.ByteLevel
    peer = tokenizers.Tokenizer(tokenizers.models.BPE())
    peer.pre_tokenizer = letters(add_prefix_space=False, use_regex=True)
    trainer = tokenizers.trainers.BpeTrainer(
        vocab_size=SIZE, show_progress=False, initial_alphabet=letters.alphabet()
    )
    peer.train_from_iterator([alice.decode()], trainer)
    merges = json.loads(peer.to_str())["model"]["merges"]
    theirs = [from_letters(left + right) for left, right in merges]

    order = bytes(BYTE_ORDER)
    numbers = bytes(order.index(value) for value in range(256))
    words = {word.translate(numbers): count for word, count in alice_words.items()}
    ours = [token.translate(order) for token in learned(words, TieRule.LOWEST_IDS)]
    assert ours == theirs


def lesson(data: bytes, merges: int) -> list[bytes]:
    """What one writes on the board: count all pairs, merge the first of the most frequent, repeat."""
    tokens = [bytes([value]) for value in data]
    found = []
    for _ in range(merges):
        pairs = list(pairwise(tokens))
        counts = dict.fromkeys(pairs, 0)
        for pair in pairs:
            counts[pair] += 1
        best = max(counts, key=lambda pair: counts[pair])
        found.append(best[0] + best[1])
        merged: list[bytes] = []
        for token in tokens:
            if merged and (merged[-1], token) == best:
                token = merged.pop() + token
            merged.append(token)
        tokens = merged
    return found


def test_a_trainer_as_one_writes_it_on_the_board(alice: bytes) -> None:
    start = alice[:30_000]
    assert learned({start: 1}, TieRule.FIRST_SEEN, 256 + 60) == lesson(start, 60)
