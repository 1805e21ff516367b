"""No other room asks servers: what it may take from httpx is the reading of a URL."""

import re
from pathlib import Path

import app

APP = Path(app.__path__[0])
ROOMS = ("web", "turns", "tools", "pages", "cards", "auth", "hosttools", "conversations")
ASKING = re.compile(r"\bhttpx\.(?!URL\b|InvalidURL\b)\w+|\bfrom httpx\b|\burllib\.request\b|\bhttp\.client\b")


def test_no_room_but_outbound_asks_a_server() -> None:
    sources = [path for room in ROOMS for path in (APP / room).rglob("*.py")]

    asking = [str(path.relative_to(APP)) for path in sources if ASKING.search(path.read_text(encoding="utf-8"))]

    assert len(sources) > 50
    assert asking == []
    assert ASKING.search((APP / "outbound" / "client.py").read_text(encoding="utf-8"))
