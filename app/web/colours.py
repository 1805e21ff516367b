"""
Colours a person can read by: how far two stand apart, and the nearest one to a wanted colour that stands far enough.

A colour is a `#rrggbb` string. Shifting keeps the hue, by way of OKLCH: a dark green gets a lighter green.

See https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio and https://bottosson.github.io/posts/oklab/
"""

import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

_STEP: Final = 0.005
_LESS_CHROMA: Final = 0.96
_ROUNDING: Final = 1e-6

_Triple = tuple[float, float, float]


class _Hue(NamedTuple):
    """OKLCH: lightness from 0 to 1, chroma from 0, hue in radians."""

    lightness: float
    chroma: float
    hue: float


def ratio(one: str, other: str) -> float:
    """The contrast of two colours, from 1 for none to 21 for black on white."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def standing_out(colour: str, grounds: Sequence[str], least: float, *, towards: Literal["black", "white"]) -> str:
    """The colour itself where its contrast with every ground is the least or more, else the first shade that has it."""
    hue = _hue_of(colour)
    end = 0.0 if towards == "black" else 1.0
    shade, lightness = colour, hue.lightness
    while min(ratio(shade, ground) for ground in grounds) < least and lightness != end:
        lightness = max(lightness - _STEP, end) if towards == "black" else min(lightness + _STEP, end)
        shade = _shade(_Hue(lightness, hue.chroma, hue.hue))
    return shade


def on(colour: str) -> str:
    """White or black, for words on that colour: white while it can be read, since it looks calmer there."""
    return "#ffffff" if ratio(colour, "#ffffff") >= 4.5 else "#000000"  # noqa: PLR2004 -- WCAG's for words


def _shade(hue: _Hue) -> str:
    """The colour; with less chroma where the screen has no colour as strong as that."""
    chroma = hue.chroma
    while not _shows(linear := _linear_of(hue._replace(chroma=chroma))):
        chroma = chroma * _LESS_CHROMA if chroma > _STEP else 0.0
        if chroma == 0:
            linear = _linear_of(hue._replace(chroma=0.0))
            break
    return "#" + "".join(f"{round(255 * _encoded(min(max(each, 0.0), 1.0))):02x}" for each in linear)


def _shows(linear: _Triple) -> bool:
    return all(-_ROUNDING <= each <= 1 + _ROUNDING for each in linear)


def _luminance(colour: str) -> float:
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(colour: str) -> _Triple:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _decoded(red), _decoded(green), _decoded(blue)


def _decoded(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 -- sRGB's own


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055  # noqa: PLR2004 -- sRGB's own


def _hue_of(colour: str) -> _Hue:
    red, green, blue = _linear(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return _Hue(lightness, math.hypot(a, b), math.atan2(b, a))


def _linear_of(hue: _Hue) -> _Triple:
    a, b = hue.chroma * math.cos(hue.hue), hue.chroma * math.sin(hue.hue)
    long = (hue.lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (hue.lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (hue.lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
