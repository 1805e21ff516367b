"""What checks come to."""

from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

Level = Literal["pass", "skipped", "warning", "breach"]
"""skipped: it could not be tried, and why. warning: kept, but not well. breach: not kept."""

_ORDER: Final[tuple[Level, ...]] = ("skipped", "pass", "warning", "breach")


class Finding(Struct, frozen=True):
    """`subject`: the tool or the path it is about; empty for the server as a whole."""

    level: Level
    message: str
    subject: str = ""


class Result(Struct, frozen=True):
    """
    A check, and what it found; nothing when all is well.

    rule: the contract's sentence that it holds the server to. seconds: how long it took.
    """

    check: str
    rule: str
    findings: tuple[Finding, ...]
    seconds: float

    @property
    def level(self) -> Level:
        """The worst of its findings."""
        return worst(finding.level for finding in self.findings)


def worst(levels: Iterable[Level]) -> Level:
    """The worst of some levels, `pass` when there are none."""
    found: list[Level] = list(levels)
    return max(found, key=_ORDER.index) if found else "pass"


def breach(message: str, subject: str = "") -> Finding:
    return Finding("breach", message, subject)


def warning(message: str, subject: str = "") -> Finding:
    return Finding("warning", message, subject)


def skipped(message: str, subject: str = "") -> Finding:
    return Finding("skipped", message, subject)
