"""Files that do harm, on purpose or not: each ends in a sentence within its limit, and no process stays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.tui.learner.limits import Limits

Run = Callable[..., Any]
QUICK = Limits(seconds=1.0, memory=64 << 20, output=20_000, grace=2.0)

MERGE_IN_PLACE = """\
def merge(ids, pair, new_id):
    position = 0
    while position < len(ids) - 1:
        if (ids[position], ids[position + 1]) == pair:
            ids[position:position + 2] = [new_id]
        position += 1
    return ids
"""


def test_an_endless_loop_is_stopped_and_its_line_is_named(run_file: Run) -> None:
    ended = run_file("def train(text, size):\n    while True:\n        size += 1\n", limits=QUICK)
    assert "in train: still running after 1 s" in ended.fault.title
    assert ended.fault.line in (2, 3)


def test_a_loop_that_python_cannot_interrupt_is_killed(run_file: Run) -> None:
    ended = run_file("10 ** 10 ** 9\n", limits=Limits(seconds=0.5, grace=0.1))
    assert ended.fault.title == "The file: still running after 0.5 s"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("ten_gigabytes = bytearray(10 ** 10)\n", 1),
        ("kept = []\nwhile True:\n    kept.append('x' * 10 ** 6)\n", 3),
        ("def pair_counts(ids):\n    return {(i, i): 'x' * 10 ** 5 for i in range(10 ** 6)}\n", 2),
    ],
    ids=["at once", "bit by bit", "in a part"],
)
def test_memory_without_end(run_file: Run, source: str, line: int) -> None:
    ended = run_file(source, limits=Limits(memory=64 << 20))
    assert "more memory than a file may have" in ended.fault.title
    assert ended.fault.line == line


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("import os\nos.fork()\n", "os.fork"),
        ("import os\nos.system('true')\n", "os.system"),
        ("import subprocess\nsubprocess.run(['sleep', '60'])\n", "subprocess.Popen"),
        ("import os\nos.posix_spawn('/bin/sleep', ['sleep', '60'], {})\n", "os.posix_spawn"),
        ("import os\nos.execv('/bin/sleep', ['sleep', '60'])\n", "os.exec"),
        ("import pty\npty.spawn('sh')\n", "pty.spawn"),
        ("import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n", "os.kill"),
    ],
    ids=lambda value: value.split("\n")[1][:20] if "\n" in value else value,
)
def test_another_process_is_refused_in_its_line(run_file: Run, source: str, what: str) -> None:
    ended = run_file(source)
    assert what in ended.fault.title
    assert "not possible here" in ended.fault.title
    assert ended.fault.line == 2


def test_multiprocessing_is_refused_too(run_file: Run) -> None:
    ended = run_file(
        "import multiprocessing\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.get_context('spawn').Process(target=print).start()\n"
    )
    assert "multiprocessing would start another process" in ended.fault.title
    assert ended.fault.line == 3


def test_a_fork_bomb_that_hides_its_errors_is_a_loop(run_file: Run) -> None:
    bomb = "import os\nwhile True:\n    try:\n        os.fork()\n    except BaseException:\n        pass\n"
    ended = run_file(bomb, limits=QUICK)
    assert "still running after 1 s" in ended.fault.title


def test_threads_are_no_processes_and_are_left_alone(run_file: Run) -> None:
    ended = run_file(
        "import threading\n"
        "threading.Thread(target=threading.Event().wait).start()\n"  # never ends, and is no daemon
        "def choose(counts):\n    return max(counts, key=counts.get)\n"
    )
    assert ended.report is not None
    assert ended.report.difference is None


@pytest.mark.parametrize("call", ["sys.exit(3)", "quit()", "raise SystemExit"])
def test_an_exit_is_no_end(run_file: Run, call: str) -> None:
    ended = run_file(f"import sys\n{call}\n")
    assert ended.fault.title == "Line 2: the file ends itself with sys.exit or quit"


def test_a_process_that_ends_itself(run_file: Run) -> None:
    ended = run_file("import os\nos._exit(7)\n")
    assert "ended its own process (status 7)" in ended.fault.title


def test_a_crash_of_python_itself(run_file: Run) -> None:
    ended = run_file("import ctypes\nctypes.string_at(0)\n")
    assert "Python itself was ended by SIGSEGV" in ended.fault.title


def test_a_file_that_cuts_its_own_connection(run_file: Run) -> None:
    ended = run_file(
        "import os\nos.closerange(0, 100)\nwhile True:\n    pass\n", limits=Limits(seconds=20, grace=0.2)
    )
    assert ended.fault.title == "The file cut its connection to the lab"


@pytest.mark.parametrize("end", ["'\\n'", "''"], ids=["lines", "one line"])
def test_prints_without_end(run_file: Run, end: str) -> None:
    ended = run_file(f"while True:\n    print('x' * 100, end={end}, flush=True)\n")
    assert ended.fault.title == "Line 2: it prints without end"
    assert len(ended.printed) == 20_000, "so much is kept"


def test_what_is_printed_is_kept_and_cannot_answer_for_the_program(run_file: Run) -> None:
    ended = run_file(
        "import sys\nprint('ñ\\x1b[2J')\nsys.stderr.write('x')\nsys.stdout.buffer.write(b'\\xff')\n"
    )
    assert ended.report is not None
    assert sorted(ended.printed) == sorted("ñ\x1b[2J\nx\\xff")


def test_nobody_answers_a_question(run_file: Run) -> None:
    ended = run_file("name = input('who? ')\n")
    assert ended.fault.title == "Line 1: it waits for input, and there is nobody to answer"
    assert ended.printed == "who? "


@pytest.mark.parametrize(
    ("source", "title", "line"),
    [
        ("def merge(ids\n    return ids\n", "Line 1 is not Python: '(' was never closed", 1),
        ("x = 1\n  y = 2\n", "Line 2 is not Python: unexpected indent", 2),
        (b"x = '\xff'\n", "Line 1 is not Python: ", 1),
        (b"x = 1\0\n", "null bytes", 0),
    ],
)
def test_what_is_not_python(run_file: Run, source: str | bytes, title: str, line: int) -> None:
    ended = run_file(source)
    assert title in ended.fault.title
    assert ended.fault.line == line


def test_an_error_shows_the_learners_lines_and_nothing_of_ours(run_file: Run) -> None:
    source = (
        "def merge(ids, pair, new_id):\n    return helped(ids)\n\ndef helped(ids):\n    return ids[10 ** 6]\n"
    )
    ended = run_file(source)
    assert ended.fault.title == "Line 5, in helped: IndexError: list index out of range"
    assert ended.fault.hint == "called from line 2"
    assert "File" not in ended.printed


def test_a_function_that_calls_itself_without_end(run_file: Run) -> None:
    ended = run_file("def encode(text, merges):\n    return encode(text, merges)\n")
    assert ended.fault.title.startswith("Line 2, in encode: it calls itself without end")
    assert ended.report is not None, "what was learned before is there"


def test_an_exception_that_cannot_be_written_out(run_file: Run) -> None:
    source = "class Odd(Exception):\n    def __str__(self):\n        return 1 / 0\n\nraise Odd()\n"
    assert run_file(source).fault.title == "Line 5: Odd: (it cannot be written out)"


def test_a_very_long_message_is_cropped(run_file: Run) -> None:
    assert len(run_file("raise ValueError('x' * 10 ** 6)\n").fault.title) < 400


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("def pair_counts(ids):\n    return [1]\n", "pair_counts gave [1]"),
        ("def pair_counts(ids):\n    return {'ab': 1}\n", "pair_counts gave with the entry {'ab': 1}"),
        ("def pair_counts(ids):\n    return {(1, 2): None}\n", "pair_counts gave with the entry"),
        ("def merge(ids, pair, new_id):\n    pass\n", "merge gave nothing (None): is a return missing?"),
        ("def merge(ids, pair, new_id):\n    return 'abc'\n", "merge gave 'abc'"),
        ("def merge(ids, pair, new_id):\n    return [1.5]\n", "merge gave [1.5]"),
        ("def choose(counts):\n    return 'ab'\n", "choose gave 'ab'"),
        ("def choose(counts):\n    return (1, 2)\n", "choose gave (1, 2)"),
        ("def score(a, b, c):\n    return 'high'\n", "score gave 'high'"),
        ("def score(a, b, c):\n    return float('nan')\n", "score gave nan"),
        ("def pre_tokenize(text):\n    return text\n", "pre_tokenize gave 'aaabdaaabac'"),
        ("def pre_tokenize(text):\n    return [1]\n", "pre_tokenize gave with the piece 1"),
        ("def train(text, vocab_size):\n    return 7\n", "train gave 7"),
        (
            "def train(text, vocab_size):\n    return [(97, 98), (97, 98)]\n",
            "train gave twice the pair (97, 98)",
        ),
        ("def train(text, vocab_size):\n    return {(97, 300): 256}\n", "nothing before it made 300"),
        ("def train(text, vocab_size):\n    return {(97, 98): 97}\n", "makes the id 97, which is taken"),
        ("def encode(text, merges):\n    return text\n", "encode gave 'How many'"),
        ("def decode(ids, vocab):\n    return ids\n", "decode gave ["),
        ("class BPE:\n    def train(self, text, size):\n        pass\n", "BPE keeps no merges"),
        ("class BPE:\n    def train(self, text, size):\n        self.merges = 7\n", "self.merges gave 7"),
        (
            "class BPE:\n    def train(self):\n        pass\n",
            "cannot be called as train(self, text, vocab_size)",
        ),
        (
            "class BPE:\n    def __init__(self, x): ...\n    def train(self, text, n): ...\n",
            "called as BPE()",
        ),
        ("def merge(ids, pair):\n    return ids\n", "merge cannot be called as merge(ids, pair, new_id)"),
    ],
    ids=lambda value: value.replace("\n", " ")[:50],
)
def test_what_is_of_the_wrong_kind(run_file: Run, source: str, says: str) -> None:
    ended = run_file(source, typed="How many")
    assert says in ended.fault.title


def test_a_merge_that_merges_nothing(run_file: Run) -> None:
    ended = run_file("def merge(ids, pair, new_id):\n    return ids\n")
    assert ended.fault.title == "After 1 merge the pair (97, 97) is chosen again"
    assert ended.fault.line == 1


def test_changing_an_argument_breaks_nothing_and_is_said(run_file: Run) -> None:
    ended = run_file(MERGE_IN_PLACE)
    assert ended.report.difference is None
    assert ended.report.notes == ("merge changes its argument ids (line 1); it was given a copy",)


def test_emptying_the_counts_breaks_nothing_either(run_file: Run) -> None:
    ended = run_file(
        "def choose(counts):\n    best = max(counts, key=counts.get)\n    counts.clear()\n    return best\n"
    )
    assert ended.report.difference is None
    assert "choose changes its argument counts" in ended.report.notes[0]


def test_a_file_may_read_and_import_what_lies_beside_it(run_file: Run, tmp_path: Any) -> None:
    (tmp_path / "my_helper.py").write_text("def best(counts):\n    return max(counts, key=counts.get)\n")
    (tmp_path / "notes.txt").write_text("read")
    ended = run_file(
        "from my_helper import best\nprint(open('notes.txt').read())\n"
        "def choose(counts):\n    return best(counts)\n"
    )
    assert ended.report.difference is None
    assert ended.printed == "read\n"


def test_a_module_beside_it_cannot_take_the_place_of_ours(run_file: Run, tmp_path: Any) -> None:
    for name in ("json.py", "regex.py", "bpe_play.py"):
        (tmp_path / name).write_text("raise SystemExit\n")
    assert run_file("x = 1\n").report is not None
