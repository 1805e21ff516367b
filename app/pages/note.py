"""
The page note: what the open page says of itself, at the moment a message was sent or an act was done.

Its few fixed words are the contract's, to the letter, and `prompts/universal.md` speaks of them; so they stand here,
beside the answers' words, and not among the prompts that may be replaced.
"""

from collections.abc import Iterable, Sequence

from app.contract.page import PageFacts, PageField
from app.pages.offered import by_name
from app.pages.values import listed, shown


def note(facts: PageFacts | None) -> str:
    """The note as Markdown, its empty parts left out; empty when nothing has introduced itself."""
    if facts is None or facts.page is None:
        return ""
    actions = [name for name, _ in by_name(facts.actions)]
    fields = [_field(name, entries) for name, entries in by_name(facts.fields)]
    parts = (
        f"## The page the user has open: {facts.page.name}",
        facts.page.instructions,
        _part("tools", _tools(facts)),
        _part("actions", actions),
        _part("fields", fields),
    )
    return "\n\n".join(part for part in parts if part)


def _part(of: str, entries: Iterable[str]) -> str:
    listing = ", ".join(entries)
    return f"Its {of}: {listing}." if listing else ""


def _tools(facts: PageFacts) -> Iterable[str]:
    yield from (tool.name for tool in facts.tools)
    if facts.page is not None and facts.page.content:
        yield "get_page_content"


def _field(name: str, entries: Sequence[PageField]) -> str:
    if len(entries) == 1:
        return f"{name}: {entries[0].label}, now {shown(entries[0])}"
    return f"{name} ({listed([f'{each.id}: {each.label}, now {shown(each)}' for each in entries], '; ')})"
