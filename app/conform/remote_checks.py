"""What the remote-tools document asks of a host, rule by rule. Each check returns what it found wrong."""

import secrets
from collections.abc import Awaitable, Callable
from typing import Final, cast

from msgspec import Struct

from app.conform.asking import MOST_BYTES, Reply
from app.conform.examples import misfit
from app.conform.remote_calls import display_entries, effects, repeatable, what_lookups_say, writes
from app.conform.remote_host import MADE_UP, PROVIDER, RemoteHost, digests, no_tool, spec_of
from app.conform.results import Finding, breach, skipped, warning
from app.contract.ids import Json
from app.pages.builtins import NAMES
from app.tools.remote.definitions import read_offer
from app.tools.remote.servers import CONTEXT_BYTES, EXECUTE_SECONDS, LOOK_SECONDS

_SLOW_SECONDS: Final = 1.0
_CHANGING: Final = (
    "create",
    "add",
    "insert",
    "update",
    "set_",
    "edit",
    "delete",
    "remove",
    "destroy",
    "cancel",
    "send",
)
_REDIRECT, _CLIENT_ERROR = 3, 4


class Check(Struct, frozen=True):
    """`needs_tools`: it can't be tried without the tool list."""

    name: str
    rule: str
    run: Callable[[RemoteHost], Awaitable[list[Finding]]]
    needs_tools: bool = True


async def wrong_secret(host: RemoteHost) -> list[Finding]:
    """No endpoint may answer whoever does not know the secret. Nothing can be executed by this."""
    found: list[Finding] = []
    for purpose, bearer in (("a wrong secret", f"wrong-{secrets.token_hex(8)}"), ("no secret", "")):
        nothing = host.order(no_tool(), {}, "call_0")
        replies = [
            await host.asker.get("/tools", host.query(), purpose, bearer=bearer),
            await host.asker.get("/context", host.query(), purpose, bearer=bearer),
            await host.asker.post("/tools/preview", nothing, purpose, bearer=bearer),
            await host.execute_nothing(purpose, bearer=bearer),
        ]
        found += [
            breach(f"answered {reply.status or reply.fault} to {purpose}; 401 would be right.", reply.path)
            for reply in replies
            if reply.status != 401  # noqa: PLR2004 - the document's own number
        ]
    return found


async def tool_list(host: RemoteHost) -> list[Finding]:
    assert host.listing is not None
    reply = host.listing
    if not reply.ok:
        hint = " Perhaps it does not know the user: give --user." if reply.status in MADE_UP else ""
        said = f"answered {reply.status or reply.fault}; 200 with the tools would be right.{hint}"
        return [breach(said, "/tools")]
    if not isinstance(reply.member("tools"), list):
        return [breach('answered no tool list; {"tools": [...]} would be one.', "/tools")]
    return [] if host.entries else [warning("lends this user no tool at all.", "/tools")]


async def definitions(host: RemoteHost) -> list[Finding]:
    return [
        breach(f"entry {each.place}, {each.name!r}, would be dropped. {each.reason}", "/tools")
        for each in host.offer.dropped
    ]


async def descriptions(host: RemoteHost) -> list[Finding]:
    found: list[Finding] = []
    for tool in host.offer.tools:
        if not tool.description.strip():
            found.append(breach("has no description; the model has nothing else to go by.", tool.key.name))
        if tool.key.name in NAMES:
            found.append(warning("is named like a built-in, so it is lent with the provider before it.", tool.key.name))
    return found


async def verbs(host: RemoteHost) -> list[Finding]:
    """A `get` runs without anybody seeing it, so one that sounds like a change is worth a second look."""
    return [
        warning("is a `get` that sounds like a change; a `get` runs without the user seeing it.", tool.key.name)
        for tool in host.lookups
        if tool.key.name.lower().startswith(_CHANGING)
    ]


