"""What the tests ask of a model, and what it says to it."""

import pytest

from app.contract.model import BlockClosed, Finished, ModelEvent, ModelRequest, TextDelta
from app.errors import ModelFault
from app.models.anthropic import AnthropicModel
from tests.models.fault_server import OK, begun, ended, text_block

REQUEST = ModelRequest(
    system=({"type": "text", "text": "Be kind.", "cache_control": {"type": "ephemeral"}},),
    messages=({"role": "user", "content": [{"type": "text", "text": "Hello"}]},),
    tools=({"name": "set_currency", "description": "Sets it.", "input_schema": {"type": "object"}},),
)
HELLO = OK + begun() + text_block(0, "Hel", "lo 👋") + ended()
USAGE = {"input_tokens": 11, "output_tokens": 7, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 5}
SAID = [
    TextDelta(0, "Hel"),
    TextDelta(0, "lo 👋"),
    BlockClosed(0, {"type": "text", "text": "Hello 👋"}),
    Finished("end_turn", USAGE),
]


async def heard(model: AnthropicModel, request: ModelRequest = REQUEST) -> list[ModelEvent]:
    return [event async for event in model.stream(request)]


async def heard_until_fault(model: AnthropicModel) -> tuple[list[ModelEvent], ModelFault]:
    events: list[ModelEvent] = []
    try:
        async for one in model.stream(REQUEST):
            events.append(one)  # noqa: PERF401 - What came before the fault is kept.
    except ModelFault as fault:
        return events, fault
    pytest.fail(f"It ended well: {events}")
