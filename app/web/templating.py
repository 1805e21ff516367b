"""
The templates: how they are found, what they may read, and what they may not do.

A template's head names its inputs, one a line, as `name: what it is`. Drawing it takes exactly those.
`lint` holds the head and the body equal and keeps thinking out of templates.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, meta, nodes
from markupsafe import Markup
from msgspec.json import encode

from app.errors import Misconfigured
from app.paths import TEMPLATES, search_path
from app.web.languages import direction, language
from app.web.words import host_words, word

_HEAD = re.compile(r"\A\{#-(?P<body>.*?)-#\}", re.DOTALL)
_INPUT = re.compile(r"^  (?P<name>[a-z_]+): \S", re.MULTILINE)
_FRAGMENTS = "fragments"
_MOST_LINES = 60
_BANNED: tuple[tuple[type[nodes.Node], str], ...] = (
    (nodes.Assign, "set"),
    (nodes.AssignBlock, "set"),
    (nodes.Include, "include"),
    (nodes.Import, "import"),
    (nodes.FromImport, "import"),
    (nodes.Extends, "extends"),
    (nodes.Macro, "macro"),
    (nodes.BinExpr, "arithmetic or a combined condition"),
    (nodes.UnaryExpr, "arithmetic or a negated condition"),
    (nodes.Concat, "~"),
    (nodes.Compare, "comparison"),
    (nodes.CondExpr, "inline if"),
)


def load_templates(overrides: Path | None = None) -> "Templates":
    """The shipped templates, and in their place those of the operator's folder that have the same name."""
    return Templates(search_path(TEMPLATES, overrides))


class Templates:
    """Draws fragments by name, checking that each gets exactly the inputs its head declares."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """
        Compile every template of the panel, so that a broken one stops the start.

        folders: where to look, the winning one first.
        """
        self.environment = Environment(
            loader=FileSystemLoader(folders),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            auto_reload=False,
            cache_size=-1,
        )
        ours: dict[str, object] = {"fragment": self.fragment, "word": word}
        ours |= {"language": language, "direction": direction, "host_words": lambda: encode(host_words()).decode()}
        cast("dict[str, object]", self.environment.globals).update(ours)
        self._declared: dict[str, frozenset[str]] = {}
        self._ready: dict[str, Template] = {}
        for name in self.names():
            self._declared[name] = declared(self._source(name))
            ready = self._ready[name] = self.environment.get_template(name)
            # They change no more; as one dict they are copied for each drawing six times faster than as jinja's chain.
            ready.globals = dict(ready.globals)

    def names(self) -> list[str]:
        """The templates of the panel: its document, its fragments and cards, and the gallery they hang in."""
        ours = ("panel.html", f"{_FRAGMENTS}/", "cards/", "gallery/")
        return [name for name in self.environment.list_templates(["html"]) if name.startswith(ours)]

    def fragment(self, name: str, /, **inputs: object) -> Markup:
        """
        One fragment, drawn.

        Args:
            name: Its file below `fragments/`, without the ending: `approval/pending`.
            inputs: Exactly those its head declares.
        """
        return self.draw(f"{_FRAGMENTS}/{name}.html", **inputs)

    def draw(self, file: str, /, **inputs: object) -> Markup:
        """A template by its file name, drawn with exactly the inputs its head declares."""
        if self._declared[file] != inputs.keys():
            raise Misconfigured(f"Template {file!r} takes {sorted(self._declared[file])}, not {sorted(inputs)}.")
        return Markup(self._ready[file].render(inputs).strip())  # noqa: S704 - autoescaped output

    def lint(self) -> list[str]:
        """What is wrong with the templates, one sentence each; empty when nothing is."""
        return [f"{name}: {fault}" for name in self.names() for fault in self._faults(self._source(name))]

    def _faults(self, source: str) -> Iterator[str]:
        tree = self.environment.parse(source)
        used = frozenset(meta.find_undeclared_variables(tree) - self.environment.globals.keys())
        if not _HEAD.match(source):
            yield "has no head"
        if used != declared(source):
            yield f"declares {sorted(declared(source))} but uses {sorted(used)}"
        if source.count("\n") >= _MOST_LINES:
            yield f"is longer than {_MOST_LINES} lines"
        yield from _thoughts(tree)
        yield from self._misdrawn(tree)

    def _misdrawn(self, tree: nodes.Template) -> Iterator[str]:
        """Fragments drawn from within a template with other inputs than they declare."""
        for call in tree.find_all(nodes.Call):
            match call:
                case nodes.Call(node=nodes.Name(name="fragment"), args=[nodes.Const(value=str(name))], kwargs=inputs):
                    given = frozenset(each.key for each in inputs)
                    takes = self._declared.get(f"{_FRAGMENTS}/{name}.html")
                    if takes != given:
                        yield f"draws {name!r} with {sorted(given)}, which takes {takes and sorted(takes)}"
                case _:
                    pass

    def _source(self, name: str) -> str:
        loader = self.environment.loader
        assert loader is not None
        return loader.get_source(self.environment, name)[0]


def declared(source: str) -> frozenset[str]:
    """The inputs a template's head names."""
    head = _HEAD.match(source)
    return frozenset(_INPUT.findall(head["body"])) if head else frozenset()


def _thoughts(tree: nodes.Template) -> Iterator[str]:
    """What a template may not do, found in its syntax."""
    for kind, name in _BANNED:
        if tree.find(kind):
            yield f"uses {name}"
    for each in tree.find_all(nodes.Filter):
        if each.name in {"safe", "escape", "e"}:
            yield f"uses |{each.name}"
        if isinstance(each.node, nodes.Filter):
            yield "chains filters"
    for loop in tree.find_all(nodes.For):
        if any(inner is not loop for inner in loop.find_all(nodes.For)):
            yield "loops within a loop"
