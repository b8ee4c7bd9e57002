"""Lessons: files of scenes that set the lab up, say what to show and ask, and compute their own figures.

    reading     a file to a Lesson, with errors that name file and line
    table       the lessons that are built in, in order; opening one by name or path
    placeholders, figures, bench    what stands in braces, computed by the engine
    worker, job the figures of a lesson in a process of its own
    play        which scene is shown, what is revealed, the score
    kept        the place in each lesson, between two runs of the program

Nothing here knows a screen.
"""
