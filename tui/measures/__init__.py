"""Measures: figures about tokenizers, computed without a screen, for the screen and the command line alike.

    Order (what to measure) -> Inputs (tokenizers, corpus, text at hand) -> a result -> rows for a file

Each measure is one file here and one that draws it in widgets/; the table is in table.py.
"""
