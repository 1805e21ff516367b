"""Our reader of server-sent events against the standard's own examples: what it reads, a browser reads."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.testing.sse import EventParser, SentEvent


def parsed(*chunks: bytes) -> list[SentEvent]:
    parser = EventParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


def test_lines_of_data_are_joined() -> None:
    assert parsed(b"data: YHOO\ndata: +2\ndata: 10\n\n") == [SentEvent("message", "YHOO\n+2\n10", "")]


def test_an_id_stays_until_another_is_set_and_a_comment_says_nothing() -> None:
    stream = b": test stream\n\ndata: first event\nid: 1\n\ndata:second event\n\ndata:  third event\nid\n\n"

    assert parsed(stream) == [
        SentEvent("message", "first event", "1"),
        SentEvent("message", "second event", "1"),
        SentEvent("message", " third event", ""),
    ]


def test_an_event_without_data_is_not_dispatched_and_half_of_one_neither() -> None:
    assert parsed(b"data\n\ndata\ndata\n\ndata:") == [SentEvent("message", "", ""), SentEvent("message", "\n", "")]
    assert parsed(b"event: x\n\n") == []


def test_a_byte_order_mark_is_passed_over_once() -> None:
    assert parsed(b"\xef\xbb\xbfdata: x\n\n") == [SentEvent("message", "x", "")]


@given(st.lists(st.integers(0, 60)))
def test_chunks_may_be_cut_anywhere(cuts: list[int]) -> None:
    stream = "event: a\r\ndata: é€😀\r\n\r\nid: 7\rdata: b\r\rdata: c\n\n".encode()
    edges = [0, *sorted({cut for cut in cuts if cut < len(stream)}), len(stream)]
    chunks = [stream[start:end] for start, end in pairwise(edges)]

    assert parsed(*chunks) == [
        SentEvent("a", "é€😀", ""),
        SentEvent("message", "b", "7"),
        SentEvent("message", "c", "7"),
    ]
