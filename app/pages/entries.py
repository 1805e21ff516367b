"""One entry of an announcement: its page, a tool, an action, a field or a destination, checked and cleaned."""

import re
from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from app.contract.ids import Json
from app.contract.page import (
    Consequence,
    Control,
    Destination,
    FieldValue,
    Kind,
    OpenPage,
    Option,
    PageAction,
    PageField,
    PageTool,
)
from app.errors import Unacceptable
from app.pages import builtins, controls, schemas
from app.pages.destinations import ID_SEGMENT
from app.pages.faults import Faults, Unfit, plainly
from app.pages.text import HIDDEN, cut, one_line, prose
from app.pages.values import value_of

LABEL = 200
DESCRIPTION = 2_000
INSTRUCTIONS = 8_000
PATH = 2_000

_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_KINDS: dict[str, Kind] = {
    "text": "text",
    "multiline": "multiline",
    "number": "number",
    "date": "date",
    "color": "color",
    "range": "range",
    "checkbox": "checkbox",
    "choice": "choice",
    "choices": "choices",
    "custom": "custom",
}
Sent = TypeVar("Sent", bound=Struct)


class _Page(Struct):
    name: str
    instructions: str = ""
    content: bool = False


class _Tool(Struct):
    name: str
    description: str = ""
    parameters: Json = None
    controls: list[dict[str, Json]] | None = None
    consequential: Json = False


class _Action(Struct):
    name: str
    label: str = ""
    id: str | None = None
    consequential: Json = False
    disabled: bool = False
    showing: bool = True


class _Option(Struct):
    value: str
    label: str | None = None


class _Field(Struct):
    name: str
    label: str = ""
    id: str | None = None
    kind: str | None = None
    value: Json = None
    options: list[_Option] | None = None
    consequential: Json = False
    disabled: bool = False
    readonly: bool = False
    showing: bool = True


class Entry:
    """One entry as it was sent and where it stands; `read_…` gives the kept form or raises `Unfit`."""

    def __init__(self, at: str, raw: Json, faults: Faults) -> None:
        self.at = at
        self._raw = raw
        self._faults = faults

    def read_page(self) -> OpenPage:
        sent = _typed(self._raw, _Page)
        name = self._cut(".name", one_line(sent.name), LABEL)
        if not name:
            raise Unfit("It is empty; the page's name would be right.", ".name")
        return OpenPage(name, self._cut(".instructions", prose(sent.instructions), INSTRUCTIONS), sent.content)

    def read_tool(self) -> PageTool:
        sent = _typed(self._raw, _Tool)
        name = _name(sent.name)
        description = self._cut(".description", prose(sent.description), DESCRIPTION) or name
        consequential = _consequence(sent.consequential) is not False
        if sent.controls is None:
            return PageTool(name, description, _schema(sent.parameters, ".parameters"), consequential)
        read = [_control(each, at) for at, each in enumerate(sent.controls)]
        return PageTool(name, description, _schema(controls.parameters(read), ".controls"), consequential)

    def read_action(self) -> PageAction:
        sent = _typed(self._raw, _Action)
        return PageAction(
            name=_name(sent.name),
            label=self._label(sent.label, sent.name),
            id=_id(sent.id),
            consequential=_consequence(sent.consequential),
            disabled=sent.disabled,
            showing=sent.showing,
        )

    def read_field(self) -> PageField:
        sent = _typed(self._raw, _Field)
        if sent.consequential == "confirm":
            raise Unfit(
                'It is "confirm", which only an action or a tool can be; true would be right.', ".consequential"
            )
        kind = self._kind(sent.kind)
        return PageField(
            name=_name(sent.name),
            label=self._label(sent.label, sent.name),
            id=_id(sent.id),
            kind=kind,
            value=_value(kind, sent.value),
            options=None if sent.options is None else tuple(_option(each) for each in sent.options),
            consequential=_consequence(sent.consequential) is not False,
            disabled=sent.disabled,
            readonly=sent.readonly,
            showing=sent.showing,
        )

    def read_destination(self) -> Destination:
        sent = _typed(self._raw, Destination)
        name = self._label(sent.name, "")
        if not name:
            raise Unfit("It is empty; the name of a page would be right.", ".name")
        return Destination(name, _path(sent.path))

    def _label(self, sent: str, otherwise: str) -> str:
        return self._cut(".label", one_line(sent), LABEL) or otherwise

    def _cut(self, path: str, text: str, most: int) -> str:
        if len(text) > most:
            self._faults.add(f"{self.at}{path}", f"It has {len(text):,} characters; it was cut to {most:,}.")
        return cut(text, most)

    def _kind(self, sent: str | None) -> Kind | None:
        if sent is not None and sent not in _KINDS:
            known = ", ".join(_KINDS)
            self._faults.add(
                f"{self.at}.kind", f"{sent[:80]!r} is no known kind, so it is only pointed out. Known: {known}."
            )
        return _KINDS.get(sent) if sent is not None else None


