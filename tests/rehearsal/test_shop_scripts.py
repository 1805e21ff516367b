"""What one can ask in the demo, played against what the shop's pages answer."""

from __future__ import annotations

from anthropic import AsyncAnthropic
from anthropic.types import ThinkingConfigParam

from tests.rehearsal.conversing import Conversation, called, said, tool

NOTE = "## The page the user has open: {name}\n\nIts tools: get_page_content."
READ = tool("get_page_content")
GO = tool("go_to_page", "to", "id")
SHIP = tool(
    "ship_order", "id", description="Press one of these by its id. 1042: Ship order 1042; 1041: Ship order 1041."
)
CANCEL = tool(
    "cancel_order", "id", description="Press one of these by its id. 1042: Cancel order 1042 (asks first); …."
)
ORDERS = [GO, READ, tool("filter_orders", "status"), tool("chart_orders", "chart"), CANCEL, tool("new_order"), SHIP]
SETTINGS = [GO, READ, tool("save_settings"), tool("setting", "id", "value")]
FIELDS = 'Its fields: setting (name: Shop name, now "Northwind"; currency: Currency, now "{currency}"; email: …).'
TABLE = """\
| Order | Customer | Placed | Items | Total | Status |  |
| --- | --- | --- | --- | --- | --- | --- |
| 1042 | Ada Byron | 30 Nov | 4 × Fjord mug, 2 × Pine soap | $90.00 | {status} | Ship Cancel |
| 1040 | Grace Hopper | 29 Nov | 1 × Lantern, brass | $120.00 | Shipped |  |
| 1039 | Mina Okafor | 28 Nov | 6 × Merino socks | $132.00 | Waiting to ship | Ship Cancel |"""
WAITING = TABLE.format(status="Waiting to ship")


async def test_set_the_currency_to_eur_and_save_it(client: AsyncAnthropic) -> None:
    talk = Conversation(client, SETTINGS, note=NOTE.format(name="Settings"))

    assert called(await talk.hear("Set the currency to EUR and save it")) == {"get_page_content": {}}
    filled = await talk.answer({"get_page_content": '{"saved":{"currency":"USD"}}'})
    assert called(filled) == {"setting": {"id": "currency", "value": "EUR"}}
    saved = await talk.answer({"setting": 'Filled "Currency"; it now says "EUR".'})
    assert called(saved) == {"save_settings": {}}
    last = await talk.answer({"save_settings": f'Pressed "Save".\n\n{FIELDS.format(currency="EUR")}'})
    assert said(last) == "Done: the currency is **EUR** now, and it is saved."


async def test_it_thinks_about_what_to_ship_first_where_the_request_asks_for_thinking(client: AsyncAnthropic) -> None:
    cases: list[tuple[ThinkingConfigParam, list[str]]] = [
        ({"type": "adaptive"}, ["thinking", "text"]),
        ({"type": "disabled"}, ["text"]),
    ]
    for thinking, kinds in cases:
        talk = Conversation(client, ORDERS, note=NOTE.format(name="Orders"), thinking=thinking)

        read = await talk.hear("Think about which order to ship first")
        told = await talk.answer({"get_page_content": WAITING})

        assert [*kinds, "tool_use"] == [block.type for block in read.content]
        assert kinds == [block.type for block in told.content]
        assert said(told).startswith("Order **1039** for Mina Okafor should go first: placed 28 Nov")


async def test_from_another_page_the_settings_are_opened_first(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS, note=NOTE.format(name="Orders"))

    assert called(await talk.hear("set the currency to eur and save it")) == {"go_to_page": {"to": "Settings"}}
    talk.lent = SETTINGS
    opened = await talk.answer({"go_to_page": "Opened /settings.\n\n" + NOTE.format(name="Settings")})
    assert called(opened) == {"get_page_content": {}}
    read = await talk.answer({"get_page_content": "{}"})
    assert called(read) == {"setting": {"id": "currency", "value": "EUR"}}


async def test_a_fill_that_did_not_take_is_not_saved(client: AsyncAnthropic) -> None:
    talk = Conversation(client, SETTINGS)
    await talk.hear("set the currency to XXX and save it")
    await talk.answer({"get_page_content": "{}"})

    last = await talk.answer(
        {"setting": '{"error":"\\"Currency\\" did not take that: it still says \\"USD\\"."}'}, failed=True
    )

    assert called(last) == {}
    assert 'it answered: "Currency" did not take that: it still says "USD".' in said(last)


