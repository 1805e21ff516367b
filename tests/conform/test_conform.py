"""`assist conform` passes the demo's host, finds each breach of a broken one, and changes nothing unasked."""

import asyncio
import copy
import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree as ET

import pytest

from app.cli import main
from app.conform.asking import client
from app.conform.remote import conform
from app.conform.remote_host import Options
from app.conform.results import Result
from app.contract.ids import Json
from app.demo import ShopSettings, create_shop
from app.demo.store import ShopStore
from app.demo.tool_server import PATH
from app.guest import served
from tests.remote.host import ALL, CREATE, FIND, SECRET, Asked, Host, Reply, hosting, refusal

OPTIONS = Options(permissions=("orders:write", "products:write"))
GIVEN: dict[str, dict[str, Json]] = {
    "create_order": {"customer": "Bo", "city": "Malmö", "sku": "FJD-02", "quantity": 1},
    "update_order_note": {"number": 1042, "note": "A gift."},
    "delete_product": {"sku": "PIN-06"},
}
SHOP = Options(permissions=OPTIONS.permissions, arguments=GIVEN)


def judged(asked: Asked) -> Reply | None:
    """What a good host answers to calls that are none."""
    if asked.bearer != SECRET:
        return refusal(401, "bad secret")
    if asked.method != "POST":
        return None
    sent: Json = asked.body
    if not isinstance(sent, dict):
        return refusal(400, "no call")
    body = cast("dict[str, Any]", sent)
    tool = next((tool for tool in ALL if tool["name"] == body["tool"]), None)
    if tool is None:
        return refusal(404, "unknown tool")
    wrong = set(tool["inputSchema"]["required"]) - set(body["arguments"])
    wrong |= {name for name, value in body["arguments"].items() if not isinstance(value, str)}
    return refusal(400, "bad arguments") if wrong else None


def good(host: Host) -> Host:
    """Bend a host so that it also refuses what is no call."""
    paths = ("/tools", "/context", "/tools/preview", "/tools/execute")

    def answering(path: str) -> Callable[[Asked], Reply]:
        bent = host.replies.get(path)
        return lambda asked: (
            judged(asked) or ((bent if isinstance(bent, Reply) else bent(asked)) if bent else host.as_documented(asked))
        )

    host.replies = {path: answering(path) for path in paths}
    return host


async def results(url: str, options: Options = OPTIONS, secret: str = SECRET) -> dict[str, Result]:
    async with client() as http:
        return {result.check: result async for result in conform(http, url, secret, options)}


def executed(host: Host) -> list[str]:
    """The tools that were executed, as they were named."""
    bodies: list[Json] = [asked.body for asked in host.executed]
    return [body["tool"] for body in bodies if isinstance(body, dict)]


def breached(found: dict[str, Result]) -> set[str]:
    return {name for name, result in found.items() if result.level == "breach"}


async def test_the_demos_host_passes_and_nothing_in_it_changes(tmp_path: Path) -> None:
    settings = ShopSettings(
        database=tmp_path / "shop.sqlite3", workspace_id="ws_1", signing_secret="s" * 32, tools_secret=SECRET
    )
    store = ShopStore(settings.database)
    before = (store.products(), store.orders())
    async with served(create_shop(settings)) as url:
        found = await results(url + PATH, SHOP)

    assert (store.products(), store.orders()) == before
    assert breached(found) == set()
    # Its images are plain http, as the shop itself is.
    assert {name for name, result in found.items() if result.level == "warning"} <= {"display", "timing"}
    assert {name for name, result in found.items() if result.level == "skipped"} == {"execute.writes"}


async def test_the_demos_host_passes_with_its_writes(tmp_path: Path) -> None:
    settings = ShopSettings(
        database=tmp_path / "shop.sqlite3", workspace_id="ws_1", signing_secret="s" * 32, tools_secret=SECRET
    )
    writing = Options(permissions=SHOP.permissions, arguments=GIVEN, execute_writes=True)
    async with served(create_shop(settings)) as url:
        found = await results(url + PATH, writing)

    assert breached(found) == set()
    assert found["execute.writes"].level == "pass"


async def test_a_good_host_passes_and_is_sent_no_change() -> None:
    async with hosting() as host:
        found = await results(good(host).url)

        assert breached(found) == set()
        verbs = {tool["name"]: tool["verb"] for tool in ALL}
        assert {verbs.get(name, "unknown") for name in executed(host)} == {"get", "unknown"}


async def test_writes_are_executed_only_when_they_are_asked_for() -> None:
    async with hosting() as host:
        await results(good(host).url, Options(execute_writes=True))

        assert [executed(host).count(name) for name in ("create_task", "rename_task", "delete_task")] == [1, 1, 1]


class State:
    """What a host that previews badly changes."""

    def __init__(self) -> None:
        self.count = 0

    def up(self, reply: Reply) -> Reply:
        self.count += 1
        return reply


def previewing_with_effect(host: Host) -> None:
    state = State()
    host.replies["/tools/preview"] = lambda _: state.up(Reply({"preview": "It is done."}))
    host.replies["/tools/execute"] = lambda _: Reply({"output": {"tasks": state.count}})


