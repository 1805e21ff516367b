"""Pages that draw anew, poll, count visitors and hold back: what runs is what was asked, and the answer is its own."""

from typing import Any

import pytest

from tests.browser.page.double import Panel, Visit

BOTH = pytest.mark.parametrize("htmx", ["htmx2", "htmx4"])


def echoed(panel: Panel) -> list[dict[str, list[str]]]:
    return [fields for path, fields in panel.site.posts if path == "/echo"]


@BOTH
async def test_a_control_drawn_anew_by_another_is_filled_again_before_the_tool_runs(
    visit: Visit, panel: Panel, htmx: str
) -> None:
    await visit(f"busy?htmx={htmx}")

    answer = await panel.call("tool", "refund", reason="damaged", amount=20)

    assert answer["outcome"] == "returned"
    assert echoed(panel) == [{"reason": ["damaged"], "amount": ["20"]}]


@BOTH
@pytest.mark.parametrize(
    ("name", "args", "argument"),
    [
        ("insists", {"city": "Berlin"}, "City"),
        ("hidden", {"order": 1042}, "order"),
        ("bare", {"q": "mugs"}, "q"),
        ("shut", {"a": "1", "b": "2"}, "b"),
        ("numbered", {"ids": [3]}, "ids"),
    ],
)
async def test_a_tool_whose_controls_do_not_take_an_argument_does_not_run(
    visit: Visit, panel: Panel, htmx: str, name: str, args: dict[str, Any], argument: str
) -> None:
    await visit(f"busy?htmx={htmx}")

    answer = await panel.call("tool", name, **args)

    assert (answer["outcome"], answer["argument"]) == ("failed", argument)
    assert echoed(panel) == []


async def test_boxes_drawn_anew_at_each_tick_end_up_as_asked(visit: Visit, panel: Panel) -> None:
    await visit("busy")

    await panel.call("tool", "redrawn", days=["2", "3", "4", "5"])

    assert echoed(panel) == [{"days": ["2", "3", "4", "5"]}]


@BOTH
async def test_a_form_is_sent_whatever_its_controls_are_called(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"busy?htmx={htmx}")
    args: dict[str, Any] = {"noValidate": "a", "requestSubmit": "b", "children": "3", "getBoundingClientRect": "d"}

    answer = await panel.call("tool", "named", **args)
    assert answer["outcome"] == "returned"
    assert echoed(panel) == [{name: [value] for name, value in args.items()}]


async def test_a_list_that_another_control_fills_is_picked_from_once_it_is_there(visit: Visit, panel: Panel) -> None:
    await visit("busy")

    await panel.call("tool", "dependent", city="Altona", state="HH", country="de")
    lost = await panel.call("tool", "dependent", city="Paris", state="HH", country="de")

    assert echoed(panel) == [{"city": ["Altona"], "state": ["HH"], "country": ["de"]}]
    assert (lost["outcome"], lost["argument"]) == ("failed", "City")


@BOTH
async def test_a_control_may_write_its_value_in_the_page_s_own_way_each_time(
    visit: Visit, panel: Panel, htmx: str
) -> None:
    await visit(f"busy?htmx={htmx}")
    for _ in range(2):
        assert (await panel.call("tool", "masked", total="1234", day="2024-05-01"))["outcome"] == "returned"
    assert (await panel.call("tool", "rewritten", fee="20"))["outcome"] == "returned"

    assert echoed(panel) == [{"total": ["1,234"], "day": ["May 1, 2024"]}] * 2 + [{"fee": ["20.00"]}]


@BOTH
@pytest.mark.parametrize(
    ("name", "args", "outcome", "argument"),
    [
        ("capped", {"boxes": "99"}, "failed", "Boxes"),
        ("filed", {"f": "x"}, "failed", "Paper"),
        ("unready", {"b": "x"}, "disabled", None),
    ],
)
async def test_what_a_person_could_not_send_so_is_not_sent(
    visit: Visit, panel: Panel, htmx: str, name: str, args: dict[str, Any], outcome: str, argument: str | None
) -> None:
    page = await visit(f"busy?htmx={htmx}")

    answer = await panel.call("tool", name, **args)

    assert (answer["outcome"], answer.get("argument")) == (outcome, argument)
    assert echoed(panel) == []
    assert "/busy" in page.url


@BOTH
@pytest.mark.parametrize(("name", "args"), [("beaconed", {"s": "a"}), ("validated", {"v": "a"})])
async def test_a_tool_s_own_request_is_made_and_answers(
    visit: Visit, panel: Panel, htmx: str, name: str, args: dict[str, Any]
) -> None:
    await visit(f"busy?htmx={htmx}")

    answer = await panel.call("tool", name, **args)

    assert (answer["outcome"], answer["value"]) == ("returned", f"{next(iter(args))} is a")


