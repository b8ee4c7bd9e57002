"""Choose a corpus: a built-in one, a file or a folder by walking there, or any path typed in."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import DirectoryTree, Input, OptionList, Static
from textual.widgets._tree import TreeNode
from textual.widgets.directory_tree import DirEntry
from textual.widgets.option_list import Option

from bpe_play.corpora import CORPORA
from bpe_play.engine import to_text
from bpe_play.engine.counted import counted
from bpe_play.tui.own_files import here
from bpe_play.tui.rights import FILES, Rights
from bpe_play.tui.screens.dialog import Dialog
from bpe_play.tui.visible import crop, one_to_one, plain
from bpe_play.tui.widgets.one_line import OneLine

_PREVIEW_BYTES = 1_500
_PREVIEW_WIDTH = 400


class Files(DirectoryTree):
    """A folder's files, with names that cannot harm the terminal."""

    def filter_paths(self, paths: Iterable[Path]) -> Iterable[Path]:
        """Without hidden files, as folders are read without them."""
        return [path for path in paths if not path.name.startswith(".")]

    def render_label(self, node: TreeNode[DirEntry], base_style: Style, style: Style) -> Text:
        safe = Text(plain(str(node.label)), style=style)
        return Text.assemble(("▸ " if node.allow_expand else "  ", base_style), safe)


class CorpusPicker(Dialog[str | None]):
    """Answers with a corpus key or a path, or None."""

    DEFAULT_CSS = """
    CorpusPicker > Vertical { width: 110; height: 90%; padding: 0 1; }
    CorpusPicker Input { border: none; height: 1; padding: 0 1; background: $panel; margin: 0 0 1 0; }
    CorpusPicker Input:focus { border: none; }
    CorpusPicker #lists { width: 40; }
    CorpusPicker OptionList { height: auto; max-height: 50%; padding: 0; scrollbar-size-vertical: 1; }
    CorpusPicker OptionList, CorpusPicker OptionList:focus { border: none; background: $surface; }
    CorpusPicker .-alone OptionList { max-height: 1fr; }
    CorpusPicker Files { height: 1fr; background: $surface; scrollbar-size: 1 1; }
    CorpusPicker #preview { width: 1fr; height: 100%; padding: 0 0 0 2; }
    CorpusPicker .label { color: $text-muted; }
    """
    BINDINGS = [Binding("escape", "leave", "leave", show=False)]

    def __init__(self, chosen: str, folder: Path | None = None, rights: Rights | None = None) -> None:
        """Without the right to files there is only what has a name."""
        super().__init__()
        self._chosen = chosen
        self._rights = rights or Rights()
        self._names = self._rights.corpora(CORPORA)
        self._folder = folder or here()

    def body(self) -> ComposeResult:
        files = self._rights.files
        with Vertical() as box:
            box.border_title = "Corpus"
            tab = "tab: lists and path   " if files else ""
            box.border_subtitle = f"{tab}enter: open it   esc: leave it as it was"
            if files:
                yield OneLine(
                    placeholder="a path to a file or a folder: just type", id="path", select_on_focus=False
                )
            with Horizontal():
                with Vertical(id="lists", classes="" if files else "-alone"):
                    yield Static(Content("Built in"), classes="label")
                    yield OptionList(*(Option(Content(plain(name))) for name in self._shown_names()))
                    if files:
                        yield Static(Content("Files"), classes="label")
                        yield Files(self._folder)
                yield Static("", id="preview")

    def _shown_names(self) -> list[str]:
        """Of a path the last part."""
        return [name if name in CORPORA else Path(name).name for name in self._names]

    def on_mount(self) -> None:
        keys = self._names
        built_in = self.query_one(OptionList)
        built_in.highlighted = keys.index(self._chosen) if self._chosen in keys else 0
        if self._chosen not in keys and self._rights.files:
            self.query_one(Input).value = one_to_one(self._chosen)
        built_in.focus()

    def on_key(self, event: events.Key) -> None:
        """Letters are the beginning of a path, also in the lists; space opens folders there."""
        if event.is_printable and event.character and event.character != " ":
            self._begin_path(event.character)

    def on_paste(self, event: events.Paste) -> None:
        self._begin_path(event.text)

    def _begin_path(self, text: str) -> None:
        if not self._rights.files:
            self.app.notify(FILES, markup=False)
            return
        path = self.query_one(OneLine)
        if not path.has_focus:
            path.value = ""
            path.take(text)
            path.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        name = self._names[event.option_index]
        if name not in CORPORA:
            self._preview(plain(Path(name).name), _first_lines(Path(name)))
            return
        row = CORPORA[name]
        large = row.licence.startswith("PSF")
        text = "" if large else _safe_lines(row.read()[:_PREVIEW_BYTES])
        self._preview(f"{row.title}\n{row.about}\nlanguage {row.language}   licence {row.licence}", text)

    def on_tree_node_highlighted(self, event: Files.NodeHighlighted[DirEntry]) -> None:
        if event.node.data is not None and self.query_one(Files).has_focus:
            path = event.node.data.path
            self.query_one(Input).value = one_to_one(str(path))
            self._preview(plain(path.name), _first_lines(path))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._names[event.option_index])

    def on_directory_tree_file_selected(self, event: DirectoryTree.FileSelected) -> None:
        self.dismiss(str(event.path))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(self._typed_path(event.value))

    def _typed_path(self, typed: str) -> str:
        """What was typed; a highlighted file's own name where the line only shows it."""
        node = self.query_one(Files).cursor_node
        shown = str(node.data.path) if node is not None and node.data is not None else ""
        return shown if typed == one_to_one(shown) else typed.strip()

    def _preview(self, head: str, text: str) -> None:
        self.query_one("#preview", Static).update(Text.assemble((head, "bold"), "\n\n", text))


def _first_lines(path: Path) -> str:
    """The beginning of a file, or why there is none; pipes and devices are not opened."""
    try:
        if path.is_dir():
            return "A folder: all its files, one after the other."
        if not path.is_file():
            return "Not a regular file."
        with path.open("rb") as file:
            head = file.read(_PREVIEW_BYTES)
        return f"{counted(path.stat().st_size, 'byte')}\n\n{_safe_lines(head)}"
    except OSError as error:
        return plain(f"It cannot be read: {error.strerror}")


def _safe_lines(data: bytes) -> str:
    return "\n".join(crop(plain(to_text(line)), _PREVIEW_WIDTH) for line in data.split(b"\n")[:24])
