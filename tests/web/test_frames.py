"""No text, whoever wrote it, ends a frame, begins another, or breaks the stream."""

import json

from hypothesis import given
from hypothesis import strategies as st

from app.contract.ids import CallId
from app.contract.tools import PageCall
from app.testing.sse import EventParser, SentEvent
from app.web.frames import DeltaData, EventName, frame

HOSTILE = st.lists(
    st.one_of(
        st.text(),
        st.sampled_from(
            ["\r", "\n", "\r\n", "\0", "\ufeff", "\u2028", "\ud800", "\udc00", ": x", "id: 9", "event: call"]
        ),
    )
).map("".join)


def read(sent: bytes) -> list[SentEvent]:
    return list(EventParser().feed(sent + b"data: next\n\n"))


def whole(text: str) -> str:
    """The text as it should arrive."""
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")


@given(HOSTILE, st.integers(0, 2**31))
def test_a_fragment_arrives_as_one_event_with_its_text_intact(text: str, number: int) -> None:
    events = read(frame(text, number=number))

    assert events == [SentEvent("message", whole(text), str(number)), SentEvent("message", "next", str(number))]


@given(HOSTILE)
def test_a_delta_arrives_as_one_event_with_its_text_intact(text: str) -> None:
    first, following = read(frame(DeltaData("turn_1_slot_0", 3, text), event=EventName.DELTA))

    assert first.type == "delta"
    assert json.loads(first.data)["s"] == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    assert following.data == "next"


@given(HOSTILE)
def test_an_order_arrives_whole_whatever_its_arguments_hold(text: str) -> None:
    order = PageCall(CallId("k_1"), "tool", "filter", None, {"deep": [text, {text: 1}]}, ring=False)

    first, _ = read(frame(order, event=EventName.CALL))

    assert first.type == "call"
    assert json.loads(first.data)["name"] == "filter"
