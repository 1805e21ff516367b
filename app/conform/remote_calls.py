"""Checks that call tools: what lookups answer, whether they can be repeated, and whether preview changes anything."""

from collections.abc import Iterable
from typing import cast

from app.conform.asking import Reply
from app.conform.remote_host import MADE_UP, RemoteHost
from app.conform.results import Finding, breach, skipped, warning
from app.conform.sameness import same
from app.contract.ids import Json
from app.contract.remote import RemoteTool
from app.tools.remote.display import (
    LONGEST_BADGE,
    LONGEST_SUBTITLE,
    LONGEST_TITLE,
    MOST_A_RESULT,
    MOST_BADGES,
    split,
)

Seen = dict[str, Json]
"""What lookups and the context answered, by tool or path."""


async def what_lookups_say(host: RemoteHost) -> list[Finding]:
    found: list[Finding] = []
    for tool in host.lookups:
        arguments = host.arguments(tool)
        if arguments is None:
            found.append(skipped(_give(tool), tool.key.name))
            continue
        found += _output_faults(tool, await host.execute(tool, arguments, f"execution of {tool.key.name}"))
    return found or _without(host.lookups, "It lends no get.")


async def repeatable(host: RemoteHost) -> list[Finding]:
    first, second = await _look(host), await _look(host)
    changed = [name for name, output in first.items() if not same(second.get(name), output)]
    return [
        breach("answered something else the second time, though nothing was changed between.", name) for name in changed
    ] or _without(host.lookups, "It lends no get.")


async def effects(host: RemoteHost) -> list[Finding]:
    """Seen through the host's own lookups and context, before and after."""
    before = await _look(host)
    steady = await _look(host)
    found: list[Finding] = []
    tried = 0
    for tool in host.changes:
        arguments = host.arguments(tool)
        replies = [await host.preview(tool.key.name, arguments, "preview, twice") for _ in range(2) if arguments]
        if not replies or not all(reply.ok for reply in replies):
            continue
        tried += 1
        if replies[0].member("preview") != replies[1].member("preview"):
            found.append(warning("previews the same call in other words the second time.", tool.key.name))
        after = await _look(host)
        changed = [
            name for name, seen in before.items() if same(steady.get(name), seen) and not same(after.get(name), seen)
        ]
        if changed:
            found.append(breach(f"{', '.join(changed)} answered otherwise after a preview.", tool.key.name))
            before = steady = after
    return found if tried else [*found, skipped("No preview could be made.")]


async def display_entries(host: RemoteHost) -> list[Finding]:
    found: list[Finding] = []
    shown = 0
    for tool in host.lookups:
        arguments = host.arguments(tool)
        reply = await host.execute(tool, arguments, f"display of {tool.key.name}") if arguments is not None else None
        output = reply.member("output") if reply and reply.ok else None
        if isinstance(output, dict) and "display" in output:
            shown += 1
            found += _display_faults(cast("dict[str, Json]", output)["display"], tool.key.name, host.origin)
    return found if shown else [*found, skipped("No output had a display.")]


async def writes(host: RemoteHost) -> list[Finding]:
    if not host.options.execute_writes:
        return [skipped("Nothing that changes data was executed.")] if host.changes else []
    found: list[Finding] = []
    for tool in host.changes:
        arguments = host.arguments(tool)
        if arguments is None:
            found.append(skipped(_give(tool), tool.key.name))
        else:
            found += _output_faults(tool, await host.execute(tool, arguments, f"execution of {tool.key.name}"))
    return found


async def _look(host: RemoteHost) -> Seen:
    """All that can be seen without changing anything."""
    context = await host.asker.get("/context", host.query(), "the context, to compare")
    seen: Seen = {"/context": context.body} if context.ok else {}
    for tool in host.lookups:
        arguments = host.arguments(tool)
        reply = await host.execute(tool, arguments, "a look, to compare") if arguments is not None else None
        if reply and reply.ok:
            seen[tool.key.name] = reply.member("output")
    return seen


def _output_faults(tool: RemoteTool, reply: Reply) -> list[Finding]:
    if reply.status in MADE_UP:
        return [skipped(f"answered {reply.status}. {_give(tool)}", tool.key.name)]
    if not reply.ok:
        return [breach(f"execute answered {reply.status or reply.fault}.", tool.key.name)]
    body: Json = reply.body
    if not isinstance(body, dict) or "output" not in body:
        return [breach('execute answered no output; {"output": …} would be right.', tool.key.name)]
    return []


def _display_faults(display: Json, tool: str, origin: str) -> Iterable[Finding]:
    if not isinstance(display, list):
        yield breach("display is no list.", tool)
        return
    entries = cast("list[Json]", display)
    for place, entry in enumerate(entries):
        yield from (breach(f"display[{place}]: {why}", tool) for why in _entry_faults(entry, origin))
    if any(_image_of(entry).startswith("http:") for entry in entries):
        yield warning("an image is plain http, which is shown only where the assistant's operator allows it.", tool)
    if len(entries) > MOST_A_RESULT:
        yield warning(f"display has {len(entries)} entries; {MOST_A_RESULT} are shown.", tool)


def _image_of(entry: Json) -> str:
    image = cast("dict[str, Json]", entry).get("image") if isinstance(entry, dict) else None
    return image if isinstance(image, str) else ""


def _entry_faults(entry: Json, origin: str) -> Iterable[str]:
    """`origin`: the host's own; while it is plain http, as in development, its images may be too."""
    _, cards = split({"display": [entry]}, lambda url: url.startswith(f"{origin}/"))
    if not cards:
        yield "is dropped; it takes a title and an absolute http(s) url."
        return
    given = cast("dict[str, Json]", entry)
    if given.get("image") and cards[0].image is None:
        yield "its image is no absolute https link."
    for name, most in (("title", LONGEST_TITLE), ("subtitle", LONGEST_SUBTITLE)):
        if len(str(given.get(name) or "")) > most:
            yield f"its {name} is longer than {most} characters."
    badges = given.get("badges")
    if badges is not None and not isinstance(badges, list):
        yield "its badges are no list."
    elif badges:
        listed = cast("list[Json]", badges)
        if len(listed) > MOST_BADGES:
            yield f"has more than {MOST_BADGES} badges."
        if any(not isinstance(badge, str) or len(badge) > LONGEST_BADGE for badge in listed):
            yield f"has a badge that is no string of at most {LONGEST_BADGE} characters."


def _give(tool: RemoteTool) -> str:
    return f"Give arguments that work: --arguments '{tool.key.name}={{…}}'."


def _without(tools: list[RemoteTool], why: str) -> list[Finding]:
    return [] if tools else [skipped(why)]
