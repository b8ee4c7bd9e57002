"""What a scene can show: the screens, their views, the panes it can be about, and what it can hide.

Names only, as a lesson writes them; the screens themselves know what to do with them.
"""

from __future__ import annotations

from bpe_play.engine.stream_examples import STREAM_EXAMPLES

VIEWS: dict[str, tuple[str, ...]] = {
    "lab": (),
    "stream": tuple(STREAM_EXAMPLES),
    "glitch": ("browse", "known", "make"),
    "compare": (),
    "measure": (
        "size",
        "languages",
        "use",
        "numbers",
        "indentation",
        "spelling",
        "fertility",
        "invariants",
        "sides",
        "algorithm",
    ),
    "code": (),
}
"""Screens, and the views that each has."""

FOCUS: dict[str, tuple[str, ...]] = {"lab": ("corpus", "merges", "text", "tokens")}
"""Screens, and the panes that a scene on them can be about."""

HIDE = ("merge", "cut", "count")
"""What a question can hide: the next merge, how the typed text is cut, how many tokens it has."""
