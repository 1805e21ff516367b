"""The tools a page lends, to the letter."""

import jsonschema_rs
import pytest
from msgspec.structs import replace

from app.contract.ids import Json
from app.contract.page import Destination, Kind, OpenPage, Option, PageAction, PageFacts, PageField, PageTool
from app.contract.tools import Lent
from app.pages.lent import lent
from app.pages.words import Words, shipped
from tests.pages.scene import example, page

NOTHING: Json = {"type": "object", "properties": {}, "additionalProperties": False}
VALUE: Json = {"type": "string", "description": "What the field should say."}
EURO = (Option("USD", "US dollar"), Option("EUR"))


def only(facts: PageFacts) -> Lent:
    """The one tool a page lends beside the cards."""
    [tool] = without_cards(facts)
    return tool


def without_cards(facts: PageFacts, words: Words = shipped) -> list[Lent]:
    return [tool for tool in lent(facts, words) if tool.kind not in {"card", "choice"}]


def takes(**properties: Json) -> Json:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


@pytest.mark.parametrize("nothing", [None, page()])
def test_where_nothing_is_open_the_cards_that_lead_nowhere_are_lent(nothing: PageFacts | None) -> None:
    names = [tool.spec.name for tool in lent(nothing)]

    assert names == ["offer_choices", "show_table", "show_spec", "show_comparison"]


def test_content_lends_get_page_content_as_the_document_describes_it() -> None:
    tool = only(replace(page(), page=OpenPage("Orders", content=True)))

    assert (tool.kind, tool.spec.name, tool.spec.input_schema) == ("content", "get_page_content", NOTHING)
    assert tool.spec.description == (
        "What the page the user has open shows right now. Call it first for anything about this page."
    )


def test_destinations_lend_go_to_page_with_their_names_and_paths_in_announced_order() -> None:
    places = (Destination("Settings", "/settings"), Destination("Order", "/orders/:id"))

    tool = only(replace(page(), destinations=places))

    assert (tool.kind, tool.spec.name) == ("navigate", "go_to_page")
    assert tool.spec.description == (
        "Open a page of the app for the user and answer, once it has loaded, with the page section of the page it "
        "opened. The pages and their paths: Settings /settings, Order /orders/:id."
    )
    assert tool.spec.input_schema["properties"]["to"]["type"] == "string"
    assert "enum" not in tool.spec.input_schema["properties"]["to"]
    assert tool.spec.input_schema["required"] == ["to"]


@pytest.mark.parametrize("description", ["orders by number, and the settings", "orders by number, and the settings."])
def test_the_pages_own_description_of_its_places_replaces_their_list(description: str) -> None:
    described = replace(
        page(), destinations=(Destination("Order", "/orders/:id"),), destinations_description=description
    )

    assert only(described).spec.description.endswith("paths: orders by number, and the settings.")


def test_a_built_in_is_described_by_the_words_that_are_passed() -> None:
    has_content = replace(page(), page=OpenPage("Orders", content=True))

    def words(prompt: str, /, **_: str) -> str:
        return f"<{prompt}>"

    [tool] = without_cards(has_content, words)

    assert tool.spec.description == "<tools/get_page_content.md>"


def test_a_page_tool_is_lent_as_it_was_announced() -> None:
    schema: Json = {"type": "object", "properties": {"status": {"type": "string"}}}

    tool = only(replace(page(), tools=(PageTool("filter", "Filter the orders.", schema),)))

    assert (tool.kind, tool.spec.name, tool.spec.description) == ("tool", "filter", "Filter the orders.")
    assert tool.spec.input_schema == schema


def test_a_consequential_tool_asks_first() -> None:
    tool = only(replace(page(), tools=(PageTool("wipe", "Wipe it.", {"type": "object"}, consequential=True),)))

    assert tool.spec.description == "Wipe it. (asks first)"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (PageAction("ship", "Ship it"), "Press the button: Ship it."),
        (PageAction("ship", "Ship it", consequential=True), "Press the button: Ship it (consequential)."),
        (PageAction("ship", "Ship it", consequential="confirm"), "Press the button: Ship it (asks first)."),
        (PageAction("ship", "Ship it", id="1042", showing=False), "Press the button: Ship it."),
    ],
)
def test_a_single_action_is_a_button_that_takes_nothing(action: PageAction, expected: str) -> None:
    tool = only(page(actions=(action,)))

    assert (expected, NOTHING, "action") == (tool.spec.description, tool.spec.input_schema, tool.kind)


def test_same_name_actions_are_pressed_by_their_id() -> None:
    actions = (
        PageAction("ship", "Ship 1043", "1043"),
        PageAction("ship", "Ship 1042", "1042", consequential=True),
        PageAction("ship", "Ship 1041", "1041", consequential="confirm", showing=False),
    )

    tool = only(page(actions=actions))

    assert tool.spec.description == (
        "Press one of these by its id. 1043: Ship 1043; 1042: Ship 1042 (consequential); 1041: Ship 1041 (asks first)."
    )
    assert tool.spec.input_schema == takes(id={"type": "string", "enum": ["1043", "1042", "1041"]})


