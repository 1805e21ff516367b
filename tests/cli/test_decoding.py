"""In which encoding the bytes of a page are read."""

import pytest

from app.cli.decoding import page_text

LATIN = "Café €".encode("cp1252")


@pytest.mark.parametrize("charset", ["windows-1252", "ISO-8859-1", "us-ascii", "latin1"])
def test_the_header_tells_and_the_narrower_name_means_the_wider(charset: str) -> None:
    assert page_text(LATIN, charset) == "Café €"


@pytest.mark.parametrize(
    "meta",
    [
        "<meta charset=windows-1252>",
        '<META name=x content="charset=koi8-r"><meta charset="Windows-1252" />',
        '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">',
        "<!-- <meta charset=koi8-r> --><title><meta charset=koi8-r></title><meta charset=latin1>",
        "<meta charset=klingon><meta charset=latin1>",
        "<![nonsense[><meta charset=latin1>",
    ],
)
def test_a_meta_tells_where_the_header_does_not(meta: str) -> None:
    head = meta.encode()

    assert page_text(head + LATIN, None) == f"{meta}Café €"
    assert page_text(head + "Café".encode(), "utf-8") == f"{meta}Café"


@pytest.mark.parametrize("charset", ["utf-16", "utf-16be", "klingon", "hex", "idna", "undefined", "", "\x00"])
def test_what_a_meta_can_not_mean_is_read_as_utf_8(charset: str) -> None:
    meta = f"<meta charset='{charset}'>Café"

    assert page_text(meta.encode(), None) == meta
    if "16" not in charset:
        assert page_text(meta.encode(), charset) == meta


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_mark_at_its_beginning_tells_before_all_else(encoding: str) -> None:
    assert page_text("<p>Café".encode(encoding), "windows-1252") == "<p>Café"


def test_a_meta_far_down_is_not_looked_for() -> None:
    late = f"{' ' * 1024}<meta charset=windows-1252>Café"

    assert page_text(late.encode(), None) == late
