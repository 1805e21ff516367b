"""An inbox as it is drawn: what waits, how many, and the last few receipts."""

from bs4 import BeautifulSoup
from msgspec.structs import replace

from app.samples.proposals import accepted, hostile, many, waiting
from app.web.inboxes import MOST_SHOWN, Inboxes, shown
from app.web.templating import load_templates

INBOXES = Inboxes(load_templates())


def drawn(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def test_the_count_is_said_in_words() -> None:
    said = [
        drawn(INBOXES.draw(proposals)).select_one("summary").get_text(strip=True)  # pyright: ignore[reportOptionalMemberAccess]
        for proposals in ([accepted()], [waiting()], [waiting(1), waiting(2)], many())
    ]

    assert said == [
        "No proposal waits for you",
        "1 proposal waits for you",
        "2 proposals wait for you",
        f"{MOST_SHOWN} proposals or more wait for you",
    ]


def test_it_is_open_while_something_waits() -> None:
    assert drawn(INBOXES.draw([waiting()])).select("details.inbox[open]")
    assert drawn(INBOXES.draw([accepted()])).select("details.inbox:not([open])")


def test_an_inbox_nothing_was_ever_in_is_not_seen() -> None:
    assert drawn(INBOXES.draw([])).select("#inbox[hidden]")


def test_all_that_waits_is_shown_and_the_last_ten_receipts() -> None:
    receipts = [replace(accepted(), id=waiting(number).id) for number in range(20, 40)]

    cards = shown([*receipts, waiting(1), waiting(2)])

    assert [each.id for each in cards] == [waiting(1).id, waiting(2).id, *(each.id for each in receipts[:10])]


def test_hostile_words_stay_words() -> None:
    html = INBOXES.draw([hostile(), replace(hostile(), id=waiting(9).id, status="failed", detail="<b>no</b>")])

    soup = drawn(html)
    assert not soup.select("img, script, svg, b, a, [onerror], [onload]")
    assert [form["hx-post"] for form in soup.select("form")] == [f"/assist/proposals/{hostile().id}/decision"]
    assert "\u202e" not in html
    assert "<b>no</b>" in soup.get_text()


def test_no_id_comes_twice() -> None:
    ids = [element["id"] for element in drawn(INBOXES.draw([waiting(1), waiting(2), accepted()])).find_all(id=True)]

    assert len(ids) == len(set(map(str, ids)))
