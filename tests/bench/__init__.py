"""The benchmark: bpe-play beside other tools, on the same work, in the same minutes.

    python -m tests.bench [train|encode|load|start|screen] [--rounds N] [--only TEXT] [--smoke]

Run it from the top of the checkout, with the extra `bench` installed. Only ratios say something: a machine
has other things to do, so tools take turns, a round at a time, and each ratio is taken inside one round.
Where tools must agree, what they learned or encoded is compared, and a difference fails the run.

Read in this order: `rounds` (how a job is run and measured), `inside` (the clock in the measured process),
`tables`, then a subject: `train` with `trainers`, `encode` with `encoders`, `load`, `start`, `screen`.
"""
