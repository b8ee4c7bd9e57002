"""The terminal side of bpe-play: command line, lab, screens and widgets."""
