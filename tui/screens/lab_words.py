"""The words and figures on the lab screen's borders and in its header."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING

from rich.cells import cell_len

from bpe_play.corpora import CORPORA
from bpe_play.engine import PRETOKENIZERS, to_text
from bpe_play.engine.byte_letters import BYTE_IDS
from bpe_play.engine.counted import counted
from bpe_play.engine.merges import BYTES
from bpe_play.engine.specials import SpecialMode
from bpe_play.engine.text_figures import TextFigures
from bpe_play.tui.lab import Lab, Opening, Phase

if TYPE_CHECKING:
    from bpe_play.corpora import Facts
    from bpe_play.tui.state import State


def size_in_words(size: int) -> str:
    """A number of bytes with a unit, in powers of ten, as file managers write it.

    >>> size_in_words(86), size_in_words(151_191), size_in_words(104_857_600)
    ('86 B', '151 kB', '105 MB')
    """
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            value = size / factor
            return f"{value:.1f} {unit}" if value < 10 else f"{value:.0f} {unit}"
    return f"{size} B"


def header_settings(lab: Lab) -> list[tuple[str, str | bytes]]:
    """Corpus, split, ties and fingerprint, as (label, value); or the tokenizer that others trained.

    A value of bytes is a token.
    """
    state = lab.state
    name = state.source if state.source in CORPORA else PurePath(state.source).name
    if not lab.own:
        return [
            ("", PurePath(state.tokenizer).name),
            ("text", name),
            ("tokens", f"{len(lab.tokenizer.vocabulary):,}"),
            *_byte_order(lab),
        ]
    split = state.split if state.split in PRETOKENIZERS else f"/{state.split}/"
    settings: list[tuple[str, str | bytes]] = [
        ("", "standard input" if state.source == "-" else name),
        *_algorithm(state),
        ("split", split if len(split) <= 16 else f"{split[:15]}…"),
        ("ties", state.ties.value.replace("-", " ")),
    ]
    if state.algorithm != "bpe":
        settings = _heeded(state, settings)
    settings += _choices(lab)
    if lab.fingerprint:
        settings.append(("", f"#{lab.fingerprint}"))
    return settings


def settings_in_words(lab: Lab) -> list[str]:
    """What the header says, as plain text."""
    pairs = [
        (name, to_text(value) if isinstance(value, bytes) else value) for name, value in header_settings(lab)
    ]
    return [f"{name} {value}".strip() for name, value in pairs]


def _choices(lab: Lab) -> list[tuple[str, str | bytes]]:
    """After the tie rule: at which step another winner was chosen, and the token that it makes."""
    choices, tokens = lab.state.choices, lab.history.vocabulary.tokens
    if not choices or lab.state.algorithm != "bpe":
        return []
    if len(choices) > 1:
        return [("", f"{len(choices):,} chosen")]
    step, (left, right) = choices[0]
    is_known = max(left, right) < len(tokens)
    return [(f"{step:,}:", tokens[left] + tokens[right] if is_known else "…")]


def _algorithm(state: State) -> list[tuple[str, str]]:
    """Its name with the switches that are on; nothing for BPE over bytes, which the lab is about."""
    if state.algorithm == "bpe":
        return []
    from bpe_play.engine.algorithms.table import ALGORITHMS  # late: BPE does without

    switches = {"sentencepiece": "▁", "byte_fallback": "bytes", "nfkc": "NFKC"}
    heeds = ALGORITHMS[state.algorithm].heeds
    on = [short for name, short in switches.items() if getattr(state, name) and name in heeds]
    return [("", " ".join([state.algorithm, *on]))]


def _heeded(state: State, settings: list[tuple[str, str | bytes]]) -> list[tuple[str, str | bytes]]:
    """Without the settings that change nothing."""
    from bpe_play.engine.algorithms.table import ALGORITHMS

    heeds = ALGORITHMS[state.algorithm].heeds
    without = {"split"} if state.sentencepiece and "sentencepiece" in heeds else set()
    return [(name, value) for name, value in settings if not name or name in heeds - without]


def _byte_order(lab: Lab) -> list[tuple[str, str]]:
    """Said where the single bytes do not have the ids 0 to 255 in their own order."""
    ids = tuple(lab.tokenizer.vocabulary.byte_ids)
    if ids == tuple(range(BYTES)) or len(ids) < BYTES:
        return []
    return [("byte order", "GPT-2's" if ids == tuple(BYTE_IDS) else "its own")]


def header_status(lab: Lab) -> str:
    """Where the training is, or the tokenizer that is being loaded."""
    training = lab.training
    if lab.opening is not None:
        return opening_in_words(lab.opening)
    if not lab.own:
        return f"{lab.cursor:,} / {lab.steps:,}"
    match training.phase:
        case Phase.READING:
            return "reading the corpus …"
        case Phase.COUNTING:
            return f"counting pieces … {training.counted:.0%}" if training.counted else "counting pieces …"
        case Phase.FAILED:
            return "no training"
        case Phase.LEARNING:
            return f"learning {lab.steps:,} / {training.target:,}"
    return f"{lab.cursor:,} / {lab.steps:,}"


_BAR = 10


def opening_in_words(opening: Opening) -> str:
    """How far a tokenizer is on its way.

    >>> opening_in_words(Opening("gpt2", done=0.5)), opening_in_words(Opening("a/b.json", "1 of 2: reading"))
    ('loading gpt2 ━━━━━╌╌╌╌╌ 50%', '1 of 2: reading b.json …')
    """
    what = f"{opening.stage} {PurePath(opening.name).name}"
    if opening.done is None:
        return f"{what} …"
    full = round(_BAR * opening.done)
    return f"{what} {'━' * full}{'╌' * (_BAR - full)} {opening.done:.0%}"


_TITLES = {"merge": "Merges", "new entry": "Entries", "seed": "Rounds"}


def steps_title(lab: Lab) -> str:
    """What the steps of the tokenizer that is shown are."""
    steps = getattr(lab.history, "steps", ())
    return (
        _TITLES.get(steps[0].title, "Steps")
        if steps
        else "Merges"
        if lab.state.algorithm == "bpe"
        else "Steps"
    )


def cut_title(name: str, lab: Lab) -> str:
    """The title of a pane with tokens; where these are of an earlier step than the one shown, it says so."""
    return name if lab.cut_step == lab.cursor else f"{name} as of step {lab.cut_step:,}"


def ending(lab: Lab) -> str:
    """Why nothing is known beyond the last step."""
    training = lab.training
    if not lab.own:
        notes = "; ".join(getattr(lab.tokenizer, "notes", ())) if not lab.steps else ""
        return lab.tokenizer.why_no_merges or notes or "this is the whole vocabulary"
    if training.phase is Phase.FAILED:
        return training.ending
    if training.busy:
        return "training goes on …" if lab.steps else header_status(lab)
    notes = " ".join(getattr(training.history, "notes", ()))
    return f"{training.ending}.  {notes}" if notes else training.ending


def corpus_figures(lab: Lab) -> list[str]:
    """What the corpus is, from all there is to say down to its size: bytes at once, the rest once counted."""
    source, facts = lab.source, lab.facts
    if source is None:
        return [""]
    if source.words is not None:
        words = counted(len(source.words), "word")
        return [f"{words} with counts", words]
    figures = [size_in_words(len(source.data))]
    if source.skipped:
        figures.append(f"{len(source.skipped)} left out")
    if facts is not None:
        figures += _facts_in_words(facts)
    variants = ["  ".join(figures[:count]) for count in range(len(figures), 0, -1)]
    if facts is not None and facts.first_invalid is not None:
        variants.insert(-1, f"{figures[0]}  not UTF-8 at offset {facts.first_invalid:,}")
    return variants


def _facts_in_words(facts: Facts) -> list[str]:
    """What is odd first, since the end is what gives way on a small screen."""
    words = []
    if facts.first_invalid is not None:
        words.append(f"not UTF-8 at offset {facts.first_invalid:,} ({counted(facts.invalid_bytes, 'byte')})")
    if facts.bom:
        words.append(f"BOM {facts.bom}")
    if facts.look_alikes:
        words.append(f"{facts.look_alikes:,} like special tokens")
    return [
        *words,
        f"{counted(facts.lines, 'line')} {facts.line_ends}",
        counted(facts.characters, "character"),
    ]


_SPECIALS = {
    SpecialMode.TEXT: "specials are text",
    SpecialMode.SPECIAL: "specials are tokens",
    SpecialMode.ERROR: "specials are refused",
}


def text_title(title: str, mode: SpecialMode, spells_one: bool) -> str:
    """The text pane's, with what a special token in the text is, where that is not as ever or matters.

    >>> text_title("Text", SpecialMode.TEXT, False), text_title("Text", SpecialMode.TEXT, True)
    ('Text', 'Text   specials are text')
    """
    return f"{title}   {_SPECIALS[mode]}" if spells_one or mode is not SpecialMode.TEXT else title


def text_figures(figures: TextFigures) -> list[str]:
    """Graphemes, code points, bytes, tokens, bytes per token, round trip: in full, and shorter and shorter."""
    if not figures.size:
        return ["nothing typed"]
    sign = "✓" if figures.round_trip else "✗"
    characters = counted(figures.code_points, "code point")
    graphemes = "" if figures.graphemes is None else counted(figures.graphemes, "grapheme")
    size = counted(figures.size, "byte")
    tokens = f"{'' if figures.exact else '≈ '}{counted(figures.tokens, 'token')}"
    compression = f"{figures.bytes_per_token:.2f} b/t"
    lost = figures.lost
    variants = [
        [graphemes, characters, size, tokens, compression, f"round trip {sign}"],
        [graphemes, characters, size, tokens, compression, sign],
        [graphemes, size, tokens, compression, f"round trip {sign}"],
        [size, tokens, f"round trip {sign}"],
        [tokens, sign],
    ]
    if lost:
        variants = [
            [*variants[0], lost],
            [size, tokens, compression, f"round trip {sign}", lost],
            [tokens, lost, sign],
            [lost],
            *variants[3:],
        ]
    return ["  ".join(filter(None, parts)) for parts in variants]


def figures_to_come(size: int) -> list[str]:
    """What is known of a text while its tokens are counted."""
    return [f"{counted(size, 'byte')}  counting tokens …", "counting …"] if size else ["nothing typed"]


def longest_that_fits(variants: Sequence[str], room: int) -> str:
    """The first that has room, or the last.

    >>> longest_that_fits(["151 kB  3,384 lines LF", "151 kB"], 10)
    '151 kB'
    """
    return next((words for words in variants if cell_len(words) <= room), variants[-1])
