"""What one can ask the demo for, to see each card: filled with what the page said, and with nothing else."""

from __future__ import annotations

from anthropic import AsyncAnthropic

from app.rehearsal.words import fill_json
from tests.rehearsal.conversing import Conversation, called, said, tool

CARDS = [tool(name) for name in ("show_links", "show_table", "show_spec", "show_comparison", "offer_choices")]
for card in CARDS:
    card["input_schema"] = {"type": "object"}
GO, READ = tool("go_to_page", "to", "id"), tool("get_page_content")
SHIP = tool("ship_order", "id")
HERE = [GO, READ, *CARDS, tool("filter_orders", "status"), SHIP]
ELSEWHERE = [GO, *CARDS]
PAGE = """\
| Status | Number of orders by status |
| --- | --- |
| Waiting to ship | 2 |

| Order | Customer | Placed | Items | Total | Status |  |
| --- | --- | --- | --- | --- | --- | --- |
| 1042 | Ada Byron | 30 Nov | 4 × Fjord mug, 2 × Pine soap | $90.00 | Waiting to ship | Ship Cancel |
| 1040 | Grace Hopper | 29 Nov | 1 × Lantern, brass | $120.00 | Shipped |  |
| 1039 | Mina {O} | 28 Nov | 6 × Merino socks | $132.00 | Waiting to ship | Ship Cancel |"""


async def asked(client: AsyncAnthropic, words: str, page: str = PAGE) -> Conversation:
    """A conversation on the Orders page that has been asked, and has read the page."""
    talk = Conversation(client, HERE)
    assert called(await talk.hear(words)) == {"get_page_content": {}}
    await talk.answer({"get_page_content": page})
    return talk


async def test_the_waiting_orders_are_laid_out_as_a_table(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Show the waiting orders as a table")

    table = called(talk._last)["show_table"]
    assert [row["number"] for row in table["rows"]] == ["1042", "1039"]
    assert table["rows"][1]["customer"] == "Mina {O}"
    assert all(row.keys() == {column["key"] for column in table["columns"]} for row in table["rows"])
    assert "wait to be shipped" in said(await talk.answer({"show_table": "Showed the user a table."}))


async def test_the_details_of_an_order_are_a_spec_sheet(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Show the details of order 1040")

    sheet = called(talk._last)["show_spec"]
    assert (sheet["title"], sheet["rows"][0]) == ("Order 1040", {"label": "Customer", "value": "Grace Hopper"})
    assert said(await talk.answer({"show_spec": "Showed the user a spec sheet."})).startswith("That is order 1040")


async def test_an_order_the_page_does_not_list_has_no_spec_sheet(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Show the details of order 7")

    assert (called(talk._last), said(talk._last)) == ({}, "This page lists no order 7.")


async def test_two_orders_are_compared_and_the_rehearsal_says_that_it_does_not_judge(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Compare orders 1042 and 1039")

    card = called(talk._last)["show_comparison"]
    assert card["options"][1] == {
        "name": "Order 1039",
        "headline": "Mina {O}",
        "traits": ["28 Nov", "$132.00", "Waiting to ship"],
    }
    assert card["recommended"] == "Order 1042"
    assert "rehearsal" in card["reason"]


async def test_what_to_look_at_next_is_links_to_the_orders_that_wait(client: AsyncAnthropic) -> None:
    talk = await asked(client, "What should I look at next?")

    first, second = called(talk._last)["show_links"]["items"]
    assert first == {"to": "Order", "id": "1042", "title": "Order 1042", "gist": "Ada Byron, $90.00, placed 30 Nov"}
    assert second["id"] == "1039"


async def test_what_is_picked_is_shipped(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Help me choose an order to ship")
    options = called(talk._last)["offer_choices"]["options"]
    assert options == ["Order 1042 for Ada Byron", "Order 1039 for Mina {O}"]

    shipped = await talk.answer({"offer_choices": f'The user picked "{options[1]}".'})

    assert called(shipped) == {"ship_order": {"id": "1039"}}
    last = await talk.answer({"ship_order": 'Pressed "Ship order 1039".\n\n## The page'})
    assert said(last) == "Done: I pressed **Ship order 1039**."


async def test_one_order_alone_is_no_choice(client: AsyncAnthropic) -> None:
    talk = await asked(client, "Help me choose an order to ship", PAGE.replace("| 1039 |", "- "))

    assert called(talk._last) == {}


async def test_from_another_page_the_orders_are_opened_first(client: AsyncAnthropic) -> None:
    for words in ("orders as a table", "details of order 1042", "compare 1042 and 1039", "what next", "pick an order"):
        talk = Conversation(client, ELSEWHERE)

        assert called(await talk.hear(words)) == {"go_to_page": {"to": "Orders"}}


def test_a_list_is_made_of_the_first_text_that_holds_its_pattern() -> None:
    asked_for = {"rows": {"each": r"^(?P<n>\d+) {what}", "give": {"n": "{n}"}, "most": 2}}

    made = fill_json(asked_for, {"what": "of."}, ["nothing", "1 of.\n2 off\n3 of.\n4 of.", "5 of."])

    assert made == {"rows": [{"n": "1"}, {"n": "3"}]}
    assert fill_json(asked_for, {"what": "x"}, ["nothing"]) == {"rows": []}
