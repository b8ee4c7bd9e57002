"""Ways to make a vocabulary beside BPE over bytes, all with one face: `Algorithm`, `Training`, `Model`.

    corpus -> Algorithm.words -> Algorithm.train -> Step … -> Training.model -> Tokenization

Read `protocol` first, then the algorithms in the order of `table`.
"""
