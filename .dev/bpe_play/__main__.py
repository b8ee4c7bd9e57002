"""`python -m bpe_play` is the `bpe-play` command."""

from bpe_play.tui.cli import program

raise SystemExit(program())
