"""What a message becomes, block by block."""

import pytest

from app.contract.ids import Json
from app.contract.model import BlockClosed, ModelEvent, TextDelta, ThinkingStarted
from app.models.accumulator import Accumulator
from app.models.frames import Frames
from app.models.wire import decode
from tests.models.fault_server import begun, block, call_block, text_block


def folded(body: bytes) -> list[ModelEvent]:
    message = Accumulator()
    return [one for data in Frames().feed(body) if (one := message.feed(decode(data)))]


def test_a_call_in_pieces_is_parsed_once_it_is_whole() -> None:
    (closed,) = folded(call_block(1, "", '{"to": "E', 'UR", "rate": 1.5', "}"))

    call = {"type": "tool_use", "id": "toolu_1", "name": "set_currency", "input": {"to": "EUR", "rate": 1.5}}
    assert closed == BlockClosed(1, call)


@pytest.mark.parametrize("pieces", [(), ("",), ("{}",)])
def test_a_call_without_arguments_has_an_empty_object(pieces: tuple[str, ...]) -> None:
    (closed,) = folded(call_block(1, *pieces))

    assert isinstance(closed, BlockClosed)
    assert (closed.block["input"], closed.broken) == ({}, None)


@pytest.mark.parametrize("raw", ['{"amount":10', '{"a":1,"a":2}', "[1]", "{} {}"])
def test_a_call_that_is_not_whole_is_broken_and_carries_nothing(raw: str) -> None:
    (closed,) = folded(call_block(1, raw))

    assert isinstance(closed, BlockClosed)
    assert closed.block["input"] == {}
    assert (closed.broken or "").startswith("The arguments ")


def test_thinking_is_kept_with_its_signature_and_not_shown() -> None:
    thoughts: list[dict[str, Json]] = [
        {"type": "thinking_delta", "thinking": "Let me "},
        {"type": "thinking_delta", "thinking": "see."},
        {"type": "signature_delta", "signature": "c2ln"},
    ]
    events = folded(block(0, {"type": "thinking", "thinking": "", "signature": ""}, *thoughts))

    assert events == [
        ThinkingStarted(0),
        BlockClosed(0, {"type": "thinking", "thinking": "Let me see.", "signature": "c2ln"}),
    ]


def test_thinking_that_is_kept_secret_is_carried_as_it_is() -> None:
    redacted = {"type": "redacted_thinking", "data": "x9"}

    assert folded(block(0, redacted)) == [ThinkingStarted(0), BlockClosed(0, redacted)]


def test_a_block_we_do_not_know_is_carried_as_it_is() -> None:
    unknown = {"type": "block_of_next_year", "text": None, "deep": [1]}

    assert folded(block(0, unknown, {"type": "delta_of_next_year", "wise": True})) == [BlockClosed(0, unknown)]


@pytest.mark.parametrize("texts", [(), ("",), (" ", "\n")])
def test_text_of_nothing_is_dropped(texts: tuple[str, ...]) -> None:
    assert not any(isinstance(one, BlockClosed) for one in folded(begun() + text_block(0, *texts)))


def test_text_a_block_begins_with_is_shown() -> None:
    events = folded(block(0, {"type": "text", "text": "He", "citations": None}, {"type": "text_delta", "text": "y"}))

    assert events == [TextDelta(0, "He"), TextDelta(0, "y"), BlockClosed(0, {"type": "text", "text": "Hey"})]


def test_citations_go_back_with_their_text() -> None:
    cited: dict[str, Json] = {"type": "citations_delta", "citation": {"cited_text": "so"}}
    events = folded(block(0, {"type": "text", "text": ""}, {"type": "text_delta", "text": "Hm"}, cited))

    assert events[-1] == BlockClosed(0, {"type": "text", "text": "Hm", "citations": [{"cited_text": "so"}]})


def test_half_a_surrogate_pair_costs_a_character_not_the_reply() -> None:
    half = b'event: content_block_delta\ndata: {"type": "content_block_delta", "index": 0, "delta": '
    half += b'{"type": "text_delta", "text": "a\\ud83d"}}\n\n'
    start, _, rest = text_block(0, "b").partition(b"event: content_block_delta")

    assert folded(start + half + b"event: content_block_delta" + rest)[0] == TextDelta(0, "a?")
