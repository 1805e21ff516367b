"""What the shop asks of the assistant's server: HTTP with the workspace's API key, and nothing else."""

from __future__ import annotations

from typing import Literal, TypeAlias

import httpx

from app.demo.order_watch import BINDING, INPUT_SCHEMA, OUTPUT_SCHEMA, VERSION
from app.demo.reminders import Outcome
from app.demo.settings import AssistSettings

Status: TypeAlias = Literal["active", "deprecated", "sunset"]

VERSIONS: dict[str, Status] = {"1": "sunset", "2": "deprecated", VERSION: "active"}
"""The shop has had others of its tool; who still sends events to the second is heard, with a warning."""

_TENANT = "northwind"
_SECONDS = 10.0


class Assistant:
    """Each method raises `httpx.HTTPError` when it did not go through; all of them may be done again."""

    def __init__(self, settings: AssistSettings, tool_key: str) -> None:
        self._settings = settings
        self._tool_key = tool_key

    async def register(self) -> None:
        """Tell where the event tool is, in all its versions."""
        for version, status in VERSIONS.items():
            body = {
                "name": "Order watch",
                "url": f"{self._settings.shop_url}/event-tools/{BINDING}",
                "decision_url": f"{self._settings.shop_url}/event-tools/decisions",
                "api_key": self._tool_key,
                "input_schema": INPUT_SCHEMA,
                "output_schema": OUTPUT_SCHEMA,
                "status": status,
            }
            await self._send("PUT", f"/v1/host-tools/{BINDING}/versions/{version}", body)

    async def raise_event(self, event: str, order: int, operator: str) -> None:
        """Say that an order has waited for long. The same event again is the same run."""
        body = {
            "binding_id": BINDING,
            "version": VERSION,
            "source_event_id": event,
            "organization_slug": _TENANT,
            "host_context": {"organization_slug": _TENANT},
            "external_user_id": operator,
            "payload": {"order": order},
            "source": {"kind": "order_waiting"},
        }
        await self._send("POST", "/v1/events", body)

    async def report(self, outcome: Outcome) -> None:
        """Say what came of an accepted proposal."""
        body = {"outcome": outcome.outcome, "detail": outcome.detail}
        await self._send("POST", f"/v1/proposals/{outcome.proposal}/outcome", body)

    async def _send(self, method: str, path: str, body: object) -> None:
        headers = {"Authorization": f"Bearer {self._settings.api_key}"}
        async with httpx.AsyncClient(base_url=self._settings.url, trust_env=False, timeout=_SECONDS) as http:
            (await http.request(method, path, json=body, headers=headers)).raise_for_status()
