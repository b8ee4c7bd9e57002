"""The lab screen's settings: what each key asks, and what it changes in the Lab."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bpe_play.corpora.line_ends import LINE_ENDS, line_ends_of, with_line_ends
from bpe_play.engine import (
    PRETOKENIZERS,
    PatternError,
    SpecialMode,
    pre_tokenizer,
    to_text,
)
from bpe_play.engine.published import PublishedInfo
from bpe_play.tui.lab import END_OF_TEXT, Lab
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen
from bpe_play.tui.screens.notes import as_sentences
from bpe_play.tui.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from bpe_play.tui.screens.lab import LabScreen

_OWN_PATTERN = "own pattern"
_TRIED_ON = 20_000  # bytes of the typed text that a pattern is tried on
_BYTE_FORMATS = ("hex", "binary", "decimal")


def choose_corpus(screen: LabScreen) -> None:
    from bpe_play.tui.screens.corpus_picker import CorpusPicker

    def take(source: str | None) -> None:
        if source is not None:
            screen.lab.change(source=source)

    screen.app.push_screen(CorpusPicker(screen.lab.state.source, rights=screen.bpe.rights), take)


_OWN, _FROM_FILE = "own", "a file"


def choose_tokenizer(screen: LabScreen) -> None:
    """The tokenizer that is being learned, a published one, or somebody's file."""

    def take(key: str | None) -> None:
        if key == _FROM_FILE:
            ask_tokenizer_path(screen)
        elif key is not None:
            screen.bpe.show_tokenizer("" if key == _OWN else key)

    published = [Choice(row.name, row.name, _sizes(row)) for row in VOCABULARIES.rows()]
    own = Choice(_OWN, "your own", "the tokenizer that learns from the corpus here")
    file = Choice(
        _FROM_FILE,
        "a file …",
        "tokenizer.json, .tiktoken, vocab.json with merges.txt, .model of sentencepiece or minbpe, our own",
    )
    files = [*_shown_file(screen.lab), file] if screen.bpe.rights.files else []
    choices = [own, *published, *files]
    screen.app.push_screen(ChooseScreen("Tokenizer", choices, screen.lab.state.tokenizer or _OWN), take)


def _sizes(row: PublishedInfo) -> str:
    if row.mergeable is None or row.n_vocab is None:
        return row.title
    return f"{row.title}: {row.mergeable:,} tokens, {row.n_vocab:,} with special ones"


def _shown_file(lab: Lab) -> list[Choice]:
    """The file that is shown, with what was said of it when it was opened."""
    path = lab.state.tokenizer
    if lab.own or any(row.name == path for row in VOCABULARIES.rows()):
        return []
    name = os.path.basename(os.path.normpath(path))
    return [Choice(path, name, as_sentences(lab.tokenizer.notes) or "the file that is shown")]


def ask_tokenizer_path(screen: LabScreen) -> None:
    def check(path: str) -> str | None:
        return None if os.path.exists(path_of(path)) else "there is no such file or folder"

    def take(values: list[str] | None) -> None:
        if values is not None:
            screen.bpe.show_tokenizer(path_of(values[0]))

    screen.app.push_screen(
        FormScreen("Open a tokenizer", [Field("path of the file, or of its folder", "", check)]), take
    )


def changes_own(screen: LabScreen) -> bool:
    """Whether a setting of training makes sense now; says so if not."""
    if not screen.lab.own:
        screen.say("This tokenizer was trained elsewhere: k and “your own” first")
    return screen.lab.own


def choose_split(screen: LabScreen) -> None:
    """A pre-tokenizer by name, or a pattern of one's own."""
    if not changes_own(screen):
        return
    lab = screen.lab

    def take(key: str | None) -> None:
        if key == _OWN_PATTERN:
            ask_pattern(screen)
        elif key is not None:
            lab.change(split=key)

    choices = [Choice(known.key, known.key, known.title) for known in PRETOKENIZERS.values()]
    choices.append(
        Choice(_OWN_PATTERN, "a pattern of your own …", "a pattern of the regex module, tried while you type")
    )
    now = lab.state.split if lab.state.split in PRETOKENIZERS else _OWN_PATTERN
    screen.app.push_screen(ChooseScreen("Split: the pre-tokenizer", choices, now), take)


def ask_pattern(screen: LabScreen) -> None:
    """Edit a pattern: errors are shown while one types, and the last good pattern stays until it is replaced.

    It is tried on the beginning of the typed text, in a thread, since it may run away there.
    """
    lab = screen.lab
    text = lab.state.text[:_TRIED_ON]

    def check(pattern: str) -> str | None:
        try:
            pre_tokenizer(pattern).pieces(text)
        except PatternError as error:
            return str(error)
        return None

    def note(pattern: str) -> str:
        pieces = pre_tokenizer(pattern).pieces(text[:400])
        return "the typed text: " + "│".join(map(to_text, pieces[:60]))

    def take(values: list[str] | None) -> None:
        if values is not None:
            lab.change(split=values[0])

    pattern = lab.split.pattern or r"\s*\S+"
    screen.app.push_screen(
        FormScreen("A pattern of your own", [Field("pattern", pattern, check, note, is_slow=True)]), take
    )


def next_byte_format(lab: Lab) -> None:
    at = _BYTE_FORMATS.index(lab.state.byte_format)
    lab.change(byte_format=_BYTE_FORMATS[(at + 1) % len(_BYTE_FORMATS)])


def next_special_mode(screen: LabScreen) -> None:
    """As text, as a token, refused: what a typed special token means."""
    modes = list(SpecialMode)
    mode = modes[(modes.index(screen.lab.state.specials) + 1) % len(modes)]
    screen.lab.change(specials=mode)
    meanings = {
        SpecialMode.TEXT: "is plain text, cut like any other",
        SpecialMode.SPECIAL: "is one special token: what a user can type, a user can forge",
        SpecialMode.ERROR: "is refused",
    }
    screen.app.clear_notifications()  # of the mode before
    screen.say(f"{END_OF_TEXT} in typed text {meanings[mode]}")


def next_line_ends(screen: LabScreen) -> None:
    """The typed text with the next kind of line ends; those that are mixed become LF first."""
    text, kinds = screen.lab.state.text, list(LINE_ENDS)
    kind = line_ends_of(text)
    if kind == "none":
        screen.say("The typed text has no line end: e, and Enter in it, makes one")
        return
    following = kinds[(kinds.index(kind) + 1) % len(kinds)] if kind in kinds else kinds[0]
    screen.lab.change(text=with_line_ends(text, following))
    screen.app.clear_notifications()  # of the kind before
    end = LINE_ENDS[following].hex(" ").upper()
    screen.say(
        f"Line ends of the typed text: {following}, {'bytes' if ' ' in end else 'byte'} {end}; before: {kind}"
    )


def path_of(typed: str) -> str:
    """A typed path; that it cannot be is for others to say, and nothing here raises because of it."""
    return os.path.expanduser(typed.strip())
