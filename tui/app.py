"""The app: opens the lab's screen, keeps the trainer going, keeps the state, and ends tidily.

It holds no state of its own but how things look; what is chosen and learned is in the Lab.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events, work
from textual.app import App, SystemCommand
from textual.filter import ANSIToTruecolor, LineFilter
from textual.screen import Screen
from textual.widgets import Input, TextArea
from textual.worker import Worker, WorkerState

from bpe_play.engine import EngineError
from bpe_play.tui import garbage, mended
from bpe_play.tui import settings as kept
from bpe_play.tui.handout.session import Session
from bpe_play.tui.key_order import KeyOrder
from bpe_play.tui.keys import EVERYWHERE, PAGE, bindings
from bpe_play.tui.lab import Lab, Phase, Topic, Training
from bpe_play.tui.paste_guard import restored
from bpe_play.tui.rights import CODE, Rights
from bpe_play.tui.runner import Runner
from bpe_play.tui.screens.table import PAGES
from bpe_play.tui.settings import Settings
from bpe_play.tui.themes import THEMES
from bpe_play.tui.visible import plain
from bpe_play.tui.widgets.one_line import OneLine, kept_of
from bpe_play.tui.widgets.too_small import TooSmall

if TYPE_CHECKING:
    from textual.actions import ActionParseResult
    from textual.command import Provider
    from textual.dom import DOMNode

    from bpe_play.corpora import Source
    from bpe_play.tui.handout.opening import Opened
    from bpe_play.tui.learner.limits import Limits
    from bpe_play.tui.lessons.lesson import Lesson
    from bpe_play.tui.screens.lessons import Lessons
    from bpe_play.tui.screens.page import Page
    from bpe_play.tui.screens.stage import Stage

_DRAINS_PER_SECOND = 8
_SWEEPS_PER_SECOND = 5
_SECONDS_BETWEEN_SAVES = 2.0
_READ_PER_SECOND = 15  # characters


def _by_name() -> type[Provider]:
    """Imported when Ctrl+P is pressed for the first time."""
    from bpe_play.tui.by_name import ByName

    return ByName


class BpePlay(App[None]):
    """The lab in a terminal."""

    TITLE = "bpe-play"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_by_name}
    BINDINGS = bindings(EVERYWHERE)

    def __init__(
        self,
        lab: Lab | None = None,
        settings: Settings | None = None,
        standard_input: Source | None = None,
        keep: bool = True,
        code_file: Path | None = None,
        opened: Opened | None = None,
        lesson: tuple[Lesson, int | None] | None = None,
        rights: Rights | None = None,
    ) -> None:
        """`keep` is whether state and settings are written to the user's folders; `code_file` a learner's
        file to begin with; `opened` a hand-out that the lab was rebuilt from; `lesson` a lesson and its scene,
        counted from 0, where None is the one where it was left; `rights` what may be done here.
        """
        super().__init__()
        mended.mend()
        self.lab = lab or Lab()
        self.rights = rights or Rights()
        self.settings = settings or Settings()
        self.session = Session(self.lab)
        self.opened = opened
        self.stage: Stage | None = None
        self.runner = Runner(self.lab, standard_input)
        self._key_order = KeyOrder(self, self._send)
        self._keep = keep
        self.code_file = code_file
        self.learner_limits: Limits | None = None  # None: those that a learner's program has
        self._unsaved = False
        self._is_saving = False
        self._keepers: dict[str, Callable[[], None]] = {}
        self._disk = threading.Lock()
        self._first_lesson = lesson
        self._lessons: Lessons | None = None
        self.not_kept = ""  # why the state could not be kept the last time that was tried
        self._failed: Training | None = None  # the last one of which it was said
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.settings.theme if self.settings.theme in self.available_themes else "bpe-dark"

    # -- life ------------------------------------------------------------------------------------------

    def on_mount(self) -> None:
        self.lab.subscribe(self._lab_changed)
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        """What can wait until something is on the screen."""
        garbage.begin()
        self._end_with_the_terminal()
        self.set_interval(1 / _DRAINS_PER_SECOND, self.runner.drain)
        self.set_interval(1 / _SWEEPS_PER_SECOND, garbage.sweep)
        self.set_interval(_SECONDS_BETWEEN_SAVES, self._save_meanwhile)
        if self._first_lesson is not None:
            self.lessons.open(*self._first_lesson)
        if not self.lab.training.asked_for:
            self._train()
        if self.lab.last_error is not None:
            self.say_error(self.lab.last_error)
        if self.lab.state.tokenizer and self._first_lesson is None:
            self.show_tokenizer(self.lab.state.tokenizer)
        if self.opened is not None:
            from bpe_play.tui.handout.promise import PromiseKeeper

            PromiseKeeper(self.lab, self.opened, self.say)

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
        if self._lessons is not None:
            self._lessons.desk.close()

    def _fatal_error(self) -> None:
        """A fault ends the program with one line instead of Textual's pages."""
        from rich.text import Text

        from bpe_play.tui import fault

        if fault.wants_all() or self._exception is None:
            super()._fatal_error()
            return
        if not self._exit_renderables:
            self._exit_renderables.append(
                Text(fault.told(self._exception, self._keep), no_wrap=True, overflow="ignore")
            )
        self._close_messages_no_wait()

    def _lab_changed(self, topic: Topic) -> None:
        self._unsaved = True
        training = self.lab.training
        if dropped := self.lab.take_dropped():
            self.say(dropped)
        if topic is Topic.TRAINING and not training.asked_for:
            self._train()
        if topic is Topic.TRAINING and training.phase is Phase.FAILED and training is not self._failed:
            self._failed = training
            self.say(training.ending, error=True)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """What nobody expected in the background is said, and a training that it ended has failed."""
        if event.state is WorkerState.ERROR:
            error = event.worker.error
            fault = f"A fault in the program, {type(error).__name__}: {error}"
            if event.worker.group == "training":
                self.lab.ended(fault, Phase.FAILED)
            else:
                self.say(fault, error=True)

    def _train(self) -> None:
        training = self.lab.training
        training.asked_for = True
        self.run_worker(self.runner.run(training), exclusive=True, group="training", exit_on_error=False)

    def _save(self) -> None:
        """Keep the state, now."""
        if self._keep:
            self._saved(self._write())

    def _save_meanwhile(self) -> None:
        """Keep the state, while the lab goes on: a disk takes its time, and is asked once at a time."""
        if self._keep and self._unsaved and not self._is_saving:
            self.run_worker(self._save_beside(), group="saving", exit_on_error=False)

    async def _save_beside(self) -> None:
        self._is_saving = True
        try:
            self._saved(await asyncio.to_thread(self._write))
        finally:
            self._is_saving = False

    def _write(self) -> OSError | None:
        """Write what holds now, if that is not there already; may be called in a thread.

        Only here is it no longer unsaved: a program that ends takes back a thread that has not begun, and must
        find that there is still something to write.
        """
        with self._disk:
            if not self._unsaved:
                return None
            self._unsaved = False  # before anything is read: what is changed from now on is unsaved again
            try:
                kept.save_state(self.lab.state)
                kept.save_settings(self.settings)
                if self._lessons is not None:
                    self._lessons.desk.save()
                for save in list(self._keepers.values()):
                    save()
            except OSError as error:
                self._unsaved = True
                return error
        return None

    def _saved(self, failure: OSError | None) -> None:
        """Where it fails that is said once, the lab goes on, and it is tried again."""
        before, self.not_kept = self.not_kept, ""
        if failure is not None:
            self.not_kept = failure.strerror or type(failure).__name__
            if not before:
                self.say(f"The state cannot be kept: {self.not_kept}", error=True)

    def keep_too(self, name: str, load: Callable[[], None], save: Callable[[], None]) -> None:
        """A screen has choices of its own: take those that were kept, and write them with the state from now on.

        `save` may be called in a thread.
        """
        if self._keep:
            load()
            self._keepers[name] = save

    def keep_soon(self) -> None:
        """There is something new to keep."""
        self._unsaved = True

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
            self._open_tokenizer(name)
        else:
            self.lab.show_own()

    @work(group="tokenizer", exclusive=True, exit_on_error=False)
    async def _open_tokenizer(self, name: str) -> None:
        """Load in a thread; what cannot be had leaves what was shown."""
        from bpe_play.tui.opening import open_into

        try:
            await open_into(self.lab, name, self.say)
        except EngineError as error:
            self.say_error(error)

    # -- lessons ---------------------------------------------------------------------------------------

    @property
    def lessons(self) -> Lessons:
        """What there is of lessons, made when it is first asked for."""
        if self._lessons is None:
            from bpe_play.tui.screens.lessons import Lessons

            self._lessons = Lessons(self, self._keep)
        return self._lessons

    @property
    def in_lesson(self) -> bool:
        return self._lessons is not None and self._lessons.play is not None

    def draw_lesson(self, page: Page) -> None:
        """The lesson on the screen that comes up, if one is open."""
        if self._lessons is not None:
            self._lessons.draw_on(page)

    def action_lesson(self, what: str) -> None:
        """A key of a lesson: next, back, peek, reveal, restart, choose."""
        self.lessons.do(what)

    def action_predict(self) -> None:
        """Guess and reveal: what the scene of a lesson asks, or anything on a screen that can hide it."""
        if self.in_lesson:
            self.action_lesson("reveal")
        elif len(self.screen_stack) == 1:
            ask = getattr(self.screen, "action_guess", None)
            if ask is not None:
                ask()
            else:
                self.say("One predicts on the Lab screen: 1")

    # -- saying things ---------------------------------------------------------------------------------

    def say(self, sentence: str, error: bool = False) -> None:
        """One sentence for the user; it may hold text from outside."""
        if self.is_running:
            severity = "error" if error else "information"
            seconds = max(8 if error else 4, len(sentence) / _READ_PER_SECOND)
            self.notify(plain(sentence), severity=severity, markup=False, timeout=seconds)  # type: ignore[arg-type]

    def say_error(self, error: EngineError) -> None:
        self.say(str(error), error=True)

    def action_page(self, key: str) -> None:
        """Show a numbered screen; what was on another stays there. A dialog on top is not left that way."""
        if key not in self.rights.pages(PAGES):
            self.say(CODE)
        elif len(self.screen_stack) == 1:
            self._page(key)
            self.switch_screen(key)

    def get_default_screen(self) -> Screen[Any]:
        """The first one that is shown."""
        first = self._page("code" if self.code_file else self.opened.page if self.opened else "lab")
        first._push_result_callback(first, None)  # as push_screen does, and switch_screen relies on it
        return first

    def _page(self, key: str) -> Screen[Any]:
        """A numbered screen, which is made when it is first asked for."""
        if not self.is_screen_installed(key):
            page = PAGES[key].load()()
            page.fit(self.size)
            self.install_screen(page, key)
        return self.get_screen(key)

    @property
    def page(self) -> Page:
        """The numbered screen that is shown, also while a dialog is on top of it."""
        return cast("Page", self.screen_stack[0])

    def action_next_page(self) -> None:
        """The numbered screen after this one; after the last, the first."""
        keys = self.rights.pages(PAGES)
        here = getattr(self.screen, "PLACE", "")
        if here in keys:
            self.action_page(keys[(keys.index(here) + 1) % len(keys)])

    # -- actions ---------------------------------------------------------------------------------------

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes keep their order, whatever they do to the focus; a stage shows the room each key."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        if self.stage is not None and isinstance(event, events.Key):
            self.stage.pressed(event)
        await self._key_order.take(event)

    async def _send(self, event: events.Key | events.Paste) -> None:
        """To whatever has the focus; a paste arrives as it was pasted."""
        if isinstance(event, events.Paste):
            event.text = restored(event.text)
            if isinstance(self.focused, Input) and not isinstance(self.focused, OneLine):
                event.text, _ = kept_of(event.text)  # a line of Textual's own, such as the palette's
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """What a key or a command does; what is off in this lab says why instead."""
        why = self.rights.refusal(action) if isinstance(action, str) else ""
        if why:
            self.say(why)
            return True
        return await super().run_action(action, default_namespace, namespaces)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In an editor of code, tab indents; after Esc it goes to the next pane again."""
        moves = action in ("focus_next", "focus_previous")
        return not (moves and getattr(self.focused, "KEEPS_TAB", False))

    def action_hand_out(self) -> None:
        """Write a hand-out of what is shown; in a dialog there is nothing of its own to hand out."""
        from bpe_play.tui.screens.handing_out import hand_out

        if len(self.screen_stack) == 1:
            page = getattr(self.screen, "PLACE", "lab")
            self.run_worker(hand_out(self, page), exclusive=True, group="hand-out", exit_on_error=False)

    def action_copy_pane(self) -> None:
        """The focused pane as text, to the clipboard and into a file."""
        from bpe_play.tui.screens.taking_out import copy_pane

        copy_pane(self)

    def action_take_out(self) -> None:
        """Tokens as text or a web page, the screen as a picture."""
        from bpe_play.tui.screens.taking_out import choose

        choose(self)

    async def action_stage(self) -> None:
        """For a room: one pane alone in high contrast, with the keys pressed and a timer; again: as before."""
        from bpe_play.tui.screens.stage import Stage

        if self.stage is None:
            self.stage = Stage(self)
            await self.stage.enter(self.page)
        else:
            stage, self.stage = self.stage, None
            await stage.leave()

    def action_help(self) -> None:
        from bpe_play.tui.screens.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss(None)
        else:
            self.push_screen(HelpScreen(self.page.PLACE, self.rights))

    def action_command_palette(self) -> None:
        """There may be a dialog on it, and it can be there once only."""
        from bpe_play.tui.screens.command_search import CommandSearch

        if not any(isinstance(screen, CommandSearch) for screen in self.screen_stack):
            self.push_screen(CommandSearch(id="--command-palette"))

    def on_resize(self, event: events.Resize) -> None:
        """Where there is no room, each screen says so, also those below a dialog."""
        for screen in self.screen_stack:
            for cover in screen.query(TooSmall):
                cover.fit(event.size)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without the filter that gives the terminal's sixteen colors fixed ones: no palette has any of them. It
        would look at each segment that is drawn, and each line would keep its look for every theme, 3 MB a change.
        """
        return [each for each in super().get_line_filters() if not isinstance(each, ANSIToTruecolor)]

    def refresh_css(self, animate: bool = True) -> None:
        """Read the rules again for another theme; before the first screen none has been read yet."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def action_theme(self) -> None:
        names = [theme.name for theme in THEMES]
        at = names.index(self.theme) if self.theme in names else -1
        self.theme = names[(at + 1) % len(names)]
        if self.stage is None:  # what a stage looks like is not kept
            self.settings = replace(self.settings, theme=self.theme)
            self._unsaved = True

    @property
    def escape_to_minimize(self) -> bool:
        """Esc shows all panes again; in a text box or a line to fill in it only leaves that."""
        return super().escape_to_minimize and not isinstance(self.focused, Input | TextArea)

    def action_how_to_quit(self) -> None:
        """Ctrl+C: says how to quit, and loses nothing."""
        lost = "and nothing here is kept then" if self.rights.visitor else "nothing you have done is lost"
        self.say(f"ctrl+q quits; {lost}")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Every key of the table by name; those of other screens are listed only when searched for."""
        here = getattr(screen, "PLACE", PAGE)
        for key in self.rights.key_table():
            if key.where in (EVERYWHERE, PAGE, here):
                yield SystemCommand(f"{key.label} ({key.shown})", key.explained, self._runner_of(key.action))
            elif key.where in PAGES:
                name = f"{PAGES[key.where].title}: {key.label} ({key.shown})"
                yield SystemCommand(name, key.explained, self._runner_on(key.where, key.action), False)

    def _runner_of(self, action: str) -> Any:
        async def run() -> None:
            await self.run_action(action, self.screen if "." not in action else None)

        return run

    def _runner_on(self, page: str, action: str) -> Any:
        async def run() -> None:
            if len(self.screen_stack) == 1:
                self._page(page)
                await self.switch_screen(page)
                self.call_after_refresh(self._runner_of(action))

        return run


