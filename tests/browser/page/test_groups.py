"""Groups of radios and checkboxes: told and filled as the whole they are to a person."""

import json
from typing import Any

import pytest

from tests.browser.page.double import Panel, Visit

FEW, MANY = 500, 2_000
"""Of two thousand boxes; what looks up the whole page for each of them takes seconds."""
ADDED = "(html) => document.body.insertAdjacentHTML('beforeend', html)"

# How much longer a page takes to be read that has four times as much of it: 4 is in proportion, 16 is not.
GROWTH = """async ([at, few, many]) => {
    const { scan } = await import(at);
    const timed = (html) => {
        const box = document.createElement("div");
        box.innerHTML = html;
        document.body.append(box);
        const took = Array.from({ length: 5 }, () => {
            const began = performance.now();
            scan();
            return performance.now() - began;
        });
        box.remove();
        return Math.min(...took);
    };
    timed(few);
    return timed(many) / timed(few);
}"""


async def field(panel: Panel, name: str) -> dict[str, Any]:
    return next(each for each in (await panel.facts())["fields"] if each["name"] == name)


async def test_a_group_of_radios_is_told_by_all_of_its_radios(visit: Visit, panel: Panel) -> None:
    await visit("groups")

    ship, plan, mode = [await field(panel, name) for name in ("ship", "plan", "mode")]

    assert (ship["disabled"], [each["value"] for each in ship["options"]]) == (False, ["plain"])
    assert (plan["showing"], [each["value"] for each in plan["options"]]) == (True, ["new"])
    assert mode["consequential"] is True


@pytest.mark.parametrize(
    ("name", "value", "outcome", "now"),
    [
        ("ship", "plain", "filled", "plain"),
        ("ship", "express", "refused", None),
        ("ship", "pigeon", "refused", None),
        ("plan", "new", "filled", "new"),
        ("plan", "old", "refused", None),
        ("mode", "keep", "rung", None),
        ("extras", '["horse"]', "refused", ["core", "a"]),
        ("extras", '["off"]', "refused", ["core", "a"]),
        ("tags", '["gone"]', "refused", ["core", "a"]),
    ],
)
async def test_what_a_person_could_not_pick_is_not_picked(
    visit: Visit, panel: Panel, name: str, value: str, outcome: str, now: object
) -> None:
    await visit("groups")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer.get("value")) == (outcome, now)


@pytest.mark.parametrize("name", ["extras", "tags"])
@pytest.mark.parametrize("value", ['["b"]', '["core", "b"]'])
async def test_what_a_person_could_not_change_stays_as_it_is(visit: Visit, panel: Panel, name: str, value: str) -> None:
    await visit("groups")

    answer = await panel.call("field", name, value=value)

    assert (answer["outcome"], answer["value"]) == ("filled", ["core", "b"])


async def test_boxes_that_stand_for_the_same_are_ticked_together(visit: Visit, panel: Panel) -> None:
    await visit("groups")

    answer = await panel.call("field", "bare", value='["on"]')

    assert (answer["outcome"], answer["value"]) == ("filled", ["on", "on"])


async def test_a_box_that_will_not_be_ticked_is_no_success(visit: Visit, panel: Panel) -> None:
    await visit("groups")

    answer = await panel.call("field", "stubborn", value='["a", "b"]')

    assert (answer["outcome"], answer["value"]) == ("refused", ["a"])


@pytest.mark.parametrize("name", ["inside", "whole", "later"])
async def test_boxes_the_page_draws_anew_at_every_click_are_all_ticked(visit: Visit, panel: Panel, name: str) -> None:
    await visit("groups")

    answer = await panel.call("field", name, value='["b", "c", "d"]')

    assert (answer["outcome"], answer["value"]) == ("filled", ["b", "c", "d"])


async def test_a_custom_element_that_calls_itself_a_radio_is_a_field_of_its_own(visit: Visit, panel: Panel) -> None:
    page = await visit("groups")
    await page.evaluate("""() => {
        customElements.define("x-radio", class extends HTMLElement { get type() { return "radio"; } name = "x"; });
        const named = (name) => `<x-radio hx-assist-field="${name}" aria-label="${name}">x</x-radio>`;
        document.body.insertAdjacentHTML("beforeend", named("one") + named("two"));
    }""")

    one, two = await field(panel, "one"), await field(panel, "two")

    assert (one["kind"], two["kind"]) == ("custom", "custom")


@pytest.mark.parametrize(
    ("head", "row"),
    [
        (
            "<form hx-assist-tool=t hx-assist-description=d><fieldset><legend>All</legend>",
            "<input type=checkbox name=n{n}>",
        ),
        (
            f"<fieldset><legend>{'<b>word</b> ' * 500}</legend>",
            "<input type=radio hx-assist-field=f hx-assist-id={n}>",
        ),
    ],
    ids=["checkboxes of as many names", "radios without a name"],
)
async def test_boxes_are_read_in_time_that_grows_as_they_do(visit: Visit, panel: Panel, head: str, row: str) -> None:
    page = await visit("plain", with_panel=False)
    few, many = (head + "".join(row.format(n=n) for n in range(count)) for count in (FEW, MANY))

    growth = await page.evaluate(GROWTH, [f"{panel.site.assist}/assist/static/b1/assist/scan.js", few, many])

    assert growth < 2 * MANY / FEW


async def test_a_group_of_thousands_is_ticked(visit: Visit, panel: Panel) -> None:
    page = await visit("groups")
    boxes = "".join(f"<label><input type=checkbox value={n}>{n}</label>" for n in range(MANY))
    await page.evaluate(ADDED, f"<fieldset hx-assist-field=many><legend>Many</legend>{boxes}</fieldset>")

    answer = await panel.call("field", "many", value=json.dumps([str(n) for n in range(0, MANY, 2)]))

    assert (answer["outcome"], len(answer["value"])) == ("filled", MANY // 2)


async def test_a_form_of_hundreds_of_groups_is_filled(visit: Visit, panel: Panel) -> None:
    page = await visit("groups")
    radio = "<label><input type=radio name=q{0} value={1}>{1}</label>"
    radios = "".join(radio.format(n, value) for n in range(MANY // 4) for value in range(4))
    form = f"<form hx-assist-tool=quiz hx-assist-description=d onsubmit='event.preventDefault()'>{radios}</form>"
    await page.evaluate(ADDED, form)
    wanted: dict[str, Any] = {f"q{n}": "2" for n in range(MANY // 4)}

    answer = await panel.call("tool", "quiz", **wanted)

    assert answer["outcome"] == "returned"
    assert await page.locator("[name^=q][value='2']:checked").count() == MANY // 4
