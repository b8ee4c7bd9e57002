"""Hand-outs: a state of the lab in a file or in a code that one types, and how it is rebuilt elsewhere.

No screen is known here.

    symbols    bytes as letters and digits that can be typed, with a check against slips
    code       a small state as such symbols
    document   a whole hand-out as JSON
    making     a hand-out of what a lab shows, written into a file
    opening    what a file or a code stands for on this machine, and what differs here
    session    the log of a session, in Markdown
"""
