"""A short question to the model outside every turn, on the user's budget."""

from collections.abc import Callable
from contextlib import aclosing
from datetime import datetime

from app.contract.model import Finished, ModelRequest, TextDelta
from app.contract.people import Owner
from app.ports import Model
from app.turns.limits import Budget


class Aside:
    """Asks without tools, without a page and without a conversation."""

    def __init__(self, model: Model, budget: Budget, *, clock: Callable[[], datetime]) -> None:
        self._model = model
        self._budget = budget
        self._clock = clock

    async def may(self, owner: Owner) -> bool:
        """Whether the owner's share of the model is not used up."""
        return not await self._budget.is_spent(owner, self._clock())

    async def ask(self, owner: Owner, prompt: str, *, max_tokens: int) -> str | None:
        """What the model said, when it came to its own end. Raises `ModelFault`."""
        asked = {"role": "user", "content": [{"type": "text", "text": prompt}]}
        said: list[str] = []
        async with aclosing(self._model.stream(ModelRequest((), (asked,), (), max_tokens=max_tokens))) as events:
            async for event in events:
                match event:
                    case TextDelta(text=more):
                        said.append(more)
                    case Finished(stop_reason=reason, usage=usage):
                        await self._budget.spend(owner, self._clock(), sum(usage.values()))
                        return "".join(said) if reason == "end_turn" else None
                    case _:
                        pass
        return None
