"""Every key of the program, in one table: the bindings, the footer and the help are made from it.

`where` says in which place a key works: "everywhere" (also while one types), "page" (every numbered screen,
outside text boxes), the name of one such screen, or a widget. `footer` is the rank in the footer, 0 for
not there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from textual.binding import Binding, BindingType


class Key(NamedTuple):
    """One key: `keys` in Textual's names, separated by commas; `shown` as people read it."""

    id: str
    keys: str
    action: str
    shown: str
    label: str
    explained: str
    where: str = "lab"
    footer: int = 0
    footer_in: tuple[str, ...] = ()  # screens that have it in their footer; none: all


# Screens that have room for undo among the seven keys of their footer.
_ROOM = ("lab", "stream", "compare", "measure")

EVERYWHERE, PAGE, TYPING = "everywhere", "page", "text"

# The places in which keys work, as the help names them.
PLACES = {
    "lab": "In the lab, outside the text box",
    "stream": "On the stream screen, outside the text box",
    "glitch": "On the glitch screen, outside the search line",
    "compare": "On the compare screen, outside the text box",
    "compare-rows": "In the compared rows",
    "code": "On the code screen, outside the editor",
    "code-text": "In the editor of the code screen",
    "measure": "On the measure screen",
    "page": "On every screen, outside text boxes",
    EVERYWHERE: "Everywhere, also while you type",
    "merges": "In the merge list",
    "tokens": "In the token rows",
    "corpus": "In the corpus",
    TYPING: "In a text box",
}

