"""Start an installed bpe-play once in a pseudo-terminal, see its first screen, and quit. Used by .ci/run."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from pathlib import Path


def main(command: str) -> None:
    spec = importlib.util.spec_from_file_location(
        "pseudo_terminal", Path(__file__).parent / "pseudo_terminal.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with tempfile.TemporaryDirectory() as folder:
        names = ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")
        env = {name: os.path.join(folder, name.lower()) for name in names}
        screen = module.PseudoTerminal([command, "english"], env=env)
        screen.wait("bpe-play").wait("768 / 768").press("ctrl+q")
        status = screen.wait_end()
        print(screen.text)
        screen.close()
    if status != 0:
        raise SystemExit(f"bpe-play ended with status {status}")


if __name__ == "__main__":
    main(sys.argv[1])
