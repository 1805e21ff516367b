"""What a field says, in words."""

import pytest

from app.contract.page import FieldValue, Kind
from app.pages.values import quoted, shown_value

TEXT_LIKE: list[Kind] = ["text", "multiline", "number", "date", "color", "range", "custom"]


@pytest.mark.parametrize("kind", TEXT_LIKE)
def test_text_like_kinds_read_as_a_json_string(kind: Kind) -> None:
    assert shown_value(kind, 'Say "hi"\n\\o/ é') == '"Say \\"hi\\"\\n\\\\o/ é"'


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("checkbox", True, "checked"),
        ("checkbox", False, "not checked"),
        ("choice", "USD", '"USD"'),
        ("choice", "", '""'),
        ("choice", None, "nothing picked"),
        ("choices", ("a", "b"), '["a", "b"]'),
        ("choices", (), "[]"),
        ("choices", None, "nothing picked"),
        ("text", "", '""'),
        (None, None, "not shown"),
        (None, "hunter2", "not shown"),
    ],
)
def test_each_kind_has_its_words(kind: Kind | None, value: FieldValue, expected: str) -> None:
    assert expected == shown_value(kind, value)


def test_a_value_of_200_characters_is_whole() -> None:
    assert shown_value("text", "x" * 200) == f'"{"x" * 200}"'


def test_a_longer_value_is_cut_before_it_is_quoted_and_its_length_said() -> None:
    value = '"' * 200 + "x" * 1040

    assert shown_value("multiline", value) == '"' + '\\"' * 200 + '"… (1,240 characters)'


def test_a_value_of_which_only_the_beginning_came_says_how_long_the_whole_is() -> None:
    assert shown_value("text", "x" * 1_000, 700_000) == f'"{"x" * 200}"… (700,000 characters)'


def test_a_long_pick_is_cut_like_any_value() -> None:
    assert shown_value("choices", ("a", "x" * 201)) == f'["a", "{"x" * 200}"… (201 characters)]'


def test_of_more_than_50_picks_20_are_shown() -> None:
    shown = shown_value("choices", tuple(str(at) for at in range(1_020)))

    assert shown.startswith('["0", "1", ')
    assert shown.endswith(', "19", and 1,000 more]')


def test_hidden_characters_are_escaped_so_that_a_value_reads_as_it_is() -> None:
    tagged = "safe\u202egnorw\u202c\U000e0041\u2028\ud800"

    assert quoted(tagged) == '"safe\\u202egnorw\\u202c\\udb40\\udc41\\u2028\\ud800"'
