"""`bpe-play lesson`: list the lessons, give one, or print one with all its figures."""

from __future__ import annotations

import argparse

from bpe_play.tui.commands.output import Output
from bpe_play.tui.commands.parser import CommandError, whole
from bpe_play.tui.lessons.table import built_in, open_lesson

NOTES = """\
NAME is a lesson of the list, or a file of your own (README.md says how one is written).
A lesson begins at the scene where it was left; --from 1 begins anew.
--print writes every scene with its notes, figures and answers, and so checks a file of your own."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="the lesson to give; without it they are listed"
    )
    parser.add_argument("--from", dest="start", type=whole(1), metavar="N", help="begin at scene N")
    parser.add_argument("--print", dest="printed", action="store_true", help="print it instead of giving it")
    parser.add_argument("--json", action="store_true", help="the list as lines of JSON")
    parser.add_argument("--no-mouse", action="store_true", help="leave the mouse to the terminal")


def run(options: argparse.Namespace) -> None:
    if options.name is None:
        _list(options.json)
        return
    lesson = open_lesson(options.name)
    if options.start is not None and options.start > len(lesson.scenes):
        raise CommandError(f"{lesson.title} has {len(lesson.scenes)} scenes", "give a smaller number")
    if options.printed:
        from bpe_play.tui.lessons.printed import pages

        out = Output()
        for page in pages(lesson, first=options.start or 1):
            out.line(page)
        out.flush()
        return
    from bpe_play.tui.app import run_lesson

    at = None if options.start is None else options.start - 1
    run_lesson(lesson, at, mouse=not options.no_mouse)


def _list(as_json: bool) -> None:
    out, lessons = Output(), built_in()
    width = max(len(lesson.name) for lesson in lessons)
    for lesson in lessons:
        if as_json:
            out.json(
                {
                    "name": lesson.name,
                    "title": lesson.title,
                    "about": lesson.about,
                    "scenes": len(lesson.scenes),
                }
            )
        else:
            out.line(
                f"{lesson.name:<{width}}  {len(lesson.scenes):>2} scenes  {lesson.title}: {lesson.about}"
            )
    out.flush()
