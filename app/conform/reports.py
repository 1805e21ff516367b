"""Results as a table for people, as JSON, and as JUnit's XML for a build server."""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from xml.etree import ElementTree as ET

import msgspec

from app.conform.results import Finding, Level, Result
from app.contract.ids import Json

_MARKS: Final[dict[Level, str]] = {"pass": "ok", "skipped": "skip", "warning": "warn", "breach": "BREACH"}
_PLURALS: Final[dict[Level, str]] = {
    "breach": "breached",
    "warning": "with warnings",
    "skipped": "skipped",
    "pass": "passed",
}


def as_table(results: Sequence[Result]) -> str:
    """A line a check, below it what was found, at the end the sum."""
    width = max((len(result.check) for result in results), default=0)
    lines: list[str] = []
    for result in results:
        lines.append(f"{_MARKS[result.level]:<7} {result.check:<{width}}  {result.rule}")
        lines += [f"{'':<7} {'':<{width}}  {_MARKS[finding.level]}: {_said(finding)}" for finding in result.findings]
    return "\n".join([*lines, "", _summary(results)])


def as_json(results: Sequence[Result]) -> str:
    """`{level, checks: [{check, rule, level, seconds, findings: [{level, message, subject}]}]}`."""
    checks: list[Json] = [{**msgspec.to_builtins(result), "level": result.level} for result in results]
    level = "breach" if any(result.level == "breach" for result in results) else "pass"
    return msgspec.json.format(msgspec.json.encode({"level": level, "checks": checks}), indent=2).decode()


def as_junit(results: Sequence[Result], *, suite: str) -> str:
    """A test case a check."""
    counts = Counter(result.level for result in results)
    root = ET.Element(
        "testsuite",
        name=suite,
        tests=str(len(results)),
        failures=str(counts["breach"]),
        skipped=str(counts["skipped"]),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        _case(root, suite, result)
    return ET.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _case(root: ET.Element, suite: str, result: Result) -> None:
    case = ET.SubElement(root, "testcase", classname=suite, name=result.check, time=f"{result.seconds:.3f}")
    said = "\n".join(f"{finding.level}: {_said(finding)}" for finding in result.findings)
    match result.level:
        case "breach":
            ET.SubElement(case, "failure", message=result.rule).text = _printable(said)
        case "skipped":
            ET.SubElement(case, "skipped", message=_printable(said))
        case "warning":
            ET.SubElement(case, "system-out").text = _printable(said)
        case "pass":
            pass


def _summary(results: Sequence[Result]) -> str:
    counts = Counter(result.level for result in results)
    parts = [
        f"{counts[level]} {_PLURALS[level]}" for level in ("breach", "warning", "skipped", "pass") if counts[level]
    ]
    untried = [result.check for result in results if result.level == "skipped"]
    doubt = f"Not tried, so nothing is known of them: {', '.join(untried)}. Above stands what each takes.\n"
    return f"{doubt if untried else ''}{len(results)} checks: {', '.join(parts)}."


def _said(finding: Finding) -> str:
    said = f"{finding.subject}: {finding.message}" if finding.subject else finding.message
    return _printable(" ".join(said.split()))


def _printable(text: str) -> str:
    """What a server wrote may hold anything, a terminal's commands and what XML forbids too."""
    return "".join(each if each.isprintable() or each == "\n" else "�" for each in text)
