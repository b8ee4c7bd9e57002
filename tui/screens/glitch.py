"""The glitch screen: a real vocabulary to browse, known glitch tokens with their reasons, and one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.widgets import ContentSwitcher

from bpe_play.tui.glitch_desk import Browsed, GlitchDesk
from bpe_play.tui.keys import bindings
from bpe_play.tui.screens import glitch_settings
from bpe_play.tui.screens.glitch_browse_view import BrowseView
from bpe_play.tui.screens.glitch_make_view import MakeView
from bpe_play.tui.screens.glitch_tour_view import TourView
from bpe_play.tui.screens.page import Page
from bpe_play.tui.widgets.view_line import ViewLine, ViewName

if TYPE_CHECKING:
    from bpe_play.tui.lessons.lesson import Scene

_TICKS_PER_SECOND = 8
VIEWS = (
    ViewName("browse", "b", "browse a vocabulary"),
    ViewName("known", "k", "known ones"),
    ViewName("make", "m", "make your own"),
)


class GlitchScreen(Page):
    """Screen 3: three views, one at a time."""

    PLACE = "glitch"
    BINDINGS = bindings("glitch")
    AUTO_FOCUS = None
    DEFAULT_CSS = """
    GlitchScreen ContentSwitcher { height: 1fr; }
    GlitchScreen #kinds-pane { width: 26; }
    GlitchScreen #found-pane { height: 1fr; }
    GlitchScreen #search-remark { height: auto; max-height: 2; padding: 0 1; color: $text-muted; }
    GlitchScreen #token-pane { height: 7; }
    GlitchScreen.-middle #kinds-pane { width: 30; }
    GlitchScreen.-wide #kinds-pane { width: 34; }
    GlitchScreen #known-pane { width: 42%; }
    GlitchScreen #why-pane { height: 1fr; }
    GlitchScreen #cut-pane { height: 14; }
    GlitchScreen #made-of { height: 3; }
    GlitchScreen #made-pane { width: 1fr; }
    GlitchScreen MakeView Horizontal > Vertical { width: 1fr; }
    GlitchScreen #votes-pane { height: 1fr; }
    GlitchScreen #plot-pane { height: 8; }
    GlitchScreen #expects-pane { height: 9; }
    GlitchScreen.-low #plot-pane { height: 6; }
    GlitchScreen.-low #expects-pane { height: 6; }
    GlitchScreen.-low #cut-pane { height: 11; }
    GlitchScreen.-tall #plot-pane { height: 13; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.desk = GlitchDesk()
        self._shown = self.desk.choices

    def body(self) -> ComposeResult:
        yield ViewLine(VIEWS)
        with ContentSwitcher(initial=VIEWS[0].id):
            yield BrowseView()
            yield TourView()
            yield MakeView()

    def on_mount(self) -> None:
        self.desk.undo_lists = self.lab.undo_lists
        self.every(1 / _TICKS_PER_SECOND, self._tick)
        self.call_after_refresh(self.browse.shown)

    def _tick(self) -> None:
        if not self.is_whole:
            return
        self.browse.tick()
        self.make.tick()

    @property
    def browse(self) -> BrowseView:
        return self.query_one(BrowseView)

    @property
    def known(self) -> TourView:
        return self.query_one(TourView)

    @property
    def make(self) -> MakeView:
        return self.query_one(MakeView)

    @property
    def view(self) -> BrowseView | TourView | MakeView:
        """The view that is shown."""
        shown = self.query_one(ContentSwitcher).current
        return next(view for view in (self.browse, self.known, self.make) if view.id == shown)

    def set_scene(self, scene: Scene) -> None:
        self.action_view(scene.view or VIEWS[0].id)

    # -- what is chosen

    def choose(self, **changes: Any) -> None:
        """Choose otherwise, and show it."""
        self.desk.choose(**changes)
        self.show_choices()

    def show_choices(self) -> None:
        """Show what is chosen, as far as it is not shown yet."""
        old, new = self._shown, self.desk.choices
        self._shown = new
        if new.vocabulary != old.vocabulary:
            self.browse.open(new.vocabulary)
        if new.query != old.query:
            self.browse.find(new.query)
        if new.text != old.text:
            glitch_settings.count_in(self, new.text)
        if new.settings != old.settings:
            self.make.change(new.settings)
        if new.part != old.part:
            self.make.show_part(new.part)
        if new.view != old.view:
            self._show_view()

    def _show_view(self) -> None:
        self.query_one(ContentSwitcher).current = self.desk.choices.view
        self.query_one(ViewLine).show(self.desk.choices.view)
        self.view.shown()

    # -- keys

    def action_view(self, view: str) -> None:
        """Show another view; the one that is shown gets the focus."""
        if view == self.desk.choices.view:
            self.view.shown()
        else:
            self.choose(view=view)

    def on_view_line_chosen(self, event: ViewLine.Chosen) -> None:
        self.action_view(event.view)

    def look_up(self, vocabulary: str, token_id: int) -> None:
        """Show one token of a published vocabulary in the browser."""
        self.choose(view="browse", vocabulary=Browsed(vocabulary), query=f"#{token_id}")

    def action_search(self) -> None:
        self.action_view("browse")
        self.browse.ask()

    def action_vocabulary(self) -> None:
        self.action_view("browse")
        glitch_settings.choose_vocabulary(self)

    def action_texts(self) -> None:
        if self.view is self.make:
            glitch_settings.ask_settings(self)
        else:
            self.action_view("browse")
            glitch_settings.choose_text(self)

    def action_start(self) -> None:
        self.action_view("make")
        self.make.start()

    def action_part(self) -> None:
        self.action_view("make")
        self.choose(part=self.make.state.next_part)

    def action_halt(self) -> None:
        """End long work; if there is none, show the whole vocabulary again."""
        if self.make.stop() or self.browse.stop():
            self.say("Stopped; what was found stays")
        elif self.view is self.browse and self.browse.state.found.query:
            self.choose(query="")
