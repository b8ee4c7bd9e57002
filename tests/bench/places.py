"""Where things lie, and the environment of every measured process: this checkout, and folders of its own.

Compiled modules are kept, in a folder of the run, so that all tools start as an installed program starts the
second time.
"""

from __future__ import annotations

import os
from pathlib import Path
from shutil import rmtree

CHECKOUT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("BPE_PLAY_SHARED", CHECKOUT.parent / "shared"))

_STATE = "XDG_STATE_HOME"
_FOLDERS = ("XDG_CONFIG_HOME", _STATE, "XDG_DATA_HOME", "XDG_CACHE_HOME")


def environment(folder: Path) -> dict[str, str]:
    """Ours, but with this checkout to import from, no settings of the user, and no downloads."""
    paths = [str(CHECKOUT), str(CHECKOUT / ".dev"), os.environ.get("PYTHONPATH", "")]
    own = {name: str(folder / name.lower()) for name in _FOLDERS}
    rest = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return (
        rest
        | own
        | {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "PYTHONPYCACHEPREFIX": str(folder / "pycache"),
            "HF_HUB_OFFLINE": "1",
        }
    )


def forget_state(folder: Path) -> None:
    """What one measured process has kept, its text and settings, is not for the next."""
    rmtree(folder / _STATE.lower(), ignore_errors=True)
