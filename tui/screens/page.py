"""What every numbered screen has: the header line, the footer line, a prompt, and the keys to the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from bpe_play.engine import EngineError
from bpe_play.tui.by_number import HINT, characters
from bpe_play.tui.keys import TYPING, Key, bindings, everywhere_instead, footer_keys
from bpe_play.tui.lab import Lab, Topic
from bpe_play.tui.screens.lab_words import header_settings, header_status
from bpe_play.tui.widgets.lines import FooterLine, HeaderLine
from bpe_play.tui.widgets.pane import Pane
from bpe_play.tui.widgets.prompt import Prompt
from bpe_play.tui.widgets.too_small import TooSmall

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay
    from bpe_play.tui.lessons.lesson import Scene


class Page(Screen[None]):
    """A numbered screen. A class built on it says its name in the key table, and what is between the lines.

    PLACE   the name under which keys.py lists its keys
    """

    PLACE = "page"
    BINDINGS = [*bindings("page"), Binding("ctrl+c", "app.how_to_quit", show=False)]
    ALLOW_IN_MAXIMIZED_VIEW = "HeaderLine, LessonStrip, #bottom, TooSmall"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (96, "-middle"), (116, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (28, "-middling"), (38, "-tall")]

    _has_old_styles = False

    def body(self) -> Iterable[Widget]:
        """The widgets between header and footer."""
        return ()

    def compose(self) -> ComposeResult:
        yield HeaderLine()
        yield from self.body()
        with Vertical(id="bottom"):
            yield Prompt()
            yield FooterLine(self._footer_keys(self.PLACE))
        yield TooSmall()

    def on_mount(self) -> None:
        self.lab.subscribe(self._hear)
        self.draw_header()
        self.call_after_refresh(self.bpe.draw_lesson, self)

    @property
    def bpe(self) -> BpePlay:
        """The app, as what it is."""
        return cast("BpePlay", self.app)

    @property
    def lab(self) -> Lab:
        return self.bpe.lab

    def _hear(self, topic: Topic) -> None:
        if self.is_current and self.is_whole:
            self.changed(topic)

    def fit(self, size: Size) -> None:
        """Have the classes of this size from the start, so that the rules are not looked up twice."""
        width = _class_at(size.width, self.HORIZONTAL_BREAKPOINTS)
        self.add_class(width, _class_at(size.height, self.VERTICAL_BREAKPOINTS), update=False)

    @on(events.ScreenResume)
    def keep_new_styles(self, event: events.ScreenResume) -> None:
        """What was made just now has its styles; only what was left and comes back may have old ones."""
        event.refresh_styles, self._has_old_styles = self._has_old_styles, True

    def on_screen_resume(self) -> None:
        """What changed while another screen was shown; and on a stage, this screen is on it now."""
        if self.is_whole:
            self.bpe.draw_lesson(self)
            self.draw_all()
            if self.bpe.stage is not None:
                self.call_after_refresh(self.bpe.stage.enter, self)

    @property
    def is_whole(self) -> bool:
        """Whether all widgets are there; when the app ends they go before the screen does."""
        return self.is_mounted and self.app.is_running

    def every(self, seconds: float, call: Callable[[], object]) -> None:
        """Call again and again, as long as all widgets are there."""
        self.set_interval(seconds, lambda: call() if self.is_whole else None)

    def draw_all(self) -> None:
        """As if all had changed."""
        for topic in Topic:
            self.changed(topic)

    def changed(self, topic: Topic) -> None:
        """Something in the lab is not as it was; a class built on this one draws it, and calls this."""
        self.draw_header()

    def set_scene(self, scene: Scene) -> None:
        """A scene of a lesson begins on this screen; a class built on this one shows what it is about."""

    def action_zero(self) -> None:
        """In a lesson the start of the scene; else where the screen's own time begins."""
        if self.bpe.in_lesson:
            self.bpe.action_lesson("restart")
        else:
            start = getattr(self, "action_first", None) or getattr(self, "action_restart", None)
            if start is not None:
                start()
            else:
                self.say("This screen has no time of its own; the merges are on the Lab screen: 1")

    # Keys that work everywhere, on a screen that has no use for them: they say where they work.

    def action_save(self) -> None:
        self.say("The tokenizer is saved on the Lab screen: 1")

    def action_step(self, _: int, /) -> None:
        self.say("There are no steps on this screen; the merges are on the Lab screen: 1")

    def action_play(self) -> None:
        self.say("There is nothing to play on this screen; the merges are on the Lab screen: 1")

    def action_insert(self) -> None:
        """Put a character in the text box by its number or name."""
        box = self.focused
        if not isinstance(box, TextArea) or box.read_only:
            self.say("A character by its number goes into a text box; e opens the one of this screen")
            return
        prompt = self.query_one(Prompt)
        prompt.ask("insert", "insert", hint=HINT, then=lambda typed: self._insert(box, typed))

    def _insert(self, box: TextArea, typed: str) -> None:
        try:
            box.insert(characters(typed))
        except EngineError as error:
            self.say(str(error), error=True)

    def draw_header(self) -> None:
        """Settings and training; and the score of guesses, where no lesson shows it."""
        score = "" if self.bpe.in_lesson else str(self.lab.score)
        settings = [*header_settings(self.lab), *([("", score)] if score else [])]
        self.query_one(HeaderLine).show(settings, header_status(self.lab))
        if self.bpe.stage is not None:
            self.bpe.stage.draw()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The footer shows the keys of the place where one is."""
        place = TYPING if isinstance(event.widget, TextArea | Input) else self.PLACE
        keys = [key for key in self._footer_keys(place) if self._has_action(key.action)]
        if place != TYPING:
            keys = [found for key in keys if (found := _as_it_works(key, event.widget)) is not None]
        self.query_one(FooterLine).show(keys)
        self._zoom_follows(event.widget)

    def _footer_keys(self, place: str) -> list[Key]:
        return footer_keys(place, self.bpe.rights.key_table())

    def _has_action(self, action: str) -> bool:
        """Whether an action of the current screen is one of this one's."""
        name = action.partition("(")[0]
        action = f"action_{name.removeprefix('screen.')}"
        return not name.startswith("screen.") or getattr(type(self), action, None) is not getattr(
            Page, action, None
        )

    def say(self, sentence: str, error: bool = False) -> None:
        self.bpe.say(sentence, error)

    def action_undo(self) -> None:
        """Take back the last change that was made on this screen."""
        self._turn_back(self.lab.undo, "Taken back", "There is nothing to take back on this screen")

    def action_redo(self) -> None:
        self._turn_back(self.lab.redo, "Made again", "There is nothing to make again on this screen")

    def _turn_back(self, turn: Callable[[str], str], done: str, nothing: str) -> None:
        self.app.clear_notifications()  # of the change that was taken back before
        self.take_untold()
        try:
            what = turn(self.PLACE)
        except EngineError as error:
            self.bpe.say_error(error)
            return
        if what:
            self.show_choices()
        self.say(f"{done}: {what}" if what else nothing)

    def take_untold(self) -> None:
        """Take what a widget has not told yet, such as a move whose message is under way; for a class built on this."""

    def show_choices(self) -> None:
        """What is chosen on this screen was put back; a class built on this one shows it."""

    def action_zoom(self) -> None:
        """The focused pane alone; again: all panes."""
        if self.maximized is not None:
            self.minimize()
            return
        pane = pane_of(self.focused)
        if pane is not None:
            self.maximize(pane, container=False)

    def focus_next(self, selector: str | type[Any] = "*") -> Widget | None:
        """From a pane that is shown alone to the next one, which takes its place."""
        return super().focus_next(selector) if self.maximized is None else self._walk_alone(1)

    def focus_previous(self, selector: str | type[Any] = "*") -> Widget | None:
        return super().focus_previous(selector) if self.maximized is None else self._walk_alone(-1)

    def _walk_alone(self, direction: int) -> Widget | None:
        """In the order of the panes; Textual's order is that of what is seen, and only one pane is."""
        widgets = [widget for widget in self.query("*").results() if _takes_keys(widget)]
        at = widgets.index(self.focused) if self.focused in widgets else -1
        self.set_focus(widgets[(at + direction) % len(widgets)] if widgets else None)
        return self.focused

    def _zoom_follows(self, widget: Widget) -> None:
        """A pane that is shown alone gives way to the one where one is now."""
        pane = pane_of(widget)
        if self.maximized is not None and pane is not None:
            self.maximize(pane, container=False)

    def watch_maximized(self) -> None:
        """Panes have another width, so other figures fit on their borders."""
        if self.is_running:
            self.call_after_refresh(self.on_screen_resume)


def _class_at(cells: int, breakpoints: list[tuple[int, str]]) -> str:
    return next(name for least, name in reversed(breakpoints) if cells >= least)


def _takes_keys(widget: Widget) -> bool:
    """Whether a widget can have the focus and is in a pane, hidden or not by one that is shown alone."""
    is_there = all(each.display for each in widget.ancestors_with_self if isinstance(each, Widget))
    return is_there and widget.focusable and pane_of(widget) is not None


def _as_it_works(key: Key, widget: Widget) -> Key | None:
    """A key, or the one that does the same everywhere, where the focused widget has it for something else."""
    taken = {
        name for each in type(widget).BINDINGS if isinstance(each, Binding) for name in each.key.split(",")
    }
    return everywhere_instead(key) if taken & set(key.keys.split(",")) else key


def pane_of(widget: Widget | None) -> Pane | None:
    """The pane in which a widget stands."""
    if widget is None:
        return None
    return next((above for above in widget.ancestors_with_self if isinstance(above, Pane)), None)
