"""`assist conform --host-tool` passes the demo's own event tool, and finds each duty that a host does not do."""

import json
import threading
import time
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.cli import main
from app.conform.asking import client
from app.conform.host_tool import EventOptions, conform
from app.conform.results import Result
from app.contract.ids import Json
from app.demo import ShopSettings, create_shop
from app.demo.order_watch import OUTPUT_SCHEMA
from app.guest import served
from tests.hosttools.host import NOOP, PROPOSAL, REPLY, Answer, Host, Seen, hosting

KEY = "hk_of-the-host-under-test"
OPTIONS = EventOptions(payload={"order": 7}, stale={"order": 8}, ineligible={"order": 9})
SHOP = EventOptions(
    binding="order_watch",
    version="3",
    payload={"order": 1037},
    stale={"order": 1040},
    ineligible={"order": 1042},
    output_schema=dict(OUTPUT_SCHEMA),
)


class Dutiful:
    """A host that does all six, until a test bends it."""

    def __init__(self) -> None:
        self.answers: dict[str, tuple[bytes, Json]] = {}
        self.lock = threading.Lock()

    def __call__(self, seen: Seen) -> Answer:
        if seen.headers.get("authorization") != f"Bearer {KEY}":
            return self.stranger(seen)
        body = self.judged(seen)
        if body is None:
            return self.distrusted(seen)
        if body["runtime_context"]["host_context"]["organization_slug"] != "northwind":
            return self.foreign(seen)
        with self.lock:
            return self.reconciled(seen, body)

    def stranger(self, _: Seen) -> Answer:
        return (401, {})

    def foreign(self, _: Seen) -> Answer:
        return (403, {})

    def distrusted(self, _: Seen) -> Answer:
        return (400, {})

    def judged(self, seen: Seen) -> Json:
        """The body, when it is one."""
        try:
            body = seen.body
            right = body["contract_version"] == "v1" and body["tool"]["binding_id"] == "event_advisor"
            fits = right and body["idempotency_key"] and isinstance(body["input"]["payload"], dict)
        except (ValueError, KeyError, TypeError):
            return None
        return body if fits else None

    def reconciled(self, seen: Seen, body: Json) -> Answer:
        known = self.answers.setdefault(body["idempotency_key"], (seen.raw, self.effect(body)))
        return (200, known[1]) if known[0] == seen.raw else (409, {})

    def effect(self, body: Json) -> Json:
        return PROPOSAL if body["input"]["payload"].get("order") == 7 else NOOP


@pytest.fixture
def host() -> Generator[Host]:
    with hosting() as host:
        host.answering = Dutiful()
        yield host


async def results(url: str, options: EventOptions = OPTIONS, *, key: str = KEY) -> list[Result]:
    async with client() as http:
        return [result async for result in conform(http, url, key, options)]


async def breached(host: Host, options: EventOptions = OPTIONS) -> set[str]:
    return {result.check for result in await results(host.url, options) if result.level == "breach"}


def bent(host: Host, **how: Callable[..., Json]) -> None:
    """Bend the dutiful host: its methods replaced by name."""
    dutiful = Dutiful()
    for name, instead in how.items():
        setattr(dutiful, name, instead)
    host.answering = dutiful


@asynccontextmanager
async def shop(tmp_path: Path) -> AsyncGenerator[str]:
    settings = ShopSettings(
        database=tmp_path / "shop.sqlite3",
        workspace_id="ws_shop",
        signing_secret="a signing secret that is long enough for HS256",
        tool_key=KEY,
    )
    async with served(create_shop(settings)) as url:
        yield f"{url}/event-tools/order_watch"


async def test_the_demos_own_tool_does_all_six(tmp_path: Path) -> None:
    async with shop(tmp_path) as url:
        found = await results(url, SHOP)

    assert [(result.check, result.level, result.findings) for result in found] == [
        (duty, "pass", ()) for duty in ("authenticate", "distrust", "re-read", "own-rules", "one-effect", "reconcile")
    ]


async def test_a_dutiful_host_does_all_six(host: Host) -> None:
    assert await breached(host) == set()


