"""The card of a call that asks first, and the receipt it leaves."""

from typing import Literal

from markupsafe import Markup

from app.conversations.thread import CallState
from app.web import activity
from app.web.arguments import draw_all_arguments, draw_arguments
from app.web.dom import dom_id
from app.web.plain import to_plain_line
from app.web.remote import draw_asking, place_of
from app.web.templating import Templates
from app.web.words import CATALOGUE, word

Receipt = Literal["running", "finished", "denied", "failed", "undecided", "expired"]


def draw_approval(templates: Templates, state: CallState) -> Markup:
    """The card of a held call while it waits, its receipt for ever after."""
    if not state.waits_for_person:
        return _receipt(templates, state)
    return draw_asking(templates, state) if state.remote else _pending(templates, state)


def receipt_of(state: CallState) -> Receipt:
    """What became of a call that asked first."""
    match state.status:
        case "declined":
            return "denied"
        case "undecided" | "expired" as undone:
            return undone
        case "proposed" | "held" | "confirming" | "running" | "answered" | "failed":
            if state.answer is None:
                return "running"
            return "failed" if activity.standing(state) == "failed" else "finished"


def _pending(templates: Templates, state: CallState) -> Markup:
    ask = f"approval.ask.{state.call.kind}"
    return templates.fragment(
        "approval/pending",
        id=dom_id(state.call.id),
        ask=word(ask if ask in CATALOGUE else "approval.ask.tool"),
        label=_label(state),
        place=_place(state),
        arguments=draw_all_arguments(templates, state),
        url=f"/assist/calls/{state.call.id}/decision",
    )


def _receipt(templates: Templates, state: CallState) -> Markup:
    receipt = receipt_of(state)
    return templates.fragment(
        "approval/receipt",
        id=dom_id(state.call.id),
        state=receipt,
        verdict=word(f"approval.{receipt}"),
        label=_label(state),
        place=_place(state),
        arguments=draw_arguments(templates, state),
        reason=activity.outcome(state) if receipt == "failed" else None,
        decided_at=state.decided.at if state.decided else None,
    )


def _label(state: CallState) -> str:
    assert state.hold is not None
    return to_plain_line(state.hold.label)


def _place(state: CallState) -> str | None:
    if state.remote:
        return place_of(state)
    return word("approval.place", path=to_plain_line(state.path)) if state.path else None
