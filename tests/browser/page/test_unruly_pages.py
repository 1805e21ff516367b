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
