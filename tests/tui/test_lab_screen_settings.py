"""The lab screen's settings: each is one key away, and a mistake costs nothing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest
from textual import events
from textual.widgets import Input

from bpe_play.corpora import CORPORA
from bpe_play.engine import SpecialMode, TieRule, Tokenizer, model_file, pre_tokenizer
from bpe_play.engine.formats import save_tokenizer
from bpe_play.engine.published import PublishedInfo
from bpe_play.engine.vocabulary import Vocabulary
from bpe_play.tui.lab import END_OF_TEXT, Phase
from bpe_play.tui.screens.choose import ChooseScreen
from bpe_play.tui.screens.corpus_picker import CorpusPicker
from bpe_play.tui.screens.form import FormScreen
from bpe_play.tui.screens.lab import LabScreen
from bpe_play.tui.vocabularies import VOCABULARIES

SitDown = Callable[..., AbstractAsyncContextManager[Any]]


class TestCorpus:
    async def test_a_built_in_one_is_opened_and_learned(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("o")
            assert isinstance(person.app.screen, CorpusPicker)
            await person.press("home", *["down"] * list(CORPORA).index("tiny"))
            assert "Nan ran in the rain." in person.sees, "the preview"
            await person.press("enter")
            await person.until_trained()
            assert person.lab.state.source == "tiny"
            assert person.lab.history.start_tokens == 86

    async def test_a_file_is_opened_by_its_path(self, sit_down: SitDown, tmp_path: Path) -> None:
        path = tmp_path / "mine.txt"
        path.write_bytes(b"aaabdaaabac")
        async with sit_down() as person:
            await person.press("o", "shift+tab")
            await person.answer(f" {path} ")
            await person.until_trained()
            assert person.lab.state.source == str(path)
            assert person.lab.history.merge(1).token == b"aa"
            assert "mine.txt" in person.sees

    @pytest.mark.parametrize("way", ["typed", "pasted"])
    async def test_a_path_can_be_given_at_once(self, sit_down: SitDown, tmp_path: Path, way: str) -> None:
        """Nobody has to find the line first."""
        path = tmp_path / "mine.txt"
        path.write_bytes(b"aaabdaaabac")
        async with sit_down() as person:
            await person.press("o")
            if way == "typed":
                await person.type(str(path))
            else:
                person.app.post_message(events.Paste(str(path)))
            await person.press("enter")
            await person.until_trained()
            assert person.lab.state.source == str(path)

    async def test_a_file_is_opened_by_walking_to_it(
        self, sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "mine.txt").write_bytes(b"aaabdaaabac\n")
        monkeypatch.chdir(tmp_path)
        async with sit_down() as person:
            await person.press("o", "tab")
            await person.until(lambda: "mine.txt" in person.sees)
            await person.press("down")
            await person.until(lambda: "12 bytes" in person.sees)
            await person.press("up")
            await person.until(lambda: "A folder: all its files" in person.sees)
            await person.press("down", "enter")
            await person.until_trained()
            assert Path(person.lab.state.source).name == "mine.txt"
            assert person.lab.history.start_tokens == 12

    async def test_a_folder_is_all_its_files(self, sit_down: SitDown, tmp_path: Path) -> None:
        for name in ("a", "b"):
            (tmp_path / name).write_bytes(b"ten bytes.")
        async with sit_down() as person:
            await person.press("o", "shift+tab")
            await person.answer(str(tmp_path))
            await person.until_trained()
            assert person.lab.history.start_tokens >= 20

    @pytest.mark.parametrize("path", ["/no/such/file", "nothing-of-that-name", "~nobody-of-that-name/x"])
    async def test_a_missing_file_is_said_and_another_can_be_opened(
        self, sit_down: SitDown, path: str
    ) -> None:
        async with sit_down() as person:
            await person.press("o", "shift+tab")
            await person.answer(path)
            await person.until(lambda: person.lab.training.phase is Phase.FAILED)
            assert "no training" in person.sees
            assert path.partition("/")[0] in person.told[-1]
            await person.press("home", "end", "space", "enter", "w", "n", "escape")
            await person.press("o", "shift+tab")
            await person.answer("tiny")
            await person.until_trained()
            assert person.lab.training.phase is Phase.DONE

    async def test_esc_leaves_it_as_it_was(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            training = person.lab.training
            await person.press("o", "down", "escape")
            assert isinstance(person.app.screen, LabScreen)
            assert person.lab.training is training


class TestSplit:
    async def test_by_its_name(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny") as person:
            await person.press("s")
            assert isinstance(person.app.screen, ChooseScreen)
            await person.press("home", "enter")
            await person.until_trained()
            assert person.lab.split.key == "none"
            assert "split none" in person.sees

    async def test_by_a_pattern_of_ones_own(self, sit_down: SitDown) -> None:
        async with sit_down(source="tiny", text=b"so rainy") as person:
            await person.press("s", "end", "enter")
            assert isinstance(person.app.screen, FormScreen)
            line = person.app.screen.query_one(Input)
            line.value = "rain|."
            await person.until(lambda: "s│o│ │rain│y" in person.sees)
            await person.press("enter")
            await person.until(lambda: person.lab.state.split == "rain|.")
            await person.until_trained()
            assert person.lab.split.pattern == "rain|."
            assert [span.token for span in person.lab.tokenization().spans][-2:] == [b"rain", b"y"]

    async def test_an_error_is_shown_in_place_and_the_last_good_pattern_is_kept(
        self, sit_down: SitDown
    ) -> None:
        async with sit_down(source="tiny", split="rain|.") as person:
            training = person.lab.training
            await person.press("s", "end", "enter")
            for wrong in ("[", "(?P<x", r"\p{Nonsense}", "*"):
                await person.answer(wrong)
                remark = person.app.screen.query_one("#remark-0")
                await person.until(lambda remark=remark: remark.has_class("wrong"))
                assert isinstance(person.app.screen, FormScreen), f"{wrong} was taken"
                assert "pattern" in str(remark.render()).lower()
                person.app.screen.query_one(Input).value = "fine"
                await person.until(lambda remark=remark: not remark.has_class("wrong"))
            await person.press("escape")
            assert person.lab.state.split == "rain|."
            assert person.lab.training is training

    async def test_a_pattern_that_runs_away_on_the_typed_text_is_an_error_too(
        self, sit_down: SitDown
    ) -> None:
        async with sit_down(text=b"a" * 2_000) as person:
            await person.press("s", "end", "enter")
            await person.answer(r"(\p{L}+)+\d")
            await person.until(lambda: person.app.screen.query_one("#remark-0").has_class("wrong"))
            assert isinstance(person.app.screen, FormScreen)
            await person.press("escape")
            assert person.lab.split.key == "gpt2"

    async def test_a_pattern_that_runs_away_on_what_is_typed_later_is_said(self, sit_down: SitDown) -> None:
        async with sit_down(split=r"(\p{L}+)+\d|.", text=b"a1") as person:
            person.lab.change(text=b"a" * 2_000)
            await person.until(lambda: "not tokenized" in person.sees)
            await person.press("left")
            person.lab.change(text=b"a1")
            await person.until(lambda: "1 token " in person.sees or "2 tokens" in person.sees)

    async def test_a_kept_pattern_that_no_longer_compiles_is_said_at_the_start(
        self, sit_down: SitDown
    ) -> None:
        async with sit_down(split="[") as person:
            assert person.lab.split.key == "gpt2"
            await person.is_told("pattern")


async def test_ties_change_the_rule_and_change_it_back(sit_down: SitDown) -> None:
    async with sit_down(vocab_size=259) as person:
        first_seen = [person.lab.history.merge(step).token for step in (1, 2, 3)]
        await person.press("t")
        await person.until_trained()
        assert "ties lowest ids" in person.sees
        assert [person.lab.history.merge(step).token for step in (1, 2, 3)] == [b"we", b"st", b"west"]
        await person.press("t")
        await person.until_trained()
        assert person.lab.state.ties is TieRule.FIRST_SEEN
        assert [person.lab.history.merge(step).token for step in (1, 2, 3)] == first_seen


class TestSize:
    async def test_another_vocabulary_size(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("v")
            await person.answer("258")
            await person.until_trained()
            assert person.lab.steps == 2

    async def test_minimum_frequency_and_longest_token(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("v", "down", "6", "down", "3", "enter")
            await person.until_trained()
            assert (person.lab.state.min_count, person.lab.state.longest_token) == (6, 3)
            assert all(
                len(person.lab.history.merge(step).token) <= 3 for step in range(1, person.lab.steps + 1)
            )
            await person.press("v")
            assert "no limit" in person.sees
            person.app.screen.query_one("#field-2", Input).value = ""
            await person.press("enter")
            assert person.lab.state.longest_token is None

    async def test_wrong_values_are_said_in_place_and_not_taken(self, sit_down: SitDown) -> None:
        wrong = {"": "a whole number", "x": "a whole number", "-1": "a whole number", "1.5": "a whole number"}
        wrong |= {"255": "from 256 to", "9" * 40: "from 256 to", "٣٠٠": "a whole number"}
        async with sit_down() as person:
            before = person.lab.state
            await person.press("v")
            for value, words in wrong.items():
                await person.answer(value)
                assert words in str(person.app.screen.query_one("#remark-0").render()), value
            await person.press("escape")
            assert person.lab.state == before

    async def test_the_focus_goes_to_the_line_that_is_wrong(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("v", "down", "0", "up", "enter")
            assert person.app.screen.focused.id == "field-1"


async def test_special_tokens_in_typed_text_mean_three_things(sit_down: SitDown) -> None:
    async with sit_down(text=b"", vocab_size=300) as person:
        await person.press("e")
        await person.type("a")
        person.lab.change(text=f"a{END_OF_TEXT}b".encode())
        await person.press("escape")
        assert "15 tokens" in person.sees
        await person.press("m")
        assert person.lab.state.specials is SpecialMode.SPECIAL
        assert "3 tokens" in person.sees
        await person.is_told("can forge")
        await person.press("m")
        assert "not tokenized" in person.sees
        assert f"The text spells the special token {END_OF_TEXT} at byte 1" in person.sees
        await person.press("left", "home", "w", "f4", "b", "b", "b")
        await person.press("m")
        assert "15 tokens" in person.sees


async def test_the_text_pane_says_what_special_tokens_are_where_it_matters(sit_down: SitDown) -> None:
    async with sit_down(text=b"a") as person:
        assert "specials are" not in person.sees
        person.lab.change(text=f"a{END_OF_TEXT}".encode())
        for mode in ("text", "tokens", "refused", "text"):
            await person.until(lambda mode=mode: f"specials are {mode}" in person.sees)
            await person.press("m")
        person.lab.change(text=b"a")  # nothing of the kind is in it any more
        await person.until(lambda: "specials are tokens" in person.sees)
        await person.press("m", "m")
        assert "specials are" not in person.sees


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_figures_give_way_to_what_special_tokens_are(sit_down: SitDown, size: tuple[int, int]) -> None:
    text = f"{'so ' * 20}{END_OF_TEXT}".encode()
    async with sit_down(size=size, text=text, specials=SpecialMode.SPECIAL) as person:
        await person.until_trained()
        assert "Text   specials are tokens ─" in person.sees
        assert "✓ ─╮" in person.sees


async def test_a_special_token_that_is_refused_can_be_typed_and_mended(sit_down: SitDown) -> None:
    async with sit_down(text=b"", specials=SpecialMode.ERROR) as person:
        await person.press("e")
        await person.type(f"so {END_OF_TEXT}")
        assert "not tokenized" in person.sees
        await person.press("backspace")
        assert person.lab.state.text == b"so <|endoftext|"
        assert "15 tokens" in person.sees


async def test_bytes_are_written_in_three_ways(sit_down: SitDown) -> None:
    async with sit_down(text="ñ".encode()) as person:
        for written in ("C3", "11000011", "195", "C3"):
            assert written in person.sees
            await person.press("b")


class TestTokenizer:
    async def test_one_of_another_package_is_in_the_list(
        self, sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What a package registers with tiktoken has no sizes before it is loaded."""
        rows = [*VOCABULARIES.rows(), PublishedInfo("visitor", "from another package", None, None)]
        monkeypatch.setattr(VOCABULARIES, "rows", lambda: rows)
        async with sit_down() as person:
            await person.press("k", "end", "up")
            assert "visitor" in person.sees
            assert "from another package" in person.sees

    async def test_what_was_said_of_a_file_can_be_read_again(self, sit_down: SitDown, tmp_path: Path) -> None:
        own = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(115, 116)]))
        save_tokenizer(own, tmp_path / "mine.tiktoken", "tiktoken")
        async with sit_down() as person:
            await person.press("k", "end", "enter")
            await person.answer(str(tmp_path / "mine.tiktoken"))
            await person.is_told("The ids of")
            await person.until(lambda: not person.app.workers)
            await person.press("k")
            said = " ".join(person.sees.split())
            assert "mine.tiktoken" in said
            assert "A rank file has no special tokens." in said
            assert "compared with tiktoken" in said

    async def test_a_folder_means_the_file_in_it(self, sit_down: SitDown, tmp_path: Path) -> None:
        own = Tokenizer(pre_tokenizer("gpt2"), Vocabulary.of([(115, 116)]))
        save_tokenizer(own, tmp_path / "tokenizer.json", "tokenizer.json")
        async with sit_down() as person:
            await person.press("k", "end", "enter")
            await person.answer(str(tmp_path))
            await person.until(lambda: not person.lab.own)
            assert person.lab.steps == 1


