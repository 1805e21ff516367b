"""The entries of an announcement: its page, a tool, an action, a field or a destination, checked and cleaned."""

from app.contract.ids import Json
from app.contract.page import Control, Destination, Kind, OpenPage, PageAction, PageAsk, PageField, PageTool
from app.pages import controls
from app.pages.checks import (
    LABEL,
    consequence_of,
    consequential_field,
    id_of,
    length_of,
    name_of,
    option_of,
    path_of,
    schema_of,
    value_of,
)
from app.pages.faults import Faults, Unfit
from app.pages.sent import SentAction, SentField, SentPage, SentTool, typed
from app.pages.text import cut, one_line, prose

DESCRIPTION = 2_000
INSTRUCTIONS = 8_000

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


class Entry:
    """One entry as it was sent, and where it stands. Each `read_…` gives its kept form or raises `Unfit`."""

    def __init__(self, at: str, raw: Json, faults: Faults) -> None:
        self._at = at
        self._raw = raw
        self._faults = faults

    def read_page(self) -> OpenPage:
        sent = typed(self._raw, SentPage)
        name = self._cut(".name", one_line(sent.name), LABEL)
        if not name:
            raise Unfit("It is empty; the page's name would be right.", ".name")
        return OpenPage(name, self._cut(".instructions", prose(sent.instructions), INSTRUCTIONS), sent.content)

    def read_tool(self) -> PageTool:
        sent = typed(self._raw, SentTool)
        name = name_of(sent.name)
        description = self._cut(".description", prose(sent.description), DESCRIPTION) or name
        consequential = consequence_of(sent.consequential) is not False
        if sent.controls is None:
            return PageTool(name, description, schema_of(sent.parameters, ".parameters"), consequential)
        form = controls.of_form([_control(each, at) for at, each in enumerate(sent.controls)])
        return PageTool(name, description, schema_of(form.parameters, ".controls"), consequential, form.renamed)

    def read_action(self) -> PageAction:
        sent = typed(self._raw, SentAction)
        return PageAction(
            name=name_of(sent.name),
            label=self._label(sent.label, sent.name),
            id=id_of(sent.id),
            consequential=consequence_of(sent.consequential),
            disabled=sent.disabled,
            showing=sent.showing,
        )

    def read_field(self) -> PageField:
        sent = typed(self._raw, SentField)
        kind = self._kind(sent.kind)
        value = value_of(kind, sent.value)
        return PageField(
            name=name_of(sent.name),
            label=self._label(sent.label, sent.name),
            id=id_of(sent.id),
            kind=kind,
            value=value,
            length=length_of(value, sent.length),
            options=None if sent.options is None else tuple(option_of(each) for each in sent.options),
            consequential=consequential_field(sent.consequential),
            disabled=sent.disabled,
            readonly=sent.readonly,
            showing=sent.showing,
        )

    def read_destination(self) -> Destination:
        sent = typed(self._raw, Destination)
        name = self._cut(".name", one_line(sent.name), LABEL)
        if not name:
            raise Unfit("It is empty; the name of a page would be right.", ".name")
        return Destination(name, path_of(sent.path))

    def read_ask(self) -> PageAsk:
        sent = typed(self._raw, PageAsk)
        text = self._cut(".text", prose(sent.text), DESCRIPTION)
        if not text:
            raise Unfit("It is empty; the message to send would be right.", ".text")
        return PageAsk(self._label(sent.label, cut(one_line(text), LABEL)), text)

    def _label(self, sent: str, otherwise: str) -> str:
        return self._cut(".label", one_line(sent), LABEL) or otherwise

    def _cut(self, part: str, text: str, most: int) -> str:
        if len(text) > most:
            self._faults.add(f"{self._at}{part}", f"It has {len(text):,} characters; it was cut to {most:,}.")
        return cut(text, most)

    def _kind(self, sent: str | None) -> Kind | None:
        if sent is not None and sent not in _KINDS:
            known = ", ".join(_KINDS)
            self._faults.add(f"{self._at}.kind", f"{sent[:80]!r} is none of {known}; so the field is only pointed out.")
        return _KINDS.get(sent) if sent is not None else None


def _control(raw: dict[str, Json], at: int) -> Control:
    try:
        return typed(raw, Control)
    except Unfit as unfit:
        raise Unfit(str(unfit), f".controls[{at}]{unfit.path}") from unfit
