"""The form in which a person puts the arguments of a held call otherwise: a control each, its fault beneath it."""

from typing import Final

from markupsafe import Markup

from app.tools.editing import Control, ControlKind, Filled, controls
from app.tools.misfits import Fault
from app.turns.edits import Editing
from app.web.approvals import ask_of, label_of
from app.web.dom import dom_id
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

PREFIX: Final = "argument."
"""Stands before an argument's name in the form, so that none is taken for a field of ours."""

_INPUTS: Final[dict[ControlKind, tuple[str, str]]] = {
    "line": ("text", "text"),
    "date": ("date", "text"),
    "number": ("text", "decimal"),
}


def put_editing(templates: Templates, editing: Editing, filled: Filled | None = None) -> Markup:
    """The form, in the place of the call's card."""
    drawn = draw_editing(templates, editing, filled)
    return templates.fragment("partial", target=dom_id(editing.state.call.id), html=drawn)


def draw_editing(templates: Templates, editing: Editing, filled: Filled | None) -> Markup:
    """The form over the call's arguments, or, with what is wrong, over what was `filled` in."""
    state = editing.state
    place, faults = dom_id(state.call.id), {fault.name: fault for fault in editing.faults}
    form = controls(editing.schema, state.call.args, filled)
    named = {control.name for control in form}
    first = next((control.name for control in form if control.name in faults), form[0].name if form else None)
    drawn = [
        _draw(templates, each, dom_id(place, "argument", at), faults.get(each.name), focused=each.name == first)
        for at, each in enumerate(form)
    ]
    whole = next((fault for fault in editing.faults if fault.name not in named), None)
    return templates.fragment(
        "approval/editing",
        id=place,
        ask=ask_of(state),
        label=label_of(state),
        fault=_sentence(whole) if whole else None,
        controls=drawn,
        asking=state.asked,
        url=f"/assist/calls/{state.call.id}/arguments",
        back_url=f"/assist/calls/{state.call.id}",
    )


def _draw(templates: Templates, control: Control, place: str, fault: Fault | None, *, focused: bool) -> Markup:
    hint = to_plain_line(control.hint) if control.hint else word("edit.json") if control.kind == "json" else None
    grouped = control.kind in {"choices", "tick"}
    if grouped:
        drawn = _boxes(templates, control, focused=focused)
    else:
        described = " ".join(f"{place}_{what}" for what, said in (("hint", hint), ("fault", fault)) if said)
        drawn = _input(templates, control, place, described or None, focused=focused, invalid=fault is not None)
    return templates.fragment(
        "control/group" if grouped else "control/field",
        id=place,
        label=to_plain_line(control.label),
        note=None if control.required or control.kind == "tick" else word("edit.optional"),
        hint=hint,
        fault=_sentence(fault) if fault else None,
        input=drawn,
    )


def _input(
    templates: Templates, control: Control, place: str, described: str | None, *, focused: bool, invalid: bool
) -> Markup:
    name = f"{PREFIX}{control.name}"
    value = (control.values or ("",))[0]
    marks = {"id": place, "name": name, "focused": focused, "invalid": invalid, "described": described}
    match control.kind:
        case "choice":
            empty = not control.required or not any(control.values)
            return templates.fragment("control/choice", options=_options(control), empty=empty, **marks)
        case "text" | "json":
            return templates.fragment("control/text", kind=control.kind, value=value, **marks)
        case _:
            kind, mode = _INPUTS[control.kind]
            return templates.fragment("control/line", type=kind, inputmode=mode, value=value, **marks)


def _boxes(templates: Templates, control: Control, *, focused: bool) -> Markup:
    tick = [("on", word("edit.yes"), bool(control.values))]
    options = tick if control.kind == "tick" else _options(control)
    return templates.fragment("control/boxes", name=f"{PREFIX}{control.name}", options=options, focused=focused)


def _options(control: Control) -> list[tuple[str, str, bool]]:
    return [(value, to_plain_line(title), value in control.values) for value, title in control.options]


def _sentence(fault: Fault) -> str:
    return word(f"edit.fault.{fault.code}", limit=fault.limit)
