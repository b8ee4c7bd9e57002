"""What a file may define, alone or together; the engine supplies the rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bpe_play.engine.bpe import train as plain_train
from bpe_play.tui.learner.parts import PARTS
from bpe_play.tui.learner.report import Report

Run = Callable[..., Any]
TEXT = b"the cat sat on the mat, the rat sat on the hat"

ALONE = {
    "pair_counts": """
def pair_counts(ids):
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts
""",
    "merge": """
def merge(ids, pair, new_id):
    out = []
    for one in ids:
        if out and (out[-1], one) == pair:
            out[-1] = new_id
        else:
            out.append(one)
    return out
""",
    "choose": """
def choose(counts):
    return max(counts, key=counts.get)
""",
    "score": """
def score(pair_count, left_count, right_count):
    return pair_count
""",
    "pre_tokenize": """
def pre_tokenize(text):
    return [text]
""",
    "train": """
def train(text, vocab_size):
    ids, merges = list(text.encode()), {}
    for new_id in range(256, vocab_size):
        pair = choose(pair_counts(ids))
        ids = merge(ids, pair, new_id)
        merges[pair] = new_id
    return merges
""",
    "encode": """
def encode(text, merges):
    ids = list(text.encode())
    for pair, new_id in merges.items():
        ids = merge(ids, pair, new_id)
    return ids
""",
    "decode": """
def decode(ids, vocab):
    return b"".join(vocab[one] for one in ids).decode("utf-8", "replace")
""",
}


def learned(run_file: Run, source: str, corpus: bytes = TEXT, **settings: Any) -> Report:
    ended = run_file(source, corpus, **({"merges": 12} | settings))
    assert ended.fault is None, ended.fault
    report: Report = ended.report
    return report


def test_every_part_has_an_example_here() -> None:
    assert list(ALONE) == list(PARTS)


@pytest.mark.parametrize("name", ALONE)
def test_a_part_alone_is_a_program(run_file: Run, name: str) -> None:
    report = learned(run_file, ALONE[name])
    assert report.made_of == name
    assert report.difference is None
    expected = [(step.pair, step.count) for step in plain_train({TEXT: 1}, 256 + 12)]
    assert [step.count for step in report.yours] == [count for _, count in expected]
    assert [trip.wrong for trip in report.trips] == [""] * len(report.trips)


def test_all_parts_together(run_file: Run) -> None:
    assert learned(run_file, "".join(ALONE.values())).difference is None


def test_an_empty_file_shows_the_engine_with_itself(run_file: Run) -> None:
    report = learned(run_file, "")
    assert report.difference is None
    assert report.made_of.startswith("nothing of the file")


def test_a_variable_that_is_called_like_a_part_is_no_part(run_file: Run) -> None:
    assert learned(run_file, "merge = 3\nscore = None\n").made_of.startswith("nothing of the file")


def test_words_with_counts(run_file: Run) -> None:
    words = ((b"lower", 5), (b"lowest", 2), (b"newest", 6))
    report = learned(run_file, ALONE["choose"], b"lower lowest", words=words, merges=4)
    assert [(step.left + step.right, step.count) for step in report.yours] == [
        (b"we", 13),
        (b"wes", 8),
        (b"west", 8),
        (b"lo", 7),
    ]
    assert report.difference is None


def test_the_tie_rule_of_the_lab_is_the_supplied_one(run_file: Run) -> None:
    words = ((b"lower", 5), (b"lowest", 2), (b"newest", 6))
    report = learned(run_file, ALONE["merge"], words=words, merges=3, ties="lowest-ids")
    assert [step.left + step.right for step in report.yours] == [b"we", b"st", b"west"]
    assert report.difference is None


def test_encode_and_decode_may_keep_merges_to_themselves(run_file: Run) -> None:
    source = (
        "def encode(text):\n    return list(text.encode())\n\n"
        "def decode(ids):\n    return bytes(ids).decode()\n"
    )
    report = learned(run_file, source)
    assert all(trip.tokens == len(trip.text.encode()) for trip in report.trips)
    assert any("in rank order" in trip.wrong for trip in report.trips), "it does not merge"


@pytest.mark.parametrize(
    "merges",
    [
        "{(97, 97): 256, (256, 97): 257}",
        "[(97, 97), (256, 97)]",
        "[[97, 97], [256, 97]]",
        "[((97, 97), 256), ((256, 97), 257)]",
        "({(97, 97): 256, (256, 97): 257}, {256: b'aa'})",
        "iter([(97, 97), (256, 97)])",
    ],
)
def test_merges_in_whatever_plain_form(run_file: Run, merges: str) -> None:
    report = learned(run_file, f"def train(text, vocab_size):\n    return {merges}\n", b"aaaa", merges=2)
    assert [step.left + step.right for step in report.yours] == [b"aa", b"aaa"]


def test_ids_may_be_any_that_are_free(run_file: Run) -> None:
    report = learned(
        run_file,
        "def train(text, n):\n    return {(97, 97): 1000, (1000, 97): 5000}\n",
        b"aaabaaab",
        merges=2,
    )
    assert report.difference is None


def test_a_class_that_counts_merges_and_one_that_counts_entries(run_file: Run) -> None:
    body = "    def train(self, text, {}):\n        self.merges = {{(97, 98): 256}}\n        print({})\n"
    ended = run_file("class BPE:\n" + body.format("num_merges", "num_merges"), b"abab", merges=12)
    assert ended.printed == "12\n"
    ended = run_file("class BPE:\n" + body.format("vocab_size", "vocab_size"), b"abab", merges=12)
    assert ended.printed == "268\n"


def test_of_several_classes_the_one_that_is_called_a_tokenizer(run_file: Run) -> None:
    source = (
        "class Base:\n    def train(self, text, n): raise NotImplementedError\n\n"
        "class MyTokenizer(Base):\n    def train(self, text, n): self.merges = {(97, 98): 256}\n\n"
        "class Report:\n    def train(self, text, n): raise NotImplementedError\n"
    )
    assert learned(run_file, source, b"abab", merges=1).made_of == "class MyTokenizer: train"


def test_the_file_is_the_main_program_and_can_look_at_itself(run_file: Run) -> None:
    source = (
        "import inspect\nfrom dataclasses import dataclass\n\n@dataclass\nclass Point:\n    x: int\n\n"
        "if __name__ == '__main__':\n    print(Point(1), len(inspect.getsource(Point)))\n"
    )
    assert run_file(source).printed == "Point(x=1) 35\n"


def test_an_empty_corpus_and_one_byte(run_file: Run) -> None:
    for corpus in (b"", b"a"):
        report = learned(run_file, ALONE["choose"], corpus)
        assert (report.yours, report.engine, report.difference) == ((), (), None)


def test_a_corpus_that_is_not_utf_8(run_file: Run) -> None:
    assert learned(run_file, ALONE["train"], b"\xff\xff\xff\xff ab ab", merges=2).difference is None
