"""The images of display cards: fetched by the guard, so that the user's address stays private, and kept for a day."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault
from app.outbound.rasters import Raster

KEPT_SECONDS: Final = 24 * 60 * 60.0
KEPT_BYTES: Final = 64 * 1024 * 1024
_FAILURE_SECONDS: Final = 60.0
_OVERHEAD_BYTES: Final = 4096
"""What an entry counts beyond its image, so that many small ones are bounded too."""


class _Kept(Struct, frozen=True):
    raster: Raster | None
    until: float

    @property
    def size_bytes(self) -> int:
        return _OVERHEAD_BYTES + (len(self.raster.body) if self.raster else 0)


class Images:
    """The images this process fetched lately; the least asked for go first when there are too many."""

    def __init__(
        self, outbound: Outbound, *, clock: Callable[[], float] = time.monotonic, keep_bytes: int = KEPT_BYTES
    ) -> None:
        self._outbound = outbound
        self._clock = clock
        self._keep_bytes = keep_bytes
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._kept_bytes = 0
        self._coming: dict[str, asyncio.Task[Raster | None]] = {}

    async def get(self, url: str) -> Raster | None:
        """The image; None when it can't be had or shown, which the log explains. Asked once for all who wait."""
        kept = self._kept.get(url)
        if kept and kept.until > self._clock():
            self._kept.move_to_end(url)
            return kept.raster
        coming = self._coming.get(url)
        if coming is None:
            coming = self._coming[url] = asyncio.create_task(self._fetch(url))
            coming.add_done_callback(lambda _: self._coming.pop(url, None))
        # Who leaves early must not take the image from the others.
        return await asyncio.shield(coming)

    async def _fetch(self, url: str) -> Raster | None:
        try:
            raster = await self._outbound.get_image(url)
        except OutboundFault:
            self._keep(url, _Kept(None, self._clock() + _FAILURE_SECONDS))
            return None
        self._keep(url, _Kept(raster, self._clock() + KEPT_SECONDS))
        return raster

    def _keep(self, url: str, kept: _Kept) -> None:
        replaced = self._kept.pop(url, None)
        self._kept_bytes += kept.size_bytes - (replaced.size_bytes if replaced else 0)
        self._kept[url] = kept
        while self._kept_bytes > self._keep_bytes:
            _, dropped = self._kept.popitem(last=False)
            self._kept_bytes -= dropped.size_bytes
