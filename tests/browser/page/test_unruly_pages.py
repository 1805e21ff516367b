"""Pages that lend what no other would: whatever it is, the rest stays lent and every call is answered."""

import pytest

from tests.browser.page.double import Panel, Visit

PATIENCE_MS = 31_000
ROUND = "const round = {type: 'object'}; round.self = round;"


@pytest.mark.parametrize(
    "parameters", ["round", "{type: 'object', check() {}}", "{type: 'object', largest: 10n}", "document.body"]
)
async def test_a_tool_that_cannot_be_told_silences_nothing(visit: Visit, panel: Panel, parameters: str) -> None:
    page = await visit("acts")
    await page.evaluate(f"{ROUND} void assist.tool({{name: 'odd', parameters: {parameters}, execute: () => 1}})")
    await page.evaluate("void assist.tool({name: 'even', execute: () => 2})")

    names = [tool["name"] for tool in (await panel.facts())["tools"]]

    assert {"even", "echo"} <= set(names)


@pytest.mark.parametrize("content", ["round", "() => {}", "{check() {}}", "document.body", "() => Promise.reject(1)"])
async def test_content_that_cannot_be_told_is_answered(visit: Visit, panel: Panel, content: str) -> None:
    page = await visit("acts")
    await page.evaluate(f"{ROUND} void assist.page({{content: {content}}})")

    answer = await panel.call("content", "get_page_content")

    assert answer["outcome"] in {"failed", "returned"}


async def test_a_form_whose_controls_have_the_names_of_its_properties_is_lent(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")
    names = ["elements", "labels", "children", "title", "closest", "id", "method"]
    inputs = "".join(f"<input name={name} aria-label={name}>" for name in names)
    form = f"<form hx-post=/echo hx-target=#out hx-assist-tool=family>{inputs}<button>Go</button></form>"
    await page.evaluate("(form) => { document.body.insertAdjacentHTML('afterbegin', form); }", form)

    tools = {tool["name"]: tool for tool in (await panel.facts())["tools"]}
    # htmx itself can't send a form with any of the others.
    await page.evaluate(
        "document.querySelectorAll('[hx-assist-tool=family] input:not([name=labels])').forEach((each) => each.remove())"
    )
    await page.evaluate("htmx.process(document.body)")
    answer = await panel.call("tool", "family", labels="urgent")

    assert names == [control["name"] for control in tools["family"]["controls"]]
    assert "labels is urgent" in answer["value"]


async def test_a_form_is_read_whatever_its_controls_are_named(visit: Visit, panel: Panel) -> None:
    """As a page, as a field, and as what is around one that is off the window and without a box of its own."""
    page = await visit("settings")
    names = [
        *["checkVisibility", "children", "childNodes", "closest", "contains", "firstChild", "firstElementChild"],
        *["getAttribute", "getBoundingClientRect", "getRootNode", "matches", "nextSibling", "parentElement"],
        *["querySelectorAll", "scrollLeft", "scrollTop", "textContent"],
    ]
    boxes = "".join(f"<label><input type=checkbox name={name} value={name}>{name}</label>" for name in names)
    html = f"""<form hx-assist-page=Family hx-assist-field=some style="display:contents" id=all><b>All</b> of it {boxes}
        <input hx-assist-field=away aria-labelledby=all style="position:absolute;top:-90px"></form>"""
    await page.evaluate("(html) => document.body.insertAdjacentHTML('afterbegin', html)", html)

    facts = await panel.facts()
    fields = {each["name"]: each for each in facts["fields"]}

    assert facts["page"]["name"] == "Family"
    assert fields["away"]["label"] == " ".join(["All of it", *names])
    assert [each["value"] for each in fields["some"]["options"]] == names
    assert [fields[name]["showing"] for name in ("away", "some")] == [False, True]

    # Whoever clicks in it asks nothing of it.
    await page.evaluate("document.getElementById('all').dispatchEvent(new MouseEvent('click', {bubbles: true}))")


async def test_a_field_that_throws_when_it_is_read_silences_nothing(visit: Visit, panel: Panel) -> None:
    page = await visit("acts")
    await page.evaluate("""() => {
        customElements.define('x-thrower', class extends HTMLElement { get value() { throw new Error('not now'); } });
        document.body.insertAdjacentHTML('afterbegin', '<x-thrower hx-assist-field=odd aria-label=Odd>X</x-thrower>');
    }""")

    facts = await panel.facts()

    assert "upper" in [field["name"] for field in facts["fields"]]


async def test_a_tool_that_never_ends_holds_up_no_other(visit: Visit, panel: Panel) -> None:
    """The server has given its call up by then, and so does the page."""
    await panel.page.clock.install()
    page = await visit("acts")
    await page.evaluate("void assist.tool({name: 'endless', execute: () => new Promise(() => {})})")
    await panel.send("tool", "endless")
    waiting = await panel.send("action", "plain")

    await page.clock.run_for(PATIENCE_MS)

    assert (await panel.heard("answer", call=waiting))["answer"]["outcome"] == "pressed"
