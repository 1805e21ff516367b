"""Introduces the demo's shop to its assistant as any customer would: over HTTP, with the workspace's API key."""

import sys
from typing import Final

import httpx

from app.contract.secret import Secret
from app.demo.tool_server import PATH

PROVIDER: Final = "shop"
_SECONDS: Final = 20.0


async def connect_tools(assist_origin: str, api_key: Secret, *, shop_origin: str, secret: Secret) -> None:
    """Connect the shop's tool server. When that fails the demo goes on without it, and says so."""
    body = {"base_url": shop_origin + PATH, "secret": secret.reveal()}
    headers = {"Authorization": f"Bearer {api_key.reveal()}"}
    try:
        async with httpx.AsyncClient(
            base_url=assist_origin, headers=headers, timeout=_SECONDS, trust_env=False
        ) as http:
            answer = await http.post(f"/v1/integrations/{PROVIDER}/connect", json=body)
    except httpx.HTTPError as fault:
        _say(type(fault).__name__)
        return
    if answer.is_error:
        _say(answer.json().get("detail", answer.reason_phrase))


def _say(why: str) -> None:
    print(f"The shop's own tools could not be connected: {why}", file=sys.stderr, flush=True)
