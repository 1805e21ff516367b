"""The answers of the model-context document's tables, row by row, from the model's call to what it reads back."""

import json
from collections.abc import AsyncIterator

import pytest

from app.contract.ids import Json
from app.contract.tools import Hold, PageAnswer
from app.conversations.thread import CallState
from app.settings import Limits
from app.stores.database import Database
from tests.turns.house import DOCUMENT, House, house

NOTE = """\
## The page the user has open: Settings

Fill, then save.

Its tools: count, publish, get_page_content.

Its actions: cancel_order, close_shop, save.

Its fields: code: Code, now not shown, gift: Gift wrap, now checked, locked: Locked, now "x", \
setting (currency: Currency, now "USD"; tags: Tags, now ["a", "b"]; name: Shop name, now "Northwind")."""
WORD: Json = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
SETTINGS: Json = {
    "path": "/settings",
    "page": {"name": "Settings", "instructions": "Fill, then save.", "content": True},
    "tools": [
        {"name": "count", "description": "Count the letters.", "parameters": WORD},
        {"name": "publish", "description": "Publish it.", "parameters": {"type": "object"}, "consequential": True},
    ],
    "actions": [
        {"name": "save", "label": "Save"},
        {"name": "close_shop", "label": "Close the shop", "consequential": True},
        {"name": "cancel_order", "id": "7", "label": "Cancel order 7", "consequential": "confirm"},
        {"name": "cancel_order", "id": "8", "label": "Cancel order 8", "consequential": "confirm"},
    ],
    "fields": [
        {
            "name": "setting",
            "id": "currency",
            "label": "Currency",
            "kind": "choice",
            "value": "USD",
            "options": [{"value": "USD", "label": "US dollar"}, {"value": "EUR", "label": None}],
        },
        {
            "name": "setting",
            "id": "tags",
            "label": "Tags",
            "kind": "choices",
            "value": ["a", "b"],
            "options": [{"value": "a", "label": None}, {"value": "b", "label": None}],
        },
        {"name": "setting", "id": "name", "label": "Shop name", "kind": "text", "value": "Northwind"},
        {"name": "gift", "label": "Gift wrap", "kind": "checkbox", "value": True},
        {"name": "code", "label": "Code", "kind": None, "value": None},
        {"name": "locked", "label": "Locked", "kind": "text", "value": "x", "readonly": True},
    ],
    "destinations": [{"name": "Orders", "path": "/orders"}, {"name": "Order", "path": "/orders/:id"}],
}
NAMES = {lent["name"] for kind in ("tools", "actions", "fields") for lent in SETTINGS[kind]}
SCRIPTS: list[Json] = [
    {
        "name": f"call-{name.replace('_', '-')}",
        "says": f"^{name} (?P<given>.+)$",
        "steps": [{"calls": [{"call": name, "raw": "{given}", "anyway": True}]}, {"text": "So it is."}],
    }
    for name in sorted({*NAMES, "get_page_content", "go_to_page", "nobody"})
]


@pytest.fixture
async def home(sqlite_database: Database, limits: Limits) -> AsyncIterator[House]:
    async with house(sqlite_database, SCRIPTS, limits) as opened:
        yield opened


async def call(home: House, name: str, args: Json, *, facts: Json = SETTINGS) -> None:
    await home.say(f"{name} {json.dumps(args)}", **facts)


async def answered(home: House, name: str, args: Json, /, outcome: str, **more: Json) -> str:
    """What the model reads when the page answers its call so."""
    await call(home, name, args)
    state = await home.sent(name)
    await home.calls.claim(home.principal, home.conversation, state.call.id, DOCUMENT)
    told = PageAnswer(outcome, **{"page": home.facts(**SETTINGS), **more})  # pyright: ignore[reportArgumentType]
    await home.calls.answer(home.principal, home.conversation, state.call.id, told)
    await home.rest()
    return said((await home.thread()).calls[state.call.id])


async def refused(home: House, name: str, args: Json, *, facts: Json = SETTINGS) -> str:
    """What the model reads of a call that the page never hears of."""
    await call(home, name, args, facts=facts)
    turn = await home.rest()
    assert turn.calls[0].sent is None
    return said(turn.calls[0])


def said(state: CallState) -> str:
    """The answer's text; an error's sentence when it is one and is marked so."""
    assert state.answer is not None
    if not state.answer.is_error:
        return state.answer.text
    return json.loads(state.answer.text)["error"]


