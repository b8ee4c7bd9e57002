"""The subcommands of `bpe-play`, one module each.

To add one: a module here with `arguments(parser)`, `run(options)` and NOTES for its help, and a row in
COMMANDS. A command's module is imported when the command is used, so that none makes another one slow.
"""

from __future__ import annotations

COMMANDS: dict[str, str] = {
    "train": "learn merges from a text, and save them as a model",
    "encode": "text to token ids",
    "decode": "token ids to text",
    "measure": "figures about tokenizers: sizes, languages, words, numbers and more",
    "compare": "what several tokenizers make of one text",
    "stream": "send the tokens of a text one by one through four decoders",
    "glitch": "list the kinds of tokens, and those that a text never uses",
    "convert": "a tokenizer from one file format to another, with the proof",
    "open": "the lab as somebody else had it, from their hand-out or its code",
    "lesson": "list the lessons, or give one: scenes, questions, answers",
    "serve": "the lab in a browser, for a room that has no terminals",
    "corpora": "list the texts that are built in",
    "vocabularies": "list the published vocabularies",
}

SOURCES = """\
SOURCE is a file, a folder, - for standard input, or a built-in corpus by its name (bpe-play corpora).
A corpus name is always the corpus: a file that is called the same is written ./NAME."""

MODELS = """\
MODEL is a model that train saved, a tokenizer file of another program, or a published vocabulary by its
name (bpe-play vocabularies). A vocabulary's name is always the vocabulary: write ./NAME for a file."""
