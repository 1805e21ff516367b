"""What may become of the model's answer when it is asked for a title."""

import pytest

from app.pages.text import first_words
from app.turns.titles import acceptable


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Open orders", "Open orders"),
        ("  “Open orders.”\n", "Open orders"),
        ("**Bestellungen**", "Bestellungen"),
        ("I can't.\n\nAsk me something.", None),
        ("long " * 40, None),
        ("", None),
        ("…\u202e\u200b", "…"),
    ],
)
def test_only_one_short_line_becomes_a_title(said: str, title: str | None) -> None:
    assert acceptable(said) == title


def test_a_message_s_first_words_are_one_line() -> None:
    assert first_words("ship\n  it, please") == "ship it, please"
    assert len(first_words("word " * 100)) <= 80
