"""Three looks to see the panel in: the product's own, one square and narrow, one round and wide."""

from typing import Final

from app.contract.workspace_settings import Look

LOOKS: Final[dict[str, Look]] = {
    "northwind": Look(),
    "pine": Look(
        name="Pine", accent="#1f4d36", radius=0, density="compact", fonts="system-ui", avatar="P", side="start"
    ),
    "ember": Look(
        name="Ember",
        accent="#c2410c",
        radius=22,
        density="spacious",
        fonts="Iowan Old Style, Palatino, Georgia, serif",
        avatar="E",
        greeting="Hello! What shall we look at?",
    ),
}
