"""What `get_page_content` reads."""

from tests.browser.page.double import Panel, Visit

TEXT = """\
## Orders today

Two orders wait,
one is late.

Total
12

- Tea
  - Green
  - Black
- Coffee

3. Third
4. Fourth

Waiting

| Number | Customer | Do |
| --- | --- | --- |
| 1042 | Ada \\| Co London | Ship Cancel |
| 1044 |  | – |

Note Handle with care [x] Gift State shut Password

two  spaces
kept

A chart of sales
More

In the shadow: slotted

Inside already.

{"count":2}

{"total":3}

It took a while."""


async def test_content_reads_as_it_shows(visit: Visit, panel: Panel) -> None:
    await visit("content")

    answer = await panel.call("content", "get_page_content")

    assert answer["outcome"] == "returned"
    assert answer["value"] == TEXT


async def test_content_that_is_json_stays_json(visit: Visit, panel: Panel) -> None:
    page = await visit("content")
    await page.evaluate("document.querySelectorAll('[hx-assist-content]:not([type])').forEach((each) => each.remove())")

    answer = await panel.call("content", "get_page_content")

    assert answer["value"] == {"count": 2}


async def test_content_of_another_origin_is_not_fetched(visit: Visit, panel: Panel) -> None:
    page = await visit("content")
    await page.evaluate(
        "document.querySelector('[hx-assist-content]').setAttribute('hx-assist-content', 'https://evil.example/')"
    )

    answer = await panel.call("content", "get_page_content")

    assert answer["outcome"] == "failed"


async def test_content_a_script_lends_is_read_when_asked(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")
    await page.evaluate("void assist.page({content: () => document.title + ' now'})")

    lent = (await panel.facts())["page"]["content"]
    answer = await panel.call("content", "get_page_content")

    assert lent is True
    assert answer["value"] == "Acts now"
