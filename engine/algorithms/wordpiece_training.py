"""WordPiece training: merge the pair whose parts belong together most, not the pair that is most frequent.

The score of a pair is count(ab) / (count(a) · count(b)). Two rare letters that only ever stand side by side
beat `th`, whose letters stand in many other places too. (What BERT's makers ran has never been published;
this is how the method is described. Hugging Face's trainer for WordPiece merges by count, as BPE does.)
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_play.engine.algorithms import kept_vocab
from bpe_play.engine.algorithms.alphabet import character_counts, check_size, covering
from bpe_play.engine.algorithms.keeping import Keeping
from bpe_play.engine.algorithms.pair_corpus import PairCorpus
from bpe_play.engine.algorithms.pair_rules import Learned, Rules, by_ratio
from bpe_play.engine.algorithms.pair_training import PairTraining
from bpe_play.engine.algorithms.protocol import Algorithm, Training
from bpe_play.engine.algorithms.settings import Settings
from bpe_play.engine.algorithms.text_rules import UNKNOWN, TextRules
from bpe_play.engine.algorithms.wordpiece import WordPieceModel
from bpe_play.engine.door import to_text

PREFIX = "##"
_PREFIX = PREFIX.encode()

# A character and whether it goes on within a word.
Symbol = tuple[str, bool]


def join(left: bytes, right: bytes) -> bytes | None:
    """How two pieces are written as one.

    None for a piece that would look like another kind: one that begins a word with the prefix itself, or
    spells the unknown token.

    >>> join(b"l", b"##o"), join(b"##s", b"##t"), join(b"#", b"###")
    (b'lo', b'##st', None)
    """
    joined = left + right.removeprefix(_PREFIX)
    is_taken = joined == UNKNOWN.encode() or (joined.startswith(_PREFIX) and not left.startswith(_PREFIX))
    return None if is_taken else joined


def start(words: Mapping[bytes, int], settings: Settings) -> Training:
    """Merge by score. The alphabet is every character as it begins words and as it goes on in them."""
    short = {word: weight for word, weight in words.items() if len(to_text(word)) <= settings.longest_word}
    kept = set(covering(character_counts(short), settings.coverage))
    known = {word: weight for word, weight in short.items() if kept.issuperset(to_text(word))}
    symbols = sorted({symbol for word in known for symbol in _symbols(word)})
    check_size(1, len(symbols), settings, f"its characters, those with {PREFIX}, and {UNKNOWN}")
    number = {symbol: 1 + index for index, symbol in enumerate(symbols)}
    corpus = PairCorpus(
        ([number[symbol] for symbol in _symbols(word)], weight) for word, weight in known.items()
    )
    written = {0: UNKNOWN.encode()} | {number[symbol]: _written(symbol) for symbol in symbols}
    learned = Learned(written)
    unknown = sum(words.values()) - sum(known.values())
    return Training(
        PairTraining(corpus, learned, Rules(by_ratio, join, one_id=True), settings, unknown).steps(),
        lambda: _model(learned, settings, len(symbols)),
        _notes(words, short, known, settings),
        start_tokens=corpus.tokens + unknown,
        most_steps=settings.vocab_size - len(written),
    )


def _model(learned: Learned, settings: Settings, alphabet: int) -> WordPieceModel:
    born: dict[int, int] = {}
    for step, token_id in enumerate(learned.made, start=1):
        if token_id > alphabet:
            born.setdefault(token_id, step)
    return WordPieceModel(
        {to_text(token): token_id for token_id, token in learned.written.items()},
        UNKNOWN,
        PREFIX,
        settings.longest_word,
        TextRules.of(settings),
        born=born,
        steps=len(learned.made),
        strict=True,
    )


def _symbols(word: bytes) -> list[Symbol]:
    return [(char, bool(place)) for place, char in enumerate(to_text(word))]


def _written(symbol: Symbol) -> bytes:
    char, goes_on = symbol
    return (_PREFIX if goes_on else b"") + char.encode()


def _notes(
    words: Mapping[bytes, int], short: Mapping[bytes, int], known: Mapping[bytes, int], settings: Settings
) -> list[str]:
    notes = [f"A word with a character that the corpus does not hold becomes {UNKNOWN} as a whole."]
    if too_long := len(words) - len(short):
        notes.append(
            f"{too_long:,} of {len(words):,} different words are skipped and become {UNKNOWN}: "
            f"they have more than {settings.longest_word} characters."
        )
    if rare := len(short) - len(known):
        notes.append(
            f"{rare:,} of {len(words):,} different words become {UNKNOWN}: they hold rare characters."
        )
    return notes


ALGORITHM = Algorithm(
    key="wordpiece",
    title="WordPiece",
    summary="merge the pair whose parts belong together most; cut words by the longest piece from the left",
    heeds=frozenset(
        {
            "coverage",
            "longest_token",
            "longest_word",
            "min_count",
            "nfkc",
            "runners_up",
            "sentencepiece",
            "split",
            "ties",
        }
    ),
    start=start,
    columns=("score", "count"),
    keeping=Keeping(kept_vocab.write, kept_vocab.read),
)
