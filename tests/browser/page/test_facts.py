"""The facts of a page: contract sections 3 and 4 to the letter, on one page that has some of everything."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.browser.page.double import Panel, Visit
from tests.browser.page.site import Site

LEND = "void (window.back = assist.tool({name: 'add', description: 'Add.', execute: ({a, b}) => ({sum: a + b})}))"
MEDIAN = """async (at) => { const { scan } = await import(at); const times = [];
    for (let i = 0; i < 15; i++) { document.body.append(''); const from = performance.now();
        JSON.stringify(scan()); times.push(performance.now() - from) }
    return times.sort((a, b) => a - b)[7] }"""
GOLDEN = Path(__file__).parent / "facts"


def of(facts: dict[str, Any], kind: str, name: str) -> dict[str, Any]:
    return next(entry for entry in facts[kind] if entry["name"] == name)


async def test_the_facts_of_a_page_with_everything_are_the_golden_ones(visit: Visit, panel: Panel) -> None:
    await visit("fields")

    facts = await panel.facts()

    assert facts.pop("document").startswith("d_")
    assert facts.pop("seq") >= 1
    assert facts.pop("origin") == panel.site.host
    assert facts == json.loads((GOLDEN / "fields.json").read_text())


async def test_what_is_secret_is_never_read(visit: Visit, panel: Panel) -> None:
    await visit("fields")

    facts = json.dumps(await panel.facts())

    for secret in ("hunter2", "4111", "abc", "s3cret"):
        assert secret not in facts


async def test_an_open_dialog_is_the_page_and_gives_back_the_one_beneath(visit: Visit, panel: Panel) -> None:
    page = await visit("dialog")
    beneath = await panel.facts()

    await page.evaluate("first.showModal()")
    opened = await panel.facts()
    await page.evaluate("second.showModal()")
    nested = await panel.facts()
    await page.evaluate("second.close(); first.close()")
    after = await panel.facts()

    names = [facts["page"]["name"] for facts in (beneath, opened, nested, after)]
    assert names == ["Orders", "New order", "Sure?", "Orders"]
    assert [action["name"] for action in opened["actions"]] == ["create", "everywhere"]


async def test_changes_are_told_once_and_only_when_the_facts_differ(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await panel.heard("page")
    told = await panel.count("page")

    await page.evaluate("document.body.append('plain words')")
    await page.wait_for_timeout(250)
    unmoved = await panel.count("page")
    await page.evaluate("for (const letter of 'abc') document.querySelector('button').append(letter)")
    await page.wait_for_timeout(250)
    moved = await panel.count("page")
    latest = (await panel.heard("page"))["facts"]

    assert (unmoved - told, moved - unmoved) == (0, 1)
    assert of(latest, "actions", "save_settings")["label"] == "Saveabc"


async def test_typing_on_the_page_tells_the_new_value(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    first = (await panel.heard("page"))["facts"]

    await page.locator("[name=name]").fill("Southwind")
    latest = first
    for _ in range(40):
        await page.wait_for_timeout(250)
        latest = (await panel.heard("page"))["facts"]
        if of(latest, "fields", "setting")["value"] == "Southwind":
            break

    assert of(latest, "fields", "setting")["value"] == "Southwind"
    assert latest["seq"] > first["seq"]


async def test_what_a_script_lends_is_lent_until_taken_back(visit: Visit, panel: Panel) -> None:
    page = await visit("settings")
    await page.evaluate(LEND)
    lent = (await panel.facts())["tools"]

    answer = await panel.call("tool", "add", a=2, b=3)
    await page.evaluate("back()")
    after = (await panel.facts())["tools"]

    parameters: dict[str, Any] = {"type": "object", "properties": {}}
    assert lent == [{"name": "add", "description": "Add.", "parameters": parameters, "consequential": False}]
    assert (answer["outcome"], answer["value"]) == ("returned", {"sum": 5})
    assert after == []


async def test_what_is_lent_before_the_script_has_loaded_is_kept(visit: Visit, panel: Panel, site: Site) -> None:
    page = await visit("early")

    facts = await panel.facts()

    assert [tool["name"] for tool in facts["tools"]] == ["kept"]
    assert await page.evaluate("typeof window.assist.tool") == "function"


@pytest.mark.parametrize("script", ["defer", "type=module"])
async def test_it_runs_as_a_classic_script_and_as_a_module(visit: Visit, panel: Panel, script: str) -> None:
    await visit(f"settings?script={script}")

    assert (await panel.facts())["page"]["name"] == "Settings"


async def test_a_page_of_more_than_one_announcement_holds_lends_what_fits(visit: Visit, panel: Panel) -> None:
    page = await visit("crowded")
    long = "document.querySelectorAll('input').forEach((each) => { each.value = 'é'.repeat(2 ** 16); })"
    wide = (
        "document.querySelectorAll('button').forEach((each) => each.setAttribute('hx-assist-label', 'é'.repeat(9_000)))"
    )

    await page.evaluate(long)
    with_long_values = await panel.facts()
    await page.evaluate(wide)
    with_long_labels = await panel.facts()

    assert [(len(field["value"]), field["length"]) for field in with_long_values["fields"]] == [(1_000, 2**16)] * 60
    assert len(with_long_labels["fields"]) == 60
    assert 0 < len(with_long_labels["actions"]) < 60
    assert len(json.dumps(with_long_labels, ensure_ascii=False).encode()) <= 512 * 1024


VAST = {
    "a list of options": "put(`<select hx-assist-field=vast>${'<option>Some town'.repeat(2e4)}`)",
    "a label": "put(`<button hx-assist-action=vast>${'word '.repeat(2e5)}</button>`)",
    "a schema": "void assist.tool({name: 'vast', parameters: {type: 'object', title: 'é'.repeat(3e5)}, execute() {}})",
    "a place": "put(`<a href='/${'x'.repeat(6e5)}' hx-assist-destination=Vast>Vast</a>`)",
    "instructions": "document.body.setAttribute('hx-assist-instructions', 'é'.repeat(3e5))",
    "a description": "document.body.setAttribute('hx-assist-destinations-description', 'é'.repeat(3e5))",
}


@pytest.mark.parametrize("what", VAST)
async def test_one_vast_part_leaves_the_rest_of_a_page_lent(visit: Visit, panel: Panel, what: str) -> None:
    page = await visit("settings")
    before = await panel.facts()
    lists = ("tools", "actions", "fields", "destinations")

    await page.evaluate(f"const put = (html) => document.body.insertAdjacentHTML('beforeend', html); {VAST[what]}")
    facts = await panel.facts()

    assert before["fields"]
    assert [facts[key] for key in lists] == [before[key] for key in lists]
    assert facts["page"]["name"] == before["page"]["name"]
    assert len(json.dumps(facts, ensure_ascii=False).encode()) <= 512 * 1024


async def test_two_thousand_elements_are_read_in_a_frame(visit: Visit, panel: Panel) -> None:
    page = await visit("many")
    facts = await panel.facts()

    took = await page.evaluate(MEDIAN, f"{panel.site.assist}/assist/static/b1/assist/scan.js")

    print(f"\nscan of {len(facts['actions']) + len(facts['fields'])} annotated elements: {took:.1f} ms")
    assert len(facts["actions"]) + len(facts["fields"]) == 2000
