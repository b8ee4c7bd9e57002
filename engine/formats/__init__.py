"""Other people's tokenizer files: opened and saved by path, never executed, with a proof.

One file a format, all of them listed in `table`. `source` reads a file, `proof` compares with the library
that owns the format. The files hf_*.py are the parts of Hugging Face's tokenizer.json.
"""

from bpe_play.engine.formats.proof import Difference, Proof, proof, proof_of_save
from bpe_play.engine.formats.table import FORMATS, Format, format_for, open_tokenizer, save_tokenizer

__all__ = [
    "FORMATS",
    "Difference",
    "Format",
    "Proof",
    "format_for",
    "open_tokenizer",
    "proof",
    "proof_of_save",
    "save_tokenizer",
]
