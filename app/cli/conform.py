"""`assist conform`: whether a host's server keeps the remote-tools document, told so that its team can act on it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, cast

import httpx
import msgspec
from cyclopts import Parameter

from app.cli.events import Event, event_options
from app.cli.sources import usage
from app.conform.asking import client
from app.conform.host_tool import conform as events
from app.conform.remote import conform as remote
from app.conform.remote_host import Options
from app.conform.reports import as_json, as_junit, as_table
from app.conform.results import Result
from app.contract.ids import Json
from app.errors import Unacceptable

Checks = Callable[[httpx.AsyncClient], AsyncGenerator[Result]]

_SUITE = "assist.conform.remote-tools"
_EVENT_SUITE = "assist.conform.host-tool"


def conform(  # noqa: PLR0913 - the options of a command
    url: str | None = None,
    *,
    secret: str,
    host_tool: str | None = None,
    event: Annotated[Event, Parameter(name="*")] = Event(),  # noqa: B008 - frozen, so one serves all
    user: str = Options().user,
    workspace: str = Options().workspace,
    permission: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    arguments: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    execute_writes: Annotated[bool, Parameter(negative="")] = False,
    as_json_: Annotated[bool, Parameter(name="--json", negative="")] = False,
    junit: Path | None = None,
) -> int:
    """
    Check a remote tool server, or a host's event tool, against its contract.

    Exits with 0 when it keeps what was tried of it, 1 when it does not, 2 when it can't tell. What was skipped is said.

    Args:
        url: The base URL of a remote tool server, as it will be connected.
        secret: The bearer, as it will be connected or registered.
        host_tool: The URL of an event tool, as it will be registered, in place of a remote tool server.
        event: What to send to an event tool.
        user: Whom to act for: an externalUserId that the host knows.
        workspace: The workspaceId to send.
        permission: A permission the user has. May be given several times.
        arguments: TOOL={...} that work for a tool, where made-up ones don't. May be given several times.
        execute_writes: Also execute tools that change data, once each. Without it nothing but get is executed.
        as_json_: Print JSON.
        junit: Also write a JUnit report to this file.
    """
    with usage():
        asked, sent = _asked(url, host_tool), event_options(event)
        options = Options(workspace, user, permission, _arguments(arguments), execute_writes)
    if host_tool:
        return _told(_EVENT_SUITE, lambda http: events(http, asked, secret, sent), junit, as_json_=as_json_)
    return _told(_SUITE, lambda http: remote(http, asked, secret, options), junit, as_json_=as_json_)


def _told(suite: str, checks: Checks, junit: Path | None, *, as_json_: bool) -> int:
    """Run the checks and say what came of them. Returns the exit status."""
    results = asyncio.run(_results(checks))
    print(as_json(results) if as_json_ else as_table(results))
    if junit is not None:
        with usage():
            _write(junit, as_junit(results, suite=suite))
    return int(any(result.level == "breach" for result in results))


async def _results(checks: Checks) -> list[Result]:
    async with client() as http, aclosing(checks(http)) as results:
        return [result async for result in results]


def _asked(url: str | None, host_tool: str | None) -> str:
    """The one URL that is to be checked."""
    if (url is None) == (host_tool is None):
        raise Unacceptable("Name one server: a remote tool server's base URL, or --host-tool with an event tool's URL.")
    if url is not None:
        _check_url(url)
        return url
    assert host_tool is not None
    if not host_tool.startswith(("http://", "https://")):
        raise Unacceptable(f"{host_tool!r} is no URL; https://app.example.com/events would be one.")
    return host_tool


def _check_url(url: str) -> None:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL as fault:
        raise Unacceptable(f"{url!r} is no URL.") from fault
    if parsed.scheme not in {"http", "https"} or not parsed.host or parsed.query or parsed.fragment:
        raise Unacceptable(f"{url!r} is no base URL; https://app.example.com/assistant would be one.")


def _arguments(given: tuple[str, ...]) -> dict[str, dict[str, Json]]:
    found: dict[str, dict[str, Json]] = {}
    for each in given:
        tool, separator, text = each.partition("=")
        try:
            value: Json = msgspec.json.decode(text)
        except msgspec.DecodeError:
            value = None
        if not (separator and tool and isinstance(value, dict)):
            raise Unacceptable(f'{each!r} gives no arguments; \'find_products={{"query": "mug"}}\' would be right.')
        found[tool] = cast("dict[str, Json]", value)
    return found


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as fault:
        raise Unacceptable(f"{str(path)!r} can't be written: {fault.strerror}.") from fault
