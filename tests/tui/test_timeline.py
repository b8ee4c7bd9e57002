"""The timeline: what is applied, known and still to come, and how well the corpus compresses."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from bpe_play.engine.bpe import train
from bpe_play.engine.history import History, pack
from bpe_play.engine.merges import BYTES
from bpe_play.tui.palette import of_theme
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.pieces import text_of
from bpe_play.tui.widgets.timeline import Timeline
from bpe_play.tui.widgets.timeline_lines import Moment, column, curve, slider, step_at

TEXT = b"the cat sat on the mat and the rat sat on the cat " * 4


@pytest.fixture(scope="module")
def history() -> History:
    history = History(len(TEXT))
    history.extend(pack(train({TEXT: 1}, BYTES + 20)))
    return history


class TestTheSlider:
    def test_tells_applied_known_and_coming_apart_without_colour(self) -> None:
        assert text_of(slider(Moment(cursor=2, known=5, target=10), 11)) == "━━●━━━╌╌╌╌╌"

    @pytest.mark.parametrize(("cursor", "shape"), [(0, "●━━━━━━━━━"), (20, "━━━━━━━━━●"), (10, "━━━━●━━━━━")])
    def test_reaches_from_the_bytes_to_the_newest_step(self, cursor: int, shape: str) -> None:
        assert text_of(slider(Moment(cursor=cursor, known=20, target=20), 10)) == shape

    def test_has_room_for_no_steps_at_all(self) -> None:
        assert text_of(slider(Moment(cursor=0, known=0, target=0), 5)) == "●╌╌╌╌"

    @pytest.mark.parametrize("target", [1, 7, 50, 3840])
    def test_a_cell_and_its_step_belong_together(self, target: int) -> None:
        moment = Moment(cursor=0, known=target, target=target)
        for step in {0, 1, target // 3, target}:
            cell = column(step, target, 50)
            assert column(step_at(cell, moment, 50), target, 50) == cell

    def test_a_cell_beyond_what_is_known_is_the_newest_step(self) -> None:
        assert step_at(49, Moment(cursor=0, known=12, target=100), 50) == 12


class TestTheCurve:
    def test_rises_and_ends_where_training_is(self, history: History) -> None:
        (line,) = curve(history, Moment(cursor=0, known=20, target=40), 21, 1)
        text = text_of(line)
        assert text[0] == "▁"
        assert list(text[:11]) == sorted(text[:11])
        assert text[11:].strip() == ""

    def test_marks_the_column_of_the_cursor(self, history: History) -> None:
        (line,) = curve(history, Moment(cursor=20, known=20, target=20), 21, 1)
        assert [(len(piece.text), piece.ink) for piece in line if piece.text] == [(20, "dim"), (1, "accent")]


class Stage(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.said: list[int] = []

    def compose(self) -> ComposeResult:
        yield Timeline()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-dark"

    def on_timeline_moved(self, message: Timeline.Moved) -> None:
        self.said.append(message.step)

    def lines(self) -> list[str]:
        timeline = self.query_one(Timeline)
        return [timeline.render_line(y).text.rstrip() for y in range(timeline.size.height)]


class TestTheWidget:
    async def test_shows_state_speed_target_and_compression(self, history: History) -> None:
        async with Stage().run_test(size=(60, 4)) as pilot:
            timeline = pilot.app.query_one(Timeline)
            timeline.show(history, 20, target=4096, playing=True, speed="×4")
            await pilot.pause()
            line, curve_line = pilot.app.lines()
            assert line.startswith(" ▶   ×4 0 ●╌")
            assert line.endswith("╌ 4,096")
            assert curve_line.endswith(f"{history.bytes_per_token(20):.2f} b/t")
            timeline.show(history, 20, target=4096, playing=False)
            await pilot.pause()
            assert pilot.app.lines()[0].startswith(" ▮▮")

    async def test_the_slider_stands_above_its_curve(self, history: History) -> None:
        async with Stage().run_test(size=(60, 4)) as pilot:
            pilot.app.query_one(Timeline).show(history, 20)
            await pilot.pause()
            line, curve_line = pilot.app.lines()
            assert line.index("━") == curve_line.index("▁")
            assert line.index("●") == curve_line.rindex(" ", 0, curve_line.index(" b/t")) - 1

    async def test_a_click_goes_to_a_step_and_never_beyond_what_is_known(self, history: History) -> None:
        async with Stage().run_test(size=(60, 4)) as pilot:
            pilot.app.query_one(Timeline).show(history, 20, target=40)
            await pilot.pause()
            await pilot.click(Timeline, offset=(0, 0))
            await pilot.click(Timeline, offset=(58, 0))
            await pilot.pause()
            assert pilot.app.said == [0]
            pilot.app.query_one(Timeline).show(history, 0, target=40)
            await pilot.click(Timeline, offset=(58, 0))
            assert pilot.app.said == [0, 20]

    @pytest.mark.parametrize("width", [30, 60, 100, 200])
    @pytest.mark.parametrize("height", [1, 2, 4])
    async def test_every_cell_of_every_size_has_a_style(
        self, history: History, width: int, height: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        async with Stage().run_test(size=(width, 6)) as pilot:
            timeline = pilot.app.query_one(Timeline)
            timeline.styles.height = height
            timeline.show(history, 7, target=30)
            await pilot.pause()
            for y in range(height):
                strip = timeline.render_line(y)
                assert strip.cell_length == width
                assert all(segment.style and segment.style.bgcolor for segment in strip)
            pilot.app.export_screenshot()

    async def test_the_theme_can_change(self, history: History) -> None:
        async with Stage().run_test(size=(60, 4)) as pilot:
            timeline = pilot.app.query_one(Timeline)
            timeline.show(history, 20)
            pilot.app.theme = "bpe-light"
            await pilot.pause()
            assert of_theme("bpe-light").accent in {segment.style for segment in timeline.render_line(0)}
