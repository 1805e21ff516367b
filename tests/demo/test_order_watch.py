"""The shop's event tool: its six duties by themselves, and the whole story with a running assistant."""

import hashlib
import hmac
import socket
import time
from base64 import b64encode
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec
import pytest

from app.contract.ids import Json
from app.demo import AssistSettings, ShopSettings, create_shop
from app.demo.order_watch import MOST_A_DAY, Carried, OrderWatch
from app.demo.reminders import ReminderStore
from app.demo.store import ShopStore
from app.demo.views import day
from app.guest import served
from app.settings import Settings
from app.testing.running import Running, running
from tests.demo.conftest import SECRET, visit
from tests.hosttools.workshop import until

KEY = "hk_the-shops-own"
PATH = "/event-tools/order_watch"
PROPOSED: Json = {"payload": {"order": 1037, "words": "Dear Leila"}}


def envelope(order: int = 1037, *, key: str = "k1", organization: str = "northwind", **more: Json) -> Json:
    return {
        "contract_version": "v1",
        "tool": {"binding_id": "order_watch", "name": "Order watch", "version": "3"},
        "runtime_context": {"organization_slug": "acme", "host_context": {"organization_slug": organization}},
        "idempotency_key": key,
        "input": {"input_kind": "event", "payload": {"order": order}},
        **more,
    }


@pytest.fixture
def settings(settings: ShopSettings) -> ShopSettings:
    return msgspec.structs.replace(settings, tool_key=KEY)


@pytest.fixture
async def tool(settings: ShopSettings) -> AsyncGenerator[httpx.AsyncClient]:
    """The assistant's server, as it calls the shop."""
    async with visit(settings) as client:
        client.headers["Authorization"] = f"Bearer {KEY}"
        yield client


@pytest.fixture
def watch(settings: ShopSettings) -> OrderWatch:
    return OrderWatch(ShopStore(settings.database), ReminderStore(settings.database))


async def effect(tool: httpx.AsyncClient, order: int, **more: Json) -> Json:
    return (await tool.post(PATH, json=envelope(order, **more))).raise_for_status().json()


async def test_it_knows_its_caller_and_the_tenant(tool: httpx.AsyncClient) -> None:
    stranger = await tool.post(PATH, json=envelope(), headers={"Authorization": "Bearer another"})
    elsewhere = await tool.post(PATH, json=envelope(organization="southwind"))

    assert (stranger.status_code, elsewhere.status_code) == (401, 403)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b"{}", b'{"contract_version": "v2"}', msgspec.json.encode(envelope(key=""))]
)
async def test_it_distrusts_what_it_is_sent(tool: httpx.AsyncClient, body: bytes) -> None:
    assert (await tool.post(PATH, content=body)).status_code == 400


async def test_it_reads_the_order_anew(tool: httpx.AsyncClient, settings: ShopSettings) -> None:
    assert (await effect(tool, 1037))["effect"] == "proposal"

    ShopStore(settings.database).move(1037, "shipped")

    assert await effect(tool, 1037, key="k2") == {"effect": "noop", "reason": "order_shipped"}


@pytest.mark.parametrize(
    ("order", "reason"),
    [(1042, "not_waiting_long"), (1040, "order_shipped"), (1036, "order_cancelled"), (9999, "unknown_order")],
)
async def test_its_own_rules_turn_an_order_down(tool: httpx.AsyncClient, order: int, reason: str) -> None:
    assert await effect(tool, order) == {"effect": "noop", "reason": reason}


async def test_it_proposes_no_more_than_a_days_budget(
    tool: httpx.AsyncClient, watch: OrderWatch, settings: ShopSettings
) -> None:
    store = ShopStore(settings.database)
    mug = next(product for product in store.products() if product.sku == "FJD-02")
    for number in range(MOST_A_DAY):
        order = store.add("Bo", "Malmö", "2020-01-01", mug, 1)
        watch.conclude(f"p_{number}", Carried(order, "Dear Bo"), accepted=True)

    assert await effect(tool, 1037) == {"effect": "noop", "reason": "budget_spent"}


async def test_an_order_that_waits_for_stock_gets_a_reply(tool: httpx.AsyncClient) -> None:
    answer = await effect(tool, 1032)

    assert answer["effect"] == "reply"
    assert "Skyr bowl" in answer["body"]


async def test_it_gives_a_key_the_answer_it_had(tool: httpx.AsyncClient, settings: ShopSettings) -> None:
    first = await effect(tool, 1037)
    ShopStore(settings.database).move(1037, "shipped")

    assert await effect(tool, 1037) == first
    assert (await tool.post(PATH, json=envelope(1042))).status_code == 409