def different_each_time(host: Host) -> None:
    state = State()
    host.replies["/tools/execute"] = lambda _: state.up(Reply({"output": state.count}))


def listing_otherwise(host: Host) -> None:
    state = State()
    host.replies["/tools"] = lambda _: state.up(Reply({"tools": [FIND] if state.count % 2 else [CREATE, FIND]}))


def bent(**replies: Reply) -> Callable[[Host], None]:
    """A host that answers so: `tools_execute` for `/tools/execute`."""
    return lambda host: host.replies.update({f"/{name.replace('_', '/')}": each for name, each in replies.items()})


def lending(*tools: Json) -> Callable[[Host], None]:
    def bend(host: Host) -> None:
        host.tools = tools

    return bend


def showing(display: Json) -> Callable[[Host], None]:
    return bent(tools_execute=Reply({"output": {"display": display}}))


def changed(**more: Json) -> Json:
    return {**copy.deepcopy(FIND), **more}


def entry(**more: Json) -> Json:
    return {"title": "A", "url": "https://shop.example.com/a", **more}


BROKEN: dict[str, tuple[Callable[[Host], None], str]] = {
    "an unusable name": (lending(changed(name="find products")), "tools.definitions"),
    "a name twice": (lending(FIND, FIND), "tools.definitions"),
    "a verb of its own": (lending(changed(verb="read")), "tools.definitions"),
    "no verb": (lending(changed(verb=None)), "tools.definitions"),
    "no schema": (lending(changed(inputSchema=None)), "tools.definitions"),
    "a schema that is no object's": (lending(changed(inputSchema={"type": "string"})), "tools.definitions"),
    "a schema that leads elsewhere": (
        lending(changed(inputSchema={"type": "object", "properties": {"q": {"$ref": "https://x.example/s"}}})),
        "tools.definitions",
    ),
    "no description": (lending(changed(description=" ")), "tools.descriptions"),
    "no list": (bent(tools=Reply({"items": []})), "tools.list"),
    "a list that fails": (bent(tools=refusal(500, "boom")), "tools.list"),
    "another list each time": (listing_otherwise, "tools.stable"),
    "a context that is no object": (bent(context=Reply(["a"])), "context"),
    "a context that fails": (bent(context=refusal(404, "none")), "context"),
    "a preview without words": (bent(tools_preview=Reply({"preview": ""})), "preview.text"),
    "a preview that fails": (bent(tools_preview=refusal(500, "boom")), "preview.text"),
    "a preview with an effect": (previewing_with_effect, "preview.effect"),
    "a get that fails": (bent(tools_execute=refusal(500, "boom")), "execute.get"),
    "a get without an output": (bent(tools_execute=Reply({"result": 1})), "execute.get"),
    "a get that answers otherwise each time": (different_each_time, "execute.repeatable"),
    "a display that is no list": (showing({"title": "A"}), "display"),
    "a display entry without a url": (showing([{"title": "A"}]), "display"),
    "a display entry with a relative image": (showing([entry(image="/a.png")]), "display"),
    "a title that is too long": (showing([entry(title="t" * 121)]), "display"),
    "too many badges": (showing([entry(badges=["a"] * 5)]), "display"),
    "an error in plain text": (bent(context=Reply(raw=b"Not found", status=404)), "errors.form"),
    "an error of another form": (bent(context=Reply({"message": "no"}, status=500)), "errors.form"),
    "html": (bent(tools_execute=Reply(raw=b"<html>")), "answers"),
    "a redirect": (bent(context=Reply(status=302, headers={"location": "/"})), "answers"),
    "a compressed answer": (bent(context=Reply({}, headers={"content-encoding": "gzip"})), "answers"),
    "an endless answer": (bent(context=Reply(raw=b" " * 1024 * 1024 + b"{}")), "answers"),
    "an answer with the secret": (bent(context=Reply({"bearer": SECRET})), "answers"),
    "a slow preview": (bent(tools_preview=Reply({"preview": "Slowly."}, seconds=5.2)), "timing"),
}


@pytest.mark.parametrize("breach", BROKEN)
async def test_each_breach_of_a_broken_host_is_found(breach: str) -> None:
    bend, check = BROKEN[breach]
    async with hosting(tools=[FIND, CREATE]) as host:
        bend(host)

        found = await results(good(host).url)

    assert check in breached(found)
    assert all(finding.message for finding in found[check].findings)


def telling_the_time(asked: Asked) -> Reply:
    return Reply({"output": {"found": 2, "at": datetime.now(UTC).isoformat(), "epoch": time.time()}})


def shuffled(host: Host) -> None:
    """As a map's order may be, and with a word beside the list."""
    state = State()
    host.replies["/tools"] = lambda _: state.up(Reply({"tools": list(ALL)[:: (-1) ** state.count], "n": state.count}))


def lends_by_permission(asked: Asked) -> Reply:
    made_up = any(value.startswith("conform:") for name, value in asked.query if name == "permissions")
    return refusal(403, "unknown permission") if made_up else Reply({"tools": list(ALL)})


