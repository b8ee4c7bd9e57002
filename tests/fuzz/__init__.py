"""Campaigns: the program against what is drawn by lot, a great many times, and always repeatable.

    python -m tests.fuzz [CAMPAIGN …] [--cases N] [--seed S] [--only KIND] [--case NUMBER]

Run it from the top of the checkout. A campaign has kinds of cases; a case draws its input from random numbers
that follow from seed, kind and number alone, and fails by raising. The test command runs a short form of each;
by hand it is the long form, or as many cases of each kind as one asks for.

Read in this order: `campaign` (how cases are run and faults are told), `draws` (inputs), then a campaign:
`engine`, `streams`, `formats` (with `others`), `handouts`, `ids`, `lessons`, `models`, `kills` (with `saver`),
`screens` (with `fingers` and `invariants`). A long day that looks at memory and time is `soak`
(with `all_day` and `laps`).
"""
