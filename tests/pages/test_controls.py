"""A form's controls as the schema of its arguments: section 3.1 of the contract, line by line."""

import jsonschema_rs
import pytest

from app.contract.ids import Json
from app.contract.page import Control, ControlOption
from app.pages.controls import of_form
from app.pages.renaming import as_controls
from tests.pages.scene import announced, example


def made(*controls: Control) -> Json:
    """The properties of a form with these controls."""
    return of_form(controls).parameters["properties"]


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (Control("q", "text"), {"type": "string"}),
        (Control("q", "search"), {"type": "string"}),
        (Control("q", "textarea", maxlength=500), {"type": "string", "maxLength": 500}),
        (Control("q", "email"), {"type": "string", "format": "email"}),
        (Control("q", "url"), {"type": "string", "format": "uri"}),
        (Control("q", "date", min="2026-01-01"), {"type": "string", "format": "date"}),
        (Control("q", "time"), {"type": "string", "format": "time"}),
        (Control("q", "datetime-local"), {"type": "string", "format": "date-time"}),
        (Control("q", "tel", pattern="[0-9]+|x"), {"type": "string", "pattern": "^(?:[0-9]+|x)$"}),
        (Control("q", "text", pattern="(?=a)b"), {"type": "string"}),
        (Control("q", "text", pattern="("), {"type": "string"}),
        (Control("q", "number", step="any"), {"type": "number"}),
        (Control("q", "number"), {"type": "number", "multipleOf": 1}),
        (
            Control("q", "number", min="0", max="9.5", step="0.01"),
            {"type": "number", "minimum": 0, "maximum": 9.5, "multipleOf": 0.01},
        ),
        (Control("q", "number", min="0.5", step="1"), {"type": "number", "minimum": 0.5}),
        (Control("q", "number", min="x", max="NaN", step="-1"), {"type": "number", "multipleOf": 1}),
        (Control("q", "range"), {"type": "number", "minimum": 0, "maximum": 100, "multipleOf": 1}),
        (Control("q", "range", min="-5", max="5"), {"type": "number", "minimum": -5, "maximum": 5, "multipleOf": 1}),
        (Control("q", "checkbox"), {"type": "boolean"}),
    ],
)
def test_each_type_of_control_has_its_schema(control: Control, expected: Json) -> None:
    assert made(control) == {"q": expected}


def test_a_month_a_week_and_a_colour_are_told_by_pattern() -> None:
    validator = jsonschema_rs.validator_for(
        of_form([Control("m", "month"), Control("w", "week"), Control("c", "color")]).parameters
    )

    assert validator.is_valid({"m": "2026-11", "w": "2026-W48", "c": "#00ff00"})
    assert not any(validator.is_valid(wrong) for wrong in ({"m": "2026-13"}, {"w": "2026-48"}, {"c": "green"}))


STATUS = (
    ControlOption("", "Any"),
    ControlOption("waiting", "Waiting to ship"),
    ControlOption("old", "Old", disabled=True),
    ControlOption("shipped", "shipped"),
)


def test_a_select_is_an_enum_with_titles_without_placeholder_and_disabled_options() -> None:
    assert made(Control("status", "select-one", options=STATUS))["status"] == {
        "type": "string",
        "enum": ["waiting", "shipped"],
        "anyOf": [{"const": "waiting", "title": "Waiting to ship"}, {"const": "shipped", "title": "shipped"}],
    }


def test_options_that_say_no_more_than_their_value_have_no_titles() -> None:
    options = (ControlOption("a"), ControlOption("b", "b"))

    assert made(Control("s", "select", options=options))["s"] == {"type": "string", "enum": ["a", "b"]}


def test_a_select_of_several_is_an_array_of_that() -> None:
    assert made(Control("s", "select-multiple", options=(ControlOption("a"),)))["s"] == {
        "type": "array",
        "items": {"type": "string", "enum": ["a"]},
        "uniqueItems": True,
    }


def test_radios_are_one_enum_with_the_titles_of_their_labels() -> None:
    radios = [Control("size", "radio", label=label, value=value) for value, label in (("s", "Small"), ("l", "Large"))]

    assert made(*radios, Control("size", "radio", value="xl", disabled=True))["size"] == {
        "type": "string",
        "enum": ["s", "l"],
        "anyOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
    }


def test_same_name_checkboxes_are_an_array_also_while_all_but_one_are_disabled() -> None:
    boxes = [Control("tag", "checkbox", value="a", disabled=True), Control("tag", "checkbox", value="b")]

    assert made(*boxes)["tag"] == {"type": "array", "items": {"type": "string", "enum": ["b"]}, "uniqueItems": True}


@pytest.mark.parametrize("left_out", ["hidden", "file", "password", "submit", "button", "reset", "image"])
def test_what_nobody_sets_by_hand_is_left_out(left_out: str) -> None:
    assert made(Control("q", "text"), Control("x", left_out)) == {"q": {"type": "string"}}


def test_nameless_and_disabled_controls_are_left_out() -> None:
    assert made(Control("", "text"), Control("x", "text", disabled=True, required=True)) == {}
    assert of_form([Control("x", "text", disabled=True, required=True)]).parameters["required"] == []


def test_required_is_as_marked_on_any_control_of_a_name() -> None:
    controls = [
        Control("a", "text", required=True),
        Control("b", "text"),
        Control("c", "radio", value="1"),
        Control("c", "radio", value="2", required=True),
    ]

    assert of_form(controls).parameters["required"] == ["a", "c"]


def test_a_property_is_described_by_its_description_else_its_label() -> None:
    described = made(
        Control("a", "text", label="A", description="What A is."),
        Control("b", "checkbox", label="B"),
        Control("c", "radio", label="One", value="1"),
        Control("d", "radio", label="One", value="1", description="Which D."),
    )

    assert {key: schema.get("description") for key, schema in described.items()} == {
        "a": "What A is.",
        "b": "B",
        "c": None,
        "d": "Which D.",
    }


def test_names_the_model_api_refuses_get_a_name_of_their_own_and_come_back() -> None:
    names = ("order[note]", "order_note", "items[]", "名前", "x" * 70, "order.note")

    form = of_form([Control(name, "text") for name in names])

    assert list(form.parameters["properties"]) == [
        "order_note_2",
        "order_note",
        "items",
        "field",
        "x" * 64,
        "order.note",
    ]
    args: dict[str, Json] = dict.fromkeys(form.parameters["properties"], "v")
    assert list(as_controls(form.renamed, args)) == list(names)


def test_a_form_tool_is_announced_by_its_controls() -> None:
    [filter_orders, _] = example("orders").tools

    assert filter_orders.parameters == {
        "type": "object",
        "properties": {
            "status": {
                "type": "string",
                "enum": ["waiting", "shipped"],
                "anyOf": [
                    {"const": "waiting", "title": "Waiting to ship"},
                    {"const": "shipped", "title": "Shipped"},
                ],
                "description": "Status",
            }
        },
        "required": [],
        "additionalProperties": False,
    }


def test_a_faulty_control_drops_its_tool_and_says_where() -> None:
    kept = announced(tools=[{"name": "t", "controls": [{"name": "a", "type": "text"}, {"name": "b"}]}])

    assert kept.facts.tools == ()
    assert [(fault.path, fault.message) for fault in kept.faults] == [("tools[0].controls[1].type", "It is missing.")]


def test_a_renamed_control_is_kept_with_its_tool() -> None:
    kept = announced(tools=[{"name": "t", "controls": [{"name": "order[note]", "type": "text"}]}])

    assert kept.faults == ()
    assert kept.facts.tools[0].renamed == {"order_note": "order[note]"}
