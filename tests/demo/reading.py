"""Reading the shop's pages as the page script does: by their attributes."""

from __future__ import annotations

from bs4 import BeautifulSoup, Tag


def page_of(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def marked(page: BeautifulSoup | Tag, name: str, value: str | None = None) -> list[Tag]:
    """The elements that carry `hx-assist-<name>`, of one value or of any."""
    return list(page.select(f"[hx-assist-{name}]" if value is None else f'[hx-assist-{name}="{value}"]'))


def row(page: BeautifulSoup, number: int) -> str:
    """The text of an order's row, its cells a bar apart."""
    found = page.find(id=f"order-{number}")
    assert found is not None
    return found.get_text("|", strip=True)
