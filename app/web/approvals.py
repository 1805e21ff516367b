"""The card of a call that asks first, and the receipt it leaves."""

from typing import Literal

from markupsafe import Markup

from app.contract.ids import CallId
from app.contract.tools import Change
from app.conversations.thread import CallState, Thread
from app.web import activity
from app.web.arguments import draw_all_arguments, draw_arguments
from app.web.dom import dom_id
from app.web.plain import to_plain_line
from app.web.remote import draw_confirming, place_of
from app.web.templating import Templates
from app.web.words import CATALOGUE, word

Receipt = Literal["running", "finished", "denied", "failed", "undecided", "expired"]

_MOST_PREVIEW = 2_000


def draw_approval(templates: Templates, state: CallState, origin: str) -> Markup:
    """
    The card of a held call while it waits, its receipt for ever after.

    origin: the panel's own. A page of the same one is linked by its path alone.
    """
    match state.status:
        case "held":
            return _pending(templates, state)
        case "confirming":
            return draw_confirming(templates, state)
        case _:
            return _receipt(templates, state, origin)


def draw_revoked(templates: Templates, thread: Thread, call: CallId, origin: str) -> str:
    """The receipts of an approval that was taken back, and of what went by it, each in its place."""
    affected = (each for each in thread.calls.values() if call in {each.call.id, each.under})
    return "".join(
        templates.fragment("partial", target=dom_id(each.call.id), html=draw_approval(templates, each, origin))
        for each in affected
    )


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


def verdict_of(state: CallState) -> str:
    """What became of it, in words."""
    return word("approval.unsure" if activity.is_unsure(state) else f"approval.{receipt_of(state)}")


def ask_of(state: CallState) -> str:
    """The question, in our words."""
    ask = f"approval.ask.{state.remote.verb if state.remote else state.call.kind}"
    return word(ask if ask in CATALOGUE else "approval.ask.tool")


def label_of(state: CallState) -> str:
    """What it is about: the page's label, the tool's description, or the host's preview."""
    assert state.hold is not None
    return to_plain_line(state.hold.label, limit=_MOST_PREVIEW)


def where(state: CallState) -> str | None:
    """The page's name, else its path; for a remote tool, its server; None when there was no page."""
    if state.remote:
        return place_of(state)
    place = to_plain_line(state.page or state.path or "")
    return word("approval.place", path=place) if place else None


def draw_place(templates: Templates, state: CallState, origin: str) -> str | Markup | None:
    """Where it was done, as a link where there is a page to go to."""
    place = where(state)
    if place is None or state.path is None or state.origin is None or state.path.startswith("//"):
        return place
    url = state.path if state.origin == origin else state.origin + state.path
    return templates.fragment("approval/place", url=url, place=place)


def draw_revoke(templates: Templates, state: CallState) -> Markup | None:
    """The way to take an approval back that stands; None where none does."""
    if not state.stands and state.under is None:
        return None
    url = f"/assist/calls/{state.under or state.call.id}/standing"
    return templates.fragment("approval/revoke", url=url, label=label_of(state))


def notes_of(state: CallState) -> list[str]:
    """What a person did about it beside deciding, one sentence each."""
    notes = [word("approval.edited", name=to_plain_line(state.edited.by))] if state.edited else []
    if state.under:
        notes.append(word("approval.under"))
    elif state.stands:
        notes.append(word("approval.stands"))
    elif state.revoked_at:
        notes.append(word("approval.revoked"))
    return notes


def decider_of(state: CallState) -> str | None:
    """Who decided, in words; None while nobody has."""
    return word("approval.by", name=to_plain_line(state.decided.by)) if state.decided else None


def _pending(templates: Templates, state: CallState) -> Markup:
    can_edit = state.call.kind in {"tool", "remote"} and bool(state.call.args)
    return templates.fragment(
        "approval/pending",
        id=dom_id(state.call.id),
        ask=ask_of(state),
        label=label_of(state),
        place=where(state),
        changes=_changes(templates, state) if state.changes else None,
        arguments=None if _says_it_all(state) else draw_all_arguments(templates, state),
        edit_url=f"/assist/calls/{state.call.id}/arguments" if can_edit else None,
        expires_at=state.expires_at,
        decision=_decision(templates, state),
    )


def _decision(templates: Templates, state: CallState) -> Markup:
    standing = f"approval.standing.{state.call.kind}"
    return templates.fragment(
        "approval/decision_anew" if state.changes else "approval/decision",
        url=f"/assist/calls/{state.call.id}/decision",
        asking=state.asked,
        standing=templates.fragment("approval/standing", sentence=word(standing)) if state.may_stand else None,
        approve=word("approval.apply" if state.remote else "approval.approve"),
        deny=word("approval.cancel" if state.remote else "approval.deny"),
    )


def _changes(templates: Templates, state: CallState) -> Markup:
    shown = [_change(state, change) for change in state.changes if change.what != "terms"]
    sentence = word("approval.changed" if shown else "approval.changed.terms")
    return templates.fragment("approval/changes", sentence=sentence, changes=shown)


def _change(state: CallState, change: Change) -> tuple[str, str, str]:
    what = "preview" if change.what == "label" and state.remote else change.what
    before, now = (to_plain_line(said or "", limit=_MOST_PREVIEW) for said in (change.before, change.now))
    if change.what == "verb":
        before, now = (word(f"approval.change.verb.{verb}") for verb in (before, now))
    return word(f"approval.change.{what}"), before or word("card.nothing"), now or word("card.nothing")


def _receipt(templates: Templates, state: CallState, origin: str) -> Markup:
    receipt = receipt_of(state)
    return templates.fragment(
        "approval/receipt",
        id=dom_id(state.call.id),
        state=receipt,
        verdict=verdict_of(state),
        label=label_of(state),
        reason=activity.outcome(state) if receipt == "failed" else None,
        notes=notes_of(state),
        place=draw_place(templates, state, origin),
        arguments=None if _says_it_all(state) else draw_arguments(templates, state),
        by=decider_of(state),
        decided_at=state.decided.at if state.decided else None,
        revoke=draw_revoke(templates, state),
    )


def _says_it_all(state: CallState) -> bool:
    """Whether the label names the thing already, so that its id beside it says nothing more."""
    args = state.call.args
    return state.call.kind == "action" and args.keys() == {"id"} and str(args["id"]) in label_of(state)
