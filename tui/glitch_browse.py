"""A vocabulary that is browsed: its tokens, what was searched for, and its kinds once they are counted.

No screen is known here. Searching is done in `search`, which may be called in a thread; `take` keeps what it
found.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bpe_play.engine.anatomy import Anatomy, Kind
from bpe_play.engine.errors import EngineError
from bpe_play.engine.tokenizer import Tokenizer
from bpe_play.engine.vocabulary_index import VocabularyIndex
from bpe_play.tui import frames
from bpe_play.tui.glitch_job import Job
from bpe_play.tui.glitch_messages import TokenizerOrder, anatomy_from_json

HELP = "text, or  #id   hex:F0 9F   re:^ ?[A-Z]+$   kind:piece   script:Greek"


@dataclass(frozen=True)
class Found:
    """The answer to a search: ids, or why there is none."""

    query: str
    ids: list[int] = field(default_factory=list)
    error: str = ""


@dataclass(frozen=True)
class Group:
    """A row of the list of kinds: what it is called, how many tokens, and the search that shows them."""

    name: str
    count: int | None
    query: str
    about: str


class BrowseState:
    """One vocabulary, and what is looked at in it.

    title   the name of the vocabulary
    text    what scaffolding is looked for in; None for no text
    """

    def __init__(self) -> None:
        self.title = ""
        self.text: bytes | None = None
        self.text_name = ""
        self.tokenizer: Tokenizer | None = None
        self.found = Found("")
        self.job: Job | None = None
        self._order = TokenizerOrder()
        self._index: VocabularyIndex | None = None

    def open(
        self, title: str, tokenizer: Tokenizer, order: TokenizerOrder, index: VocabularyIndex | None = None
    ) -> None:
        """Browse another vocabulary; its kinds are not counted yet, and what was searched for must be again.

        The index can be made in a thread before: it takes a moment.
        """
        self.stop()
        self.title, self.tokenizer, self._order = title, tokenizer, order
        self._index = index or VocabularyIndex(tokenizer)
        self.found = Found(self.found.query) if self.found.query else self.search("")

    # -- counting

    @property
    def anatomy(self) -> Anatomy | None:
        return self._index.anatomy if self._index else None

    def count(self) -> None:
        """Count the kinds in a process; `drain` takes the answer."""
        self.stop()
        order = {
            "job": "anatomy",
            "tokenizer": self._order.to_json(),
            "has_text": self.text is not None,
        }
        self.job = Job(order, self.text or b"")

    def drain(self) -> bool:
        """Take what the count has said; whether there is something new."""
        if self.job is None or self._index is None:
            return False
        for kind, payload in self.job.drain():
            if kind is frames.Kind.DONE:
                self._index.anatomy = anatomy_from_json(payload)
        if not self.job.running:
            failure, self.job = self.job.failure, None
            if failure:
                self.found = Found(self.found.query, error=failure)
        return True

    def stop(self) -> bool:
        """End a count; whether there was one."""
        if self.job is None:
            return False
        self.job.stop()
        self.job = None
        return True

    # -- searching

    def search(self, query: str) -> Found:
        """What a query finds; nothing is changed."""
        if self._index is None:
            return Found(query)
        try:
            return Found(query, self._index.search(query))
        except EngineError as error:
            return Found(query, error=str(error))

    def take(self, found: Found) -> None:
        self.found = found

    def token(self, row: int) -> int | None:
        """The id in a row of what was found."""
        return self.found.ids[row] if row < len(self.found.ids) else None

    # -- kinds

    def groups(self) -> list[Group]:
        """Everything, then the kinds, then the scripts."""
        total = len(self._index.ids) if self._index else None
        rows = [Group("all", total, "", "Every token, in order of its id.")]
        anatomy = self.anatomy
        for kind in Kind:
            count = anatomy.count(kind) if anatomy else None
            known = kind is not Kind.SCAFFOLD or (anatomy is not None and anatomy.uses is not None)
            rows.append(Group(kind.value, count if known else None, f"kind:{kind.value}", self._about(kind)))
        for script, ids in (anatomy.scripts if anatomy else {}).items():
            name = script.replace("_", " ")
            rows.append(Group(name, len(ids), f"script:{script}", f"Written in {name} and nothing else."))
        return rows

    def _about(self, kind: Kind) -> str:
        if kind is not Kind.SCAFFOLD:
            return kind.about
        return f"{kind.about} " + (f"Text: {self.text_name}." if self.text_name else "o: choose the text.")

    def kinds_of(self, token_id: int) -> list[Kind]:
        """The kinds of one token, as far as they are counted."""
        anatomy = self.anatomy
        return [kind for kind in Kind if token_id in anatomy.kinds[kind]] if anatomy else []
