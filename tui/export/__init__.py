"""What is seen as files: a pane as plain text, the tokens as text or a web page, the screen as a picture.

All text in them is in its visible form (tui/visible.py), so that no file does to a reader what the text could
do to a terminal.
"""
