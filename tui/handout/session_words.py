"""What the log of a session says, in Markdown in which no text of the user can do anything.

Typed text, tokens, patterns and names stand in code spans, in the visible form that the screen has for them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import PurePath
from typing import Any

from bpe_play.corpora import CORPORA
from bpe_play.engine import PRETOKENIZERS, EngineError, History, Tokenizer, grapheme_bounds, to_bytes
from bpe_play.engine.counted import counted
from bpe_play.engine.versions import versions
from bpe_play.tui.lab import Lab, Phase, Training
from bpe_play.tui.state import State
from bpe_play.tui.typed_text import is_tried
from bpe_play.tui.visible import label

_WIDEST = 60  # cells of a text or a pattern
_CUT = 2_000  # bytes of a text that are cut into tokens for the log
_MOST_TOKENS = 24
_TITLES = {
    "source": "corpus",
    "algorithm": "algorithm",
    "split": "split",
    "ties": "ties",
    "choices": "chosen at ties",
    "vocab_size": "vocabulary size",
    "min_count": "minimum frequency",
    "longest_token": "longest token",
    "sentencepiece": "SentencePiece",
    "byte_fallback": "byte fallback",
    "nfkc": "NFKC",
    "tokenizer": "tokenizer",
    "specials": "special tokens in typed text",
    "byte_format": "bytes",
}


def code_span(text: str | bytes, width: int = _WIDEST) -> str:
    """Some text as a code span on one line; its fence is longer than any row of backticks within.

    >>> code_span("a`b"), code_span(b"x\\x1b[2J")
    ('``a`b``', '`x\\\\x1b[2J`')
    """
    drawn = label(to_bytes(text) if isinstance(text, str) else text, width)
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", drawn)), default=0))
    pad = " " if drawn.startswith("`") or drawn.endswith("`") or not drawn else ""
    return f"{fence}{pad}{drawn}{pad}{fence}"


def changes(old: State, new: State) -> list[str]:
    """A sentence for each setting in which two states differ."""
    differs = new.differs(old)
    return [
        f"{title}: {_value(name, getattr(old, name))} → {_value(name, getattr(new, name))}"
        for name, title in _TITLES.items()
        if name in differs
    ]


def _value(name: str, value: Any) -> str:
    if name == "source":
        return value if value in CORPORA else code_span(PurePath(value).name or value)
    if name == "split":
        return value if value in PRETOKENIZERS else code_span(value)
    if name == "tokenizer":
        return code_span(PurePath(value).name) if value else "one's own"
    if name == "choices":
        return "; ".join(f"step {step:,}: ids {one} and {other}" for step, (one, other) in value) or "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return "no limit" if value is None else str(value)


def typed(text: bytes, tokenizer: Tokenizer, step: int) -> str:
    """A text and what became of it as of a step, unless cutting it might take long.

    >>> from bpe_play.engine import Vocabulary, pre_tokenizer
    >>> typed(b"abc", Tokenizer(pre_tokenizer("none"), Vocabulary.of([(97, 98)])), 1)
    'text: `abc`, 3 bytes in 2 tokens at step 1: `ab` `c`'
    """
    if not text:
        return "text: none"
    if len(text) > _CUT or not is_tried(tokenizer):
        return f"text: {code_span(text)}, {counted(len(text), 'byte')}"
    try:
        tokens = [span.token for span in tokenizer.tokenize(text, step=step).spans]
    except EngineError as error:  # a pattern that runs away on it, say
        return f"text: {code_span(text)}, not tokenized: {code_span(error.title, 200)}"
    shown = " ".join(code_span(token) for token in tokens[:_MOST_TOKENS])
    more = " …" if len(tokens) > _MOST_TOKENS else ""
    return (
        f"text: {code_span(text)}, {counted(len(text), 'byte')} in "
        f"{counted(len(tokens), 'token')} at step {step:,}: {shown}{more}"
    )


def step(tokenizer: Tokenizer, step: int) -> str:
    """Where one has come in time, and what was merged there."""
    vocabulary = tokenizer.vocabulary
    if not 0 < step <= len(vocabulary.pairs):
        return f"to step {step:,}"
    left, right = vocabulary.pairs[step - 1]
    made = vocabulary.tokens[vocabulary.ids[step - 1]]
    parts = code_span(vocabulary.tokens[left]), code_span(vocabulary.tokens[right]), code_span(made)
    return "to step {:,}: {} + {} → {}".format(step, *parts)


def learned(training: Training) -> str:
    """How a training has ended, with its figures."""
    if training.phase is Phase.FAILED:
        return f"no training: {code_span(training.ending, 200)}"
    history = training.history
    steps = len(history)
    mark = f", fingerprint **#{training.fingerprint}**" if training.fingerprint else ""
    what, size = ("merge", history.start_tokens) if isinstance(history, History) else ("step", history.size)
    tokens = counted(history.tokens_after(steps), "token")
    return f"learned {counted(steps, what)} ({training.ending}): {counted(size, 'byte')} in {tokens}{mark}"


def document(lab: Lab, began: datetime, entries: Sequence[tuple[datetime, str]], left_out: int = 0) -> str:
    """The whole log: what it is, what was done, and how it stands at the end."""
    rows = [f"| {at:%H:%M:%S} | {_in_a_table(sentence)} |" for at, sentence in entries]
    if left_out:
        rows.insert(0, f"| … | {left_out:,} earlier entries are not here |")
    state = lab.state
    size = f"; {counted(len(grapheme_bounds(state.text)) - 1, 'character')}" if len(state.text) < _CUT else ""
    lines = [
        f"# bpe-play, {began:%Y-%m-%d %H:%M}",
        "",
        f"Made with bpe-play {versions().program} (regex {versions().regex}, Unicode {versions().unicode}).",
        "",
        "| time | what was done, and what came of it |",
        "|---|---|",
        *(rows or ["| | nothing was changed |"]),
        "",
        "## At the end",
        "",
        *(f"- {title}: {_value(name, getattr(state, name))}" for name, title in _shown(state)),
        f"- step: {lab.cursor:,} of {lab.steps:,}",
        f"- {typed(state.text, lab.tokenizer, lab.cursor)}{size}",
        *([f"- fingerprint: **#{lab.fingerprint}**"] if lab.fingerprint else []),
    ]
    return "\n".join(lines) + "\n"


def _shown(state: State) -> list[tuple[str, str]]:
    """The settings with their titles; choices at ties only where there are some."""
    return [(name, title) for name, title in _TITLES.items() if name != "choices" or state.choices]


def _in_a_table(sentence: str) -> str:
    """A bar would end the cell, also within a code span."""
    return sentence.replace("|", "\\|")
