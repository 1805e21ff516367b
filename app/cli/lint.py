"""`assist lint`: the faults of annotations in templates and pages, named where they stand."""

import json
from typing import Annotated

import msgspec
from cyclopts import Parameter

from app.cli.sources import Source, sources, usage
from app.errors import Unacceptable
from app.pages.lint import Finding, lint_page, lint_template

Placed = tuple[str, Finding]


def lint(
    *paths: str,
    strict: Annotated[bool, Parameter(negative="")] = False,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> int:
    """
    Name every fault of a page's annotations. Exits with 0 when there is none, 1 when there is, 2 when it can't tell.

    Args:
        paths: Templates, folders of them, or URLs of your own server.
        strict: Let warnings fail too.
        as_json: Print a JSON list of {file, line, column, level, rule, message}.
    """
    with usage():
        if not paths:
            raise Unacceptable("Name a template, a folder of them, or a URL: assist lint templates/")
        read = sources(paths)
        found = [(source.name, finding) for source in read for finding in _findings(source)]
    print(_as_json(found) if as_json else _as_lines(found, len(read)))
    return int(any(strict or finding.level == "error" for _, finding in found))


def _findings(source: Source) -> list[Finding]:
    return lint_template(source.text) if source.url is None else lint_page(source.text, url=source.url)


def _as_json(found: list[Placed]) -> str:
    return json.dumps([{"file": name, **msgspec.structs.asdict(finding)} for name, finding in found], indent=2)


def _as_lines(found: list[Placed], files: int) -> str:
    places = [f"{name}:{finding.line}:{finding.column}:" for name, finding in found]
    width = max(map(len, places), default=0)
    lines = [
        f"{place:<{width}} {f'{finding.level}:':<8} {finding.message}"
        for place, (_, finding) in zip(places, found, strict=True)
    ]
    return "\n".join([*lines, _summary(found, files)])


def _summary(found: list[Placed], files: int) -> str:
    errors = sum(finding.level == "error" for _, finding in found)
    counts = [_count(errors, "error"), _count(len(found) - errors, "warning")]
    return f"{' and '.join(filter(None, counts)) or 'No faults'} in {_count(files, 'file')}."


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}" if number else ""
