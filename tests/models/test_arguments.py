"""Arguments are whole and plain, or they are none."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.contract.ids import Json
from app.models.arguments import BrokenArguments, parse

words = st.text('aZ0é👋"\\{}[]:, \n', max_size=6)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(-1e9, 1e9) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(words, plain, max_size=4)


@given(objects)
def test_any_json_object_is_read_back_as_it_was_written(value: dict[str, Json]) -> None:
    assert parse(json.dumps(value)) == value


@given(objects, st.data())
def test_no_beginning_of_an_object_passes_for_the_whole(value: dict[str, Json], data: st.DataObject) -> None:
    raw = json.dumps(value)
    cut = raw[: data.draw(st.integers(0, len(raw) - 1))]

    with pytest.raises(BrokenArguments):
        parse(cut)


@pytest.mark.parametrize(
    "raw",
    [
        '{"amount":10',
        '{"a": 1} x',
        '{"a": 1}{"b": 2}',
        '{"a": 1, "a": 2}',
        '{"in": {"a": 1, "a": 1}}',
        '{"a": NaN}',
        '{"a": -Infinity}',
        '{"a": 1e999}',
        '{"a": ' + "9" * 30 + "}",
        '{"a": "\\ud800"}',
        "{'a': 1}",
        '"a"',
        "[{}]",
        "null",
        "",
        '{"a": ' + "[" * 70 + "]" * 70 + "}",
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"a": "' + "x" * 2**20 + '"}',
    ],
    ids=lambda raw: raw[:24],
)
def test_what_is_not_one_plain_whole_object_is_refused(raw: str) -> None:
    with pytest.raises(BrokenArguments, match=r"^(are|hold|name) .*\.$"):
        parse(raw)
