"""What `assist conform --host-tool` is told on the command line."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import msgspec

from app.conform.host_tool import EventOptions
from app.contract.ids import Json
from app.errors import Unacceptable


@dataclass(frozen=True, kw_only=True)
class Event:
    """
    An event for a host tool.

    Args:
        binding: The binding_id the tool is registered under.
        tool_version: The version to ask for.
        organization: The host's own organization_slug, as events carry it.
        payload: JSON of an event that the tool takes.
        stale: JSON of one that was right once and is not any more.
        ineligible: JSON of one that the host's own rules turn down.
        output_schema: A file with the JSON Schema that the version is registered with.
    """

    binding: str = EventOptions().binding
    tool_version: str = EventOptions().version
    organization: str = EventOptions().organization
    payload: str = "{}"
    stale: str | None = None
    ineligible: str | None = None
    output_schema: Path | None = None


def event_options(given: Event) -> EventOptions:
    """Raises `Unacceptable` where what was given is no JSON, or the file can't be read."""
    return EventOptions(
        binding=given.binding,
        version=given.tool_version,
        organization=given.organization,
        payload=_json("--payload", given.payload),
        stale=given.stale and _json("--stale", given.stale),
        ineligible=given.ineligible and _json("--ineligible", given.ineligible),
        output_schema=_schema(given.output_schema) if given.output_schema else {},
    )


def _json(name: str, text: str) -> Json:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as fault:
        raise Unacceptable(f"{name} is no JSON: {text[:80]!r}.") from fault


def _schema(path: Path) -> dict[str, Json]:
    try:
        found: Json = _json(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as fault:
        raise Unacceptable(f"{str(path)!r} can't be read.") from fault
    if not isinstance(found, dict):
        raise Unacceptable(f"{str(path)!r} holds no JSON Schema.")
    return cast("dict[str, Json]", found)
