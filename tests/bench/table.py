"""The table a run prints: each figure, the floor's in the same run, their ratio, and what we aim at."""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct


class Line(Struct, frozen=True):
    """
    One figure. floor: the figure beside it, None when it stands alone. must: the limit of the ratio, or of the
    figure itself when there is no floor. better: which way is good.
    """

    what: str
    value: float | None
    unit: str
    floor: float | None = None
    floor_name: str = ""
    must: float | None = None
    better: Literal["less", "more"] = "less"

    @property
    def judged(self) -> float | None:
        """The ratio to the floor, or the figure when it stands alone; None when it was not measured."""
        if self.value is None or self.floor is None:
            return self.value
        return self.value / self.floor

    @property
    def held(self) -> bool | None:
        """Whether it is within its limit; None when it has none or was not measured."""
        if self.judged is None or self.must is None:
            return None
        return self.judged <= self.must if self.better == "less" else self.judged >= self.must


_HEADS = ("figure", "ours", "floor", "ratio", "must", "")
_VERDICTS = {True: "ok", False: "MISSED", None: ""}


def table(lines: Iterable[Line]) -> str:
    """The lines as aligned text."""
    rows = [_HEADS, *(_row(line) for line in lines)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(_HEADS))]
    return "\n".join(_aligned(row, widths) for row in rows)


def _row(line: Line) -> tuple[str, ...]:
    alone = line.floor is None or line.value is None
    sign = {"less": "≤", "more": "≥"}[line.better]
    return (
        line.what,
        f"{_number(line.value)} {line.unit}".strip() if line.value is not None else "not measured",
        "" if line.floor is None else f"{_number(line.floor)} ({line.floor_name})",
        "" if alone else f"× {_number(line.judged)}",
        "" if line.must is None else f"{sign} {'' if line.floor is None else '× '}{_number(line.must)}",
        _VERDICTS[line.held],
    )


def _number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = (
        cell.ljust(width) if at == 0 else cell.rjust(width)
        for at, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([first, *rest]).rstrip()
