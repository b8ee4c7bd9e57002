"""The lab of one visitor, with a visitor's rights; started by visit.py, which gives it its words and its folder.

Nothing of it is kept, and nothing that was kept on this machine is in it. It has a memory limit, so that a visitor
who wants too much ends their own lab, and not the machine's other work.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bpe_play.corpora import CORPORA
from bpe_play.tui import garbage
from bpe_play.tui.app import BpePlay
from bpe_play.tui.lab_arguments import read
from bpe_play.tui.learner.limits import hold_memory
from bpe_play.tui.rights import Rights
from bpe_play.tui.settings import Settings
from bpe_play.tui.start import starting_lab
from bpe_play.tui.state import State

MEMORY = 1 << 30  # bytes, for each of a visitor's processes, beyond what Python and our modules take


def lab_for(words: Sequence[str]) -> BpePlay:
    """The lab that the words of a command line ask for, for a visitor."""
    options = read(list(words))
    given = options.file if options.file not in (None, *CORPORA) else ""
    lab = starting_lab(
        options.file, options.split, options.ties, options.vocab_size, options.text, kept=State()
    )
    settings = Settings(theme=options.theme or Settings.theme)
    return BpePlay(lab, settings, keep=False, rights=Rights(visitor=True, given=given))


def main() -> int:
    garbage.wait()
    hold_memory(MEMORY)
    app = lab_for(sys.argv[1:])
    app.run()
    return app.return_code or 0


if __name__ == "__main__":
    sys.exit(main())
