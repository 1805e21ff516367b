"""The built-in tools, row by row of the model-context document's tables."""

import pytest
from msgspec.structs import replace

from app.contract.ids import Json
from app.contract.page import Destination, OpenPage, PageFacts
from app.contract.tools import ToolSpec
from app.pages.builtins import NAMES
from app.pages.lent import lent_builtins
from tests.pages.scene import page

EVERYTHING = replace(page(), page=OpenPage("Orders", content=True), destinations=(Destination("Order", "/orders/:id"),))
LENT = {
    "get_page_content": replace(page(), page=OpenPage("Orders", content=True)),
    "go_to_page": replace(page(), destinations=(Destination("Settings", "/settings"),)),
    "show_links": replace(page(), destinations=(Destination("Settings", "/settings"),)),
    "offer_choices": None,
    "show_table": None,
    "show_spec": None,
    "show_comparison": None,
}
DESCRIPTIONS = {
    "get_page_content": (
        "What the page the user has open shows right now. Call it first for anything about this page."
    ),
    "go_to_page": (
        "Open a page of the app for the user and answer, once it has loaded, with the page section of the page it "
        "opened. The pages and their paths: Order /orders/:id."
    ),
    "show_links": (
        "Show the user links to pages of the app, the pages go_to_page opens, each with a title and a one-line gist. "
        "A click opens the page."
    ),
    "offer_choices": (
        "Ask the user a question with two to four short answers they pick with one click, and answer with their pick."
    ),
    "show_table": (
        "Show the user a table: records of the same kind as rows, the fields they share as columns. For structured "
        "answers the user can scan, like a list of orders."
    ),
    "show_spec": (
        "Show the user a spec sheet: one thing's properties as label and value rows. For structured answers the user "
        "can scan, like an order's details or a page's settings."
    ),
    "show_comparison": (
        "Show the user two or three options side by side on the same traits, with the one you recommend and why. For "
        "structured answers the user can scan, like comparing two orders."
    ),
}
PARAMETERS: dict[str, tuple[set[str], set[str]]] = {
    "get_page_content": (set(), set()),
    "go_to_page": ({"to"}, {"id"}),
    "show_links": ({"items"}, set()),
    "offer_choices": ({"question", "options"}, set()),
    "show_table": ({"columns", "rows"}, {"title"}),
    "show_spec": ({"title", "rows"}, set()),
    "show_comparison": ({"traits", "options", "recommended", "reason"}, set()),
}


def specs(facts: PageFacts | None) -> dict[str, ToolSpec]:
    return {lent.spec.name: lent.spec for lent in lent_builtins(facts)}


def property_of(name: str, *path: str) -> Json:
    """The schema at a path of a tool's arguments; `*` is a list's items."""
    schema = specs(EVERYTHING)[name].input_schema
    for step in path:
        schema = schema["items"] if step == "*" else schema["properties"][step]
    return schema


@pytest.mark.parametrize("name", LENT)
def test_each_is_lent_when_the_document_says(name: str) -> None:
    needed, without = LENT[name], page()

    assert name in specs(needed)
    assert (name in specs(without)) == (needed is None)
    assert (name in specs(None)) == (needed is None)


@pytest.mark.parametrize(("name", "description"), DESCRIPTIONS.items())
def test_each_is_described_to_the_letter(name: str, description: str) -> None:
    assert specs(EVERYTHING)[name].description == description


@pytest.mark.parametrize("name", PARAMETERS)
def test_each_takes_its_parameters_and_no_others(name: str) -> None:
    schema = specs(EVERYTHING)[name].input_schema
    required, optional = PARAMETERS[name]

    assert schema["properties"].keys() == required | optional
    assert set(schema.get("required", ())) == required
    assert schema["additionalProperties"] is False


def test_they_come_in_the_document_s_order_and_their_names_are_theirs_alone() -> None:
    assert list(specs(EVERYTHING)) == list(DESCRIPTIONS)
    assert DESCRIPTIONS.keys() == NAMES


def test_a_link_is_a_page_a_title_and_maybe_an_id_and_a_gist() -> None:
    item = property_of("show_links", "items", "*")

    assert item["required"] == ["to", "title"]
    assert item["properties"].keys() == {"to", "id", "title", "gist"}
    assert property_of("show_links", "items")["minItems"] == 1
    assert "enum" not in item["properties"]["to"]


def test_choices_are_two_to_four_strings() -> None:
    options = property_of("offer_choices", "options")

    assert options == {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 4}


def test_a_table_has_one_column_or_more_and_values_by_column_key() -> None:
    assert property_of("show_table", "columns")["minItems"] == 1
    assert property_of("show_table", "columns", "*")["required"] == ["key", "label"]
    assert "minItems" not in property_of("show_table", "rows")


def test_a_spec_sheet_has_one_row_or_more_of_a_label_and_a_value() -> None:
    assert property_of("show_spec", "rows")["minItems"] == 1
    assert property_of("show_spec", "rows", "*")["required"] == ["label", "value"]


def test_a_comparison_is_of_two_or_three() -> None:
    options = property_of("show_comparison", "options")

    assert (options["minItems"], options["maxItems"]) == (2, 3)
    assert options["items"]["required"] == ["name", "headline", "traits"]
