"""Tokenizer files in the lab: opened and saved in every format, and proven."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import sentencepiece
import tokenizers
from tokenizers import normalizers as norm
from tokenizers import pre_tokenizers as pre

from bpe_play.engine.formats import open_tokenizer, save_tokenizer
from bpe_play.engine.published import load
from bpe_play.tui.screens.form import FormScreen
from bpe_play.tui.screens.word import WordScreen
from bpe_play.tui.widgets.trace_view import TraceView

SitDown = Callable[..., AbstractAsyncContextManager[Any]]
TEXT = "the quick brown fox jumps over the lazy dog, and the dog sleeps in the rain " * 40


def ends(person: Any, words: str) -> Callable[[], bool]:
    return lambda: any(told.endswith(words) for told in person.told)


@pytest.mark.parametrize(
    ("name", "proven"),
    [
        ("tokenizer.json", "with tokenizers "),
        ("x.tiktoken", "with tiktoken "),
        ("vocab.json", "with tokenizers "),
        ("x.model", "with the file opened again"),
        ("pairs.json", "with the file opened again"),
    ],
)
async def test_what_was_learned_is_saved_by_the_ending(
    name: str, proven: str, sit_down: SitDown, tmp_path: Path
) -> None:
    async with sit_down(source="lowest", split="gpt2") as person:
        await person.press("ctrl+s")
        await person.answer(str(tmp_path / name))
        await person.until(ends(person, ": equal"))
        assert f"Saved 9 merges to {tmp_path / name}" in person.told
        assert proven in person.told[-1]
        again = open_tokenizer(tmp_path / name)
        assert again.encode("newest") == person.lab.tokenizer.encode("newest")


async def test_the_format_is_named_before_it_is_written(sit_down: SitDown, tmp_path: Path) -> None:
    (tmp_path / "x.tiktoken").write_bytes(b"")
    async with sit_down() as person:
        await person.press("ctrl+s")
        assert "written as: bpe-play model" in person.sees
        person.app.screen.focused.value = str(tmp_path / "x.tiktoken")
        await person.pilot.pause()
        assert "written as: tiktoken rank file; it replaces the file of that name" in person.sees


async def test_a_published_vocabulary_is_saved_where_the_format_can_hold_it(
    sit_down: SitDown, tmp_path: Path
) -> None:
    async with sit_down(tokenizer="gpt2") as person:
        await person.until(lambda: not person.lab.own)
        await person.press("ctrl+s")
        await person.answer(str(tmp_path / "tokenizer.json"))
        await person.until(ends(person, ": equal"))
        assert open_tokenizer(tmp_path / "tokenizer.json").encode("newest") == load("gpt2").encode("newest")
        for name in ("x.model", "x.json"):
            await person.press("ctrl+s")
            await person.answer(str(tmp_path / name))
            await person.until(lambda: "this vocabulary has other ids" in person.told[-1])
            assert not (tmp_path / name).exists()
            person.told.append("")


async def test_a_file_is_opened_with_its_proof(sit_down: SitDown, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    save_tokenizer(load("gpt2"), path, "tokenizer.json")
    async with sit_down() as person:
        await person.press("k", "end", "enter")
        await person.answer(str(path))
        await person.until(ends(person, ": equal"))
        assert "compared with tokenizers " in person.told[-1]
        assert not person.lab.own


async def test_an_order_of_merges_that_no_training_gives_is_said(sit_down: SitDown, tmp_path: Path) -> None:
    """Case B075: bc, ab, and then ab + c, which bc keeps apart."""
    path = tmp_path / "pairs.json"
    path.write_text("[[98, 99], [97, 98], [257, 99]]", "utf-8")
    async with sit_down(tokenizer=str(path)) as person:
        await person.until(lambda: any("no history of a training" in told for told in person.told))
        assert any("merge 3 of 3 ('ab' + 'c') never happens" in told for told in person.told)


def trained_by_its_owner(model: Any, trainer: Any) -> Any:
    theirs = tokenizers.Tokenizer(model)
    theirs.normalizer, theirs.pre_tokenizer = norm.BertNormalizer(), pre.BertPreTokenizer()
    theirs.train_from_iterator([TEXT], trainer)
    return theirs


async def test_what_has_no_merges_is_shown_without_them(sit_down: SitDown, tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    trainer = tokenizers.trainers.WordPieceTrainer(
        vocab_size=60, special_tokens=["[UNK]"], show_progress=False
    )
    trained_by_its_owner(tokenizers.models.WordPiece(unk_token="[UNK]"), trainer).save(str(path))
    async with sit_down(tokenizer=str(path), source="tiny", text="  the Dog  🂡 ".encode()) as person:
        await person.until(ends(person, ": equal"))
        assert "WordPiece has no merges" in person.sees
        assert "0 / 0" in person.sees
        await person.press("left", "right", "home", "end", "w")
        assert person.told[-1].startswith("WordPiece has no merges")
        await person.press("e", "escape", "end")
        assert "unknown: no token stands for this text" in person.sees
        for page in "2341":
            await person.press(page)
            await person.pilot.pause()
        await person.press("ctrl+s")
        await person.answer(str(tmp_path / "x.tiktoken"))
        await person.until(lambda: "does more to a text" in person.told[-1])


async def test_the_merges_of_a_word_as_the_file_has_them(sit_down: SitDown, tmp_path: Path) -> None:
    """The normalizer's space is part of the word, and it starts from characters."""
    file = BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([TEXT]), model_writer=file, model_type="bpe", vocab_size=60, minloglevel=2
    )
    path = tmp_path / "x.model"
    path.write_bytes(file.getvalue())
    async with sit_down(tokenizer=str(path), text=b"the dog") as person:
        await person.until(ends(person, ": equal"))
        await person.press("w")
        await person.pilot.pause()
        assert isinstance(person.app.screen, WordScreen)
        view = person.app.screen.query_one(TraceView)
        assert view.piece == b" the dog"
        assert list(view.steps[-1].ids) == person.lab.tokenizer.encode("the dog")
        assert "characters" in person.sees
        await person.press("escape")
        assert not isinstance(person.app.screen, FormScreen)
