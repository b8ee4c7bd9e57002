"""The command line: `bpe-play [FILE]` opens the lab, `bpe-play COMMAND …` does one thing and ends.

Stable, for scripts: results on standard output, everything else on standard error, an error is one line and
the exit status 2. Nothing is imported before it is needed, so `--help` is there at once.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from bpe_play.tui import garbage
from bpe_play.tui.commands import COMMANDS
from bpe_play.tui.commands.output import drop_output, say, settle_output

PROGRAM = "bpe-play"

FAILED = 2
INTERRUPTED = 130
OUTPUT_CLOSED = 141

# Twice Textual's own: what comes right behind a paint, as a key does while one trains, waits half as long for the next.
_FRAMES_PER_SECOND = "120"


def program() -> int:
    """`main` in a process of its own, which is what `bpe-play` runs."""
    garbage.wait()
    os.environ.setdefault("TEXTUAL_FPS", _FRAMES_PER_SECOND)  # Textual looks at it when it is loaded
    try:
        return main()
    finally:
        garbage.leave()


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
    from bpe_play.tui.commands.parser import Parser

    module = importlib.import_module(f"bpe_play.tui.commands.{name}")
    parser = Parser(f"{PROGRAM} {name}", COMMANDS[name], module.NOTES)
    module.arguments(parser)
    return module.run(parser.parse_intermixed_args(words)) or 0


def _run_lab(words: list[str]) -> int:
    if not words:  # the usual start does without a parser
        from bpe_play.tui.app import run

        return run()
    from bpe_play.tui.lab_arguments import read

    options = read(words)
    if options.version:
        return _print_version()
    if options.plain_keys:  # Textual looks at it when it is loaded
        os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
    from bpe_play.tui.app import run

    return run(
        source=options.file,
        split=options.split,
        ties=options.ties,
        vocab_size=options.vocab_size,
        text=options.text,
        theme=options.theme,
        mouse=not options.no_mouse,
        code=options.code,
    )


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