def run(
    source: str | None = None,
    split: str | None = None,
    ties: str | None = None,
    vocab_size: int | None = None,
    text: str | None = None,
    theme: str | None = None,
    mouse: bool = True,
    code: str | None = None,
) -> int:
    """Open the lab with what the command line says, and with what was kept for the rest."""
    from bpe_play.tui.learner.template import learners_file
    from bpe_play.tui.start import starting_lab, take_standard_input

    standard_input = take_standard_input() if source == "-" else None
    settings = on_a_terminal(theme)
    lab = starting_lab(source, split, ties, vocab_size, text)
    app = BpePlay(lab, settings, standard_input, code_file=None if code is None else learners_file(code))
    return _run_to_the_end(app, mouse)


def run_lesson(lesson: Lesson, at: int | None, mouse: bool = True) -> int:
    """Open the lab with a lesson, at a scene from 0 or where it was left; undo goes back to what was kept."""
    from bpe_play.tui.start import starting_lab

    settings = on_a_terminal(None)
    app = BpePlay(starting_lab(), settings, lesson=(lesson, at))
    app.run(mouse=mouse)
    return app.return_code or 0


def run_opened(opened: Opened, mouse: bool = True) -> int:
    """Open the lab as a hand-out says; undo goes back to what was kept here."""
    from bpe_play.tui.start import lab_of_handout

    settings = on_a_terminal(None)
    app = BpePlay(lab_of_handout(opened.state, opened.page), settings, opened=opened)
    return _run_to_the_end(app, mouse)


def _run_to_the_end(app: BpePlay, mouse: bool) -> int:
    """The exit status; when the screen is gone, the terminal still holds what could not be kept."""
    app.run(mouse=mouse)
    if app.not_kept:
        sys.stderr.write(f"bpe-play: the state could not be kept: {app.not_kept.lower()}\n")
    return app.return_code or 0


def on_a_terminal(theme: str | None) -> Settings:
    """Make the terminal ready for the lab; the kept settings, in the theme that was asked for."""
    from bpe_play.tui.driver import draw_on_the_terminal, outlive_the_terminal

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise EngineError("The lab needs a terminal", "use the subcommands in scripts; see bpe-play --help")
    outlive_the_terminal()
    draw_on_the_terminal()
    settings = kept.load_settings()
    return settings if theme is None else replace(settings, theme=theme)
