"""What `get_page_content` reads."""

import pytest

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


LONG = {
    "paragraphs": ("", "<p>Some ordinary text that a page would show here.</p>", 8_000, ""),
    "items": ("<ol>", "<li>An item with a <b>bold</b> word</li>", 4_000, "</ol>"),
    "words": ("", "<span>word </span>", 40_000, ""),
    "spaces": ("<pre>", " ", 60_000, "x</pre>"),
}
# How much longer four times as much takes to be read: 4 is in proportion, 16 is not. Below 5 ms a clock tells nothing.
GROWTH = """async ([few, many]) => {
  const { pageContent } = await import("/assist/static/b1/assist/content.js");
  const main = document.querySelector("[hx-assist-content]");
  const timed = async (html) => {
    main.innerHTML = html;
    const took = [];
    for (let i = 0; i < 3; i++) {
      const begun = performance.now();
      await pageContent();
      took.push(performance.now() - begun);
    }
    return Math.max(Math.min(...took), 5);
  };
  await timed(few);
  const before = await timed(few);
  return await timed(many) / before;
}"""


@pytest.mark.parametrize("long", LONG)
async def test_a_long_page_is_read_in_time_that_grows_as_it_does(visit: Visit, long: str) -> None:
    page = await visit("settings", with_panel=False)
    head, piece, many, tail = LONG[long]

    growth = await page.evaluate(GROWTH, [head + piece * (many // 4) + tail, head + piece * many + tail])

    assert growth < 10


NAMES = (
    "matches",
    "childNodes",
    "children",
    "getAttribute",
    "hasAttribute",
    "shadowRoot",
    "localName",
    "parentElement",
    "ownerDocument",
    "nodeType",
    "contains",
    "textContent",
)


async def test_a_form_is_read_whatever_its_controls_are_named(visit: Visit) -> None:
    page = await visit("settings", with_panel=False)
    read = """async (names) => {
      const { pageContent, readable } = await import("/assist/static/b1/assist/content.js");
      const main = document.querySelector("[hx-assist-content]");
      const said = [];
      for (const name of names) {
        main.innerHTML = `<form>To <input name=${name} value=Ada></form>`;
        const parsed = new DOMParser().parseFromString(main.innerHTML, "text/html");
        said.push([name, await pageContent(), readable(parsed.body), readable(parsed.querySelector("form"))]);
      }
      return said;
    }"""

    said = await page.evaluate(read, NAMES)

    assert said == [[name, *["To Ada"] * 3] for name in NAMES]


async def test_a_form_that_is_content_is_read_with_what_follows_it(visit: Visit) -> None:
    page = await visit("settings", with_panel=False)
    read = """async () => {
      const { pageContent } = await import("/assist/static/b1/assist/content.js");
      const main = document.querySelector("[hx-assist-content]");
      const form = "<form hx-assist-content><input name=contains value=a><input name=localName value=b></form>";
      main.innerHTML = `${form}<p hx-assist-content>c</p>`;
      main.removeAttribute("hx-assist-content");
      return pageContent();
    }"""

    assert await page.evaluate(read) == "a b\n\nc"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Total<b> 12</b></p>", "Total 12"),
        ("<p>one<span> </span>two <i> three</i></p>", "one two three"),
        ("<ul><li> <b> Tea</b></li></ul>", "- Tea"),
        ("<p>\n <b> Late</b></p> <h2> <i> Today</i></h2>", "Late\n\n## Today"),
    ],
)
async def test_words_that_stand_apart_are_read_apart(visit: Visit, html: str, text: str) -> None:
    page = await visit("settings", with_panel=False)
    read = """async (html) => {
      const { pageContent } = await import("/assist/static/b1/assist/content.js");
      document.querySelector("[hx-assist-content]").innerHTML = html;
      return pageContent();
    }"""

    assert await page.evaluate(read, html) == text