async def same_tools_again(host: RemoteHost) -> list[Finding]:
    """As the assistant compares them: by definition, whatever their order and whatever stands beside them."""
    again = await host.list_tools("the tool list again")
    if (
        again.ok
        and isinstance(again.member("tools"), list)
        and digests(read_offer(PROVIDER, again.body)) == host.definitions
    ):
        return []
    return [breach("answered another list the second time; a tool that changes is not run.", "/tools")]


async def scope(host: RemoteHost) -> list[Finding]:
    """`permissions` may repeat; a scope without a user is refused or answered, but breaks nothing."""
    several = [*host.query(), ("permissions", "conform:one"), ("permissions", "conform:two")]
    repeated = await host.asker.get("/tools", several, "permissions repeated")
    nobody = [pair for pair in host.query() if pair[0] != "externalUserId"]
    userless = await host.asker.get("/tools", nobody, "no user")
    found: list[Finding] = []
    if repeated.status in {400, 403}:
        found.append(skipped("it refused made-up permissions.", "/tools"))
    elif not repeated.ok:
        found.append(breach(f"permissions repeated: {repeated.status or repeated.fault}", "/tools"))
    if userless.status is None or userless.status // 100 not in {2, _CLIENT_ERROR}:
        found.append(breach(f"no externalUserId: {userless.status or userless.fault}", "/tools"))
    return found


async def context(host: RemoteHost) -> list[Finding]:
    reply = await host.asker.get("/context", host.query(), "the context")
    if not reply.ok:
        return [breach(f"answered {reply.status or reply.fault}; 200 and {{}} would be right.", "/context")]
    if not isinstance(reply.body, dict):
        return [breach("answered no JSON object; {} would be one.", "/context")]
    if reply.size_bytes > CONTEXT_BYTES:
        return [warning(f"has {reply.size_bytes:,} bytes; past {CONTEXT_BYTES:,} it is cut.", "/context")]
    return []


async def previews(host: RemoteHost) -> list[Finding]:
    found: list[Finding] = []
    for tool in host.changes:
        arguments = host.arguments(tool)
        if arguments is None:
            found.append(skipped(_unknown_arguments(tool.key.name), tool.key.name))
            continue
        reply = await host.preview(tool.key.name, arguments, f"preview of {tool.key.name}")
        preview = reply.member("preview")
        if reply.status in MADE_UP:
            found.append(skipped(f"answered {reply.status}. {_unknown_arguments(tool.key.name)}", tool.key.name))
        elif not reply.ok:
            found.append(breach(f"preview answered {reply.status or reply.fault}.", tool.key.name))
        elif not isinstance(preview, str) or not preview.strip():
            found.append(breach('preview answered no text; {"preview": "…"} would be right.', tool.key.name))
    return found


async def unknown_tool(host: RemoteHost) -> list[Finding]:
    replies = [await host.preview(no_tool(), {}, "an unknown tool"), await host.execute_nothing("an unknown tool")]
    return [
        breach(f"answered {reply.status or reply.fault} for a tool it does not have; 404 would be right.", reply.path)
        for reply in replies
        if reply.status != 404  # noqa: PLR2004 - the document's own number
    ]


async def wrong_arguments(host: RemoteHost) -> list[Finding]:
    """Only lookups are executed with them."""
    found: list[Finding] = []
    for tool in host.offer.tools:
        wrong = misfit(spec_of(tool))
        if wrong is None:
            continue
        purpose = f"wrong arguments for {tool.key.name}"
        if tool.verb == "get":
            reply = await host.execute(tool, wrong, purpose)
        else:
            reply = await host.preview(tool.key.name, wrong, purpose)
        if reply.status is None or reply.status // 100 != _CLIENT_ERROR:
            said = reply.status or reply.fault
            found.append(breach(f"{reply.path} answered {said} to wrong arguments; 400 would be right.", tool.key.name))
    return found


async def no_call(host: RemoteHost) -> list[Finding]:
    replies = [
        await host.asker.post("/tools/preview", b'{"tool": ', "half a body"),
        await host.asker.post("/tools/execute", b"[]", "a body that is no call"),
    ]
    return [
        breach(f"answered {reply.status or reply.fault} to {reply.purpose}; 400 would be right.", reply.path)
        for reply in replies
        if reply.status is None or reply.status // 100 != _CLIENT_ERROR
    ]


