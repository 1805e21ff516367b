"""What each built-in card shows, by its structure; and that everything in it stays words."""

from collections.abc import Callable

import pytest
from bs4 import BeautifulSoup, Tag

from app.contract.ids import Json
from app.samples import cards
from app.samples.log import Sample
from app.web.fragments import Fragments
from app.web.templating import load_templates

TEMPLATES = load_templates()
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)> {{ 7 * 7 }} \u202e \u200b hx-get="/x"'


def card(sample: Sample, slot: str, *, origin: str = "") -> Tag:
    """The one card of its slot."""
    [found] = BeautifulSoup(Fragments(TEMPLATES, origin).draw(sample.thread), "html.parser").select(
        f'[data-slot="{slot}"]'
    )
    return found


def texts(found: Tag, selector: str) -> list[str]:
    return [element.get_text(" ", strip=True) for element in found.select(selector)]


def table(columns: list[str], *rows: list[Json]) -> Tag:
    named = [{"key": f"c{at}", "label": label} for at, label in enumerate(columns)]
    sample = cards.table("T", named, [{f"c{at}": value for at, value in enumerate(row)} for row in rows])
    return card(sample, "assisted-table")


def test_links_are_links_to_the_page_s_paths_with_title_and_gist() -> None:
    links = card(cards.linked(), "assisted-links").select("li > a")

    assert links[0]["href"] == f"{cards.SHOP}/orders/1042"
    assert [link["target"] for link in links] == ["_top"] * 3
    assert links[0].get_text(" ", strip=True) == "Order 1042 Waiting for two days, the oldest"
    assert links[2].get_text(" ", strip=True) == "Settings"


def test_links_are_bare_paths_where_the_panel_has_the_page_s_origin() -> None:
    links = card(cards.linked(), "assisted-links", origin=cards.SHOP).select("a")

    assert [link["href"] for link in links] == ["/orders/1042", "/orders?status=waiting&sort=oldest", "/settings"]


def test_choices_that_wait_are_buttons_in_a_form_that_posts_the_pick() -> None:
    found = card(cards.choosing(), "assisted-choices")

    assert found["data-state"] == "pending"
    assert texts(found, "h3") == ["Which order shall I ship first?"]
    assert [button["value"] for button in found.select("form button[type=submit][name=option]")] == texts(
        found, "button"
    )
    assert str(found.form and found.form["hx-post"]).endswith("/pick")


@pytest.mark.parametrize(
    ("make", "state", "words"),
    [
        (cards.picked, "picked", "You picked Order 1039, the largest"),
        (cards.unpicked, "undecided", "Not picked: you sent a message instead"),
        (cards.picked_too_late, "expired", "Expired"),
        (cards.stopped_choosing, "stopped", "Not picked: you stopped this"),
    ],
)
def test_choices_that_are_over_say_how_and_offer_nothing(make: Callable[[], Sample], state: str, words: str) -> None:
    found = card(make(), "assisted-choices")

    assert found["data-state"] == state
    assert words in found.get_text(" ", strip=True)
    assert "Neither" not in found.get_text()
    assert not found.select("button, form, [hx-post]")


def test_a_table_is_a_table_with_a_caption_and_heads_both_ways() -> None:
    found = card(cards.tabled(), "assisted-table")

    assert texts(found, "table > caption") == ["Waiting to ship"]
    assert texts(found, "thead th[scope=col]") == ["Order", "Customer", "Placed", "Total"]
    assert texts(found, "tbody th[scope=row]") == ["1042", "1043", "1047"]
    assert texts(found, "tbody tr:first-child td") == ["Ada Lovelace", "26 Nov", "€129.00"]
    assert found["tabindex"] == "0"


def test_a_table_of_200_rows_and_12_columns_is_whole() -> None:
    found = card(cards.tabled_large(), "assisted-table")

    assert (len(found.select("tbody tr")), len(found.select("tbody tr:last-child > *"))) == (200, 12)
    assert texts(found, "tbody tr:last-child th") == ["200"]


