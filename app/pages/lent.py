"""The tools that what is open lends the model: built-ins, page tools, and one for each action and field name."""

from collections.abc import Iterable, Sequence

from app.contract.ids import Json
from app.contract.page import Option, PageAction, PageFacts, PageField, PageTool
from app.contract.tools import Lent, ToolSpec
from app.pages.builtins import BUILTINS
from app.pages.offered import by_name
from app.pages.values import CHECKED, LISTED_IN_FULL, NOT_CHECKED, listed, quoted
from app.pages.words import Words, shipped

_RINGS = " (consequential)"
_ASKS_FIRST = " (asks first)"
_OPTIONS_IN_FULL = 500
"""One tool spells out so many options; past that each field lists its first ones and the page judges the value."""


def lent(facts: PageFacts | None, words: Words = shipped) -> tuple[Lent, ...]:
    """
    What is on offer now, in an order that only changes with the page.

    words: what describes the built-ins; pass those that know the operator's overrides where a model reads them.
    """
    return (*lent_builtins(facts, words), *lent_by_page(facts))


def lent_builtins(facts: PageFacts | None, words: Words = shipped) -> tuple[Lent, ...]:
    """The product's own part of what is on offer. `words` as in `lent`."""
    return tuple(_builtins(facts, words))


def lent_by_page(facts: PageFacts | None) -> tuple[Lent, ...]:
    """The page's own part of what is on offer: its tools, actions and fields."""
    return () if facts is None else tuple(_of_page(facts))


def action_entry(action: PageAction) -> str:
    """An action's label, then its marker."""
    match action.consequential:
        case False:
            return action.label
        case True:
            return f"{action.label}{_RINGS}"
        case "confirm":
            return f"{action.label}{_ASKS_FIRST}"


def field_entry(field: PageField, options: Sequence[Option], *, in_full: bool = True) -> str:
    """A field's label, then its marker, then its options."""
    label = f"{field.label}{_RINGS}" if rings(field) else field.label
    if not options:
        return label
    named = [_option(option) for option in options]
    return f"{label}, one of {', '.join(named) if in_full else listed(named, ', ')}"


def rings(field: PageField) -> bool:
    """Whether a call only points the field out: it is marked so, or of no known kind."""
    return field.consequential or field.kind is None


def _builtins(facts: PageFacts | None, words: Words) -> Iterable[Lent]:
    for builtin in BUILTINS:
        if builtin.lent(facts):
            description = words(f"tools/{builtin.name}.md", **builtin.values(facts))
            yield Lent(ToolSpec(builtin.name, description, builtin.parameters), builtin.kind)


def _of_page(facts: PageFacts) -> Iterable[Lent]:
    for tool in facts.tools:
        yield Lent(_tool(tool), "tool")
    for name, actions in by_name(facts.actions):
        yield Lent(_action(name, actions), "action")
    for name, fields in by_name(facts.fields):
        yield Lent(_field(name, fields), "field")


def _tool(tool: PageTool) -> ToolSpec:
    marker = _ASKS_FIRST if tool.consequential else ""
    return ToolSpec(tool.name, f"{tool.description}{marker}", tool.parameters)


def _action(name: str, actions: Sequence[PageAction]) -> ToolSpec:
    if len(actions) == 1:
        return ToolSpec(name, f"Press the button: {action_entry(actions[0])}.", _object({}))
    entries = listed([f"{each.id}: {action_entry(each)}" for each in actions], "; ")
    return ToolSpec(name, f"Press one of these by its id. {entries}.", _object({"id": _ids(actions)}))


def _field(name: str, fields: Sequence[PageField]) -> ToolSpec:
    options = [_options(each) for each in fields]
    in_full = sum(map(len, options)) <= _OPTIONS_IN_FULL
    entries = [field_entry(each, its, in_full=in_full) for each, its in zip(fields, options, strict=True)]
    value = _value(fields, options if in_full else [])
    if len(fields) == 1:
        return ToolSpec(name, f"Fill the field: {entries[0]}.", _object({"value": value}))
    described = listed([f"{each.id}: {entry}" for each, entry in zip(fields, entries, strict=True)], "; ")
    return ToolSpec(name, f"Fill one of these by its id. {described}.", _object({"id": _ids(fields), "value": value}))


def _value(fields: Sequence[PageField], options: Sequence[Sequence[Option]]) -> Json:
    """What a field takes: a string, of an enum where every field of the tool takes just one of its options."""
    value = {"type": "string", "description": "What the field should say."}
    if not options or not all(options) or any(each.kind == "choices" for each in fields):
        return value
    return {**value, "enum": list(dict.fromkeys(option.value for its in options for option in its))}


def _options(field: PageField) -> Sequence[Option]:
    if field.kind == "checkbox":
        return (Option(CHECKED), Option(NOT_CHECKED))
    return field.options or ()


def _option(option: Option) -> str:
    return f"{quoted(option.value)} ({option.label})" if option.label else quoted(option.value)


def _ids(entries: Sequence[PageAction | PageField]) -> Json:
    """Ids as an enum; past 50 any string, and the page judges it."""
    if len(entries) > LISTED_IN_FULL:
        return {"type": "string"}
    return {"type": "string", "enum": [each.id for each in entries]}


def _object(properties: dict[str, Json]) -> dict[str, Json]:
    schema: dict[str, Json] = {"type": "object", "properties": properties}
    if properties:
        schema["required"] = list(properties)
    return {**schema, "additionalProperties": False}
