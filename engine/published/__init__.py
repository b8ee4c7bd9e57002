"""The published vocabularies, GPT-2 to GPT-4o, on a machine that has never been online.

Read in this order: `table` (which there are), `packed` (the data that lies here, and the official files
rebuilt from it), `offline` (the one file that talks to tiktoken), `loading` (a Tokenizer of ours out of
it all), `recover` (how merges are found in a list of ranks; how the packed data were made).
"""

from bpe_play.engine.published.loading import load
from bpe_play.engine.published.table import PublishedInfo, published_names

__all__ = ["PublishedInfo", "load", "published_names"]