def test_an_empty_table_says_so_over_all_its_columns() -> None:
    found = card(cards.tabled_empty(), "assisted-table")

    assert texts(found, "caption") == ["Table"]
    assert [(cell["colspan"], cell.get_text(strip=True)) for cell in found.select("tbody td")] == [
        ("2", "Nothing to show.")
    ]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (["€129.00", "€1,310.20"], "number"),
        (["12 kg", None, "3 kg"], "number"),
        ([-1.5, 20, 0], "number"),
        (["12%", "3 %", "−4%"], "number"),
        (["USD 12", "EUR 7"], "number"),
        (["26 Nov", "1 Dec"], "short"),
        (["2026-11-30"], "short"),
        (["12", "about 12"], "short"),
        ([None, None], "short"),
        (["a text of more than eighteen letters", "x"], "text"),
    ],
)
def test_a_column_is_set_as_what_it_holds(values: list[Json], kind: str) -> None:
    found = table(["Name", "Value"], *[[str(at), value] for at, value in enumerate(values)])

    assert [cell["class"] for cell in found.select("td")] == [[f"table-card__{kind}"]] * len(values)


def test_values_read_as_people_write_them() -> None:
    found = table(["N", "A", "B", "C", "D"], [1042, 129.0, True, False, None], ["", 0.1, "a\nb", 1e21, "\u202eb"])

    assert texts(found, "tbody th") == ["1042", "–"]
    assert texts(found, "tr:nth-child(1) td") == ["129", "Yes", "No", ""]
    assert texts(found, "tr:nth-child(2) td") == ["0.1", "a b", "1e+21", "b"]


def test_a_row_shows_its_columns_and_nothing_beside_them() -> None:
    sample = cards.table("T", [{"key": "a", "label": "A"}], [{"a": "shown", "b": "hidden"}, {"b": "hidden"}])

    assert "hidden" not in card(sample, "assisted-table").get_text()


def test_a_spec_sheet_is_a_list_of_terms_under_its_title() -> None:
    found = card(cards.specified(), "spec-sheet")

    assert texts(found, "h3") == ["Order 1042"]
    assert texts(found, "dl > div > dt")[:2] == ["Customer", "Placed"]
    assert texts(found, "dl > div > dd") == ["Ada Lovelace, Utrecht", "26 November", "Waiting to ship", "€129.00", "No"]


def test_a_comparison_marks_the_recommended_option_in_words_and_gives_the_reason() -> None:
    found = card(cards.compared_three(), "comparison-card")

    heads = texts(found, "thead th[scope=col]")
    assert heads == ["Standard Cheapest", "Recommended Express Fastest", "Pick-up point Most flexible"]
    assert found.get_text(" ", strip=True).endswith("Recommended: Express. The customer asked for it by tomorrow.")


def test_a_comparison_has_each_trait_over_its_values() -> None:
    found = card(cards.compared_three(), "comparison-card")

    assert texts(found, "tbody th[scope=rowgroup][colspan='3']") == ["Arrives", "Costs", "Insured"]
    assert texts(found, "tbody:last-of-type td") == ["No", "Yes", "–"]


@pytest.mark.parametrize(
    "sample",
    [
        cards.table(HOSTILE, [{"key": HOSTILE, "label": HOSTILE}], [{HOSTILE: HOSTILE}]),
        cards.spec(HOSTILE, [{"label": HOSTILE, "value": HOSTILE}]),
        cards.compares([HOSTILE], [(HOSTILE, HOSTILE, [HOSTILE]), ("B", HOSTILE, [HOSTILE])], HOSTILE, HOSTILE),
        cards.asks(HOSTILE, HOSTILE, "B"),
        cards.asks(HOSTILE, HOSTILE, "B").answers("…", value={"picked": HOSTILE}),
        cards.shows(
            "show_links",
            {"items": [{"to": HOSTILE, "title": HOSTILE, "gist": HOSTILE}]},
            "…",
            value={"origin": "https://app.example.com", "paths": ["/a%22%3E"]},
        ),
    ],
    ids=["table", "spec", "comparison", "choices", "picked", "links"],
)
def test_words_of_a_model_stay_words_in_every_card(sample: Sample) -> None:
    soup = BeautifulSoup(Fragments(TEMPLATES).draw(sample.thread), "html.parser")

    assert not soup.select("script, img, [onerror], [hx-get]:not(.message__edit)")
    assert "<script>alert(1)</script>" in soup.get_text()
    assert "49" not in soup.get_text()
    assert not {"\u202e", "\u200b"} & set(soup.get_text())


def test_a_card_that_was_not_shown_is_told_in_the_fold() -> None:
    soup = BeautifulSoup(Fragments(TEMPLATES).draw(cards.misfit().thread), "html.parser")

    assert not soup.select('[data-slot="comparison-card"]')
    assert len(soup.select('[data-slot="spec-sheet"]')) == 1
    fold = soup.select_one('[data-slot="tool-activity"]')
    assert fold is not None
    assert "Could not show a card" in fold.get_text()