async def test_what_was_not_given_is_skipped_and_said(host: Host) -> None:
    found = await results(host.url, EventOptions(payload={"order": 7}))

    assert {result.check for result in found if result.level == "skipped"} == {"re-read", "own-rules"}


def _open(_: Seen) -> Answer:
    return (200, NOOP)


def _echoing(_: Seen) -> Answer:
    return (401, {"error": f"not {KEY}"})


def _failing(_: Seen) -> Answer:
    return (500, {})


def _proposing(_: Json) -> Json:
    return PROPOSAL


def _two_effects(_: Json) -> Json:
    return {**REPLY, "reason": "why not"}


def _overlong(_: Json) -> Json:
    return {"effect": "reply", "body": "x" * 9_000}


def _never_the_same(_: Seen, body: Json) -> Answer:
    return (200, {"effect": "noop", "reason": f"{body['idempotency_key']} {time.monotonic_ns()}"})


def _forgetful(_: Seen, body: Json) -> Answer:
    return (200, Dutiful().effect(body))


def _compressed(_: Json) -> Json:
    return b"\x1f\x8b"


@pytest.mark.parametrize(
    ("how", "duties"),
    [
        ({"stranger": _open}, {"authenticate"}),
        ({"foreign": _open}, {"authenticate"}),
        ({"stranger": _echoing}, {"authenticate"}),
        ({"stranger": _failing}, {"authenticate"}),
        ({"distrusted": _open}, {"distrust", "reconcile"}),
        ({"distrusted": _failing}, {"distrust", "reconcile"}),
        ({"effect": _proposing}, {"re-read", "own-rules"}),
        ({"effect": _two_effects}, {"re-read", "own-rules", "one-effect", "reconcile"}),
        ({"effect": _overlong}, {"re-read", "own-rules", "one-effect", "reconcile"}),
        ({"effect": _compressed}, {"re-read", "own-rules", "one-effect", "reconcile"}),
        ({"reconciled": _never_the_same}, {"reconcile"}),
        ({"reconciled": _forgetful}, {"reconcile"}),
    ],
)
async def test_each_duty_that_is_not_done_is_found(
    host: Host, how: dict[str, Callable[..., Json]], duties: set[str]
) -> None:
    bent(host, **how)

    assert await breached(host) == duties


async def test_an_answer_that_breaks_its_schema_is_found(host: Host) -> None:
    strict = EventOptions(payload={"order": 7}, output_schema={"properties": {"effect": {"const": "noop"}}})

    assert await breached(host, strict) == {"one-effect", "reconcile"}


async def test_a_host_that_is_not_there_does_none(host: Host) -> None:
    host.shutdown()
    host.server_close()

    assert await breached(host) == {"authenticate", "distrust", "re-read", "own-rules", "one-effect", "reconcile"}


def test_the_command_tells_and_exits_by_what_it_found(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--secret", KEY, "--payload", '{"order": 7}', "--stale", '{"order": 8}', "--ineligible", '{"order": 9}']

    assert exits(["conform", "--host-tool", host.url, *given, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    bent(host, stranger=_open)
    assert exits(["conform", "--host-tool", host.url, *given]) == 1
    table = capsys.readouterr().out

    assert (told["level"], len(told["checks"])) == ("pass", 6)
    assert "BREACH  authenticate" in table
    assert "a wrong key: answered 200; 401 would be right." in table
    assert "Not tried" not in table


def test_the_command_says_plainly_which_duties_it_could_not_try(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    assert exits(["conform", "--host-tool", host.url, "--secret", KEY, "--payload", '{"order": 7}']) == 0

    *_, doubt, total = capsys.readouterr().out.splitlines()
    assert doubt == "Not tried, so nothing is known of them: re-read, own-rules. Above stands what each takes."
    assert total == "6 checks: 2 skipped, 4 passed."


@pytest.mark.parametrize(
    "given",
    [
        [],
        ["https://one.example", "--host-tool", "https://two.example"],
        ["--host-tool", "two.example"],
        ["--host-tool", "https://two.example", "--payload", "{"],
        ["--host-tool", "https://two.example", "--output-schema", "no such file"],
    ],
)
def test_what_can_not_be_tried_exits_with_2(given: list[str]) -> None:
    assert exits(["conform", *given, "--secret", KEY]) == 2


def exits(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)
