"""One fault of an annotation: where it stands, what is wrong, what would be right."""

from typing import Literal, TypeAlias

from msgspec import Struct

Level: TypeAlias = Literal["error", "warning"]


class Finding(Struct, frozen=True, order=True):
    """
    One fault.

    line, column: from 1, as editors count. rule: its stable name, for those who read the JSON.
    """

    line: int
    column: int
    level: Level
    rule: str
    message: str
