"""What the shop is started with."""

from __future__ import annotations

from pathlib import Path

import msgspec


class AssistSettings(msgspec.Struct, frozen=True, kw_only=True):
    """
    How the shop's server talks with the assistant's.

    url: Where that is. api_key: The workspace's. shop_url: Where the shop is, as the assistant's server reaches it.
    """

    url: str
    api_key: str
    shop_url: str


class ShopSettings(msgspec.Struct, frozen=True, kw_only=True):
    """
    Read once, by whoever starts the shop.

    database: Its SQLite file, made and filled on first start.
    assist_origin: Where the page script comes from, such as `https://assist.example`; empty for the shop's own origin.
    signing_secret: The workspace's; embed tokens are signed with its UTF-8 bytes.
    tool_key: What calls of the shop's event tool must carry; empty lets none in.
    assist: None for a shop that raises no events.
    tools_secret: What the assistant's server has to know to call the shop's tools; empty lets nobody call them.
    """

    database: Path
    workspace_id: str
    signing_secret: str
    assist_origin: str = ""
    tool_key: str = ""
    assist: AssistSettings | None = None
    tools_secret: str = ""