class TestActionAnswers:
    async def test_pressed(self, home: House) -> None:
        assert await answered(home, "save", {}, "pressed") == f'Pressed "Save".\n\n{NOTE}'

    async def test_rung(self, home: House) -> None:
        assert await answered(home, "close_shop", {}, "rung") == (
            'Rang "Close the shop" for the user; pressing it is theirs.'
        )

    async def test_approved(self, home: House) -> None:
        await call(home, "cancel_order", {"id": "8"})
        held = await home.held()
        assert held.hold == Hold("cancel_order", "Cancel order 8", "8")

        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)
        state = await home.answer("cancel_order", "pressed", **SETTINGS)

        assert said(state) == f'Approved by the user and pressed "Cancel order 8".\n\n{NOTE}'

    async def test_declined(self, home: House) -> None:
        await call(home, "cancel_order", {"id": "8"})
        held = await home.held()

        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

        assert said((await home.rest()).calls[0]) == (
            'The user declined "Cancel order 8". That is final: leave it unless they ask for it again.'
        )

    async def test_not_mounted(self, home: House) -> None:
        assert await answered(home, "save", {}, "missing") == '"Save" isn\'t showing.'

    async def test_disabled(self, home: House) -> None:
        assert await answered(home, "save", {}, "disabled") == '"Save" is disabled right now.'

    async def test_unknown_id(self, home: House) -> None:
        assert await refused(home, "cancel_order", {"id": "9"}) == 'No cancel_order has the id "9". Its ids are 7, 8.'

    async def test_a_press_whose_request_fails(self, home: House) -> None:
        assert await answered(home, "save", {}, "failed", status=503) == ('Pressed "Save", but the page answered 503.')


class TestFieldAnswers:
    @pytest.mark.parametrize(
        ("field", "asked", "now", "shown"),
        [
            ("name", "Nord", "Nord", '"Nord"'),
            ("currency", "EUR", "EUR", '"EUR"'),
            ("tags", '["a"]', ["a"], '["a"]'),
            ("tags", "[]", [], "[]"),
        ],
    )
    async def test_filled(self, home: House, field: str, asked: str, now: Json, shown: str) -> None:
        label = {"name": "Shop name", "currency": "Currency", "tags": "Tags"}[field]

        answer = await answered(home, "setting", {"id": field, "value": asked}, "filled", value=now)

        assert answer == f'Filled "{label}"; it now says {shown}.'

    async def test_filled_by_its_enum(self, home: House) -> None:
        answer = await answered(home, "gift", {"value": "not checked"}, "filled", value=False)

        assert answer == 'Filled "Gift wrap"; it now says not checked.'

    async def test_rung(self, home: House) -> None:
        assert await answered(home, "code", {"value": "4111"}, "rung") == (
            'Rang "Code" for the user; filling it is theirs.'
        )

    async def test_not_mounted(self, home: House) -> None:
        assert await answered(home, "gift", {"value": "checked"}, "missing") == '"Gift wrap" isn\'t showing.'

    async def test_disabled(self, home: House) -> None:
        assert await answered(home, "gift", {"value": "checked"}, "disabled") == '"Gift wrap" is disabled right now.'

    async def test_read_only(self, home: House) -> None:
        assert await answered(home, "locked", {"value": "y"}, "readonly") == '"Locked" is read-only right now.'

    async def test_unknown_id(self, home: House) -> None:
        assert await refused(home, "setting", {"id": "colour", "value": "red"}) == (
            'No setting has the id "colour". Its ids are currency, tags, name.'
        )

    async def test_on_fill_throws(self, home: House) -> None:
        answer = await answered(home, "gift", {"value": "checked"}, "failed", message="Out of paper.")

        assert answer == "gift failed: Out of paper."

    async def test_what_did_not_take_is_said_with_what_stands_and_the_control_s_own_words(self, home: House) -> None:
        answer = await answered(
            home, "setting", {"id": "name", "value": "no"}, "refused", value="Northwind", message="At least 3 letters."
        )

        assert answer == '"Shop name" did not take that: it still says "Northwind". At least 3 letters.'

    async def test_arguments_rejected_before_the_page_is_touched(self, home: House) -> None:
        assert (await refused(home, "gift", {"value": "perhaps"})).startswith(
            "gift got arguments its parameters reject: "
        )


