"""Cards: what the model reads once they are shown, and what it reads when they can't be."""

import json

import pytest
from msgspec import convert

from app.cards.shapes import ShownLinks
from app.contract.ids import Json
from app.conversations.thread import Activity, CallState, Card
from tests.turns.house import House, every_call_has_its_result

COLUMNS: Json = [{"key": "number", "label": "Order"}, {"key": "total", "label": "Total"}]
TABLE: Json = {"columns": COLUMNS, "rows": [{"number": 1042, "total": "€129.00"}, {"number": 1043}]}
SPEC: Json = {"title": "Order 1042", "rows": [{"label": "Total", "value": "€129.00"}]}
ONE: Json = {"name": "One", "headline": "Cheap", "traits": ["€1", "Slow"]}
TWO: Json = {"name": "Two", "headline": "Fast", "traits": ["€2", "Fast"]}
COMPARISON: Json = {"traits": ["Price", "Speed"], "options": [ONE, TWO], "recommended": "Two", "reason": "It is fast."}
SHOWN: list[tuple[str, Json, str]] = [
    ("show_links", {"items": [{"to": "Settings", "title": "Settings"}]}, "Showed the user links to Settings."),
    ("show_table", TABLE, "Showed the user a table."),
    ("show_table", {**TABLE, "title": "Orders", "rows": []}, "Showed the user a table."),
    ("show_spec", SPEC, "Showed the user a spec sheet."),
    ("show_comparison", COMPARISON, "Showed the user a comparison."),
]


async def called(home: House, name: str, args: Json) -> CallState:
    """The call once its turn is over."""
    await home.say(f"{name} {json.dumps(args, ensure_ascii=False)}")
    return (await home.rest()).calls[0]


def issues(state: CallState) -> str:
    """What was wrong with the arguments, as the model reads it."""
    assert state.status == "failed"
    assert state.answer is not None
    assert state.answer.is_error
    said = json.loads(state.answer.text)["error"]
    prefix = f"{state.call.name} got arguments its parameters reject: "
    assert said.startswith(prefix)
    return said.removeprefix(prefix)


@pytest.mark.parametrize(("name", "args", "answer"), SHOWN)
async def test_a_card_is_shown_and_answers_that_it_was(home: House, name: str, args: Json, answer: str) -> None:
    state = await called(home, name, args)

    assert (state.status, state.answer and state.answer.text) == ("answered", answer)
    assert (await home.thread()).turns[0].items[0] == Card(state)
    assert state.sent is None


async def test_links_are_kept_with_the_paths_and_the_origin_of_their_page(home: House) -> None:
    links = [
        {"to": "Order", "id": "10/42", "title": "Order 10/42", "gist": "It waits"},
        {"to": "Settings", "title": "S"},
    ]

    state = await called(home, "show_links", {"items": links})

    assert state.answer is not None
    assert state.answer.text == "Showed the user links to Order 10/42, S."
    assert convert(state.value, ShownLinks) == ShownLinks("http://shop.test", ("/orders/10%2F42", "/settings"))


async def test_a_link_to_an_unknown_page_is_answered_with_the_pages_there_are(home: House) -> None:
    links = [{"to": "Settings", "title": "S"}, {"to": "Nowhere", "title": "N"}]

    state = await called(home, "show_links", {"items": links})

    assert state.answer is not None
    assert json.loads(state.answer.text) == {"error": 'No page "Nowhere". The pages are Settings, Order.'}
    assert isinstance((await home.thread()).turns[0].items[0], Activity)


async def test_a_link_to_a_page_with_an_id_needs_one(home: House) -> None:
    state = await called(home, "show_links", {"items": [{"to": "Order", "title": "O"}]})

    assert state.answer is not None
    assert (state.answer.text, state.answer.is_error) == ('{"error":"The Order page needs an id."}', True)


