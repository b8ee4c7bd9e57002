"""The lab in a browser, for a room that has no terminals.

    address.py   where it listens, and what that means
    door.py      who may come in: checks of every request, before anything else looks at it
    room.py      the web server, built on textual-serve
    visit.py     one visitor's process, from its start until nothing of it is left
    visitor.py   what runs in that process
    driver.py    how the lab draws and reads keys there
    page/        the web page

It needs the optional packages of `bpe-play[serve]`, and is imported by the command only.
"""