class TestToolAnswers:
    @pytest.mark.parametrize(
        ("value", "text"), [("Five.", "Five."), ({"letters": 5}, '{"letters":5}'), ([1, 2], "[1,2]"), (None, "null")]
    )
    async def test_execute_returns(self, home: House, value: Json, text: str) -> None:
        assert await answered(home, "count", {"word": "seven"}, "returned", value=value) == text

    async def test_an_error_that_is_returned_is_one(self, home: House) -> None:
        assert await answered(home, "count", {"word": "x"}, "returned", value={"error": "No."}) == "No."

    async def test_execute_throws(self, home: House) -> None:
        assert await answered(home, "count", {"word": "x"}, "failed", message="No ink.") == "count failed: No ink."

    async def test_a_failed_request(self, home: House) -> None:
        assert await answered(home, "count", {"word": "x"}, "failed", status=409) == "count failed: 409 Conflict"

    async def test_an_argument_its_controls_did_not_take(self, home: House) -> None:
        answer = await answered(home, "count", {"word": "x"}, "failed", argument="Word")

        assert answer == 'count failed: "Word" did not take that.'

    async def test_arguments_rejected(self, home: House) -> None:
        assert (await refused(home, "count", {})).startswith("count got arguments its parameters reject: ")

    async def test_declined(self, home: House) -> None:
        await call(home, "publish", {})
        held = await home.held()
        assert held.hold == Hold("publish", "Publish it.")

        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=False)

        assert said((await home.rest()).calls[0]) == (
            "The user declined publish. That is final: leave it unless they ask for it again."
        )

    async def test_approved(self, home: House) -> None:
        await call(home, "publish", {})
        held = await home.held()

        await home.calls.decide(home.principal, home.conversation, held.call.id, approved=True)

        assert said(await home.answer("publish", "returned", "Published.", **SETTINGS)) == "Published."

    @pytest.mark.parametrize("name", ["count", "save", "gift", "get_page_content", "go_to_page"])
    async def test_tool_or_action_has_left(self, home: House, name: str) -> None:
        await call(home, "cancel_order", {"id": "9"})
        await home.rest()
        bare: Json = {"page": {"name": "Bare"}, "tools": [], "actions": [], "fields": [], "destinations": []}

        assert await refused(home, name, {}, facts=bare) == (
            f"The page no longer offers {name}.\n\n## The page the user has open: Bare"
        )

    async def test_what_left_with_the_last_page_is_said_alone(self, home: House) -> None:
        await call(home, "cancel_order", {"id": "9"})
        await home.rest()
        nothing: Json = {"page": None, "tools": [], "actions": [], "fields": [], "destinations": []}

        assert await refused(home, "save", {}, facts=nothing) == "The page no longer offers save."

    async def test_a_name_nobody_ever_lent(self, home: House) -> None:
        assert await refused(home, "nobody", {}) == 'There is no tool named "nobody".'

    async def test_a_long_answer_is_cut_and_the_cut_is_said(self, home: House) -> None:
        answer = await answered(home, "count", {"word": "x"}, "returned", value="y" * 70_000)

        assert answer == "y" * 65_536 + "\n\n[Cut: the answer had 70,000 characters, these are the first 65,536.]"


class TestBuiltInAnswers:
    @pytest.mark.parametrize(
        ("content", "text"), [("Three orders.", "Three orders."), ({"saved": {"name": "N"}}, '{"saved":{"name":"N"}}')]
    )
    async def test_get_page_content(self, home: House, content: Json, text: str) -> None:
        assert await answered(home, "get_page_content", {}, "returned", value=content) == text

    async def test_go_to_page(self, home: House) -> None:
        await call(home, "go_to_page", {"to": "Order", "id": "10/42"})
        state = await home.sent("go_to_page")
        assert state.sent is not None
        assert state.sent.order.args == {"path": "/orders/10%2F42"}

        opened = await home.answer("go_to_page", "opened", path="/orders/10%2F42", page={"name": "Order 10/42"})

        assert said(opened).startswith("Opened /orders/10%2F42.\n\n## The page the user has open: Order 10/42")

    async def test_go_to_page_that_fails(self, home: House) -> None:
        answer = await answered(home, "go_to_page", {"to": "Orders"}, "failed", status=500)

        assert answer == "go_to_page failed: 500 Internal Server Error"

    async def test_go_to_page_for_an_unknown_name(self, home: House) -> None:
        assert await refused(home, "go_to_page", {"to": "Moon"}) == 'No page "Moon". The pages are Orders, Order.'

    async def test_go_to_page_without_the_id_it_needs(self, home: House) -> None:
        assert await refused(home, "go_to_page", {"to": "Order"}) == "The Order page needs an id."