def _typed(raw: Json, shape: type[Sent]) -> Sent:
    """The entry as a struct; null counts as absent, and keys we don't know are left out."""
    if not isinstance(raw, dict):
        raise Unfit("It is no object.")
    present = {key: value for key, value in cast("dict[str, Json]", raw).items() if value is not None}
    try:
        return msgspec.convert(present, shape)
    except msgspec.ValidationError as error:
        raise plainly(error) from error


def _name(sent: str) -> str:
    if not _NAME.fullmatch(sent):
        raise Unfit(f"{sent[:80]!r} is no name; 1 to 64 letters, digits, '_' and '-' would be right.", ".name")
    if sent in builtins.NAMES:
        raise Unfit(f"{sent!r} is a built-in tool's name; another one would be right.", ".name")
    return sent


def _id(sent: str | None) -> str | None:
    """An id must come back to the page as it was, so it is squeezed at most, never cut or cleaned."""
    if sent is None or not (squeezed := " ".join(sent.split())):
        return None
    if len(squeezed) > LABEL:
        raise Unfit(f"It has {len(squeezed):,} characters; at most {LABEL} would be right.", ".id")
    if HIDDEN.search(squeezed):
        raise Unfit("It holds characters nobody can see; visible ones alone would be right.", ".id")
    return squeezed


def _consequence(sent: Json) -> Consequence:
    if sent is False or sent is True:
        return sent
    if sent == "confirm":
        return "confirm"
    raise Unfit(f'{str(sent)[:80]!r} is not known; false, true or "confirm" would be right.', ".consequential")


def _value(kind: Kind | None, sent: Json) -> FieldValue:
    try:
        return value_of(kind, sent)
    except TypeError as right:
        raise Unfit(f"It does not fit the kind {kind!r}; {right} would be right.", ".value") from right


def _option(sent: _Option) -> Option:
    label = cut(one_line(sent.label), LABEL) if sent.label else ""
    return Option(sent.value, label if label and label != sent.value else None)


def _control(raw: dict[str, Json], at: int) -> Control:
    try:
        return _typed(raw, Control)
    except Unfit as unfit:
        raise Unfit(str(unfit), f".controls[{at}]{unfit.path}") from unfit


def _schema(sent: Json, path: str) -> dict[str, Json]:
    try:
        return schemas.fit(sent)
    except Unacceptable as unfit:
        raise Unfit(str(unfit), path) from unfit


def _path(sent: str) -> str:
    """A path on the page's own origin, with at most one `:id`."""
    if (
        not sent.startswith("/")
        or sent.startswith("//")
        or "\\" in sent
        or HIDDEN.search(sent)
        or sent != "".join(sent.split())
    ):
        raise Unfit(f"{sent[:80]!r} is no path of this origin; one such as '/orders/:id' would be right.", ".path")
    if len(ID_SEGMENT.findall(sent)) > 1:
        raise Unfit("It has ':id' more than once; at most one would be right.", ".path")
    if len(sent) > PATH:
        raise Unfit(f"It has {len(sent):,} characters; at most {PATH:,} would be right.", ".path")
    return sent
