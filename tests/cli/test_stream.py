"""`bpe-play stream`: the steps of a stream through all decoders."""

from __future__ import annotations


def test_the_robot_in_cl100k(cli):
    ran = cli("stream", "cl100k_base", "--text", "🤖", "--json")
    assert ran.lines == [
        {
            "step": 1,
            "id": 9468,
            "bytes": "f09f",
            "held": "f09f",
            "owed": 2,
            "sent": sent("\ufffd", "\ufffd", "", ""),
        },
        {"step": 2, "id": 97, "bytes": "a4", "held": "f09fa4", "owed": 1, "sent": sent("\ufffd", "", "", "")},
        {"step": 3, "id": 244, "bytes": "96", "held": "", "owed": 0, "sent": sent("\ufffd", "", "🤖", "🤖")},
        {"step": 4, "id": None, "bytes": "", "held": "", "owed": 0, "sent": sent("", "", "", "")},
    ]


def sent(*texts: str) -> dict[str, str]:
    return dict(zip(("alone", "by-length", "hold-ufffd", "incremental"), texts, strict=True))


def test_a_cut_in_the_middle_and_the_flush(cli):
    last = cli("stream", "cl100k_base", "--text", "🤖", "--cut", "2", "--json").lines[-1]
    assert last["id"] is None
    assert last["sent"] == sent("", "", "", "\ufffd")


def test_byte_by_byte_any_bytes(cli, model):
    lines = cli("stream", model, "--bytes", "--json", stdin=b"\xf0\x9f\x98a").lines
    assert [line["bytes"] for line in lines] == ["f0", "9f", "98", "61", ""]
    assert [line["sent"]["incremental"] for line in lines] == ["", "", "", "\ufffda", ""]


def test_a_stop_sequence(cli, model):
    lines = cli("stream", model, "--text", "lo we", "--stop", "w", "--json").lines
    assert "".join(line["sent"]["stop"] for line in lines) == "lo "
    assert cli("stream", model, "--text", "x", "--stop", "").status == 2


def test_a_table_for_people_says_how_each_decoder_did(cli, model):
    out = cli("stream", model, "--text", "ñ\x1b").out.decode()
    assert "\x1b" not in out
    assert "alone: lost 1, too early 1, late 0, U+FFFD 2 of 0 due, wrong from step 1" in out
    assert "incremental: right at every step" in out


def test_a_text_twice_is_refused(cli, model):
    ran = cli("stream", model, "tiny", "--text", "x")
    assert ran.status == 2
    assert ran.err == "bpe-play stream: There is both a SOURCE and a --text: give one of them\n"
