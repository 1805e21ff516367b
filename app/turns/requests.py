"""From a turn to the request the model gets, exactly: system, messages, tools, and where caching pays."""

from collections.abc import Sequence

from app.contract.ids import Json
from app.contract.model import ModelRequest
from app.contract.tools import Lent
from app.conversations.history import NO_FILES, FileBlocks, messages
from app.conversations.thread import Thread, Turn
from app.turns.files import Files
from app.turns.prompts import Prompts


class Requests:
    """Builds model requests from the prompt files."""

    def __init__(self, prompts: Prompts, files: Files | None = None) -> None:
        """Without `files`, none is sent along."""
        self._prompts = prompts
        self._files = files

    async def of(self, thread: Thread, turn: Turn, lent: Sequence[Lent]) -> ModelRequest:
        """As `build`, with the files of the conversation."""
        files = await self._files.read(thread) if self._files else NO_FILES
        return self.build(thread, turn, lent, files=files)

    def build(self, thread: Thread, turn: Turn, lent: Sequence[Lent], *, files: FileBlocks = NO_FILES) -> ModelRequest:
        """The turn's next request. Its note is the one of the user's message, for the whole turn."""
        return ModelRequest(
            system=self.system(turn.message.instructions, turn.message.note),
            messages=messages(
                thread,
                go_on=self._prompts.go_on(),
                context=self._prompts.context,
                left=self._prompts.host_note,
                quoted=self._prompts.quote,
                files=files,
            ),
            tools=tools(lent, cached=True),
        )

    def system(self, instructions: str, note: str) -> tuple[dict[str, Json], ...]:
        """The system blocks: universal, the workspace's own, the page note."""
        return self._prompts.system_blocks(instructions, note)


def tools(lent: Sequence[Lent], *, cached: bool) -> tuple[dict[str, Json], ...]:
    """Tools as the model API takes them; `cached` ends them with a cache breakpoint."""
    found: list[dict[str, Json]] = [
        {"name": spec.name, "description": spec.description, "input_schema": spec.input_schema}
        for spec in (entry.spec for entry in lent)
    ]
    if found and cached:
        found[-1]["cache_control"] = {"type": "ephemeral"}
    return tuple(found)
