"""What may become of the model's answer when it is asked what the user might say next."""

import pytest

from app.turns.follow_ups import acceptable


@pytest.mark.parametrize(
    ("said", "suggested"),
    [
        ("Ship it\nWhy is it late?", ("Ship it", "Why is it late?")),
        ("- One\n* Two\n• Three\nFour", ("One", "Two", "Three")),
        ("Same\nSame\n\n  Same  ", ("Same",)),
        ("Ship order 1042", ()),
        ("word " * 40 + "\nShort", ("Short",)),
        ("\u202e\u200b\n", ()),
        ("", ()),
    ],
)
def test_only_short_plain_lines_are_suggested(said: str, suggested: tuple[str, ...]) -> None:
    assert suggested == acceptable(said, beside="Ship order 1042")
