"""The app: opens the lab's screen, keeps the trainer going, keeps the state, and ends tidily.

It holds no state of its own but how things look; what is chosen and learned is in the Lab.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from textual.app import App, SystemCommand
from textual.screen import Screen

from bpe_play.corpora import Source
from bpe_play.engine import EngineError
from bpe_play.tui import settings as kept
from bpe_play.tui.keys import EVERYWHERE, KEYS, PAGE, bindings
from bpe_play.tui.lab import Lab, Phase, Topic
from bpe_play.tui.runner import Runner
from bpe_play.tui.screens.help import HelpScreen
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.settings import Settings
from bpe_play.tui.themes import THEMES
from bpe_play.tui.visible import plain

_DRAINS_PER_SECOND = 8
_SECONDS_BETWEEN_SAVES = 2.0


class BpePlay(App[None]):
    """The lab in a terminal."""

    TITLE = "bpe-play"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS = bindings(EVERYWHERE)

    def __init__(
        self,
        lab: Lab | None = None,
        settings: Settings | None = None,
        standard_input: Source | None = None,
        keep: bool = True,
    ) -> None:
        """`keep` is whether state and settings are written to the user's folders."""
        super().__init__()
        self.lab = lab or Lab()
        self.settings = settings or Settings()
        self.runner = Runner(self.lab, standard_input)
        self._keep = keep
        self._unsaved = False
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else "bpe-dark"

    # -- life ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.lab.subscribe(self._lab_changed)
        self.action_page("lab")
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """What can wait until something is on the screen."""
        self._end_with_the_terminal()
        self.set_interval(1 / _DRAINS_PER_SECOND, self.runner.drain)
        self.set_interval(_SECONDS_BETWEEN_SAVES, self._save)
        self._train()
        if self.lab.last_error is not None:
            self.say_error(self.lab.last_error)
        if self.lab.state.tokenizer:
            self.show_tokenizer(self.lab.state.tokenizer)

    def _end_with_the_terminal(self) -> None:
        """A closed terminal and a polite request to end are answered as Ctrl+Q is: state kept, modes restored."""
        for number in (signal.SIGTERM, signal.SIGHUP):
            try:
                asyncio.get_running_loop().add_signal_handler(number, self.exit)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # no such signals here, or not in the main thread

    def on_unmount(self) -> None:
        self._save()
        self.runner.close()

    def _lab_changed(self, topic: Topic) -> None:
        self._unsaved = True
        if topic is Topic.TRAINING and not self.lab.training.asked_for:
            self._train()

    def _train(self) -> None:
        training = self.lab.training
        training.asked_for = True
        self.run_worker(self.runner.run(training), exclusive=True, group="training", exit_on_error=False)

    def _save(self) -> None:
        """Keep the state; where that fails it is said once, and the lab goes on."""
        if not (self._keep and self._unsaved):
            return
        self._unsaved = False
        try:
            kept.save_state(self.lab.state)
            kept.save_settings(self.settings)
        except OSError as error:
            self._keep = False
            self.say(f"The state cannot be kept: {error.strerror}", error=True)

    def stop_training(self) -> None:
        """End the training and keep what was learned."""
        if self.lab.training.busy:
            self.runner.stop()
            self.runner.drain()
            self.lab.ended("training was stopped", Phase.STOPPED)

    def set_speed(self, speed: int) -> None:
        """How fast merges are played: an index into the lab screen's speeds."""
        self.settings = replace(self.settings, speed=speed)
        self._unsaved = True

    def show_tokenizer(self, name: str) -> None:
        """Show the tokenizer that is being learned (""), a published one by name, or one from a file."""
        if name:
            self.run_worker(
                self._open_tokenizer(name), exclusive=True, group="tokenizer", exit_on_error=False
            )
        else:
            self.lab.show_own()

    async def _open_tokenizer(self, name: str) -> None:
        """Load in a thread; what cannot be had leaves what was shown."""
        from bpe_play.engine.formats import open_tokenizer
        from bpe_play.tui.vocabularies import VOCABULARIES

        self.say(f"Loading {name} …")
        try:
            if any(name == row.name for row in VOCABULARIES.rows()):
                tokenizer = await VOCABULARIES.get(name)
            else:
                tokenizer = await asyncio.to_thread(open_tokenizer, name)
        except EngineError as error:
            self.say_error(error)
            return
        self.lab.adopt(name, tokenizer)
        for note in getattr(tokenizer, "notes", ()):
            self.say(note)

    # -- saying things ---------------------------------------------------------------------------------

    def say(self, sentence: str, error: bool = False) -> None:
        """One sentence for the user; it may hold text from outside."""
        if self.is_running:
            severity = "error" if error else "information"
            self.notify(plain(sentence), severity=severity, markup=False, timeout=8 if error else 4)  # type: ignore[arg-type]

    def say_error(self, error: EngineError) -> None:
        self.say(str(error), error=True)

    def action_page(self, key: str) -> None:
        """Show a numbered screen; what was on another stays there. A dialog on top is not left that way."""
        if len(self.screen_stack) > 2:
            return
        if not self.is_screen_installed(key):
            self.install_screen(PAGES[key].load()(), key)
        if len(self.screen_stack) == 1:
            self.push_screen(key)
        else:
            self.switch_screen(key)

    def action_next_page(self) -> None:
        """The numbered screen after this one; after the last, the first."""
        keys = list(PAGES)
        here = getattr(self.screen, "PLACE", "")
        if here in keys:
            self.action_page(keys[(keys.index(here) + 1) % len(keys)])

    # -- actions ---------------------------------------------------------------------------------------

    def action_help(self) -> None:
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen())

    def action_theme(self) -> None:
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.theme = names[(at + 1) % len(names)]
        self.settings = replace(self.settings, theme=self.theme)
        self._unsaved = True

    def action_how_to_quit(self) -> None:
        """Ctrl+C: says how to quit, and loses nothing."""
        self.say("ctrl+q quits; nothing you have done is lost")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every key of the table by name, for the command palette."""
        for key in KEYS:
            if key.where in (EVERYWHERE, PAGE, getattr(screen, "PLACE", PAGE)):
                yield SystemCommand(f"{key.label} ({key.shown})", key.explained, self._runner_of(key.action))

    def _runner_of(self, action: str) -> Any:
        async def run() -> None:
            await self.run_action(action, self.screen if "." not in action else None)

        return run


def run(
    source: str | None = None,
    split: str | None = None,
    ties: str | None = None,
    vocab_size: int | None = None,
    text: str | None = None,
    theme: str | None = None,
    mouse: bool = True,
) -> int:
    """Open the lab with what the command line says, and with what was kept for the rest."""
    from bpe_play.tui.driver import forgive_stray_bytes
    from bpe_play.tui.start import starting_lab, take_standard_input

    standard_input = take_standard_input() if source == "-" else None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise EngineError("The lab needs a terminal", "use the subcommands in scripts; see bpe-play --help")
    forgive_stray_bytes()
    settings = kept.load_settings()
    if theme is not None:
        settings = replace(settings, theme=theme)
    lab = starting_lab(source, split, ties, vocab_size, text)
    app = BpePlay(lab, settings, standard_input)
    app.run(mouse=mouse)
    return app.return_code or 0
