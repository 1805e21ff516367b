"""Holds a host's remote tool server to the remote-tools document. It executes nothing but `get` unless told to."""

import time
from collections.abc import AsyncGenerator

import httpx

from app.conform.asking import Asker
from app.conform.remote_checks import CHECKS, Check
from app.conform.remote_host import Options, RemoteHost
from app.conform.results import Finding, Result, skipped


async def conform(http: httpx.AsyncClient, base_url: str, secret: str, options: Options) -> AsyncGenerator[Result]:
    """The results of all checks, in order, as they come."""
    host = RemoteHost(Asker(http, base_url, secret), options)
    has_tools = await host.open()
    for check in CHECKS:
        started = time.monotonic()
        findings = await _findings(check, host, has_tools=has_tools)
        yield Result(check.name, check.rule, tuple(findings), round(time.monotonic() - started, 3))


async def _findings(check: Check, host: RemoteHost, *, has_tools: bool) -> list[Finding]:
    if check.needs_tools and not has_tools:
        return [skipped("There is no tool list to try it on.")]
    return await check.run(host)
