"""bpe-play: a terminal playground for byte-pair-encoding tokenizers.

In a checkout the three parts (engine, tui, corpora) lie at the top of the repository, and this file,
two folders below it, points the package there. In an installed copy they lie beside this file.
"""

from pathlib import Path

_here = Path(__file__).resolve().parent
if _here.parent.name == ".dev":
    __path__ = [str(_here.parents[1]), str(_here)]
