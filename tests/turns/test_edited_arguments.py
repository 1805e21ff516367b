"""Arguments as a form shows them and reads them back."""

import pytest

from app.contract.ids import Json
from app.tools.editing import controls, read

_SCHEMA: dict[str, Json] = {"type": "object", "properties": {"level": {"enum": [0, False, 1, True]}}}


@pytest.mark.parametrize(("value", "picked"), [(0, "0"), (False, "1"), (1, "2"), (True, "3"), (1.0, "2")])
def test_a_number_and_a_truth_value_are_two_choices(value: Json, picked: str) -> None:
    (control,) = controls(_SCHEMA, {"level": value})
    assert control.values == (picked,)


def test_what_was_empty_and_nobody_touched_stays_empty() -> None:
    schema: dict[str, Json] = {"type": "object", "properties": {"s": {"type": "string"}, "t": {"type": "string"}}}

    args, faults = read(schema, {"s": ("",), "t": ("new",)}, {"s": "", "t": "old"})

    assert (args, faults) == ({"s": "", "t": "new"}, ())


def test_half_of_something_whole_is_said_to_be_no_whole_number() -> None:
    schema: dict[str, Json] = {"type": "object", "properties": {"n": {"type": "integer"}}}

    _, faults = read(schema, {"n": ("1.5",)}, {"n": 1})

    assert [fault.code for fault in faults] == ["whole"]
