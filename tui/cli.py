"""The command line: `bpe-play [FILE]` opens the lab, `bpe-play COMMAND …` does one thing and ends.

Stable, for scripts: results on standard output, everything else on standard error, an error is one line and
the exit status 2. Nothing is imported before it is needed, so `--help` is there at once.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence

from bpe_play.tui.commands import COMMANDS
from bpe_play.tui.commands.output import drop_output, say, settle_output
from bpe_play.tui.commands.parser import CommandError, Parser, add_training_options

PROGRAM = "bpe-play"
THEMES = ("bpe-dark", "bpe-light", "bpe-contrast")
ABOUT = (
    "A terminal lab for byte-pair-encoding tokenizers: watch one learn, step through its merges, break it."
)
NOTE = "A file that is called like a command or a corpus is opened as ./NAME."

FAILED = 2
INTERRUPTED = 130
OUTPUT_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; never raises what a user can cause."""
    words = list(sys.argv[1:] if argv is None else argv)
    command = words[0] if words and words[0] in COMMANDS else None
    try:
        return _run_command(command, words[1:]) if command else _run_lab(words)
    except SystemExit as end:  # argparse, after --help
        return end.code if isinstance(end.code, int) else 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return OUTPUT_CLOSED
    except Exception as error:
        return _failed(error, command)
    finally:
        settle_output()


def _run_command(name: str, words: list[str]) -> int:
    module = importlib.import_module(f"bpe_play.tui.commands.{name}")
    parser = Parser(f"{PROGRAM} {name}", COMMANDS[name], module.NOTES)
    module.arguments(parser)
    module.run(parser.parse_intermixed_args(words))
    return 0


def _run_lab(words: list[str]) -> int:
    options = _lab_parser().parse_args(words)
    if options.version:
        return _print_version()
    _check_lab(options)
    from bpe_play.tui.app import run

    return run(
        source=options.file,
        split=options.split,
        ties=options.ties,
        vocab_size=options.vocab_size,
        text=options.text,
        theme=options.theme,
        mouse=not options.no_mouse,
    )


def _lab_parser() -> Parser:
    commands = "\n".join(f"  {name:<14}{about}" for name, about in COMMANDS.items())
    parser = Parser(PROGRAM, ABOUT, f"commands (each has its own --help):\n{commands}\n\n{NOTE}")
    parser.add_argument("file", metavar="FILE", nargs="?", help="a file, a folder, - or a corpus by name")
    add_training_options(parser, vocab_size_needed=False)
    parser.add_argument("--text", help="what stands in the text pane")
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")
    parser.add_argument("--version", action="store_true", help="print the version and end")
    return parser


def _check_lab(options: argparse.Namespace) -> None:
    """Say what is wrong here, where it can still be seen, and not on a screen that takes the terminal."""
    if options.file in COMMANDS and not os.path.lexists(options.file):
        raise CommandError(f"The command {options.file} stands after options", "write it first")
    if options.split is not None:
        from bpe_play.tui.commands.inputs import read_split

        read_split(options.split)
    if options.file not in (None, "-"):
        from bpe_play.tui.commands.inputs import check_source

        check_source(options.file)


def _print_version() -> int:
    from bpe_play.engine.versions import program_version

    sys.stdout.write(f"{PROGRAM} {program_version()}\n")
    sys.stdout.flush()
    return 0


def _failed(error: Exception, command: str | None) -> int:
    """One line that says what is wrong and what to do; BPE_PLAY_DEBUG in the environment shows where."""
    if os.environ.get("BPE_PLAY_DEBUG"):
        raise error
    if isinstance(error, OSError):
        drop_output()
    say(f"{PROGRAM}{f' {command}' if command else ''}: {_explained(error)}")
    return FAILED


def _explained(error: Exception) -> str:
    """EngineError, CorpusError and CommandError have a title and a hint; they are known by these."""
    title, hint = getattr(error, "title", None), getattr(error, "hint", None)
    if isinstance(title, str) and isinstance(hint, str):
        return f"{title} {hint}" if title.endswith(".") else f"{title}: {hint}" if hint else title
    if isinstance(error, MemoryError):
        return "there is not enough memory: take a smaller text"
    if isinstance(error, OSError):
        return f"cannot read or write: {(error.strerror or str(error)).lower()}"
    return f"a fault in the program, {type(error).__name__}: {error}; BPE_PLAY_DEBUG=1 shows where"
