"""The page script's thin path: dock, hello, facts, a fill, a press that loads the next page, a place to go."""

from tests.browser.page.double import Panel, Visit


async def test_the_panel_is_greeted_and_told_the_token_and_the_page(visit: Visit, panel: Panel) -> None:
    await visit("settings")

    hello = await (await panel.frame()).evaluate("hello")
    token = await panel.heard("token")
    facts = (await panel.heard("page"))["facts"]

    assert hello["version"] == 1
    assert len(hello["tab"]) == 24
    assert len(hello["document"]) == 14
    assert (token["token"], token["expires_in"]) == ("tok", 600)
    assert facts["page"] == {
        "name": "Settings",
        "instructions": "Fill one field by its id; Save saves.",
        "content": True,
    }
    assert facts["document"] == hello["document"]


async def test_a_closed_panel_loads_no_frame(visit: Visit, panel: Panel) -> None:
    page = await visit("settings", with_panel=False)

    await page.wait_for_timeout(200)

    assert await page.locator("assist-dock").count() == 1
    assert await page.locator("assist-dock iframe").count() == 0


async def test_filling_a_field_answers_what_it_now_says(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    answer = await panel.call("field", "setting", "currency", value="EUR")

    assert (answer["outcome"], answer["value"]) == ("filled", "EUR")
    assert await page.locator("#currency").input_value() == "EUR"
    assert [field["value"] for field in answer["page"]["fields"]] == ["Northwind", "EUR"]


async def test_a_press_that_loads_a_page_is_answered_once_by_that_page(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    before = (await (await panel.frame()).evaluate("hello"))["document"]

    call = await panel.send("action", "save_settings")
    await page.wait_for_url("**/settings?saved=1")
    said = await panel.heard("answer", call=call)

    assert said["answer"]["outcome"] == "pressed"
    assert said["document"] != before
    assert said["answer"]["page"]["path"] == "/settings?saved=1"
    await page.wait_for_timeout(300)
    assert await panel.count("answer") == 1
    assert [path for path, _ in panel.site.posts if path == "/save"] == ["/save"]


async def test_going_somewhere_loads_it_and_the_next_page_answers(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    call = await panel.send("navigate", "go_to_page", path="/orders")
    await page.wait_for_url("**/orders")
    said = await panel.heard("answer", call=call)

    assert said["answer"]["outcome"] == "opened"
    assert said["answer"]["page"]["path"] == "/orders"


async def test_a_call_is_carried_out_once(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await page.evaluate("window.changes = 0; currency.addEventListener('change', () => changes++)")
    call = {
        "id": "c_same",
        "kind": "field",
        "name": "setting",
        "target": "currency",
        "args": {"value": "EUR"},
        "ring": False,
    }

    await panel.say({"t": "call", "call": call})
    await panel.say({"t": "call", "call": call})
    await panel.heard("answer", call="c_same")
    await page.wait_for_timeout(300)

    assert await page.evaluate("changes") == 1
    assert await panel.count("answer") == 1
