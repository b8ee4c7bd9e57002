"""Numbers about tokenizers, ready to be drawn or written to a file. Pure functions; nothing here draws.

Whatever takes a `Coder` takes a Tokenizer, a published vocabulary, or a model of any algorithm.
"""