async def decide(tool: httpx.AsyncClient, decision: str, *, secret: str = SECRET, age: int = 0) -> httpx.Response:
    body = msgspec.json.encode({"proposal_id": "p_1", "decision": decision, "proposal": PROPOSED})
    timestamp = str(int(time.time()) - age)
    signature = hmac.new(secret.encode(), f"decision:p_1.{timestamp}.".encode() + body, hashlib.sha256).digest()
    headers = {
        "webhook-id": "decision:p_1",
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{b64encode(signature).decode()}",
    }
    return await tool.post("/event-tools/decisions", content=body, headers=headers)


async def test_a_decision_has_to_be_the_assistants_and_fresh(tool: httpx.AsyncClient, watch: OrderWatch) -> None:
    forged, stale = await decide(tool, "accepted", secret="another"), await decide(tool, "accepted", age=600)

    assert (forged.status_code, stale.status_code) == (401, 401)


async def test_an_accepted_reminder_goes_out_once(tool: httpx.AsyncClient, settings: ShopSettings) -> None:
    for _ in range(3):
        assert (await decide(tool, "accepted")).status_code == 200

    reminders = ReminderStore(settings.database)
    assert [(each.outcome, each.detail) for each in reminders.unreported()] == [
        ("applied", "The reminder about order 1037 was sent.")
    ]
    sent = reminders.reminder(1037)
    assert sent is not None
    assert sent.words == "Dear Leila"
    page = (await tool.get("/orders/1037")).text
    assert f'Sent <time datetime="{sent.sent}">{day(sent.sent)}</time>' in page


async def test_a_dismissed_one_does_not(tool: httpx.AsyncClient, settings: ShopSettings) -> None:
    await decide(tool, "dismissed")

    reminders = ReminderStore(settings.database)
    assert (reminders.reminder(1037), reminders.unreported()) == (None, [])


async def test_one_whose_order_shipped_meanwhile_fails(tool: httpx.AsyncClient, settings: ShopSettings) -> None:
    ShopStore(settings.database).move(1037, "shipped")

    await decide(tool, "accepted")

    reminders = ReminderStore(settings.database)
    assert (reminders.reminder(1037), [each.outcome for each in reminders.unreported()]) == (None, ["failed"])


@dataclass
class Together:
    """A shop and its assistant, each on a port of its own."""

    running: Running
    api: httpx.AsyncClient
    database: Path

    async def proposals(self) -> list[Json]:
        return (await self.api.get("/v1/proposals")).json()["items"]

    async def ran(self, version: str) -> Json:
        event: Json = {"binding_id": "order_watch", "version": version, "source_event_id": f"by-hand-{version}"}
        context: Json = {"organization_slug": "northwind", "host_context": {"organization_slug": "northwind"}}
        posted = await self.api.post("/v1/events", json={**event, **context, "payload": {"order": 1042}})

        async def look() -> Json:
            return (await self.api.get(f"/v1/runs/{posted.json()['id']}")).json()

        return await until(look, lambda run: run["status"] not in {"queued", "running"})


@pytest.fixture
async def together(tmp_path: Path) -> AsyncGenerator[Together]:
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"127.0.0.1:{listener.getsockname()[1]}"
    allowed = Settings(
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'assist.sqlite3'}", outbound_allow=frozenset({address})
    )
    async with running(tmp_path, [], settings=allowed) as server:
        shop = ShopSettings(
            database=tmp_path / "shop.sqlite3",
            workspace_id=server.made.workspace.id,
            signing_secret=server.signing_secret,
            tool_key=KEY,
            assist=AssistSettings(url=server.url, api_key=server.api_key, shop_url=f"http://{address}"),
        )
        headers = {"Authorization": f"Bearer {server.api_key}"}
        async with (
            served(create_shop(shop), listener=listener),
            httpx.AsyncClient(base_url=server.url, headers=headers, timeout=10) as api,
        ):
            yield Together(server, api, shop.database)


async def test_a_waiting_order_becomes_a_reminder_somebody_accepted(together: Together) -> None:
    (proposal,) = await until(together.proposals, bool)
    assert (proposal["status"], proposal["payload"]["order"]) == ("open", 1037)

    await together.api.post(f"/v1/proposals/{proposal['id']}/decision", json={"accepted": True})

    (settled,) = await until(together.proposals, lambda found: found[0]["status"] != "accepted")
    assert (settled["status"], settled["detail"]) == ("applied", "The reminder about order 1037 was sent.")
    assert ReminderStore(together.database).reminder(1037) is not None


async def test_the_shops_older_versions_are_deprecated_and_sunset(together: Together) -> None:
    await until(together.proposals, bool)

    current, deprecated, sunset = [await together.ran(version) for version in ("3", "2", "1")]

    assert (current["status"], [line["level"] for line in current["trace"]].count("warning")) == ("completed", 0)
    assert (deprecated["status"], deprecated["effect"]) == ("completed", "noop")
    assert "Version '2' is deprecated; it still runs." in [line["message"] for line in deprecated["trace"]]
    assert (sunset["status"], sunset["error"]["code"], sunset["attempts"]) == ("rejected", "sunset_version", 0)
