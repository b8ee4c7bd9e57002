"""The evidence for a merge: its tree, its figures, its rivals, and the lines where it stands."""

from __future__ import annotations

import unicodedata

import pytest
from textual.app import App, ComposeResult

from bpe_play.engine.bpe import train
from bpe_play.engine.history import History, pack
from bpe_play.engine.merges import BYTES, TieRule
from bpe_play.engine.occurrences import Occurrence, occurrences
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.themes import THEMES
from bpe_play.tui.widgets.concordance import concordance
from bpe_play.tui.widgets.evidence import EvidenceView, evidence_lines
from bpe_play.tui.widgets.evidence_lines import child_lines, figure_lines, rival_lines
from bpe_play.tui.widgets.merge_tree import tree, tree_lines
from bpe_play.tui.widgets.pieces import Line, text_of, width_of

TEXTBOOK = b"aaabdaaabac"


def learned(text: bytes, steps: int) -> History:
    history = History(len(text))
    history.extend(pack(train({text: 1}, BYTES + steps)))
    return history


def texts(lines: list[Line]) -> list[str]:
    return [text_of(line).rstrip() for line in lines]


class TestTheTree:
    def test_goes_down_to_the_bytes(self) -> None:
        vocabulary = Vocabulary.of([(32, 116), (104, 101), (256, 257)])
        assert texts(tree_lines(vocabulary, 258, 30)) == [
            "token   id  step",
            "␣the   258     3",
            "├ ␣t   256     1",
            "│ ├ ␣   32  byte",
            "│ └ t  116  byte",
            "└ he   257     2",
            "  ├ h  104  byte",
            "  └ e  101  byte",
        ]

    def test_takes_a_part_that_comes_twice_apart_only_once(self) -> None:
        doubling = Vocabulary.of([(97, 97), (256, 256), (257, 257)])
        assert [(node.lead, node.id, node.again) for node in tree(doubling, 258)] == [
            ("", 258, False),
            ("├ ", 257, False),
            ("│ ├ ", 256, False),
            ("│ │ ├ ", 97, False),
            ("│ │ └ ", 97, False),
            ("│ └ ", 256, True),
            ("└ ", 257, True),
        ]

    def test_a_token_that_doubled_forty_times_is_a_short_tree(self) -> None:
        pairs = [(97, 97), *((BYTES + step, BYTES + step) for step in range(15))]
        assert len(list(tree(Vocabulary.of(pairs), BYTES + 15))) == 2 * 16 + 1

    def test_a_chain_of_two_thousand_merges_is_no_recursion(self) -> None:
        pairs = [(97, 98), *((BYTES + step, 98) for step in range(2_000))]
        assert len(list(tree(Vocabulary.of(pairs), BYTES + 2_000))) == 2 * 2_001 + 1

    @pytest.mark.parametrize("width", range(20, 60))
    def test_fits_however_deep_it_is(self, width: int) -> None:
        pairs = [(97, 98), *((BYTES + step, 98) for step in range(60))]
        lines = tree_lines(Vocabulary.of(pairs), BYTES + 60, width)
        assert all(width_of(line) <= width for line in lines)
        assert text_of(lines[-1]).rstrip().endswith("98  byte")


class TestTheFigures:
    def test_of_the_first_merge_of_the_textbook(self) -> None:
        history = learned(TEXTBOOK, 3)
        assert texts(figure_lines(history, history.merge(3), None, 60)) == [
            "rank         3 of 3",
            "id           258",
            "bytes        4   61 61 61 62",
            "count        2 before it was merged",
            "tokens       7 → 5",
            "saved        2",
            "bytes/token  1.5714 → 2.2000",
        ]

    def test_explain_why_a_token_with_itself_saves_less_than_it_counts(self) -> None:
        history = learned(TEXTBOOK, 1)
        shown = " ".join(texts(figure_lines(history, history.merge(1), None, 60)))
        assert "So 4 were counted and 2 saved." in shown

    def test_say_how_a_tie_was_decided(self) -> None:
        history = learned(TEXTBOOK, 3)
        shown = texts(figure_lines(history, history.merge(2), TieRule.FIRST_SEEN, 60))
        assert shown[-1] == "2 pairs had this count: the first one in the corpus won."

    def test_rivals_come_with_their_counts_and_with_what_became_of_them(self) -> None:
        history = learned(TEXTBOOK, 3)
        rivals = texts(rival_lines(history, history.merge(1), 48))
        assert rivals[0].split() == ["pair", "count", "merged"]
        assert [line.split() for line in rivals[1:3]] == [
            ["▸", "a", "+", "a", "→", "aa", "4", "1"],
            ["a", "+", "b", "→", "ab", "2", "–"],
        ]

    def test_the_tied_rivals_are_marked(self) -> None:
        history = learned(TEXTBOOK, 3)
        rivals = texts(rival_lines(history, history.merge(2), 48))
        assert [line.split()[-2] for line in rivals[1:3]] == ["=2", "="]

    def test_later_tokens_tell_that_it_was_of_use(self) -> None:
        history = learned(TEXTBOOK, 3)
        assert texts(child_lines(history, history.merge(1), 40)) == ["aaa  2"]
        assert texts(child_lines(history, history.merge(3), 40)) == ["none so far"]


