"""A model over the real SDK against a server that misbehaves on demand."""

from collections.abc import AsyncIterator, Callable

import pytest

from app.contract.model import Thinking
from app.models.anthropic import AnthropicModel
from app.models.backoff import Backoff
from tests.models.fault_server import FaultServer

KEY = "sk-ant-secret-of-the-tests"
SOON = Backoff(first_seconds=0.01, most_seconds=0.2)

ModelOf = Callable[..., AnthropicModel]


@pytest.fixture
async def model_of() -> AsyncIterator[ModelOf]:
    """Makes a model of a server; closes what it made."""
    made: list[AnthropicModel] = []

    def make(server: FaultServer, *, read_seconds: float = 5, thinking: Thinking = "off") -> AnthropicModel:
        model = AnthropicModel(
            api_key=KEY,
            base_url=server.url,
            model="claude-sonnet-5-5",
            max_tokens=1000,
            read_seconds=read_seconds,
            thinking=thinking,
            backoff=SOON,
        )
        made.append(model)
        return model

    yield make
    for model in made:
        await model.close()
