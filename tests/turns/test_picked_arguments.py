"""What is picked among like values."""

import pytest

from app.contract.ids import Json
from app.tools.editing import controls

_SCHEMA: dict[str, Json] = {"type": "object", "properties": {"level": {"enum": [0, False, 1, True]}}}


@pytest.mark.parametrize(("value", "picked"), [(0, "0"), (False, "1"), (1, "2"), (True, "3"), (1.0, "2")])
def test_a_number_and_a_truth_value_are_two_choices(value: Json, picked: str) -> None:
    (control,) = controls(_SCHEMA, {"level": value})
    assert control.values == (picked,)
