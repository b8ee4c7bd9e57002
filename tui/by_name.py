"""What Ctrl+P finds: every key of the program by its name, and by the words that explain it.

Textual's own search looks at names only. Here the names are short, as the footer needs them, so `pattern`
or `contrast` would find nothing. A key of another screen is found, too: that screen is shown first.
"""

from __future__ import annotations

from textual.app import SystemCommand
from textual.command import DiscoveryHit, Hit, Hits, Provider

_BY_EXPLANATION = 0.5  # what is found in a name stands before what is found in the words about it


class ByName(Provider):
    """The commands of the app, found by name or explanation."""

    async def discover(self) -> Hits:
        """All that works here, before anything is typed."""
        for name, explained, call, listed in sorted(self._commands(), key=lambda command: command.title):
            if listed:
                yield DiscoveryHit(name, call, help=explained)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, explained, call, _ in self._commands():
            score = matcher.match(name)
            if score > 0:
                yield Hit(score, matcher.highlight(name), call, help=explained)
            elif query.strip().lower() in explained.lower():
                yield Hit(_BY_EXPLANATION, name, call, text=name, help=explained)

    def _commands(self) -> list[SystemCommand]:
        return list(self.app.get_system_commands(self.screen))