RIGHT: dict[str, Callable[[Host], None]] = {
    "a get that tells the time": lambda host: host.replies.update({"/tools/execute": telling_the_time}),
    "a context that tells the time": lambda host: host.replies.update(
        {"/context": lambda _: Reply({"now": datetime.now(UTC).isoformat()})}
    ),
    "tools in another order": shuffled,
    "a conflict over made-up arguments": bent(tools_preview=refusal(409, "there is one already")),
    "strict permissions": lambda host: host.replies.update({"/tools": lends_by_permission}),
    "no tools that change anything": lending(FIND),
    "an empty context": bent(context=Reply({})),
    "an output that is a text": bent(tools_execute=Reply({"output": "None."})),
    "an output that is null": bent(tools_execute=Reply({"output": None})),
}


@pytest.mark.parametrize("way", RIGHT)
async def test_a_right_host_is_blamed_for_nothing(way: str) -> None:
    async with hosting() as host:
        RIGHT[way](host)

        found = await results(good(host).url, Options())

    assert {name: found[name].findings for name in breached(found)} == {}


async def test_a_host_that_lets_everybody_in_is_found() -> None:
    async with hosting() as host:
        host.replies = {"/tools/preview": Reply({"preview": "To anybody."})}

        found = await results(host.url)

    assert {finding.subject for finding in found["auth"].findings} == {"/tools/preview"}
    assert "preview" in found["errors.tool"].findings[0].subject


async def test_a_host_that_takes_any_arguments_is_found() -> None:
    async with hosting() as host:
        found = await results(host.url)

    assert {"errors.tool", "errors.arguments", "errors.body"} <= breached(found)


async def test_a_get_that_sounds_like_a_change_is_a_warning() -> None:
    async with hosting(tools=[changed(name="delete_all")]) as host:
        found = await results(good(host).url)

    assert found["tools.verbs"].level == "warning"


async def test_a_server_that_is_not_there_breaches_and_skips_the_rest() -> None:
    found = await results("http://127.0.0.1:1")

    assert found["tools.list"].level == "breach"
    assert found["execute.get"].level == "skipped"


async def test_a_wrong_secret_is_told_as_what_it_is() -> None:
    async with hosting() as host:
        found = await results(good(host).url, secret="another")

    assert found["tools.list"].findings[0].message.startswith("answered 401")


@pytest.fixture
def running() -> Iterator[Host]:
    """A good host, served beside the command, which runs a loop of its own."""
    ready, over = threading.Event(), threading.Event()
    box: list[Host] = []

    async def serve() -> None:
        async with hosting() as host:
            box.append(good(host))
            ready.set()
            while not over.is_set():  # noqa: ASYNC110 - the test's thread ends it
                await asyncio.sleep(0.02)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    ready.wait(10)
    yield box[0]
    over.set()
    thread.join(10)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["conform", *arguments])
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_the_command_prints_a_table_and_exits_with_0(running: Host, capsys: pytest.CaptureFixture[str]) -> None:
    status, told, _ = run(capsys, running.url, "--secret", SECRET)

    assert status == 0
    assert told.splitlines()[0].startswith("ok      auth")
    assert told.splitlines()[-1].startswith("20 checks: ")
    assert SECRET not in told


def test_a_breach_is_told_by_name_and_exits_with_1(running: Host, capsys: pytest.CaptureFixture[str]) -> None:
    running.replies["/context"] = Reply(["no object"])

    status, told, _ = run(capsys, running.url, "--secret", SECRET)

    assert status == 1
    assert "BREACH: /context: answered no JSON object; {} would be one." in told


def test_the_command_writes_json_and_junit(running: Host, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    running.replies["/context"] = Reply(raw=b"\x1b[2J\x00", status=500)

    status, told, _ = run(capsys, running.url, "--secret", SECRET, "--json", "--junit", str(tmp_path / "report.xml"))

    checks = {each["check"]: each for each in json.loads(told)["checks"]}
    assert (status, json.loads(told)["level"], checks["context"]["level"]) == (1, "breach", "breach")
    suite = ET.fromstring((tmp_path / "report.xml").read_text(encoding="utf-8"))
    assert suite.get("tests") == "20"
    failed = {case.get("name") for case in suite.iter("testcase") if case.find("failure") is not None}
    assert failed == {name for name, each in checks.items() if each["level"] == "breach"}


@pytest.mark.parametrize(
    "arguments",
    [
        ("not a url", "--secret", "x"),
        ("ftp://x.example", "--secret", "x"),
        ("https://x.example?q=1", "--secret", "x"),
        ("https://x.example", "--secret", "x", "--arguments", "find_products"),
        ("https://x.example", "--secret", "x", "--arguments", "find_products=[1]"),
        ("https://x.example",),
    ],
)
def test_what_cannot_be_understood_exits_with_2(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    started = time.monotonic()

    status, _, _ = run(capsys, *arguments)

    assert status == 2
    assert time.monotonic() - started < 5
