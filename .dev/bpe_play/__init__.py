"""bpe-play: a terminal playground for byte-pair-encoding tokenizers.

In a checkout the three parts (engine, tui, corpora) lie at the top of the repository, and this file,
two folders below it, points the package there. In an installed copy they lie beside this file.
"""

import os  # and not pathlib, which would be a quarter of the time to start

_here = os.path.dirname(os.path.realpath(__file__))
if os.path.basename(os.path.dirname(_here)) == ".dev":
    __path__ = [os.path.dirname(os.path.dirname(_here)), _here]
