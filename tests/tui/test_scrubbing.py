"""Going through time quickly: what did not change is not made again, and the corpus catches up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest
from textual import events
from textual._compositor import Compositor

from bpe_play.engine import Tokenizer, to_text
from bpe_play.tui.lab import Lab
from bpe_play.tui.state import State
from bpe_play.tui.typed_text import TypedText
from bpe_play.tui.widgets.corpus_view import CorpusView
from bpe_play.tui.widgets.merge_list import MergeList
from bpe_play.tui.widgets.timeline import Timeline

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


class TestTheTypedText:
    def test_is_right_at_every_step_in_any_order(self, learn: Callable[..., Lab]) -> None:
        lab = learn(Lab(State(source="lowest", vocab_size=265, text=b"newest lower low")))
        typed = TypedText(lab)
        for step in [*range(lab.steps + 1), *reversed(range(lab.steps)), 5, 0, lab.steps]:
            lab.move_to(step)
            assert typed.whole().tokenization == lab.tokenization(), step

    def test_is_cut_again_only_where_a_step_changes_it(self, learn: Callable[..., Lab]) -> None:
        lab = learn(Lab(State(source="lowest", vocab_size=265, text=b"new")))
        typed, cuts = TypedText(lab), set()
        for step in range(lab.steps + 1):
            lab.move_to(step)
            cuts.add(id(typed.whole()))
            assert typed.whole() is typed.whole()
        tokens = {lab.tokenizer.tokenize(b"new", step=step).spans for step in range(lab.steps + 1)}
        assert len(cuts) == len(tokens) < lab.steps

    @pytest.mark.parametrize("change", [{"text": b"low"}, {"split": "none"}])
    def test_is_cut_again_when_something_else_changes(
        self, learn: Callable[..., Lab], change: dict[str, Any]
    ) -> None:
        lab = learn(Lab(State(source="lowest", vocab_size=265, text=b"newest lower")))
        typed = TypedText(lab)
        before = typed.whole()
        lab.change(**change)
        assert typed.whole() is not before
        assert typed.whole().tokenization == lab.tokenization()


class TestTheTimeline:
    async def test_a_drag_does_not_paint_the_whole_screen(
        self, sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with sit_down() as person:
            bar = person.screen.query_one(Timeline).region
            await person.pilot.mouse_down(offset=(bar.right - 30, bar.y))
            await person.pilot.pause()
            paints = _count_whole_paints(monkeypatch)
            before = person.lab.cursor
            _drag(person, bar.x + 20, bar.y)
            await person.until(lambda: person.lab.cursor != before)
            await person.pilot.pause()
            assert paints == []


class TestTheMerges:
    async def test_a_jump_asks_for_no_row_that_is_out_of_view(
        self, sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with sit_down(source="tiny", vocab_size=290) as person:
            merges = person.screen.query_one(MergeList)
            lines: list[int] = []
            monkeypatch.setattr(merges, "refresh", lambda *regions: lines.extend(r.height for r in regions))
            merges.cursor = 0
            merges.cursor = 1
            assert person.lab.steps > merges.size.height
            assert lines == [2]  # the jump paints all that is in view, by no region


class TestTheCorpus:
    async def test_is_as_of_the_step_once_nothing_is_left_to_do(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=270) as person:
            for key in ("home", "right", "right", "end", "left"):
                await person.press(key)
                await person.pilot.pause()
                assert _cut_corpus(person) in person.sees, key

    async def test_is_cut_once_for_keys_that_come_together(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", vocab_size=270) as person:
            steps: list[int] = []
            view = person.screen.query_one(CorpusView)
            set_step = view.set_step
            view.set_step = lambda step, pair: (steps.append(step), set_step(step, pair))
            await person.press("home")
            await person.pilot.pause()
            steps.clear()
            for step in (1, 2, 3):
                person.lab.move_to(step)
            await person.until(lambda: bool(steps))
            await person.pilot.pause()
            assert steps == [3]


def _count_whole_paints(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    paints: list[None] = []
    paint = Compositor.render_full_update

    def counted(self: Compositor, simplify: bool = False) -> Any:
        paints.append(None)
        return paint(self, simplify)

    monkeypatch.setattr(Compositor, "render_full_update", counted)
    return paints


def _drag(person: Any, x: int, y: int) -> None:
    person.app.post_message(events.MouseMove(None, x, y, 0, 0, 1, False, False, False, x, y))


def _cut_corpus(person: Any) -> str:
    """The first tokens of the corpus as of the cursor, as the pane draws them."""
    tokenizer: Tokenizer = person.lab.tokenizer
    spans = tokenizer.tokenize(person.lab.source.data[:9], step=person.lab.cursor).spans
    return "│".join(to_text(span.token) for span in spans[:-1])
