"""The engine against the plain form: what is fast must say what the ten lines of bpe.py say."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any
from unittest.mock import patch

from bpe_play.engine import (
    History,
    SpecialMode,
    SpecialTokens,
    TokenError,
    Tokenizer,
    Vocabulary,
    bpe,
    counting,
    segments,
    window,
)
from bpe_play.engine.characters import grapheme_bounds
from bpe_play.engine.door import valid_runs
from bpe_play.engine.encoder import Encoder
from bpe_play.engine.history import RUNNERS_UP, pack
from bpe_play.engine.merges import BYTES
from bpe_play.engine.survivors import survivors
from bpe_play.engine.tokenizer import TokenSpan
from bpe_play.engine.trace import trace
from bpe_play.engine.training import run, train
from tests.fuzz import draws
from tests.fuzz.campaign import Campaign, same


def plain_steps(vocabulary: Vocabulary, step: int | None = None) -> dict[tuple[int, int], int]:
    """Which pair was merged at which step, as of a step."""
    return {pair: at for at, pair in enumerate(vocabulary.pairs[:step], start=1)}


def training(rng: Random) -> None:
    words, size = draws.words(rng), rng.choice([256, 258, 270, 300, 1000])
    options: dict[str, Any] = {
        "ties": draws.ties(rng),
        "min_count": rng.choice([1, 1, 2, 4]),
        "longest_token": rng.choice([None, None, None, 0, 2, 3, 5]),
        "runners_up": rng.choice([0, 1, 10]),
    }
    same(run(train(words, size, **options)), run(bpe.train(words, size, **options)), words, size, options)


def encoding(rng: Random) -> None:
    vocabulary = draws.vocabulary(rng)
    piece = draws.piece_for(vocabulary, rng)
    step = rng.choice([None, vocabulary.step, rng.randint(0, vocabulary.step)])
    due = bpe.encode(piece, plain_steps(vocabulary, step))
    same(Encoder(vocabulary).encode(piece, step), due, vocabulary.pairs, piece, step)


def steps_back_and_forth(rng: Random) -> None:
    """One encoder, asked for one step after the other, remembers nothing of the step before."""
    vocabulary = draws.vocabulary(rng)
    encoder, pieces = Encoder(vocabulary), [draws.piece_for(vocabulary, rng) for _ in range(3)]
    for _ in range(6):
        step, piece = rng.randint(0, vocabulary.step), rng.choice(pieces)
        due = bpe.encode(piece, plain_steps(vocabulary, step))
        same(encoder.encode(piece, step), due, vocabulary.pairs, piece, step)


def decoding(rng: Random) -> None:
    """Known ids give their bytes, an unknown one or one from a later step a TokenError."""
    vocabulary = draws.vocabulary(rng)
    tokenizer = Tokenizer(draws.split(rng), vocabulary)
    step = rng.choice([None, rng.randint(0, vocabulary.step)])
    known = BYTES + (vocabulary.step if step is None else step)
    ids = [rng.randrange(-2, BYTES + vocabulary.step + 2) for _ in range(rng.randrange(4))]
    try:
        decoded = tokenizer.decode(ids, step=step)
    except TokenError:
        assert any(not 0 <= token_id < known for token_id in ids), (ids, known)
    else:
        same(decoded, bpe.decode(ids, vocabulary.tokens), ids)


def round_trips(rng: Random) -> None:
    """Whatever the split, the step and the bytes: the ids are those of the pieces, and give the text back."""
    vocabulary = draws.vocabulary(rng)
    tokenizer, text = Tokenizer(draws.split(rng), vocabulary), draws.data(rng, 20)
    step = rng.randint(0, vocabulary.step)
    pieces = tokenizer.pre_tokenizer.pieces(text)
    same(b"".join(pieces), text, tokenizer.pre_tokenizer)
    assert all(pieces), (tokenizer.pre_tokenizer, text)
    ids = tokenizer.encode(text, step=step)
    plain = plain_steps(vocabulary, step)
    same(ids, [token_id for piece in pieces for token_id in bpe.encode(piece, plain)], vocabulary.pairs, text)
    same(tokenizer.decode(ids, step=step), text, vocabulary.pairs)
    counts: dict[bytes, int] = {}
    for piece in pieces:
        counts[piece] = counts.get(piece, 0) + 1
    same(list(tokenizer.pre_tokenizer.counts(text).items()), list(counts.items()), text)


def spans(rng: Random) -> None:
    """Tokens stand where their bytes are, one after the other, also with special ones among them."""
    vocabulary = draws.vocabulary(rng)
    specials = SpecialTokens({name: 1000 + at for at, name in enumerate(rng.sample(_SPECIALS, 3))})
    tokenizer = Tokenizer(draws.split(rng), vocabulary, specials)
    text = draws.data(rng) + rng.choice(_SPECIALS).encode() + draws.data(rng)
    mode, step = rng.choice([SpecialMode.TEXT, SpecialMode.SPECIAL]), rng.randint(0, vocabulary.step)
    found = tokenizer.tokenize(text, step=step, specials=mode)
    same(found.ids, tokenizer.encode(text, step=step, specials=mode), text)
    at = 0
    for index, span in enumerate(found.spans):
        same((span.start, text[span.start : span.end], span.special), (at, span.token, span.id >= 1000), text)
        same({found.span_at(offset) for offset in range(span.start, span.end)}, {index}, text)
        at = span.end
    same((at, found.span_at(at), found.span_at(-1)), (len(text), None, None), text)


_SPECIALS = ["<|e|>", "<|e|>x", "<|", "|>", "ab", "a", "\n", "ñ", "<s>"]


def specials_by_scanning(rng: Random) -> None:
    """The longest special token at each place, found from left to right, by looking at every place."""
    names = rng.sample(_SPECIALS, rng.randint(1, 5))
    specials = SpecialTokens({name: 300 + at for at, name in enumerate(names)})
    text = "".join(rng.choices([*_SPECIALS, "x", " ", ">"], k=rng.randrange(9))).encode()
    due: list[tuple[bytes, int | None]] = []
    at = start = 0
    while at < len(text):
        here = max(
            (name.encode() for name in names if text.startswith(name.encode(), at)), key=len, default=b""
        )
        if here:
            due += [(text[start:at], None)] * (start < at)
            due.append((here, specials.by_bytes[here]))
            start = at + len(here)
        at = max(at + 1, start)
    due += [(text[start:], None)] * (start < len(text))
    same(list(specials.cut(text, SpecialMode.SPECIAL)), due, names, text)


def segments_by_borders(rng: Random) -> None:
    """A segment ends wherever a token and a grapheme end together, and nowhere else."""
    vocabulary = draws.vocabulary(rng)
    text = draws.data(rng, 16)
    found = Tokenizer(draws.split(rng), vocabulary).tokenize(text)
    bounds = grapheme_bounds(text)
    same(sum(len(run.encode("utf-8", "surrogateescape")) for run, _ in valid_runs(text)), bounds[-1], text)
    ends = [span.end for span in found.spans]
    borders = [0, *sorted(set(ends) & set(bounds[1:]))]
    due = [
        (start, end, sum(start < bound <= end for bound in bounds[1:])) for start, end in pairwise(borders)
    ]
    made = segments(text, found.spans)
    same([(each.start, each.end, each.graphemes) for each in made], due, text, ends)
    for each in made:
        inside: tuple[TokenSpan, ...] = found.spans[each.first : each.last + 1]
        same((inside[0].start, inside[-1].end), (each.start, each.end), text)


def traces(rng: Random) -> None:
    """Each step of a trace is a merge of the plain form, and the last one leaves the ids of the encoder."""
    vocabulary = draws.vocabulary(rng)
    piece, step = draws.piece_for(vocabulary, rng), rng.randint(0, vocabulary.step)
    ids, before = list(piece), 0
    for made in trace(piece, vocabulary, step):
        same(vocabulary.pairs[made.step - 1], made.pair, vocabulary.pairs)
        assert before < made.step <= step, (vocabulary.pairs, piece, step)
        ids, before = bpe.merge(ids, made.pair, made.id), made.step
        same(list(made.ids), ids, vocabulary.pairs, piece)
    same(ids, bpe.encode(piece, plain_steps(vocabulary, step)), vocabulary.pairs, piece, step)


def time_travel(rng: Random) -> None:
    """What a history says of a step is what counting anew finds at that step."""
    words, ties = draws.words(rng), draws.ties(rng)
    history = History(sum(len(word) * count for word, count in words.items()))
    history.extend(pack(train(words, rng.choice([260, 300]), ties=ties)))
    step = rng.randint(0, len(history))
    plain = plain_steps(history.vocabulary, step)
    corpus = [(bpe.encode(word, plain), count) for word, count in words.items()]
    same(history.tokens_after(step), sum(len(ids) * count for ids, count in corpus), words, step)
    if step < len(history):
        ranked = bpe.rank_candidates(bpe.count_pairs(corpus), ties)
        same(history.candidates(step), ranked[: RUNNERS_UP + 1], words, ties, step)
        same(history.tied(step + 1), sum(each.count == ranked[0].count for each in ranked), words, step)


def tokens_that_survive(rng: Random) -> None:
    """The tokens whose own bytes give them back, found without encoding, and by encoding."""
    vocabulary = draws.vocabulary(rng)
    plain = plain_steps(vocabulary)
    due = {
        token_id for token_id, token in vocabulary.tokens.items() if bpe.encode(token, plain) == [token_id]
    }
    same(survivors(vocabulary), due, vocabulary.pairs)


def counting_in_batches(rng: Random) -> None:
    """A large corpus is counted in parts; wherever it is cut, the words are those of the whole, in their order."""
    split = draws.split(rng)
    text = b"".join(draws.data(rng, 20) for _ in range(rng.choice([1, 5, 20])))
    with patch.multiple(counting, _BATCH_BYTES=rng.choice([1, 7, 50]), _MOST_CHUNKS=rng.choice([0, 3, 1000])):
        found = counting.count_words(split, text)
    same(list(found.items()), list(split.counts(text).items()), split, text)


def windows(rng: Random) -> None:
    """A part of a text has the tokens of the whole there, or is not called exact."""
    tokenizer = Tokenizer(draws.split(rng), draws.vocabulary(rng))
    text = b"".join(draws.data(rng, 12) for _ in range(5)) or b"x"
    start = rng.randrange(len(text))
    end, step = rng.randint(start + 1, len(text)), rng.randint(0, tokenizer.vocabulary.step)
    limits = {"REACH": rng.choice([2, 8, 1 << 16]), "NEAR": 0, "MARGIN": 2, "SMALL": rng.choice([0, 1 << 18])}
    with patch.multiple(window, **limits):
        part = window.Windows(tokenizer, text).cut(start, end, step)
    first, last = part.spans[0].start, part.spans[-1].end
    assert first <= start < end <= last, (start, end, first, last)
    same(b"".join(span.token for span in part.spans), text[first:last], text, start, end)
    if part.exact:
        whole = tokenizer.tokenize(text, step=step).spans
        due = tuple(span for span in whole if first <= span.start and span.end <= last)
        same(part.spans, due, tokenizer.pre_tokenizer, tokenizer.vocabulary.pairs, text, start, end, limits)


CAMPAIGN = Campaign(
    "engine",
    "training, encoding and all that is told of tokens, against the plain form",
    {
        "train": training,
        "encode": encoding,
        "step": steps_back_and_forth,
        "decode": decoding,
        "round trip": round_trips,
        "spans": spans,
        "specials": specials_by_scanning,
        "segments": segments_by_borders,
        "trace": traces,
        "time travel": time_travel,
        "survivors": tokens_that_survive,
        "counting": counting_in_batches,
        "windows": windows,
    },
    short=60,
)