KEYS: tuple[Key, ...] = (
    # -- time
    Key("play", "space", "play", "space", "play", "Play the merges one after the other, or pause", "lab", 1),
    Key("forward", "right", "step(1)", "→", "step", "One merge on", "lab", 2),
    Key("back", "left", "step(-1)", "←", "back", "One merge back", "lab"),
    Key("forward-10", "shift+right,full_stop", "step(10)", "shift+→ .", "10 on", "Ten merges on"),
    Key("back-10", "shift+left,comma", "step(-10)", "shift+← ,", "10 back", "Ten merges back"),
    Key(
        "forward-100",
        "ctrl+right,greater_than_sign",
        "step(100)",
        "ctrl+→ >",
        "100 on",
        "A hundred merges on",
    ),
    Key(
        "back-100", "ctrl+left,less_than_sign", "step(-100)", "ctrl+← <", "100 back", "A hundred merges back"
    ),
    Key("first", "home", "first", "home", "start", "Before the first merge: bytes"),
    Key("last", "end", "last", "end", "end", "The newest merge; follows while training runs"),
    Key("faster", "plus,equals_sign", "speed(1)", "+", "faster", "Play faster"),
    Key("slower", "minus", "speed(-1)", "-", "slower", "Play more slowly"),
    Key("goto", "g", "goto", "g", "go to", "Go to a step by its number"),
    # -- settings
    Key("corpus", "o", "corpus", "o", "corpus", "Open a built-in corpus, a file or a folder", "lab", 6),
    Key("tokenizer", "k", "tokenizer", "k", "tokenizer", "Your own tokenizer, a published one, or a file"),
    Key(
        "algorithm",
        "a",
        "algorithm",
        "a",
        "algorithm",
        "How to learn: BPE, WordPiece, Unigram, words, characters",
    ),
    Key("split", "s", "split", "s", "split", "Choose the pre-tokenizer, or write a pattern", "lab", 7),
    Key("ties", "t", "ties", "t", "ties", "Change the tie rule: first seen, lowest ids"),
    Key("tie-lens", "T", "tie_lens", "T", "tie lens", "Another winner of a tie, and both futures"),
    Key("size", "v", "size", "v", "size", "Vocabulary size, minimum frequency, longest token"),
    Key("stop", "x", "stop", "x", "stop", "Stop training and keep what was learned"),
    # -- looking
    Key("find", "slash", "find", "/", "find", "Find a token by its text, or by bytes as hex:E2 80"),
    Key("find-next", "n", "find_next(1)", "n", "next hit", "The next token found"),
    Key("find-last", "N", "find_next(-1)", "N", "last hit", "The token found before"),
    Key(
        "evidence",
        "enter",
        "evidence",
        "enter",
        "evidence",
        "What speaks for this merge: tree, rivals, lines",
    ),
    Key("word", "w", "word", "w", "word", "Watch the merges of the word under the token cursor"),
    Key("bytes", "b", "bytes", "b", "bytes", "Show bytes in hex, binary or decimal"),
    Key(
        "specials",
        "m",
        "specials",
        "m",
        "specials",
        "Special tokens in typed text: as text, as tokens, refused",
    ),
    Key("line-ends", "l", "line_ends", "l", "line ends", "Line ends of the typed text: LF, CRLF, CR"),
    Key("write", "e", "write", "e", "type", "Type in the text box; Esc leaves it", "lab", 5),
    Key(
        "save",
        "ctrl+s",
        "screen.save",
        "ctrl+s",
        "save",
        "Save the tokenizer in any of its formats",
        EVERYWHERE,
    ),
    # -- the stream screen
    Key(
        "stream-play",
        "space",
        "play",
        "space",
        "play",
        "Send tokens one after the other, or pause",
        "stream",
        1,
    ),
    Key("stream-next", "right", "step(1)", "→", "next", "The next token comes", "stream", 2),
    Key("stream-back", "left", "step(-1)", "←", "back", "The last token is taken back", "stream"),
    Key("stream-10", "shift+right,full_stop", "step(10)", "shift+→ .", "10 on", "Ten tokens come", "stream"),
    Key(
        "stream-back-10", "shift+left,comma", "step(-10)", "shift+← ,", "10 back", "Ten tokens back", "stream"
    ),
    Key("stream-restart", "home", "restart", "home", "restart", "Nothing has been sent yet", "stream"),
    Key("stream-finish", "end", "finish", "end", "all", "Everything comes, and the flush", "stream"),
    Key("stream-faster", "plus,equals_sign", "speed(1)", "+", "faster", "Play faster", "stream"),
    Key("stream-slower", "minus", "speed(-1)", "-", "slower", "Play more slowly", "stream"),
    Key("stream-cut", "c", "cut", "c", "cut", "Cut the stream here, or join it again", "stream", 3),
    Key("stream-flush", "f", "flush", "f", "flush", "The stream ends here: flush the decoders", "stream"),
    Key("stream-bytes", "b", "by_byte", "b", "bytes", "Send byte by byte, or token by token", "stream", 4),
    Key("stream-examples", "o", "examples", "o", "examples", "Choose what is streamed", "stream", 5),
    Key("stream-words", "v", "vocabulary", "v", "vocab", "By what the text is cut into tokens", "stream"),
    Key("stream-write", "e", "write", "e", "type", "Type or paste a text; Esc leaves the box", "stream", 7),
    Key("stream-stop", "s", "stop_sequence", "s", "stop", "Look for a stop sequence", "stream"),
    Key("stream-up", "up", "choose(-1)", "↑", "decoder", "The decoder above", "stream"),
    Key("stream-down", "down", "choose(1)", "↓", "decoder", "The decoder below", "stream"),
    Key("stream-code", "enter", "code", "enter", "code", "Read the source of this decoder", "stream"),
    # -- the glitch screen
    Key("glitch-browse", "b", "view('browse')", "b", "browse", "Browse a real vocabulary", "glitch", 1),
    Key("glitch-known", "k", "view('known')", "k", "known", "Known glitch tokens of GPT-2", "glitch", 2),
    Key("glitch-make", "m", "view('make')", "m", "make", "Make glitch tokens of two texts", "glitch", 3),
    Key("glitch-search", "slash", "search", "/", "find", "Search: text, #id, hex:, re:, kind:", "glitch", 4),
    Key("glitch-words", "v", "vocabulary", "v", "vocab", "Choose the vocabulary to browse", "glitch", 5),
    Key("glitch-texts", "o", "texts", "o", "text", "Texts A and B; or the one for scaffolding", "glitch", 6),
    Key("glitch-start", "space", "start", "space", "start", "Make glitch tokens, train the toy", "glitch", 7),
    Key("glitch-part", "f", "part", "f", "filter", "Glitch, scaffold, cannot be made, all", "glitch"),
    Key("glitch-stop", "escape,x", "halt", "esc", "stop", "Stop the work; then: all tokens again", "glitch"),
    # -- the compare screen
    Key("compare-next", "n", "difference(1)", "n", "next", "The next place where they part", "compare", 1),
    Key("compare-before", "N,p", "difference(-1)", "N p", "before", "The place before that one", "compare"),
    Key("compare-text", "o", "text", "o", "text", "Choose a text: numbers, code, languages …", "compare", 2),
    Key("compare-write", "e", "write", "e", "type", "Type or paste a text; Esc leaves the box", "compare", 3),
    Key("compare-lab", "l", "lab_text", "l", "lab's text", "The text that is typed in the lab", "compare"),
    Key("compare-add", "a", "add", "a", "add", "Add a tokenizer, four at most", "compare", 4),
    Key("compare-replace", "k", "replace", "k", "replace", "Another tokenizer in this place", "compare", 5),
    Key("compare-remove", "x", "remove", "x", "remove", "Take this tokenizer away", "compare"),
    Key("compare-first", "f", "make_first", "f", "first", "Tell costs against this tokenizer", "compare"),
    Key("compare-goto", "g", "goto", "g", "step", "This tokenizer as of a step, by number", "compare", 7),
    Key("compare-10", "full_stop", "step(10)", ".", "10 on", "The same ten merges later", "compare"),
    Key("compare-back-10", "comma", "step(-10)", ",", "10 back", "The same ten merges before", "compare"),
    Key("compare-100", "greater_than_sign", "step(100)", ">", "100 on", "A hundred later", "compare"),
    Key("compare-back-100", "less_than_sign", "step(-100)", "<", "100 back", "A hundred before", "compare"),
    Key("compare-notes", "i", "notes", "i", "notes", "What is to be known of these tokenizers", "compare"),
    Key("compare-stop", "escape", "give_up", "esc", "stop", "Stop waiting for a tokenizer", "compare"),
    Key("compare-right", "right", "walk(1)", "→", "token", "The next token", "compare-rows"),
    Key("compare-left", "left", "walk(-1)", "←", "token", "The token before", "compare-rows"),
    Key("compare-down", "down", "walk_rows(1)", "↓", "row", "The tokenizer below", "compare-rows"),
    Key("compare-up", "up", "walk_rows(-1)", "↑", "row", "The tokenizer above", "compare-rows"),
    Key("compare-page-down", "pagedown", "walk_pages(1)", "pgdn", "page", "A page down", "compare-rows"),
    Key("compare-page-up", "pageup", "walk_pages(-1)", "pgup", "page", "A page up", "compare-rows"),
    Key("compare-home", "home", "walk_to_end(False)", "home", "start", "The first token", "compare-rows"),
    Key("compare-end", "end", "walk_to_end(True)", "end", "end", "The last token", "compare-rows"),
    # -- the code screen
    Key("code-run", "space", "play", "space", "run", "Save and run the file", "code", 1),
    Key("code-write", "enter,i", "write", "enter", "type", "Type in the editor; Esc leaves it", "code", 2),
    Key("code-outside", "e", "outside", "e", "$EDITOR", "Open the file in $EDITOR, and come back", "code", 3),
    Key("code-exercises", "x", "exercises", "x", "exercises", "Choose an exercise, or your file", "code", 4),
    Key("code-next", "n", "exercise(1)", "n", "next", "The next exercise", "code", 5),
    Key("code-hint", "h", "hint", "h", "hint", "One more hint for the exercise", "code", 6),
    Key("code-open", "o", "open", "o", "open", "Open a Python file, or make one", "code", 7),
    Key("code-solution", "a", "reveal", "a", "solution", "Show a solution, or hide it", "code"),
    Key("code-before", "N", "exercise(-1)", "N", "before", "The exercise before", "code"),
    Key("code-difference", "f", "difference", "f", "first", "To the first step that differs", "code"),
    Key("code-merges", "v", "merges", "v", "merges", "How many merges are learned", "code"),
    Key("code-split", "s", "split", "s", "split", "The split that both lists are made with", "code"),
    Key("code-stop", "escape", "halt", "esc", "stop", "Stop the run", "code"),
    Key("code-view", "right", "step(1)", "→", "pane", "The next pane beside the code", "code"),
    Key("code-view-back", "left", "step(-1)", "←", "pane", "The pane before", "code"),
    Key("code-take", "t", "take_file", "t", "take file", "Drop unsaved text for what is in the file", "code"),
    Key("code-run-any", "f5", "screen.play", "F5", "run", "Save and run, while you type", "code-text", 1),
    Key("code-leave", "escape", "leave", "esc", "leave", "Stop the run, or leave the editor", "code-text", 2),
    Key("code-pane", "f7", "screen.step(1)", "F7", "pane", "The next pane beside the code", "code-text", 3),
    Key("code-indent", "tab", "indent", "tab", "indent", "Four blanks, or selected lines", "code-text", 4),
    Key("code-dedent", "shift+tab", "dedent", "shift+tab", "dedent", "Take a step of them away", "code-text"),
    # -- the measure screen
    Key("measure-first", "k", "tokenizer(0)", "k", "tokenizer", "Choose the first tokenizer", "measure", 1),
    Key("measure-second", "K", "tokenizer(1)", "K", "second", "Choose the second tokenizer", "measure"),
    Key("measure-text", "o", "text", "o", "text", "Choose a text to measure beside the corpus", "measure", 4),
    Key("measure-settings", "e", "settings", "e", "settings", "Set the figures of this view", "measure", 2),
    Key("measure-learning", "t", "learning", "t", "train", "How algorithms are trained here", "measure"),
    Key("measure-next", "right", "part(1)", "← →", "part", "The next part of what was found", "measure", 3),
    Key("measure-before", "left", "part(-1)", "←", "part", "The part before that one", "measure"),
    Key("measure-csv", "x", "export('csv')", "x", "CSV", "Write the figures as CSV to a file", "measure", 5),
    Key("measure-json", "X", "export('json')", "X", "JSON", "Write them as lines of JSON", "measure", 6),
    Key("measure-start", "space", "play", "space", "measure", "Measure again what was stopped", "measure"),
    Key("measure-stop", "escape", "halt", "esc", "stop", "Stop measuring; what was found stays", "measure"),
    Key("measure-size", "v", "view('size')", "v", "size", "Vocabulary size: gains and costs", "measure"),
    Key("measure-tax", "l", "view('languages')", "l", "languages", "The language tax", "measure"),
    Key("measure-use", "c", "view('use')", "c", "in use", "Tokens most used, and never used", "measure"),
    Key("measure-numbers", "n", "view('numbers')", "n", "numbers", "How numbers are cut", "measure"),
    Key("measure-indents", "i", "view('indentation')", "i", "indents", "Tokens of indentation", "measure"),
    Key("measure-words", "w", "view('spelling')", "w", "spelling", "Count letters, reverse words", "measure"),
    Key("measure-price", "f", "view('fertility')", "f", "fertility", "Tokens per word, and price", "measure"),
    Key("measure-lights", "g", "view('invariants')", "g", "guarantees", "What must hold, proven", "measure"),
    Key("measure-sides", "b", "view('sides')", "b", "two", "Two tokenizers side by side", "measure"),
    Key("measure-steps", "a", "view('algorithm')", "a", "algorithm", "An algorithm, step by step", "measure"),
    # -- on every screen
    Key("undo", "u", "undo", "u", "undo", "Take back what was last changed on this screen", PAGE, 3, _ROOM),
    Key("redo", "r", "redo", "r", "redo", "Make the change again that was taken back", PAGE),
    Key(
        "zero",
        "0",
        "zero",
        "0",
        "start",
        "Back to bytes, or to the start of the stream or scene",
        PAGE,
        4,
        ("lab",),
    ),
    Key("zoom", "z", "zoom", "z", "zoom", "The focused pane alone, or all of them", PAGE),
    Key("theme", "d", "app.theme", "d", "theme", "Dark, light, high contrast", PAGE),
    Key("copy", "y", "app.copy_pane", "y", "copy", "Copy this pane as text; it is in a file, too", PAGE),
    Key("take-out", "Y", "app.take_out", "Y", "take out", "Take out tokens or a picture of the screen", PAGE),
    Key("help-2", "question_mark", "app.help", "?", "keys", "All keys", PAGE, 9),
    Key("page-1", "1", "app.page('lab')", "1", "Lab", "Lab: watch a tokenizer learn", PAGE),
    Key("page-2", "2", "app.page('stream')", "2", "Stream", "Stream: an answer arrives in pieces", PAGE),
    Key("page-3", "3", "app.page('glitch')", "3", "Glitch", "Glitch: tokens no model has learned", PAGE),
    Key("page-4", "4", "app.page('compare')", "4", "Compare", "Compare: where tokenizers part", PAGE),
    Key("page-5", "5", "app.page('measure')", "5", "Measure", "Measure: figures, pictures, files", PAGE),
    Key("page-6", "6", "app.page('code')", "6", "Code", "Code: your own BPE beside the engine's", PAGE),
    # -- in a text box
    Key("leave", "escape", "leave", "esc", "leave", "Leave the box; letters are keys again", TYPING, 1),
    # -- everywhere
    Key("help", "f1", "app.help", "F1", "keys", "All keys", EVERYWHERE, 9),
    Key(
        "back-any", "f2", "screen.step(-1)", "F2", "back", "One merge back, also while typing", EVERYWHERE, 2
    ),
    Key(
        "forward-any", "f3", "screen.step(1)", "F3", "step", "One merge on, also while typing", EVERYWHERE, 3
    ),
    Key("play-any", "f4", "screen.play", "F4", "play", "Play or pause, also while typing", EVERYWHERE, 4),
    Key(
        "lesson-next",
        "ctrl+n,f10",
        "app.lesson('next')",
        "ctrl+n",
        "next",
        "Lesson: the next scene",
        EVERYWHERE,
    ),
    Key(
        "lesson-back",
        "ctrl+b",
        "app.lesson('back')",
        "ctrl+b",
        "back",
        "Lesson: the scene before",
        EVERYWHERE,
    ),
    Key(
        "lesson-peek",
        "ctrl+t",
        "app.lesson('peek')",
        "ctrl+t",
        "notes",
        "Lesson: teacher's notes",
        EVERYWHERE,
    ),
    Key(
        "predict",
        "ctrl+r",
        "app.predict",
        "ctrl+r",
        "predict",
        "Predict, then reveal; in a lesson its answer",
        EVERYWHERE,
    ),
    Key(
        "lessons", "ctrl+l", "app.lesson('choose')", "ctrl+l", "lessons", "Choose, leave a lesson", EVERYWHERE
    ),
    Key(
        "insert",
        "f12",
        "screen.insert",
        "F12",
        "insert",
        "While typing: a character by its number or name, U+00F1",
        EVERYWHERE,
    ),
    Key("page-any", "f6", "app.next_page", "F6", "screen", "The next screen, also while typing", EVERYWHERE),
    Key(
        "hand-out",
        "f8",
        "app.hand_out",
        "F8",
        "hand-out",
        "Hand out what you see: file, code, log",
        EVERYWHERE,
    ),
    Key(
        "stage",
        "f9",
        "app.stage",
        "F9",
        "stage",
        "For a room: one pane, high contrast, keys, timer",
        EVERYWHERE,
    ),
    Key("pane", "tab", "app.focus_next", "tab", "pane", "The next pane", EVERYWHERE),
    Key("pane-back", "shift+tab", "app.focus_previous", "shift+tab", "pane", "The pane before", EVERYWHERE),
    Key("quit", "ctrl+q", "app.quit", "ctrl+q", "quit", "Quit; everything is kept", EVERYWHERE),
)


def bindings(where: str) -> list[BindingType]:
    """The bindings of a place. Those that work everywhere go before a text box's own keys."""
    return [_binding(key) for key in KEYS if key.where == where]


def _binding(key: Key) -> Binding:
    return Binding(
        key.keys,
        key.action,
        key.label,
        show=False,
        key_display=key.shown,
        priority=key.where == EVERYWHERE,
        tooltip=key.explained,
        id=key.id,
    )


def footer_keys(where: str, keys: Iterable[Key] = KEYS) -> list[Key]:
    """The keys that the footer shows in a place, in its order: those of the place and of every screen.

    In a text box letters are text, so there it shows what works everywhere. `keys` are those that are not off.
    """
    around = EVERYWHERE if where == TYPING else PAGE
    near = (key for key in keys if key.footer and key.where in (where, around))
    shown = (key for key in near if not key.footer_in or where in key.footer_in)
    return sorted(shown, key=lambda key: key.footer)


def everywhere_instead(key: Key) -> Key | None:
    """The key that does the same in every place, if there is one."""
    action = f"screen.{key.action}"
    return next((other for other in KEYS if other.where == EVERYWHERE and other.action == action), None)