class TestTheLines:
    def test_stand_below_each_other_by_the_token(self) -> None:
        data = b"a cat\n\nthe big cat sat\n" + b"x" * 80 + b"cat\n"
        shown = texts(concordance(list(occurrences(data, b"cat")), 40))
        assert shown == [
            " 1             a cat",
            " 3       the big cat sat",
            " 4  …xxxxxxxxxxxxcat",
        ]

    def test_mark_the_token(self) -> None:
        (line,) = concordance(list(occurrences(b"a cat", b"cat")), 40)
        assert [piece.text for piece in line if piece.ink == "hit"] == ["cat"]

    def test_tell_the_rest_of_a_cut_character_from_a_stray_byte(self) -> None:
        data = "no ”".encode() + b" \xff"
        (line,) = concordance(list(occurrences(data, b"\xe2\x80")), 40)
        assert [(piece.text, piece.ink) for piece in line if piece.ink in ("hit", "mark", "bad")] == [
            ("⟨E2 80⟩", "hit"),
            ("⟨9D⟩", "mark"),
            (r"\xff", "bad"),
        ]

    def test_a_token_over_a_line_end_shows_where_it_joins(self) -> None:
        (line,) = concordance(list(occurrences(b"end.\nThe", b".\nT")), 40)
        assert text_of(line).strip() == "1            end.↵The"

    @pytest.mark.parametrize("width", range(34, 120))
    def test_fit_every_width(self, width: int) -> None:
        data = ("日本語 e\u0301 👩‍👧 " * 40 + "cat" + " \x1b[2J" * 40).encode()
        for token in (b"cat", "日本語".encode(), data[:150]):
            assert all(
                width_of(line) <= width for line in concordance(list(occurrences(data, token, 3)), width)
            )


class TestAll:
    @pytest.mark.parametrize("width", range(34, 121))
    def test_fits_every_width(self, width: int) -> None:
        history = learned(TEXTBOOK, 3)
        places = [Occurrence(1, 0, TEXTBOOK, 0, 4)]
        for step in (1, 2, 3):
            lines = evidence_lines(history, history.merge(step), TieRule.FIRST_SEEN, places, width)
            assert all(width_of(line) <= width for line in lines)

    def test_says_that_it_is_looking_and_that_it_found_nothing(self) -> None:
        history = learned(TEXTBOOK, 3)
        merge = history.merge(1)
        assert texts(evidence_lines(history, merge, None, None, 60))[-1] == "looking for it in the corpus …"
        assert (
            texts(evidence_lines(history, merge, None, [], 60))[-1] == "its bytes stand nowhere in the corpus"
        )


class Stage(App[None]):
    def compose(self) -> ComposeResult:
        yield EvidenceView()

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = "bpe-contrast"


class TestTheView:
    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (40, 12)])
    async def test_draws_hostile_text_harmlessly_and_in_colours_or_none(
        self, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        data = "\x1b[2J\u202e “ab” \x1b[2J\u202e \x9b “ab”\n[/b] ".encode() * 3 + b"\xff"
        history = learned(data, 12)
        async with Stage().run_test(size=size) as pilot:
            view = pilot.app.query_one(EvidenceView)
            for step in range(1, 13):
                view.show(history, step, TieRule.FIRST_SEEN)
                view.show_occurrences(list(occurrences(data, history.merge(step).token, 20)))
                await pilot.pause()
                for y in range(size[1]):
                    strip = view.render_line(y)
                    assert all(segment.style and segment.style.bgcolor for segment in strip)
                    assert not {unicodedata.category(char) for char in strip.text} & {"Cc", "Cf", "Cs"}
            pilot.app.export_screenshot()

    async def test_scrolls_to_the_lines_of_the_corpus(self) -> None:
        history = learned(TEXTBOOK, 3)
        async with Stage().run_test(size=(60, 10)) as pilot:
            view = pilot.app.query_one(EvidenceView)
            view.show(history, 3)
            view.show_occurrences(list(occurrences(TEXTBOOK, b"aaab")))
            await pilot.pause()
            assert view.render_line(0).text.startswith("rank ")
            view.focus()
            await pilot.press("end")
            await pilot.wait_for_animation()
            assert "aaab" in view.render_line(9).text