@BOTH
async def test_a_search_that_shows_what_is_asked_already_answers_what_is_shown(
    visit: Visit, panel: Panel, htmx: str
) -> None:
    await visit(f"busy?htmx={htmx}")
    await panel.call("tool", "searched", q="Ada")

    again = await panel.call("tool", "searched", q="Ada")

    assert again["outcome"] == "returned"


async def test_a_press_is_over_when_what_its_answer_leads_to_is(visit: Visit, panel: Panel) -> None:
    await visit("busy")

    answer = await panel.call("action", "chained")

    assert (answer["outcome"], answer["status"]) == ("failed", 500)


@BOTH
async def test_a_press_is_over_when_its_late_swap_is(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"busy?htmx={htmx}")

    answer = await panel.call("action", "remove")

    assert answer["outcome"] == "pressed"
    assert "remove" not in {each["name"] for each in answer["page"]["actions"]}


async def test_a_password_stays_secret_when_somebody_has_it_shown(visit: Visit, panel: Panel) -> None:
    page = await visit("busy")
    await panel.facts()

    await page.evaluate("pin.type = 'text'")

    (pin,) = [field for field in (await panel.facts())["fields"] if field["name"] == "pin"]
    assert (pin["kind"], pin["value"]) == (None, None)


async def test_a_link_another_script_acts_on_is_not_pressed_to_go_to_its_place(visit: Visit, panel: Panel) -> None:
    page = await visit("busy")

    call = await panel.send("navigate", "go_to_page", path="/orders")
    await page.wait_for_url("**/orders")

    assert (await panel.heard("answer", call=call))["answer"]["outcome"] == "opened"
    assert echoed(panel) == []


async def test_controls_that_another_one_brings_in_or_opens_are_filled(visit: Visit, panel: Panel) -> None:
    await visit("busy")

    await panel.call("tool", "growing", words="Well done", city="Rome", gift=True)

    assert echoed(panel) == [{"gift": ["yes"], "words": ["Well done"], "city": ["Rome"]}]


async def test_a_form_that_is_sent_while_it_is_filled_is_not_called_done(visit: Visit, panel: Panel) -> None:
    page = await visit("busy")

    call = await panel.send("tool", "hasty", state="b", words="mugs")
    await page.wait_for_url("**/busy?state=b**")

    answer = (await panel.heard("answer", call=call))["answer"]
    assert (answer["outcome"], answer["argument"]) == ("failed", "State")


async def test_numbers_tick_the_boxes_of_their_values(visit: Visit, panel: Panel) -> None:
    await visit("busy")

    await panel.call("tool", "numbered", ids=[1])

    assert echoed(panel) == [{"ids": ["1"]}]


@BOTH
@pytest.mark.parametrize(("name", "value"), [("lazy", "3 orders shown"), ("polled", "It took a while.")])
async def test_a_tool_answers_what_its_own_request_left_and_no_other_s(
    visit: Visit, panel: Panel, htmx: str, name: str, value: str
) -> None:
    await visit(f"busy?htmx={htmx}")

    answer = await panel.call("tool", name)

    assert (answer["outcome"], answer["value"]) == ("returned", value)


@BOTH
async def test_what_elsewhere_answers_is_no_answer_of_the_page(visit: Visit, panel: Panel, htmx: str) -> None:
    await visit(f"busy?htmx={htmx}")

    tool = await panel.call("tool", "counted", s="a")
    press = await panel.call("action", "counted_press")

    assert (tool["outcome"], tool["value"]) == ("returned", "s is a")
    assert press["outcome"] == "pressed"


async def test_a_value_the_next_document_does_not_say_is_not_called_filled(visit: Visit, panel: Panel) -> None:
    page = await visit("busy")

    call = await panel.send("field", "shop", value="new")
    await page.wait_for_url("**/busy?shop=new")

    answer = (await panel.heard("answer", call=call))["answer"]
    assert (answer["outcome"], answer["value"]) == ("refused", "old")


@BOTH
async def test_going_to_a_place_presses_no_link_that_does_more(visit: Visit, panel: Panel, htmx: str) -> None:
    page = await visit(f"busy?htmx={htmx}")

    call = await panel.send("navigate", "go_to_page", path="/plain")
    await page.wait_for_url("**/plain")

    assert (await panel.heard("answer", call=call))["answer"]["outcome"] == "opened"
    assert echoed(panel) == []


async def test_a_place_the_page_holds_back_is_not_called_opened(visit: Visit, panel: Panel) -> None:
    page = await visit("busy")

    answer = await panel.call("navigate", "go_to_page", path="/products")

    assert answer["outcome"] == "failed"
    assert "/busy" in page.url


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
async def test_what_a_person_could_scroll_to_shows_whichever_way_the_page_reads(
    visit: Visit, panel: Panel, direction: str
) -> None:
    await visit(f"wide?dir={direction}")

    actions = (await panel.facts())["actions"]

    assert {each["name"]: each["showing"] for each in actions} == {"near": True, "far": True, "off": False}
