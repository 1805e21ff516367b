"""Pressing, ringing, running form tools and going places."""

import pytest

from tests.browser.page.double import Panel, Visit

NATIVE = """[setTimeout, clearTimeout, fetch, XMLHttpRequest.prototype.send].every((each) =>
    String(each).includes('[native code]'))"""
BOTH = pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])


@BOTH
async def test_a_press_is_answered_when_its_request_has_been_shown(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"acts?htmx={htmx}")

    answer = await panel.call("action", "slow")

    assert answer["outcome"] == "pressed"
    assert await page.locator("#slow").inner_text() == "It took a while."


@BOTH
async def test_a_failed_request_of_a_press_is_said(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"acts?htmx={htmx}")

    answer = await panel.call("action", "failing")

    assert (answer["outcome"], answer["status"]) == ("failed", 500)


@BOTH
async def test_a_request_nobody_answered_is_said(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"acts?htmx={htmx}")
    await page.route("**/slow/300", lambda route: route.abort())

    assert (await panel.call("action", "slow"))["outcome"] == "failed"


async def test_a_blocked_count_of_visitors_is_no_failure(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")
    await page.evaluate("plain.onclick = () => void fetch('http://localhost:9/count').catch(() => {})")

    assert (await panel.call("action", "plain"))["outcome"] == "pressed"


async def test_timers_and_plain_requests_of_a_press_are_followed(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")

    late = await panel.call("action", "late")
    said = await page.locator("#out").inner_text()
    fetching = await panel.call("action", "fetching")

    assert (late["outcome"], said) == ("pressed", "late")
    assert (fetching["outcome"], fetching["status"]) == ("failed", 404)
    assert await page.evaluate(NATIVE) is True


async def test_a_slow_page_is_waited_for(visit: Visit, panel: Panel) -> None:
    """The old document is still there for most of a second, and must not answer for the one to come."""
    page = await visit("acts")

    await panel.send("action", "far")
    await page.wait_for_url("**/slow/900")

    assert await page.evaluate("JSON.parse(sessionStorage.getItem('assist.pending')).kind") == "action"


async def test_a_page_that_failed_says_so_itself(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")

    call = await panel.send("action", "broken")
    await page.wait_for_url("**/broken")
    answer = (await panel.heard("answer", call=call))["answer"]

    assert (answer["outcome"], answer["status"]) == ("failed", 500)


@pytest.mark.parametrize(("name", "outcome"), [("stuck", "disabled"), ("nobody", "missing")])
async def test_what_cannot_be_pressed_is_not(visit: Visit, panel: Panel, name: str, outcome: str) -> None:
    await visit("acts")

    assert (await panel.call("action", name))["outcome"] == outcome


@pytest.mark.parametrize(("surrounded", "rings"), [(True, 1), (False, 0)])
async def test_the_mark_of_a_press_stays_where_it_was_when_the_page_draws_the_button_anew(
    visit: Visit, panel: Panel, *, surrounded: bool, rings: int
) -> None:
    page = await visit("acts")
    await page.evaluate(
        """surrounded => {
            const button = document.getElementById("plain"), row = document.createElement("div")
            if (surrounded) { button.replaceWith(row); row.append(button) }
            button.onclick = () => { button.replaceWith(button.cloneNode(true)); document.body.prepend(String(Date())) }
        }""",
        surrounded,
    )

    answer = await panel.call("action", "plain")

    assert answer["outcome"] == "pressed"
    assert await page.locator("assist-ring").count() == rings
    off = "assistRing => assistRing.shadowRoot.querySelector('div').getBoundingClientRect().y"
    if surrounded:
        drawn = await page.locator("assist-ring").evaluate(off)
        assert drawn == pytest.approx(await page.evaluate("plain.getBoundingClientRect().y") - 6, abs=1)
    await page.locator("assist-ring").wait_for(state="detached")


UNSEEN = """
<input type=checkbox id=gift style="position:absolute;width:1px;height:1px" hx-assist-field=gift>
<label for=gift style="display:inline-block;width:200px">Gift</label>"""
OFF = """() => {
    const of = (element) => element.getBoundingClientRect();
    const box = document.querySelector("assist-ring").shadowRoot.querySelector("div");
    return of(box).x + 6 - of(document.querySelector("label[for=gift]")).x;
}"""
LOOKED_FOR = """async () => {
    const frames = async (left) => left && (await new Promise(requestAnimationFrame), await frames(left - 1));
    const { querySelectorAll } = Document.prototype;
    let asked = 0;
    Document.prototype.querySelectorAll = function (selector) {
        asked += selector === "label";
        return querySelectorAll.call(this, selector);
    };
    await frames(20);
    Document.prototype.querySelectorAll = querySelectorAll;
    return asked;
}"""


async def test_a_ring_around_the_label_of_an_unseen_control_stays_with_it(visit: Visit, panel: Panel) -> None:
    """A label is found by a walk over all of the page: not once a frame, of which twenty are drawn meanwhile."""
    page = await visit("acts")
    await page.evaluate("(html) => document.body.insertAdjacentHTML('beforeend', html)", UNSEEN)
    label = page.locator("label[for=gift]")

    await panel.call("field", "gift", ring=True, value="checked")
    looked_for = await page.evaluate(LOOKED_FOR)
    off = await page.evaluate(OFF)
    await label.evaluate("(label) => { label.outerHTML = label.outerHTML.replace('200px', '120px;margin-left:50px'); }")
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    assert looked_for <= 2  # What reads the page for its facts looks for labels, too.
    assert [off, await page.evaluate(OFF)] == pytest.approx([0, 0], abs=1)


@pytest.mark.parametrize(("name", "ring"), [("plain", True), ("leave", False)])
async def test_a_ring_shows_the_button_and_does_not_press_it(visit: Visit, panel: Panel, name: str, ring: bool) -> None:
    page = await visit("acts")
    children = await page.evaluate("document.body.childElementCount")

    answer = await panel.call("action", name, ring=ring)

    assert answer["outcome"] == "rung"
    assert await page.evaluate("presses") == []
    assert await page.locator("assist-ring").count() == 1
    assert await page.evaluate("document.body.childElementCount") == children
    await page.locator(f"[hx-assist-action={name}]").click()
    assert await page.locator("assist-ring").count() == 0
    assert await page.evaluate("presses") == [name]


async def test_a_button_out_of_sight_is_brought_into_it(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")

    answer = await panel.call("action", "below")

    assert answer["outcome"] == "pressed"
    assert await page.title() == "pressed below"
    assert await page.evaluate("scrollY") > 500


@BOTH
async def test_a_form_tool_is_filled_and_sent_as_the_page_would(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"acts?htmx={htmx}")

    answer = await panel.call("tool", "echo", word="tea", loud=True, tag=["b"])

    said = "word is tea\n\nloud is yes\n\ntag is b\n\nby is button"
    assert (answer["outcome"], answer["value"]) == ("returned", said)


@BOTH
@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("answer", {}, {"shown": 2}),
        ("data", {}, {"total": 3}),
        ("live", {"state": "shut"}, "state is shut"),
        ("look", {}, "It took a while."),
    ],
)
async def test_a_tool_answers_what_the_page_was_told(
    visit: Visit, panel: Panel, htmx: str, name: str, args: dict[str, str], value: object
) -> None:
    await visit(f"acts?htmx={htmx}")

    answer = await panel.call("tool", name, ring=False, **args)

    assert (answer["outcome"], answer["value"]) == ("returned", value)


@BOTH
async def test_a_failed_request_of_a_tool_is_said(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"acts?htmx={htmx}")

    answer = await panel.call("tool", "refuse")

    assert (answer["outcome"], answer["status"], answer["message"]) == ("failed", 409, "Conflict")


async def test_arguments_the_form_finds_invalid_are_not_sent(visit: Visit, panel: Panel) -> None:
    await visit("acts")

    answer = await panel.call("tool", "echo", word="NO")

    assert answer["outcome"] == "failed"
    assert answer["message"].startswith("Word: ")
    assert [path for path, _ in panel.site.posts if path == "/echo"] == []


async def test_a_plain_form_tool_is_answered_by_the_page_it_opens(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")

    call = await panel.send("tool", "save", name="Tea")
    await page.wait_for_url("**/settings?saved=1")
    answer = (await panel.heard("answer", call=call))["answer"]

    assert answer["outcome"] == "returned"
    assert answer["value"].startswith("# Settings")


@BOTH
async def test_a_boosted_link_of_the_page_is_followed_as_the_page_would(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"orders?htmx={htmx}")
    frame = await panel.frame()
    born = await frame.evaluate("born")
    await frame.locator("#composer").fill("half a thought")

    answer = await panel.call("navigate", "go_to_page", path="/products")

    assert (answer["outcome"], answer["page"]["path"]) == ("opened", "/products")
    assert answer["page"]["page"]["name"] == "Products"
    assert await frame.evaluate("born") == born
    assert await frame.locator("#composer").input_value() == "half a thought"
    await page.go_back()
    await page.wait_for_function("document.querySelector('h1')?.textContent === 'Orders'")
    assert await (await panel.frame()).evaluate("born") == born
    assert await page.locator("assist-dock").count() == 1


async def test_a_place_of_another_origin_is_not_opened(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")

    elsewhere = await panel.call("navigate", "go_to_page", path="//evil.example/")
    script = await panel.call("navigate", "go_to_page", path="javascript:alert(1)")

    assert (elsewhere["outcome"], script["outcome"]) == ("failed", "failed")
    assert page.url.endswith("/settings")
