"""What the shop is started with."""

from __future__ import annotations

from pathlib import Path

import msgspec


class ShopSettings(msgspec.Struct, frozen=True, kw_only=True):
    """
    Read once, by whoever starts the shop.

    database: Its SQLite file, made and filled on first start.
    assist_origin: Where the page script comes from, such as `https://assist.example`; empty for the shop's own origin.
    signing_secret: The workspace's; embed tokens are signed with its UTF-8 bytes.
    """

    database: Path
    workspace_id: str
    signing_secret: str
    assist_origin: str = ""
