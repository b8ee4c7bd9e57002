"""What one chooses on the glitch screen: a vocabulary, a text to look for scaffolding in, corpora A and B."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from bpe_play.corpora import CORPORA, CorpusError, open_source
from bpe_play.engine import EngineError, pre_tokenizer
from bpe_play.engine.algorithms.trained_tokenizer import TrainedTokenizer
from bpe_play.engine.merges import BYTES
from bpe_play.engine.model_file import dumps
from bpe_play.tui.aside import aside
from bpe_play.tui.glitch_desk import Browsed
from bpe_play.tui.glitch_make import MakeSettings, text_of
from bpe_play.tui.glitch_messages import TokenizerOrder
from bpe_play.tui.rights import Rights
from bpe_play.tui.screens.choose import Choice, ChooseScreen
from bpe_play.tui.screens.form import Field, FormScreen, number_of, whole_number
from bpe_play.tui.vocabularies import VOCABULARIES

if TYPE_CHECKING:
    from bpe_play.tui.lab import Lab
    from bpe_play.tui.screens.glitch import GlitchScreen

OWN = "own"
_MOST_TOKENS = 20_000


def choose_vocabulary(screen: GlitchScreen) -> None:
    lab = screen.lab

    def take(key: str | None) -> None:
        if key == OWN:
            screen.choose(vocabulary=Browsed("the lab", lab_order(lab)))
        elif key is not None:
            screen.choose(vocabulary=Browsed(key))

    about = f"What the lab shows, as of step {lab.cursor:,} where its cursor stands."
    choices = [Choice(OWN, "The lab's tokenizer", about)]
    for info in VOCABULARIES.rows():
        known = info.mergeable is not None
        size = f": {info.mergeable:,} tokens by merges, {info.n_vocab:,} with all others" if known else ""
        choices.append(Choice(info.name, info.name, f"{info.title}{size}."))
    screen.app.push_screen(ChooseScreen("Browse", choices, screen.browse.state.title), take)


def lab_order(lab: Lab) -> TokenizerOrder:
    """The lab's tokenizer as of its cursor, as another process can have it."""
    name = lab.state.tokenizer
    if name and any(name == info.name for info in VOCABULARIES.rows()):
        return TokenizerOrder(published=name)
    if name:
        return TokenizerOrder(path=name)
    if isinstance(lab.tokenizer, TrainedTokenizer):
        return TokenizerOrder(model=dumps(lab.tokenizer.trained))
    pairs = lab.tokenizer.vocabulary.pairs[: lab.cursor]
    return TokenizerOrder(split=lab.state.split, pairs=pairs, specials=lab.tokenizer.specials.ids)


def choose_text(screen: GlitchScreen) -> None:
    """The text in which a vocabulary's scaffolding is looked for."""
    from bpe_play.tui.screens.corpus_picker import CorpusPicker

    def take(name: str | None) -> None:
        if name is not None:
            screen.choose(text=name)

    chosen = screen.browse.state.text_name or screen.lab.state.source
    screen.app.push_screen(CorpusPicker(chosen, rights=screen.bpe.rights), take)


def count_in(screen: GlitchScreen, name: str) -> None:
    """Look for scaffolding in a text by its name, or in none."""
    if name:
        screen.run_worker(_count_in(screen, name), exclusive=True, group="text", exit_on_error=False)
    else:
        screen.browse.count_in("", None)


async def _count_in(screen: GlitchScreen, name: str) -> None:
    try:
        source = await aside(open_source, name)
    except CorpusError as error:
        screen.say(f"{error.title} {error.hint}", error=True)
        return
    screen.browse.count_in(name, text_of(source))


def ask_settings(screen: GlitchScreen) -> None:
    """Corpora A and B, the size and split of the tokenizer, and the seed of the toy."""
    now, rights = screen.make.state.settings, screen.bpe.rights
    check = partial(_check_source, rights)
    path = ", or a path" if rights.files else ""

    def take(values: list[str] | None) -> None:
        if values is not None:
            a, b, split, size, seed = (value.strip() for value in values)
            settings = MakeSettings(a, b, split, number_of(size), number_of(seed), now.rounds)
            screen.choose(settings=settings)

    fields = [
        Field(f"A: trains the tokenizer (a corpus by name{path})", now.a, check, _about_source),
        Field("B: stands for the model's training text", now.b, check, _about_source),
        Field("split: none, gpt2, cl100k, o200k or a pattern", now.split, _check_split),
        Field("vocabulary size", f"{now.vocab_size:,}", whole_number(BYTES, _MOST_TOKENS)),
        Field("seed of the toy model", str(now.seed), whole_number(0, 10**9)),
    ]
    screen.app.push_screen(FormScreen("Make your own", fields), take)


def _check_source(rights: Rights, name: str) -> str | None:
    name, known = name.strip(), rights.corpora(CORPORA)
    if not name:
        return "a name or a path, please" if rights.files else "a name, please"
    if name in known or (rights.files and os.path.exists(os.path.expanduser(name))):
        return None
    what = "corpus or path" if rights.files else "corpus"
    return f"there is no such {what}; the corpora are {', '.join(known)}"


def _about_source(name: str) -> str:
    row = CORPORA.get(name.strip())
    return row.about if row else ""


def _check_split(split: str) -> str | None:
    try:
        pre_tokenizer(split.strip())
    except EngineError as error:
        return str(error)
    return None
