"""
The prompt files as a turn uses them: rendered, and set into the blocks of a model request.

What changes least comes first, and a cache breakpoint stands behind the last block that stays the same from turn to
turn, so that the page note, which does change, costs only itself.
"""

from collections.abc import Sequence
from pathlib import Path

from app.contract.attachments import Attachment
from app.contract.events import HostReplied
from app.contract.ids import Json
from app.contract.quotes import Quote
from app.contract.remote import RemoteContext
from app.pages.words import PromptFiles
from app.paths import PROMPTS, search_path

Block = dict[str, Json]


def load_prompts(overrides: Path | None = None) -> "Prompts":
    """The shipped prompts, and in their place those of the operator's folder that have the same name."""
    return Prompts(search_path(PROMPTS, overrides))


class Prompts:
    """The prompts of some folders, the winning one first; all compiled at once: a broken one stops the start."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._files = PromptFiles(folders)
        for name in self.names():
            self._files.environment.get_template(name)

    def names(self) -> list[str]:
        """The prompt files, as paths such as `tools/go_to_page.md`."""
        return self._files.environment.list_templates(["md"])

    def render(self, prompt: str, /, **values: str) -> str:
        """A prompt's text; see `PromptFiles.render`. It is what `app.pages.lent.lent` takes as its words."""
        return self._files.render(prompt, **values)

    def universal(self) -> str:
        """The instructions every request begins with."""
        return self.render("universal.md")

    def go_on(self) -> str:
        """What to say, as the user, where a reply continues after `max_tokens`."""
        return self.render("continue.md")

    def context(self, context: RemoteContext) -> str:
        """What a host says of where the user is, fenced as data, to stand before the user's own words."""
        full = f"{context.full_bytes:,}" if context.is_cut else ""
        return self.render("context.md", provider=context.provider, text=context.text, full_bytes=full)

    def host_note(self, reply: HostReplied) -> str:
        """What a host tool left in the conversation, given as data."""
        return self.render("host_note.md", tool=reply.tool, body=reply.body)

    def quote(self, quote: Quote) -> str:
        """What the user points at, given as data, to stand before their own words."""
        return self.render("quote.md", page=quote.page, path=quote.path, text=quote.text)

    def attached(self, attachment: Attachment) -> str:
        """What the file behind it is."""
        return self.render("attachment.md", name=attachment.name)

    def left_out(self, attachment: Attachment) -> str:
        """That a file stood here."""
        return self.render("attachment_left_out.md", name=attachment.name)

    def title(self, message: str) -> str:
        """The request that names a conversation after its first message."""
        return self.render("title.md", message=message)

    def follow_ups(self, message: str, reply: str, tools: str) -> str:
        """The request for what the user might say next."""
        return self.render("follow_ups.md", message=message, reply=reply, tools=tools)

    def system_blocks(self, instructions: str, note: str) -> tuple[Block, ...]:
        """
        The `system` of a request: universal instructions, the workspace's own, the page note.

        An empty part makes no block. The last of the first two ends with a cache breakpoint.
        """
        stable = [_text(part) for part in (self.universal(), instructions.strip()) if part]
        if stable:
            stable[-1]["cache_control"] = {"type": "ephemeral"}
        return (*stable, *([_text(note)] if note.strip() else []))


def _text(text: str) -> Block:
    return {"type": "text", "text": text}
