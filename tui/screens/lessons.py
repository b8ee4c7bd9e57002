"""Giving a lesson: keys to the desk, scenes to the lab and the screens, and the strip on the screen that is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bpe_play.engine import EngineError
from bpe_play.tui.lessons.desk import Desk
from bpe_play.tui.lessons.lesson import Lesson, Scene
from bpe_play.tui.lessons.play import Play
from bpe_play.tui.lessons.stage import FOCUS
from bpe_play.tui.lessons.table import open_lesson
from bpe_play.tui.screens import lesson_words
from bpe_play.tui.screens.page import Page
from bpe_play.tui.undo import Entry
from bpe_play.tui.widgets.lesson_strip import LessonStrip
from bpe_play.tui.widgets.lines import HeaderLine
from bpe_play.tui.widgets.prompt import Prompt

if TYPE_CHECKING:
    from bpe_play.tui.app import BpePlay

_DRAINS_PER_SECOND = 8


class Lessons:
    """What the app has to do with lessons; it is made when the first one is asked for."""

    def __init__(self, app: BpePlay, keep: bool) -> None:
        self._app = app
        self.desk = Desk(keep, self._begin_scene, app.lab.score)
        self.desk.subscribe(self._draw)
        app.set_interval(1 / _DRAINS_PER_SECOND, self._drain)

    @property
    def play(self) -> Play | None:
        """The lesson that is open."""
        return self.desk.play

    @property
    def may_open_files(self) -> bool:
        """Whether a lesson may also come from a file."""
        return self._app.rights.files

    @property
    def _page(self) -> Page | None:
        """The numbered screen that is shown; None while a dialog is over it, and when the app has none left."""
        screens = self._app.screen_stack
        return screens[0] if len(screens) == 1 and isinstance(screens[0], Page) else None

    # -- keys

    def do(self, what: str) -> None:
        """What a key asks for, by name. Under a dialog nothing happens."""
        if self._page is None:
            return
        if what != "choose" and self.play is None:
            self._app.say("No lesson is open: ctrl+l chooses one")
        else:
            getattr(self, what)()

    def next(self) -> None:
        strip = self._strip
        if strip is not None and strip.show_more():
            return
        if not self.desk.move(1):
            self._app.say("This was the last scene: ctrl+l leaves the lesson, or chooses another")

    def back(self) -> None:
        if not self.desk.move(-1):
            self._app.say("This is the first scene")

    def peek(self) -> None:
        self.desk.peek()

    def restart(self) -> None:
        self.desk.restart()

    def reveal(self) -> None:
        """Ask for a guess if one can be made, then reveal; once more, hide the answer."""
        play, page = self.play, self._page
        assert play is not None
        assert page is not None
        if play.revealed:
            self.desk.hide()
        elif not (play.scene.ask or play.scene.answer):
            self._app.say("Nothing is asked in this scene")
        elif play.right and play.guess is None:
            page.query_one(Prompt).ask("guess", "your guess (empty: just show it)", then=self.desk.answer)
        else:
            self.desk.answer()

    def choose(self) -> None:
        from bpe_play.tui.screens.lesson_choices import choose

        choose(self._app, self)

    def leave(self) -> None:
        self.desk.leave()

    def open(self, lesson: Lesson, at: int | None = None) -> None:
        self.desk.open(lesson, at)

    def open_by_name(self, name: str) -> None:
        """Open a lesson; one that cannot be read leaves what was there."""
        try:
            self.open(open_lesson(name))
        except EngineError as error:
            self._app.say_error(error)

    # -- scenes

    def _begin_scene(self, scene: Scene) -> None:
        """The lab and the screen as the scene has them; one entry in the list of undo."""
        app, lab = self._app, self._app.lab
        for prompt in app.page.query(Prompt):
            prompt.give_up()  # its question is not one of this scene
        app.workers.cancel_group(app, "tokenizer")  # one that an earlier scene wanted
        start = Entry("the start of the scene")
        lab.jump(scene.state, start, scene.screen)
        if scene.state.tokenizer and lab.own:
            app.show_tokenizer(scene.state.tokenizer)
        app.action_page(scene.screen)
        app.call_after_refresh(self._set_scene, scene, start)
        app.keep_soon()

    def _set_scene(self, scene: Scene, start: Entry) -> None:
        page = self._page
        if page is not None and scene.screen == page.PLACE and self.play is not None:
            with self._app.lab.undo_lists.into(start, page.PLACE):
                page.set_scene(scene)

    # -- the strip

    def _drain(self) -> None:
        try:
            self.desk.drain()
        except EngineError as error:
            self._app.say_error(error)

    @property
    def _strip(self) -> LessonStrip | None:
        page = self._page
        return next(iter(page.query(LessonStrip)), None) if page is not None else None

    def _draw(self) -> None:
        play = self.play
        hidden = play is not None and play.scene.hide and not play.revealed
        self._app.lab.hide(*([play.scene.hide] if play is not None and hidden else []))
        page = self._page
        if page is not None:
            self.draw_on(page)

    def draw_on(self, page: Page) -> None:
        """Show the strip on a screen, or take it away."""
        if not page.is_whole:
            return  # it will ask when it is
        play, strip = self.play, next(iter(page.query(LessonStrip)), None)
        about = play.scene.focus if play is not None and play.scene.screen == page.PLACE else ""
        page.set_class(play is not None, "lesson")
        for name in FOCUS.get(page.PLACE, ()):
            page.set_class(name == about, f"about-{name}")
        if play is None:
            if strip is not None:
                strip.remove()
            return
        if strip is None:
            strip = LessonStrip()
            page.mount(strip, after=page.query_one(HeaderLine))
        strip.show(lesson_words.view_of(play, self._app.rights.key_table()))
