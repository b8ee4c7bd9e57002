"""A class of 45 minutes, given on a terminal of 100 by 30: no mouse, no network, one test from start to end.

    0–5 bytes   5–16 ten merges   16–19 a tie   19–25 a sentence through time
    25–33 a score of one's own   33–41 torn characters, glitch tokens   41–45 special tokens, the hand-out

Each function is what the teacher does, and what the room sees. Nobody waits for anything but the screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

Screen = Any
Start = Callable[..., Screen]

F5, F8 = "\x1b[15~", "\x1b[19~"
PAGE_DOWN, BACKSPACE = "\x1b[6~", "\x7f"

# A forum in which one name is everywhere, and what is left of it after cleaning.
ROOM_A = "a robot called ZorgBlatt hums in the room.\n" * 9 + "ZorgBlatt posted again.\n" * 60
ROOM_B = "a kettle and a window hum in the room, and the robot posted nothing.\n" * 60


def test_a_class_of_45_minutes(start: Start, tmp_path: Path, monkeypatch: Any) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "a.txt").write_text(ROOM_A)
    (room / "b.txt").write_text(ROOM_B)
    monkeypatch.chdir(room)

    screen = start()
    screen.wait("768 / 768")
    take_words_apart_to_their_bytes(screen)
    open_a_small_corpus(screen)
    predict_ten_merges(screen)
    step_back(screen)
    let_another_pair_win(screen)
    scrub_a_new_sentence(screen)
    switch_the_split_off_and_on(screen)
    write_a_score(screen)
    break_it_and_mend_it(screen)
    tear_an_emoji(screen)
    make_a_glitch_token(screen)
    forge_a_special_token(screen)
    code = hand_out(screen)
    taught = fingerprint(screen)
    screen.press("ctrl+q")
    assert screen.wait_end() == 0

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "the state of a pupil"))
    assert open_in_a_second_terminal(start, code) == taught


# -- what a teacher does all the time


def type_text(screen: Screen, text: str) -> None:
    """Write in the text box, in the place of what stands there, and leave it."""
    screen.press("e").wait("esc leave").press("ctrl+a").type(text)
    screen.wait(lambda seen: any(text in line for line in seen.lines))
    leave_the_text(screen)


def leave_the_text(screen: Screen) -> None:
    screen.press("esc").wait_gone("esc leave")


def open_corpus(screen: Screen, name: str) -> None:
    screen.press("o").wait("Built in").press("shift+tab").type(name).wait(f"  {name} ").press("enter")
    screen.wait_gone("Built in").wait(f"bpe-play   {name} ")


def choose_split(screen: Screen, name: str) -> None:
    below = ["none", "gpt2"].index(name)
    screen.press("s").wait("Split: the pre-tokenizer").press("home", *["down"] * below, "enter")
    screen.wait(f"split {name}")


def go_to_step(screen: Screen, step: int) -> None:
    screen.type(f"g{step}\r").wait(f" {step} / ")


def fingerprint(screen: Screen) -> str:
    """The four digits in the header, by which a room checks that all have the same."""
    found = re.search("#([0-9A-F]{4})", screen.wait(lambda seen: "#" in seen.lines[0]).lines[0])
    assert found is not None
    return found[1]


# -- 0–5: bytes


def take_words_apart_to_their_bytes(screen: Screen) -> None:
    screen.press("0").wait("0 / 768")
    type_text(screen, "strawberry")
    screen.wait("10 bytes").wait("10 tokens").wait("73 │74 │72")
    type_text(screen, "año")
    screen.wait("3 graphemes").wait("4 bytes").wait("61│C3 │B1 │6F")
    type_text(screen, "🍓")
    screen.wait("4 bytes").wait("F0 │9F │8D │93")
    screen.press("right").wait("byte 2 of 4 of U+1F353")


# -- 5–16: a small corpus, ten merges


def open_a_small_corpus(screen: Screen) -> None:
    open_corpus(screen, "tiny")
    screen.wait("The│ train").wait("no pair is left")
    choose_split(screen, "none")
    screen.press("0").wait("0 / 42")


def predict_ten_merges(screen: Screen) -> None:
    """The room guesses; a guess that was wrong is as good a lesson as one that was right."""
    screen.press("ctrl+r").wait("Predict, then reveal").press("enter").wait("The next merge?")
    screen.wait_gone("n + ␣")
    for guess, verdict in (
        ("n ", "✓ right: n + ␣ → n␣, 10 times"),
        ("he", "✗ not so: r + a → ra, 7 times; he came 2nd, with 6"),
        ("he", "✓ right: h + e → he"),
        ("he_", "≈ nearly: i + n␣ → in␣, 5 times; he_ too, but the first seen wins"),
    ):
        screen.type(guess).press("enter").wait(verdict)
        screen.press("enter").wait("The next merge?")
    for step in range(5, 11):
        screen.type("th").press("enter").wait(f" {step} / 42").wait("enter: next")
    screen.wait("2 of 10 right").press("esc").wait("s split")


def step_back(screen: Screen) -> None:
    for step in (9, 8, 7):
        screen.press("f2").wait(f" {step} / 42")
    screen.press("f3").wait(" 8 / 42").wait("▸   8")


# -- 16–19: a tie


def let_another_pair_win(screen: Screen) -> None:
    """The one that the room had guessed; the order is another, the vocabulary is the same in the end."""
    go_to_step(screen, 4)
    screen.press("T").wait("2 pairs occur 5 times").wait("wins: first seen")
    screen.press("down").wait("he + ␣ wins instead").wait("They meet again after step 5")
    screen.press("enter").wait("first seen   4: he␣").wait("▸   4  he + ␣ → he␣")
    screen.press("u").wait_gone("4: he␣").wait("▸   4  i + n␣ → in␣")


# -- 19–25: a sentence through time, with and without a split


def scrub_a_new_sentence(screen: Screen) -> None:
    open_corpus(screen, "english")
    choose_split(screen, "gpt2")
    screen.wait("#CFC5").press("0").wait(" 0 / 768")
    type_text(screen, "The baker's cat isn't in.")
    screen.wait("25 tokens")
    for step, tokens in ((10, 23), (100, 17), (400, 14)):
        go_to_step(screen, step)
        screen.wait(f"{tokens} tokens")
    go_to_step(screen, 768)


def switch_the_split_off_and_on(screen: Screen) -> None:
    choose_split(screen, "none")
    screen.wait("#61D2").wait("The␣")
    screen.press("u").wait("split gpt2").wait("#CFC5").wait_gone("The␣")


# -- 25–33: a score of one's own


def write_a_score(screen: Screen) -> None:
    """WordPiece's, below what the file begins with."""
    screen.press("6").wait("merges are the engine's").press(*[PAGE_DOWN] * 3, "enter", "enter")
    screen.type("def score(pair_count, left_count, right_count):").press("enter")
    screen.type("return pair_count / (left_count * right_count)").wait("* right_count)")
    screen.press(F5).wait("Step 1: you chose").wait("your score prefers").wait("that is less frequent")


