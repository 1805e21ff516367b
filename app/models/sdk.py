"""
The one place that touches the `anthropic` SDK: its client, and the names of its errors.

Import it late: with the SDK it costs a second and 75 MiB. Tracing is off and retries are ours, so that one
layer decides. Redirects are not followed: they would carry a conversation to wherever an answer points.
"""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_address

import aiohttp
import httpx2
from anthropic import AnthropicError, APIConnectionError, APIStatusError, AsyncAnthropic, DefaultAioHttpClient

from app.contract.ids import Json
from app.models.faults import Setback, broken_off, of_response, unreachable

CONNECT_SECONDS = 5.0
POOL_SECONDS = 10.0


class Sdk:
    """An open client. One a process; belongs to the event loop it is first used in."""

    def __init__(self, *, api_key: str, base_url: str, read_seconds: float) -> None:
        self._api_key = api_key
        timeout = httpx2.Timeout(read_seconds, connect=CONNECT_SECONDS, pool=POOL_SECONDS)
        transport = DefaultAioHttpClient(
            timeout=timeout, follow_redirects=False, trust_env=not _is_loopback(httpx2.URL(base_url).host)
        )
        self._client = AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=0,
            timeout=timeout,
            http_client=transport,
            open_telemetry=False,
        )

    @asynccontextmanager
    async def exchange(self, body: dict[str, Json]) -> AsyncGenerator[AsyncIterator[bytes]]:
        """
        Send one request; the bytes of its answer, as they come. Leaving closes the connection if they have not ended.

        Raises:
            Setback: also from the iterator, within the context.
        """
        try:
            async with self._client.messages.with_streaming_response.create(**body, stream=True) as response:
                yield response.http_response.aiter_bytes()
        except (AnthropicError, httpx2.HTTPError, aiohttp.ClientError, OSError) as error:
            # Nothing of the SDK's error goes on but its own words: it holds the request, and that holds the key.
            raise self._setback(error) from None

    async def close(self) -> None:
        await self._client.close()

    def _setback(self, error: Exception) -> Setback:
        match error:
            case APIStatusError():
                message = (error.api_message or "").replace(self._api_key, "…")
                return of_response(error.status_code, error.type, message, error.response.headers)
            case APIConnectionError():
                return unreachable(type(error.__cause__ or error).__name__)
            case _:
                return broken_off(type(error).__name__)


def _is_loopback(host: str) -> bool:
    # A proxy named in the environment is for the world outside, not for the rehearsal model beside us.
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
