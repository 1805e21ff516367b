"""Whatever accent a workspace picks, people can see and read what is drawn in it."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.contract.workspace_settings import Look
from app.paths import STATIC
from app.web.colours import on, ratio, standing_out
from app.web.stylesheets import CONTROLS, DARK, LIGHT, WORDS, stylesheet

AWKWARD = ["#ffff00", "#000000", "#ffffff", "#777777", "#00ff00", "#0000ff", "#ff0000", "#0A6A6A"]
PAIR = re.compile(r"--(accent|accent-ink|on-accent): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);")
ACCENTS = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


def test_contrast_is_as_the_standard_counts_it() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert ratio("#0a6a6a", "#0a6a6a") == 1


def test_a_colour_that_stands_out_stays_as_it_was_wanted() -> None:
    assert standing_out("#1f4d36", LIGHT, WORDS, towards="black") == "#1f4d36"


def test_a_shifted_colour_keeps_its_hue() -> None:
    red, green, blue = (int(standing_out("#14532d", DARK, WORDS, towards="white")[at : at + 2], 16) for at in (1, 3, 5))

    assert green > blue > red


@pytest.mark.parametrize("accent", AWKWARD)
def test_an_awkward_accent_can_be_seen_and_read(accent: str) -> None:
    readable(accent)


@settings(deadline=None, max_examples=50)
@given(ACCENTS)
def test_any_accent_can_be_seen_and_read(accent: str) -> None:
    readable(accent)


def readable(accent: str) -> None:
    found = {name: (light, dark) for name, light, dark in PAIR.findall(stylesheet(Look(accent=accent)))}
    for scheme, grounds in enumerate((LIGHT, DARK)):
        fill, ink, words = (found[name][scheme] for name in ("accent", "accent-ink", "on-accent"))
        assert min(ratio(fill, ground) for ground in grounds) >= CONTROLS
        assert min(ratio(ink, ground) for ground in grounds) >= WORDS
        assert ratio(words, fill) >= WORDS
        assert words == on(fill)


def test_what_an_accent_lies_on_is_what_the_panel_has() -> None:
    tokens = (STATIC / "css" / "panel.css").read_text()
    pairs = dict(re.findall(r"--(paper|surface|raised): light-dark\((#\w+, #\w+)\)", tokens))

    assert pairs == {"paper": "#fff, #191918", "surface": "#f4f4f1, #252523", "raised": "#fff, #20201f"}
    assert set(LIGHT) | set(DARK) == {"#ffffff", "#f4f4f1", "#191918", "#252523", "#20201f"}


def test_no_words_are_drawn_in_the_colour_of_controls() -> None:
    files = sorted((STATIC / "css").glob("*.css"))

    assert [path.name for path in files if re.search(r"[{;] ?color: var\(--accent\)", path.read_text())] == []