def break_it_and_mend_it(screen: Screen) -> None:
    """What worked last stays, whatever is broken."""
    screen.press(BACKSPACE, F5).wait("is not Python").wait("From the last run that worked")
    screen.type(")").press(F5).wait_gone("is not Python").wait("Step 1: you chose")
    leave_the_text(screen)


# -- 33–41: torn characters, glitch tokens


def tear_an_emoji(screen: Screen) -> None:
    screen.press("2").wait("Wire")
    screen.press("e").wait("esc leave").press("ctrl+a").type("🍓").wait("token 0 of 4").wait("▸incremental")
    leave_the_text(screen)
    for step, held in ((1, "1 byte pending, 3 owed"), (2, "2 bytes pending, 2 owed"), (3, "3 bytes pending")):
        screen.press("right").wait(f"token {step} of 4").wait(held)
    screen.press("c").wait("cut, 1 never come").press("right").wait("one U+FFFD for F0 9F 8D")


def make_a_glitch_token(screen: Screen) -> None:
    """A tokenizer learns from one text, a model from another: what only the first one holds is never read."""
    screen.press("3").wait("Tokens of").press("m").wait("space: make glitch tokens")
    screen.press("o").wait("Make your own").type("a.txt").press("tab").type("b.txt")
    screen.press("tab", "tab").type("300").press("enter").wait("300 tokens")
    screen.press(" ").wait("Voted in A for “ZorgBlatt”").wait("never read")


# -- 41–45: a special token, and the hand-out


def forge_a_special_token(screen: Screen) -> None:
    screen.press("1").wait("Merges")
    type_text(screen, "a<|endoftext|>")
    screen.wait("12 tokens")
    screen.press("m").wait(" 2 tokens").wait("a special token").wait("specials are tokens")
    screen.press("m").wait("not tokenized").wait("specials are refused")
    screen.press("m").wait("12 tokens").wait("specials are text")


def hand_out(screen: Screen) -> str:
    """The code that the room types."""
    screen.press(F8).wait("to open it").wait("the code is all that is needed")
    found = re.search(r"bpe-play open ([0-9A-Z-]+)", screen.text)
    assert found is not None
    screen.press("esc").wait("s split")
    return found[1]


def open_in_a_second_terminal(start: Start, code: str) -> str:
    """A pupil's own, with the same merges, text and step; its fingerprint."""
    screen = start("open", code)
    screen.wait("The same as in the hand-out").wait("a<|endoftext|>").wait("12 tokens").wait("768 / 768")
    mark = fingerprint(screen)
    screen.press("ctrl+q")
    assert screen.wait_end() == 0
    return mark
