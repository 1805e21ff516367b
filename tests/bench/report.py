"""The figures of one run as lines of the table."""

from collections.abc import Sequence
from statistics import median
from typing import TypeVar

from msgspec import Struct, structs

from tests.bench.announcing import Announcing
from tests.bench.loads import First, Flood, Growth, Steady
from tests.bench.product import OURS
from tests.bench.table import Line

Round = TypeVar("Round", Steady, First, Flood, Growth)

DISTURBED = "the core's time others took"
QUIET = 0.05


class Figures(Struct, frozen=True):
    """What one target measured; None where it was not asked."""

    steady: Steady
    first: First
    flood: Flood
    growth: Growth | None = None

    @classmethod
    def median_of(cls, rounds: Sequence["Figures"]) -> "Figures":
        """Each figure's median over the rounds."""
        growths = [one.growth for one in rounds if one.growth]
        return cls(
            steady=_median([one.steady for one in rounds]),
            first=_median([one.first for one in rounds]),
            flood=_median([one.flood for one in rounds]),
            growth=_median(growths) if growths else None,
        )


def lines_of(figures: dict[str, Figures]) -> list[Line]:
    """The floors by themselves, then ours beside them, if it was measured."""
    floors = {name: one for name, one in figures.items() if name != OURS}
    ours = figures.get(OURS)
    return floors_lines(floors) + (product_lines(ours, floors["passthrough"], floors["lean"]) if ours else [])


def floors_lines(floors: dict[str, Figures]) -> list[Line]:
    """The floors by themselves."""
    lines: list[Line] = []
    for name, figures in floors.items():
        lines += [
            Line(f"{name}: CPU a delta", figures.steady.cpu_us, "µs"),
            Line(f"{name}: added latency p50", figures.steady.p50_ms, "ms"),
            Line(f"{name}: added latency p99", figures.steady.p99_ms, "ms"),
            Line(f"{name}: as fast as possible", figures.flood.deltas_a_second, "deltas/s"),
        ]
    return lines


def product_lines(ours: Figures, passthrough: Figures, lean: Figures) -> list[Line]:
    """Our full path beside the floors, with the limits of this release."""
    raw, name = passthrough.steady, "raw"
    return [
        Line("CPU a delta, 50 chats", ours.steady.cpu_us, "µs", raw.cpu_us, name, must=2.0),
        Line("added latency p50", ours.steady.p50_ms, "ms", raw.p50_ms, name, must=2.0),
        Line("added latency p99", ours.steady.p99_ms, "ms", raw.p99_ms, name, must=3.0),
        Line("first delta, one chat", ours.first.median_ms, "ms", passthrough.first.median_ms, name),
        Line("rate held", ours.steady.held, "", raw.held, name, must=0.98, better="more"),
        Line("stream bytes a delta", ours.steady.delta_bytes, "B", raw.delta_bytes, name),
        Line(
            "as fast as possible",
            ours.flood.deltas_a_second,
            "deltas/s",
            lean.flood.deltas_a_second,
            "lean",
            must=0.33,
            better="more",
        ),
        Line("CPU, last fifth / second, 100 KB", ours.growth and ours.growth.cpu, "", must=1.1),
        Line("bytes, last fifth / second, 100 KB", ours.growth and ours.growth.size, "", must=1.02),
        Line(DISTURBED, ours.steady.disturbed, ""),
        Line("memory, idle", ours.steady.idle_mb, "MB", raw.idle_mb, name),
        Line("memory a chat", ours.steady.mb_a_chat, "MB", must=0.1),
    ]


def remark(lines: Sequence[Line]) -> str:
    """What the reader should know of the conditions; empty when they were good."""
    taken = max((line.value or 0.0 for line in lines if line.what == DISTURBED), default=0.0)
    if taken <= QUIET:
        return ""
    return f"Others took {taken:.0%} of the server's core meanwhile: latencies and rates say little about the server."


def crowd_lines(crowd: Announcing) -> list[Line]:
    return [
        Line("announcement of 2,000 elements, CPU", crowd.hear_ms, "ms", must=20.0),
        Line("their note and tools, CPU", crowd.read_ms, "ms", must=20.0),
    ]


def browser_lines(announced_ms: float | None, twice: float | None, usable_ms: float | None) -> list[Line]:
    return [
        Line("announcing 2,000 elements, script", announced_ms, "ms", must=16.0),
        Line("of every kind, twice as many / half", twice, "", must=2.5),
        Line("new document to usable panel", usable_ms, "ms", must=500.0),
    ]


def _median(rounds: Sequence[Round]) -> Round:
    each = [structs.asdict(one) for one in rounds]
    return type(rounds[0])(**{name: median(one[name] for one in each) for name in each[0]})
