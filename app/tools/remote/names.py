"""
The names remote tools are lent by.

A host knows only its own names, so two tools may have one: the page's keeps it, then the one of the integration that
was connected first; the other is lent with its provider's name before it.
"""

from collections.abc import Collection, Iterable

from app.contract.remote import RemoteTool
from app.contract.tools import Lent, ToolSpec
from app.tools.remote.definitions import NAME


def lent_remote(tools: Iterable[RemoteTool], taken: Collection[str]) -> tuple[Lent, ...]:
    """
    The tools by the names the model may call them, in their order; one that no name is left for is left out.

    tools: the integration that was connected first comes first. taken: built-ins' names, and those the page lends.
    """
    lent: dict[str, Lent] = {}
    for tool in tools:
        name = next((name for name in _wanted(tool) if name not in taken and name not in lent), None)
        if name is not None:
            lent[name] = Lent(ToolSpec(name, tool.description, tool.input_schema), "remote", tool.key)
    return tuple(lent.values())


def _wanted(tool: RemoteTool) -> list[str]:
    both = f"{tool.key.provider}_{tool.key.name}"
    return [tool.key.name, both] if NAME.fullmatch(both) else [tool.key.name]