def test_of_more_than_50_ids_20_are_described_and_any_string_is_taken() -> None:
    actions = tuple(PageAction("ship", f"Ship {at}", str(at)) for at in range(51))

    tool = only(page(actions=actions))

    assert tool.spec.description.endswith("; 18: Ship 18; 19: Ship 19; and 31 more.")
    assert tool.spec.input_schema == takes(id={"type": "string"})


def test_50_ids_are_all_described() -> None:
    actions = tuple(PageAction("ship", f"Ship {at}", str(at)) for at in range(50))

    tool = only(page(actions=actions))

    assert tool.spec.description.endswith("; 49: Ship 49.")
    assert len(tool.spec.input_schema["properties"]["id"]["enum"]) == 50


@pytest.mark.parametrize(
    ("field", "entry"),
    [
        (PageField("f", "Shop name", kind="text", value="x"), "Shop name"),
        (PageField("f", "IBAN", kind="text", value="x", consequential=True), "IBAN (consequential)"),
        (PageField("f", "PIN", kind=None), "PIN (consequential)"),
        (PageField("f", "Currency", kind="choice", options=EURO), 'Currency, one of "USD" (US dollar), "EUR"'),
        (
            PageField("f", "Currency", kind="choice", options=EURO, consequential=True),
            'Currency (consequential), one of "USD" (US dollar), "EUR"',
        ),
        (PageField("f", "Gift", kind="checkbox", value=False), 'Gift, one of "checked", "not checked"'),
        (PageField("f", "Tags", kind="choices", options=(Option('a"b'),)), 'Tags, one of "a\\"b"'),
        (PageField("f", "Empty", kind="choice", options=()), "Empty"),
    ],
)
def test_a_single_field_is_filled_with_a_value(field: PageField, entry: str) -> None:
    tool = only(page(fields=(field,)))

    assert (tool.kind, tool.spec.description) == ("field", f"Fill the field: {entry}.")
    assert tool.spec.input_schema["required"] == ["value"]
    assert VALUE.items() <= tool.spec.input_schema["properties"]["value"].items()


def test_same_name_fields_are_filled_by_their_id() -> None:
    fields = (PageField("f", "Name", "name", "text", "x"), PageField("f", "Currency", "cur", "choice", options=EURO))

    tool = only(page(fields=fields))

    assert tool.spec.description == (
        'Fill one of these by its id. name: Name; cur: Currency, one of "USD" (US dollar), "EUR".'
    )
    assert tool.spec.input_schema == takes(id={"type": "string", "enum": ["name", "cur"]}, value=VALUE)


@pytest.mark.parametrize(
    ("kinds", "enum"),
    [
        (("choice",), ["USD", "EUR"]),
        (("checkbox",), ["checked", "not checked"]),
        (("choice", "choice"), ["USD", "EUR"]),
        (("choice", "checkbox"), ["USD", "EUR", "checked", "not checked"]),
        (("choices",), None),
        (("choice", "choices"), None),
        (("choice", "text"), None),
    ],
)
def test_a_value_has_an_enum_when_every_field_takes_one_of_its_options(
    kinds: tuple[Kind, ...], enum: list[str] | None
) -> None:
    def field(at: int, kind: Kind) -> PageField:
        return PageField("f", "F", str(at), kind, options=EURO if kind.startswith("choice") else None)

    tool = only(page(fields=tuple(field(at, kind) for at, kind in enumerate(kinds))))

    assert enum == tool.spec.input_schema["properties"]["value"].get("enum")


def test_past_500_options_in_one_tool_each_field_lists_20_and_takes_any_string() -> None:
    many = tuple(Option(str(at)) for at in range(501))

    tool = only(page(fields=(PageField("f", "F", kind="choice", options=many),)))

    assert tool.spec.description.endswith(', "18", "19", and 481 more.')
    assert tool.spec.input_schema == takes(value=VALUE)


def test_tools_come_as_built_ins_page_tools_actions_then_fields() -> None:
    names = [tool.spec.name for tool in lent(example("orders"))]

    assert names == [
        "get_page_content",
        "go_to_page",
        "show_links",
        "offer_choices",
        "show_table",
        "show_spec",
        "show_comparison",
        "filter_orders",
        "chart_orders",
        "cancel_order",
        "new_order",
        "ship_order",
    ]
    assert [tool.spec.name for tool in lent(example("settings"))][-2:] == ["save_settings", "setting"]


@pytest.mark.parametrize("name", ["settings", "orders"])
def test_every_lent_schema_is_a_valid_object_schema(name: str) -> None:
    for tool in lent(example(name)):
        jsonschema_rs.meta.validate(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **tool.spec.input_schema}
        )
        assert tool.spec.input_schema["type"] == "object"


def test_what_a_field_says_changes_no_tool() -> None:
    before = page(fields=(PageField("f", "F", kind="text", value="a"),))
    after = page(fields=(PageField("f", "F", kind="text", value="b", readonly=True),))

    assert lent(before) == lent(after)
