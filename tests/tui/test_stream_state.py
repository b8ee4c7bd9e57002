"""The stream as a plain object: what has come, what is held back, where it is cut; no screen."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bpe_play.engine.stream import REPLACEMENT, StreamDecoder
from bpe_play.engine.stream_decoders import DECODERS
from bpe_play.engine.stream_examples import STREAM_EXAMPLES
from bpe_play.engine.stream_play import one_byte_a_token
from bpe_play.tui.screens.stream_words import escaped, unescaped
from bpe_play.tui.stream_buffer import Buffer, Fate
from bpe_play.tui.stream_code import code_of
from bpe_play.tui.stream_lanes import STOP
from bpe_play.tui.stream_source import GIVEN, StreamSource
from bpe_play.tui.stream_state import LONGEST, StreamState
from bpe_play.tui.widgets.pieces import text_of, width_of
from bpe_play.tui.widgets.stream_columns import FOUND, MISSING, Grid, When
from bpe_play.tui.widgets.stream_held import held_lines
from bpe_play.tui.widgets.stream_wire import wire_lines

ROBOT = [(9468, b"\xf0\x9f"), (97, b"\xa4"), (244, b"\x96"), (15960, b" hi")]


def streamed(tokens: list[tuple[int, bytes]] = ROBOT, stop: str = "") -> StreamState:
    stream = StreamState()
    stream.load(tokens, stop=stop)
    return stream


def seen(stream: StreamState) -> dict[str, str]:
    return {lane.kind.key: lane.seen for lane in stream.lanes()}


def grid(stream: StreamState) -> Grid:
    return Grid(stream.arrivals, stream.lanes(), stream.position, stream.limit, stream.ended)


def widths(columns: Grid) -> list[int]:
    """Of all arrivals."""
    return [columns.column(index).width for index in range(len(columns.arrivals))]


# -- moving ---------------------------------------------------------------------------------------------


def test_one_step_is_one_token_and_the_flush_is_the_last() -> None:
    stream = streamed()
    places = []
    while stream.step(1):
        places.append((stream.position, stream.ended, seen(stream)["incremental"]))
    assert places == [
        (1, False, ""),
        (2, False, ""),
        (3, False, "🤖"),
        (4, False, "🤖 hi"),
        (4, True, "🤖 hi"),
    ]


def test_back_takes_the_last_one_back_as_if_it_had_not_come() -> None:
    stream = streamed()
    stream.step(2)
    before = seen(stream), stream.buffer()
    stream.step(2)
    stream.step(-2)
    assert (seen(stream), stream.buffer()) == before
    assert not StreamState().step(-1)


def test_steps_may_be_large_and_stay_within_the_stream() -> None:
    stream = streamed()
    stream.step(1_000)
    assert (stream.position, stream.ended) == (4, True)
    stream.step(-1_000)
    assert (stream.position, stream.ended) == (0, False)


def test_an_empty_stream_ends_at_once() -> None:
    stream = streamed([])
    stream.finish()
    assert stream.ended
    assert set(seen(stream).values()) == {""}


def test_byte_by_byte_keeps_the_place() -> None:
    stream = streamed()
    stream.step(2)
    stream.toggle_bytes()
    assert (len(stream.arrivals), stream.position) == (7, 3)
    stream.step(2)
    stream.toggle_bytes()
    assert stream.position == 3, "the token of which one byte had come is taken back"


def test_the_same_text_in_other_tokens_keeps_the_place() -> None:
    stream = streamed()
    stream.step(3)
    stream.recut(one_byte_a_token("🤖 hi".encode()))
    assert (stream.position, stream.sent) == (4, 4)


# -- cutting --------------------------------------------------------------------------------------------


def test_cut_in_the_emoji_and_flush_gives_one_replacement_character() -> None:
    stream = streamed()
    stream.step(2)
    stream.cut()
    assert (stream.limit, stream.is_cut) == (2, True)
    assert stream.buffer() == Buffer(Fate.HELD, b"\xf0\x9f\xa4", arrived=1)
    stream.step(1)
    assert stream.ended
    assert seen(stream) == {
        "alone": REPLACEMENT * 2,
        "by-length": REPLACEMENT,
        "hold-ufffd": "",
        "incremental": REPLACEMENT,
    }


def test_a_cut_can_be_joined_again() -> None:
    stream = streamed()
    stream.step(2)
    stream.cut()
    stream.cut()
    assert (stream.limit, stream.is_cut) == (4, False)


def test_flush_ends_the_stream_where_it_is() -> None:
    stream = streamed()
    stream.step(1)
    stream.flush()
    assert (stream.limit, stream.ended, seen(stream)["incremental"]) == (1, True, REPLACEMENT)


def test_a_text_that_is_too_long_says_how_much_is_left_out() -> None:
    stream = StreamState()
    stream.load(one_byte_a_token(b"a" * (LONGEST + 7)), 10_000)
    assert (len(stream.arrivals), stream.left_out) == (LONGEST, 10_000 - LONGEST)


# -- the buffer -----------------------------------------------------------------------------------------


def fates(data: bytes) -> list[Buffer]:
    stream = streamed(one_byte_a_token(data))
    found = []
    while stream.step(1):
        found.append(stream.buffer())
    return found


def test_the_buffer_fills_bit_by_bit() -> None:
    filling = fates("🤖".encode())
    assert [buffer.owed for buffer in filling] == [3, 2, 1, 0, 0]
    assert [buffer.range for buffer in filling[:4]] == [
        (0x10000, 0x3FFFF),
        (0x1F000, 0x1FFFF),
        (0x1F900, 0x1F93F),
        (0x1F916, 0x1F916),
    ]
    assert filling[3].character == "🤖"


def test_what_breaks_a_character_says_which_bytes_it_broke() -> None:
    assert fates(b"\xf0\x9f\x98a")[3] == Buffer(Fate.COMPLETE, b"a", 1, b"\xf0\x9f\x98")
    assert fates(b"\xe2\x82\xc3\xa9")[2] == Buffer(Fate.HELD, b"\xc3", 1, b"\xe2\x82")
    assert fates(b"\xed\xa0\x80")[2] == Buffer(Fate.BROKEN, b"\x80", 1, b"\xed\xa0")
    assert fates(b"\xc0\xaf")[0] == Buffer(Fate.BROKEN, b"\xc0", 1)


def test_a_real_replacement_character_is_a_character() -> None:
    assert fates(REPLACEMENT.encode())[2] == Buffer(Fate.COMPLETE, b"\xef\xbf\xbd", 1)


def test_the_end_of_the_stream_in_a_character() -> None:
    assert fates(b"\xf0\x9f\x98")[-1] == Buffer(Fate.BROKEN, b"\xf0\x9f\x98", flushed=True)
    assert fates(b"ok")[-1] == Buffer(Fate.EMPTY, flushed=True)


@given(st.lists(st.binary(min_size=1, max_size=5), max_size=6))
def test_the_buffer_holds_what_the_decoder_holds(tokens: list[bytes]) -> None:
    stream, decoder = streamed([(0, token) for token in tokens]), StreamDecoder()
    for token in tokens:
        decoder.feed(token)
        stream.step(1)
        buffer = stream.buffer()
        assert (buffer.data if buffer.fate is Fate.HELD else b"") == decoder.pending
        assert buffer.owed == decoder.owed
        assert all(width_of(line) for line in held_lines(buffer, 6))


# -- the grid -------------------------------------------------------------------------------------------


def test_the_wire_shows_tokens_and_what_each_decoder_sent() -> None:
    stream = streamed()
    stream.finish()
    assert [text_of(line) for line in wire_lines(grid(stream), 0, 80)] == [
        "  token       ⟨F0 9F⟩│⟨A4⟩│⟨96⟩│␣hi     │end  │",
        "  bytes       F0 9F  │A4  │96  │20 68 69│flush│",
        "  id          9468   │97  │244 │15960   │     │",
        " ▸alone       �      │�   │�   │␣hi     │·    │",
        "  by-length   �      │·   │×   │␣hi     │·    │",
        "  hold-ufffd  ·      │·   │🤖  │␣hi     │·    │",
        "  incremental ·      │·   │🤖  │␣hi     │·    │",
    ]


def test_a_column_does_not_change_its_width_when_the_stream_goes_on() -> None:
    for example in STREAM_EXAMPLES.values():
        stream = streamed(StreamSource(example, GIVEN if example.tokens else "none").tokens(b"", None))
        before = widths(grid(stream))
        while stream.step(1):
            assert widths(grid(stream)) == before


def test_what_was_cut_off_stands_behind_the_end() -> None:
    stream = streamed()
    stream.step(2)
    stream.cut()
    whens = [grid(stream).column(index).when for index in range(grid(stream).length)]
    assert whens == [When.SENT, When.NOW, When.TO_COME, When.CUT_OFF, When.CUT_OFF]


def test_nothing_that_is_drawn_is_wider_than_the_screen() -> None:
    stream = streamed([(1, b"x" * 300), (2, b"\x1b[2J"), (3, "日本".encode())])
    stream.finish()
    for width in (20, 33, 80, 100):
        assert all(width_of(line) <= width for line in wire_lines(grid(stream), 0, width))


# -- examples, stop sequences, code -----------------------------------------------------------------------


def test_every_example_plays_with_its_own_tokens_or_as_bytes() -> None:
    for example in STREAM_EXAMPLES.values():
        stream = StreamState()
        source = StreamSource(example, GIVEN if example.tokens else "none")
        stream.load(source.tokens(b"", None), stop=example.stop)
        stream.finish()
        lanes = {lane.kind.key: lane for lane in stream.lanes()}
        assert lanes["incremental"].report is not None
        assert lanes["incremental"].report.is_right
        assert lanes["incremental"].seen == example.data.decode("utf-8", "replace")


def test_a_stop_sequence_over_two_tokens() -> None:
    example = STREAM_EXAMPLES["stop-split"]
    stream = streamed(StreamSource.of(example).tokens(b"", None), example.stop)
    stream.step(5)
    assert seen(stream)[STOP] == "It is blue."
    assert stream.lanes()[-1].held == b"\nUser"
    stream.step(1)
    columns = grid(stream)
    assert columns.column(5).cells[-1] == (FOUND, True)
    stream.finish()
    assert seen(stream)[STOP] == "It is blue."
    assert seen(stream)["incremental"].endswith("why?")


def test_a_beginning_of_a_stop_sequence_that_comes_to_nothing_is_sent() -> None:
    stream = streamed([(1, b"a\n"), (2, b"Us"), (3, b"e")], "\nUser:")
    stream.finish()
    assert seen(stream)[STOP] == "a\nUse"


def test_a_wrong_step_is_marked_where_nothing_came() -> None:
    stream = streamed()
    stream.step(3)
    cells = dict(zip(DECODERS, grid(stream).column(2).cells, strict=True))
    assert cells["by-length"] == (MISSING, False)
    assert cells["incremental"] == ("🤖", True)


@given(st.text())
def test_a_stop_sequence_can_be_typed_on_one_line(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert "\n" not in escaped(text)


def test_the_code_that_is_shown_is_the_code_that_runs() -> None:
    for key in [*DECODERS, STOP]:
        lines = [line for part in code_of(key) for line in part.lines]
        assert any("def feed" in line for line in lines)
        assert not any('"""' in line for line in lines)
        assert len(lines) <= 40
