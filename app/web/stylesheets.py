"""The stylesheet of a look: custom properties on the root, and nothing else."""

from typing import Final

from app.contract.workspace_settings import Look
from app.web.colours import on, standing_out

WORDS: Final = 4.5
"""WCAG's least contrast for words."""

CONTROLS: Final = 3.0
"""And for what shows where a control is, or that it has the focus."""

LIGHT: Final = ("#ffffff", "#f4f4f1")
DARK: Final = ("#191918", "#252523", "#20201f")
"""What an accent lies on: the panel's paper, surface and raised, as `static/css/panel.css` has them."""

_GENERIC: Final = frozenset(
    {"serif", "sans-serif", "monospace", "system-ui", "ui-serif", "ui-sans-serif", "ui-rounded", "ui-monospace"}
)
_DENSITIES: Final = {
    "comfortable": {},
    "compact": {"--scale": "0.9375", "--size-small": "0.875rem", "--gap": "0.75rem", "--leading": "1.4"},
    "spacious": {"--scale": "1.125", "--gap": "1.25rem", "--leading": "1.6"},
}


def stylesheet(look: Look) -> str:
    """The look's own tokens; "" when it has none. The same look is the same bytes."""
    tokens = {
        **(_accent(look.accent.lower()) if look.accent else {}),
        **({} if look.radius is None else {"--radius": f"{look.radius}px"}),
        **_DENSITIES[look.density],
        **({"--font": _families(look.fonts)} if look.fonts else {}),
    }
    if not tokens:
        return ""
    body = "".join(f"    {name}: {value};\n" for name, value in tokens.items())
    return f"@layer host {{\n  :root {{\n{body}  }}\n}}\n"


def _accent(wanted: str) -> dict[str, str]:
    """One accent for each scheme, as near to the one that was wanted as people can see and read it."""
    light = standing_out(wanted, LIGHT, CONTROLS, towards="black")
    dark = standing_out(wanted, DARK, CONTROLS, towards="white")
    return {
        "--accent": _both(light, dark),
        "--accent-ink": _both(
            standing_out(light, LIGHT, WORDS, towards="black"), standing_out(dark, DARK, WORDS, towards="white")
        ),
        "--on-accent": _both(on(light), on(dark)),
        "--accent-pressed": _both(_pressed(light), _pressed(dark)),
    }


def _both(light: str, dark: str) -> str:
    return f"light-dark({light}, {dark})"


def _pressed(accent: str) -> str:
    """A little away from the words on it, so that they are read the better for it."""
    away = "#000" if on(accent) == "#ffffff" else "#fff"
    return f"color-mix(in oklab, {accent} 88%, {away})"


def _families(fonts: str) -> str:
    """Quoted but for the generic ones, and with the product's own behind them."""
    names = [name.strip() for name in fonts.split(",")]
    listed = ", ".join(name.lower() if name.lower() in _GENERIC else f'"{name}"' for name in names)
    return f"{listed}, var(--font-usual)"
