"""`assist conform`: whether a host's server keeps the remote-tools document, told so that its team can act on it."""

import asyncio
from contextlib import aclosing
from pathlib import Path
from typing import Annotated, cast

import httpx
import msgspec
from cyclopts import Parameter

from app.cli.sources import usage
from app.conform.asking import client
from app.conform.remote import conform as remote
from app.conform.remote_host import Options
from app.conform.reports import as_json, as_junit, as_table
from app.conform.results import Result
from app.contract.ids import Json
from app.errors import Unacceptable

_SUITE = "assist.conform.remote-tools"


def conform(  # noqa: PLR0913 - the options of a command
    url: str,
    *,
    secret: str,
    user: str = Options().user,
    workspace: str = Options().workspace,
    permission: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    arguments: Annotated[tuple[str, ...], Parameter(negative="")] = (),
    execute_writes: Annotated[bool, Parameter(negative="")] = False,
    as_json_: Annotated[bool, Parameter(name="--json", negative="")] = False,
    junit: Path | None = None,
) -> int:
    """
    Check a remote tool server against the contract. Exits with 0 when it keeps it, 1 when it does not, 2 when it can't.

    Args:
        url: The base URL, as it will be connected.
        secret: The bearer, as it will be connected.
        user: Whom to act for: an externalUserId that the host knows.
        workspace: The workspaceId to send.
        permission: A permission the user has. May be given several times.
        arguments: TOOL={...} that work for a tool, where made-up ones don't. May be given several times.
        execute_writes: Also execute tools that change data, once each. Without it nothing but get is executed.
        as_json_: Print JSON.
        junit: Also write a JUnit report to this file.
    """
    with usage():
        _check_url(url)
        options = Options(workspace, user, permission, _arguments(arguments), execute_writes)
    results = asyncio.run(_results(url, secret, options))
    print(as_json(results) if as_json_ else as_table(results))
    if junit is not None:
        with usage():
            _write(junit, as_junit(results, suite=_SUITE))
    return int(any(result.level == "breach" for result in results))


async def _results(url: str, secret: str, options: Options) -> list[Result]:
    async with client() as http, aclosing(remote(http, url, secret, options)) as results:
        return [result async for result in results]


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
