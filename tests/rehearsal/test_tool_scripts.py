"""What one can ask of the shop's own tools, played against what its server answers."""

from __future__ import annotations

from anthropic import AsyncAnthropic

from tests.rehearsal.conversing import Conversation, called, said, tool

TOOLS = [
    tool("find_products", "query", "in_stock"),
    tool("create_order", "customer", "city", "sku", "quantity"),
    tool("update_order_note", "number", "note"),
    tool("delete_product", "sku"),
]
MUG = '{"found":1,"results":[{"sku":"FJD-02","name":"Fjord mug","price":"$18.00","stock":120,"on_sale":true}]}'
SHOWN = f"{MUG}\n\n1 card was shown to the user."
NONE = '{"found":0,"results":[]}\n\n0 cards were shown to the user.'
DECLINED = "The user declined {}. That is final: leave it unless they ask for it again."


async def test_find_mugs(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)

    assert called(await talk.hear("Find mugs")) == {"find_products": {"query": "mug"}}
    last = await talk.answer({"find_products": SHOWN})

    assert said(last).startswith("The shop has 1. The first is the **Fjord mug** for $18.00")


async def test_what_the_shop_does_not_have_is_said(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)
    await talk.hear("find boats")

    assert said(await talk.answer({"find_products": NONE})) == "The shop has none of that."


async def test_create_an_order(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)
    await talk.hear("Create an order for Bo Ek in Malmö: 2 Fjord mugs")

    placing = await talk.answer({"find_products": SHOWN})
    last = await talk.answer({"create_order": '{"number":1043,"status":"waiting","total":"$36.00"}'})

    assert called(placing) == {"create_order": {"customer": "Bo Ek", "city": "Malmö", "sku": "FJD-02", "quantity": "2"}}
    assert said(last) == "Order **1043** is placed, $36.00 in all. It waits to be shipped."


async def test_an_order_of_what_is_not_there_is_not_placed(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)
    await talk.hear("Create an order for Bo Ek in Malmö: 2 boats")

    last = await talk.answer({"find_products": NONE})

    assert called(last) == {}
    assert said(last) == "The shop has no boat."


async def test_a_cancelled_order_is_left_alone(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)
    await talk.hear("Create an order for Bo Ek in Malmö: 2 Fjord mugs")
    await talk.answer({"find_products": SHOWN})

    assert said(await talk.answer({"create_order": DECLINED.format("create_order")})) == (
        "All right, nothing was changed."
    )


async def test_note_an_order(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)

    noting = await talk.hear("Note order 1041 as a gift for Aino")
    last = await talk.answer({"update_order_note": '{"number":1041,"note":"a gift for Aino"}'})

    assert called(noting) == {"update_order_note": {"number": "1041", "note": "a gift for Aino"}}
    assert said(last) == "The note of order 1041 is now: a gift for Aino"


async def test_delete_a_product(client: AsyncAnthropic) -> None:
    talk = Conversation(client, TOOLS)
    await talk.hear("Delete the product Fjord mug")

    deleting = await talk.answer({"find_products": SHOWN})
    last = await talk.answer({"delete_product": '{"deleted":{"sku":"FJD-02","name":"Fjord mug"}}'})

    assert called(deleting) == {"delete_product": {"sku": "FJD-02"}}
    assert said(last) == "**FJD-02** is deleted from the shop."