async def test_links_leave_with_the_pages_they_lead_to(home: House) -> None:
    await home.say("hello")
    await home.rest()
    await home.say('show_links {"items": [{"to": "Settings", "title": "S"}]}', destinations=[])

    turn = await home.rest()

    # Nobody lends it now, so the script can't call it either; a model that remembers it is told so.
    assert turn.calls == []
    assert "show_links" not in [lent.spec.name for lent in turn.lent]


@pytest.mark.parametrize(
    ("name", "args", "issue"),
    [
        ("show_links", {"items": []}, "items: [] has less than 1 item"),
        ("show_links", {"items": [{"to": "Settings"}]}, 'items[0]: "title" is a required property'),
        ("offer_choices", {"question": "?", "options": ["One"]}, 'options: ["One"] has less than 2 items'),
        ("offer_choices", {"question": "?", "options": list("abcde")}, "has more than 4 items"),
        ("offer_choices", {"question": "?", "options": ["One", " One"]}, 'options: "One" is there more than once'),
        ("offer_choices", {"question": " ", "options": ["One", "Two"]}, "question: says nothing"),
        ("offer_choices", {"question": "?", "options": ["One", " "]}, "options: one of them says nothing"),
        ("show_table", {"columns": [], "rows": []}, "columns: [] has less than 1 item"),
        ("show_table", {"columns": [*COLUMNS, COLUMNS[0]], "rows": []}, 'columns: "number" is there more than once'),
        ("show_table", {"columns": COLUMNS, "rows": [{"number": {"a": 1}}]}, "rows[0].number"),
        ("show_table", {**TABLE, "colums": []}, "Additional properties are not allowed ('colums' was unexpected)"),
        ("show_spec", {"title": "T", "rows": []}, "rows: [] has less than 1 item"),
        ("show_spec", {"rows": SPEC["rows"]}, '"title" is a required property'),
        ("show_links", {"items": [{"to": "Settings", "title": " "}]}, "items: one of them says nothing"),
        ("show_spec", {**SPEC, "title": " "}, "title: says nothing"),
        ("show_spec", {"title": "T", "rows": [{"label": "", "value": 1}]}, "rows: one of them says nothing"),
        ("show_comparison", {**COMPARISON, "options": [{**ONE, "name": ""}, TWO]}, "options: one of them says nothing"),
        ("show_comparison", {**COMPARISON, "options": [ONE]}, "has less than 2 items"),
        ("show_comparison", {**COMPARISON, "options": [ONE] * 4}, "has more than 3 items"),
        (
            "show_comparison",
            {**COMPARISON, "recommended": "Three"},
            'recommended: "Three" is none of the options "One", "Two"',
        ),
        (
            "show_comparison",
            {**COMPARISON, "options": [{**ONE, "traits": ["€1"]}, TWO]},
            'options: "One" has 1 traits, not 2',
        ),
        ("show_comparison", {**COMPARISON, "options": [ONE, ONE]}, 'options: "One" is there more than once'),
    ],
)
async def test_wrong_arguments_are_rejected_and_show_no_card(home: House, name: str, args: Json, issue: str) -> None:
    state = await called(home, name, args)

    assert issue in issues(state)
    assert not [item for item in (await home.thread()).turns[0].items if isinstance(item, Card)]
    assert every_call_has_its_result(await home.thread())


async def test_a_card_needs_no_page(home: House) -> None:
    await home.say(f"show_spec {json.dumps(SPEC)}", page=None, actions=[], destinations=[])

    assert (await home.rest()).calls[0].status == "answered"


async def test_a_card_behind_a_question_that_was_left_is_not_shown(home: House) -> None:
    await home.say("choose and show")
    await home.held()

    await home.say("hello")

    await home.rest()
    asked, shown = (await home.thread()).turns[0].calls
    assert asked.answer == shown.answer
    assert asked.answer is not None
    assert asked.answer.text == "The user sent a message instead of picking."
    assert not shown.is_card
