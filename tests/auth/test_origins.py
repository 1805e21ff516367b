"""Origins are written one way, and compared to the letter."""

import pytest

from app.auth.keys import NewWorkspace
from app.auth.origins import is_listed, normal_origin
from app.errors import Unacceptable


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("https://shop.example", "https://shop.example"),
        ("HTTPS://Shop.Example/", "https://shop.example"),
        ("https://shop.example:443", "https://shop.example"),
        ("http://shop.example:80/", "http://shop.example"),
        ("http://shop.example:443", "http://shop.example:443"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("http://localhost:8000", "http://localhost:8000"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://münchen.example", "https://xn--mnchen-3ya.example"),
    ],
)
def test_an_origin_is_written_as_a_browser_writes_it(given: str, normal: str) -> None:
    assert normal == normal_origin(given)
    assert normal == normal_origin(normal)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "null",
        "*",
        "https://*.example",
        "https://*",
        "https:",
        "https://",
        "//shop.example",
        "shop.example",
        "ftp://shop.example",
        "https://shop.example/orders",
        "https://shop.example//",
        "https://shop.example?",
        "https://shop.example#",
        "https://ada@shop.example",
        "https://shop.example:0x50",
        "https://shop.example:99999",
        "https://shop..example",
        "https://shop.example\\@evil.example",
        "https://shop.example evil.example",
        "https://shop.example\nhttps://evil.example",
        "https://shop.example; script-src *",
        "https://shop.example,https://evil.example",
        "https://'self'",
        "https://[::1",
        "https://" + "a" * 300,
    ],
)
def test_what_is_no_origin_is_refused(given: str) -> None:
    with pytest.raises(Unacceptable, match="is no origin"):
        normal_origin(given)


@pytest.mark.parametrize(
    "origin", ["https://shop.example.evil.example", "https://shop.example:444", "http://shop.example", "null", ""]
)
def test_only_a_listed_origin_is_listed(northwind: NewWorkspace, origin: str) -> None:
    assert is_listed("https://shop.example", [northwind.workspace])
    assert not is_listed(origin, [northwind.workspace])