class TestSaving:
    async def test_a_model_is_saved_and_loaded_back(self, sit_down: SitDown, tmp_path: Path) -> None:
        path = tmp_path / "señor.json"
        async with sit_down(text=b"newest lower") as person:
            tokens = [span.token for span in person.lab.tokenization().spans]
            learned = tuple(person.lab.history.vocabulary.pairs)
            await person.press("ctrl+s")
            await person.answer(str(path))
            await person.is_told(f"Saved 9 merges to {path}")
            assert model_file.load(path).merges == learned

            await person.press("k", "end", "enter")
            await person.answer(str(path))
            await person.until(lambda: not person.lab.own)
            assert "señor.json" in person.sees
            assert tuple(person.lab.history.vocabulary.pairs) == learned
            assert [span.token for span in person.lab.tokenization().spans] == tokens

    async def test_also_while_one_types(self, sit_down: SitDown) -> None:
        async with sit_down() as person:
            await person.press("e", "ctrl+s")
            assert isinstance(person.app.screen, FormScreen)

    async def test_a_place_that_cannot_be_is_said(self, sit_down: SitDown, tmp_path: Path) -> None:
        wrong = ["", "   ", "/no/such/folder/x.json", "~nobody-of-that-name/x", f"{tmp_path}/{'n' * 300}/x"]
        async with sit_down() as person:
            await person.press("ctrl+s")
            for path in wrong:
                await person.answer(path)
                assert isinstance(person.app.screen, FormScreen), path
                assert person.app.screen.query_one("#remark-0").has_class("wrong"), path

    async def test_a_save_that_fails_is_said_and_the_lab_goes_on(
        self, sit_down: SitDown, tmp_path: Path
    ) -> None:
        async with sit_down() as person:
            (tmp_path / "a folder").mkdir()
            for name in ("a folder", "x" * 300, "a\0b"):
                await person.press("ctrl+s")
                await person.answer(str(tmp_path / name))
                await person.is_told("cannot be written")
            assert person.lab.steps == 9

    async def test_a_file_that_is_no_tokenizer_is_said(self, sit_down: SitDown, tmp_path: Path) -> None:
        path = tmp_path / "x.json"
        path.write_bytes(b"{")
        async with sit_down() as person:
            await person.press("k", "end", "enter")
            for missing in ("", "/no/such/file", "~nobody-of-that-name/x", "a\0b", "x" * 5_000):
                await person.answer(missing)
                assert person.app.screen.query_one("#remark-0").has_class("wrong"), missing
            await person.answer(str(path))
            await person.until(lambda: bool(person.told))
            await person.is_told("x.json")
            assert person.lab.own