async def errors(host: RemoteHost) -> list[Finding]:
    """Over every answer there was."""
    return _once(
        breach('answered a failure without {"error": "…"}.', reply.told)
        for reply in host.asker.replies
        if reply.status and reply.status // 100 > _REDIRECT and not isinstance(reply.member("error"), str)
    )


async def answers(host: RemoteHost) -> list[Finding]:
    """Over every answer there was: whole, plain, JSON, no redirect, not too large, without the secret."""
    return _once(breach(why, reply.told) for reply in host.asker.replies for why in _unsound(reply))


async def timing(host: RemoteHost) -> list[Finding]:
    """Over every answer there was."""
    found: list[Finding] = []
    for reply in host.asker.replies:
        most = EXECUTE_SECONDS if reply.path == "/tools/execute" else LOOK_SECONDS
        if reply.seconds > most:
            found.append(breach(f"took {reply.seconds:.1f} s; it is given up after {most:.0f} s.", reply.told))
        elif reply.seconds > _SLOW_SECONDS:
            found.append(warning(f"took {reply.seconds:.1f} s, while the user waits.", reply.told))
    return found


CHECKS: Final = (
    Check("auth", "Every endpoint refuses any other bearer with 401.", wrong_secret, needs_tools=False),
    Check("tools.list", "GET /tools answers 200 with the user's tools.", tool_list, needs_tools=False),
    Check("tools.definitions", "Each tool has a name, a verb and an object schema.", definitions),
    Check("tools.descriptions", "Each tool is described, under a name of its own.", descriptions),
    Check("tools.verbs", "Verbs are honest: a tool that changes something is no get.", verbs),
    Check("tools.stable", "The same user is lent the same tools again.", same_tools_again),
    Check("scope", "The execution scope is read from the query, permissions repeated.", scope),
    Check("context", "GET /context answers 200 with a JSON object.", context, needs_tools=False),
    Check("preview.text", "Preview says in words what executing would do.", previews),
    Check("execute.get", "A get is executed at once and answers an output.", what_lookups_say),
    Check("execute.repeatable", "A get can be repeated: it answers the same again.", repeatable),
    Check("preview.effect", "Preview changes nothing.", effects),
    Check("display", "Entries of display are as the table has them.", display_entries),
    Check("errors.tool", "An unknown tool is answered with 404.", unknown_tool, needs_tools=False),
    Check("errors.arguments", "Wrong arguments are answered with 400.", wrong_arguments),
    Check("errors.body", "What is no call is answered with 400.", no_call, needs_tools=False),
    Check("execute.writes", "A change answers an output (only with --execute-writes).", writes),
    Check("errors.form", 'A failure answers {"error": "…"}.', errors, needs_tools=False),
    Check("answers", "Answers are whole, plain JSON without redirects or the secret.", answers, needs_tools=False),
    Check("timing", "Answers come in time.", timing, needs_tools=False),
)


def _unknown_arguments(tool: str) -> str:
    return f"Give arguments that work: --arguments '{tool}={{…}}'."


def _unsound(reply: Reply) -> list[str]:
    if reply.status is None:
        return ["gave no whole answer."]
    wrong: list[str] = []
    if reply.status // 100 == _REDIRECT:
        wrong.append("redirected; redirects are not followed.")
    if reply.encoding not in {"", "identity"}:
        wrong.append(f"answered compressed ({reply.encoding}) though it was asked for plain.")
    elif reply.size_bytes > MOST_BYTES:
        wrong.append("answered more than 1 MiB.")
    elif not reply.is_json and reply.status // 100 != _REDIRECT:
        wrong.append("answered no JSON.")
    if reply.echoes:
        wrong.append("answered with the secret in it.")
    return wrong


def _once(findings: "list[Finding] | Json") -> list[Finding]:
    """Each finding once: the same path is asked many times."""
    return list(dict.fromkeys(cast("list[Finding]", findings)))
