"""A list of any number of rows: moving, opening, and drawing only what is seen."""

from __future__ import annotations

from textual.app import App, ComposeResult

from bpe_play.tui.widgets.pieces import Line, Piece
from bpe_play.tui.widgets.row_list import RowList


class Lists(App[None]):
    """One list, whose rows are numbers; it keeps what was drawn and what it was told."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn: list[int] = []
        self.told: list[tuple[str, int]] = []

    def compose(self) -> ComposeResult:
        yield RowList(self.draw, empty="nothing here")

    def draw(self, row: int, width: int) -> Line:
        self.drawn.append(row)
        return [Piece(f"row {row}")]

    def on_row_list_moved(self, event: RowList.Moved) -> None:
        self.told.append(("moved", event.row))

    def on_row_list_opened(self, event: RowList.Opened) -> None:
        self.told.append(("opened", event.row))


def lines(app: App[None]) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in line).rstrip() for line in strips]


async def test_of_two_hundred_thousand_rows_only_those_in_view_are_drawn() -> None:
    app = Lists()
    async with app.run_test(size=(40, 12)) as pilot:
        rows = app.query_one(RowList)
        rows.show(200_000)
        await pilot.press("end")
        assert rows.cursor == 199_999
        assert "row 199999" in lines(app)[11]
        assert len(set(app.drawn)) <= 24


async def test_keys_move_and_stay_within_the_list() -> None:
    app = Lists()
    async with app.run_test(size=(40, 12)) as pilot:
        app.query_one(RowList).show(30)
        await pilot.press("down", "down", "up", "pagedown", "enter", "home", "up", "end", "down")
        assert app.told == [
            ("moved", 1),
            ("moved", 2),
            ("moved", 1),
            ("moved", 12),
            ("opened", 12),
            ("moved", 0),
            ("moved", 29),
        ]


async def test_a_header_stays_at_the_top() -> None:
    app = Lists()
    async with app.run_test(size=(40, 6)) as pilot:
        app.query_one(RowList).show(100, 50, header=[Piece("head")])
        await pilot.pause()
        assert lines(app)[0].startswith("head")
        assert any("row 50" in line for line in lines(app)[1:])


async def test_an_empty_list_says_why() -> None:
    app = Lists()
    async with app.run_test(size=(40, 6)) as pilot:
        await pilot.press("down", "enter")
        assert "nothing here" in lines(app)[0]
        app.query_one(RowList).show(0, empty="none is like that")
        await pilot.pause()
        assert "none is like that" in lines(app)[0]
        assert app.told == []


async def test_a_click_chooses_a_row_and_two_open_it() -> None:
    app = Lists()
    async with app.run_test(size=(40, 6)) as pilot:
        app.query_one(RowList).show(100)
        await pilot.click(RowList, offset=(3, 4), times=2)
        assert app.told == [("moved", 4), ("opened", 4)]