async def test_shipping_reads_the_row_before_and_after(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("ship order 1042")

    pressed = await talk.answer({"get_page_content": WAITING})
    assert called(pressed) == {"ship_order": {"id": "1042"}}
    assert called(await talk.answer({"ship_order": 'Pressed "Ship order 1042".'})) == {"get_page_content": {}}
    last = await talk.answer({"get_page_content": TABLE.format(status="Shipped")})
    assert said(last) == "Order 1042 for Ada Byron is shipped: its row says so now."


async def test_an_order_that_does_not_wait_is_not_shipped(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("ship order 1040")

    answer = await talk.answer({"get_page_content": WAITING})

    assert (called(answer), said(answer)) == ({}, "Order 1040 cannot be shipped: it is **Shipped**.")


async def test_a_cancellation_that_is_declined_is_left_at_that(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("cancel order 1042")
    assert called(await talk.answer({"get_page_content": WAITING})) == {"cancel_order": {"id": "1042"}}

    declined = 'The user declined "Cancel order 1042". That is final: leave it unless they ask for it again.'
    last = await talk.answer({"cancel_order": declined})

    assert said(last) == "All right, I left order 1042 as it is."


async def test_a_cancellation_that_is_approved_is_told(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("cancel order 1042")
    await talk.answer({"get_page_content": WAITING})

    last = await talk.answer({"cancel_order": 'Approved by the user and pressed "Cancel order 1042".\n\n## The page'})

    assert said(last) == "Approved and done: I pressed **Cancel order 1042**."


async def test_what_needs_shipping_is_read_from_the_page(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("What needs shipping?")

    answer = await talk.answer({"get_page_content": WAITING})

    assert said(answer).startswith("Waiting to ship: 2.\n\n- **1042** for Ada Byron, $90.00: 4 × Fjord mug")
    assert "1040" not in said(answer)


async def test_going_to_a_page_and_to_an_order(client: AsyncAnthropic) -> None:
    talk = Conversation(client, [GO])

    assert called(await talk.hear("open the settings")) == {"go_to_page": {"to": "Settings"}}
    last = await talk.answer({"go_to_page": "Opened /settings.\n\n" + NOTE.format(name="Settings")})
    assert said(last) == "**Settings** is open."
    assert called(await talk.hear("go to order 1041")) == {"go_to_page": {"to": "Order", "id": "1041"}}


async def test_a_refund_opens_the_order_and_asks(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("refund order 1040")
    talk.lent = [GO, READ, tool("refund_order", description="Press the button: Refund order 1040 (asks first).")]

    answer = await talk.answer({"go_to_page": "Opened /orders/1040.\n\n" + NOTE.format(name="Order 1040")})

    assert called(answer) == {"refund_order": {}}


async def test_a_note_is_filled_saved_and_read_back(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    await talk.hear("Note on order 1042: call before delivery")
    talk.lent = [GO, READ, tool("note", "value"), tool("save_note")]

    filled = await talk.answer({"go_to_page": "Opened /orders/1042.\n\n" + NOTE.format(name="Order 1042")})
    assert called(filled) == {"note": {"value": "call before delivery"}}
    assert called(await talk.answer({"note": 'Filled "Note"; it now says "call before delivery".'})) == {
        "save_note": {}
    }
    last = await talk.answer(
        {"save_note": 'Pressed "Save note".\n\nIts fields: note: Note, now "call before delivery".'}
    )
    assert said(last) == 'Done: the note of order 1042 says "call before delivery".'


async def test_a_new_order_goes_through_the_dialog(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)
    assert called(await talk.hear("New order for Bo Ek in Malmö: 2 Fjord mugs")) == {"new_order": {}}
    entry = 'Fill the field: Product, one of "BLK-01" (Birch log basket), "FJD-02" (Fjord mug).'
    fields = [tool(name, "value") for name in ("city", "customer", "quantity")]
    talk.lent = [GO, tool("place_order"), tool("product", "value", description=entry), *fields]

    filled = await talk.answer({"new_order": 'Pressed "New order".\n\n' + NOTE.format(name="New order")})
    given = {name: arguments["value"] for name, arguments in called(filled).items()}
    assert given == {"customer": "Bo Ek", "city": "Malmö", "product": "FJD-02", "quantity": "2"}
    assert called(await talk.answer(dict.fromkeys(given, "Filled."))) == {"place_order": {}}
    talk.lent = [GO, READ]
    last = await talk.answer({"place_order": 'Pressed "Place order".\n\n' + NOTE.format(name="Order 1043")})
    assert said(last) == "Done: it is **Order 1043**, and its page is open."


async def test_what_is_the_users_to_press_is_pointed_out(client: AsyncAnthropic) -> None:
    talk = Conversation(client, [GO, READ, tool("withdraw_product", "id")])
    await talk.hear("Take the Fjord mug off sale")

    rung = await talk.answer({"get_page_content": "| Fjord mug | FJD-02 | $18.00 | 120 | Take off sale |"})
    assert called(rung) == {"withdraw_product": {"id": "FJD-02"}}
    last = await talk.answer(
        {"withdraw_product": 'Rang "Take Fjord mug off sale" for the user; pressing it is theirs.'}
    )
    assert said(last) == "**Take Fjord mug off sale** is pointed out on the page. Pressing it is yours."


async def test_filtering_and_charting_say_what_the_page_drew(client: AsyncAnthropic) -> None:
    talk = Conversation(client, ORDERS)

    assert called(await talk.hear("Show only the shipped orders")) == {"filter_orders": {"status": "shipped"}}
    assert "1 of them:\n\n- **1040** for Grace Hopper" in said(
        await talk.answer({"filter_orders": TABLE.splitlines()[3]})
    )
    assert called(await talk.hear("Chart the orders by value")) == {"chart_orders": {"chart": "value"}}
    assert "| Shipped | $4.00 |" in said(await talk.answer({"chart_orders": "| Shipped | $4.00 |"}))
