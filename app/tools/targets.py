"""
What a call of the page points at: the tool, the action or the field behind its name and arguments.

Resolved afresh from the facts whenever a call is to be made, so that what is pressed is what is offered now.
"""

from typing import TypeAlias

from app.contract.ids import Json
from app.contract.page import PageAction, PageFacts, PageField, PageTool
from app.contract.tools import Answer, ProposedCall, ToolSpec
from app.pages import offered
from app.pages.values import listed
from app.tools.answers import error, no_longer_offers

Target: TypeAlias = PageTool | PageAction | PageField


def target_of(call: ProposedCall, facts: PageFacts) -> Target | Answer:
    """
    What the call points at, or the answer that says why it points at nothing.

    The name itself is lent: the router has seen to that. Arguments fit the lent schema.
    """
    match call.kind:
        case "action" | "field":
            return _one(call, facts)
        case _:
            return offered.tool(facts, call.name) or no_longer_offers(call.name, facts)


def target_id(target: Target) -> str | None:
    """The id the page knows an action or field by."""
    return target.id if isinstance(target, PageAction | PageField) else None


def unknown_id(call: ProposedCall, facts: PageFacts) -> Answer | None:
    """The seed's answer for an id that is none of a name's ids now; None when the id is known, or there is none."""
    wanted = call.args.get("id")
    same_name = _same_name(call, facts)
    if not isinstance(wanted, str) or not same_name or offered.by_id(same_name, wanted):
        return None
    return error(offered.unknown_id(call.name, wanted, same_name))


def with_lent_id(args: dict[str, Json], spec: ToolSpec) -> dict[str, Json]:
    """
    The arguments as the lent schema can judge them: an id the page has now, but did not have then, is none of
    its business.
    """
    lent_ids = spec.input_schema.get("properties", {}).get("id", {}).get("enum")
    if not lent_ids or not isinstance(args.get("id"), str):
        return args
    return {**args, "id": lent_ids[0]}


def _same_name(call: ProposedCall, facts: PageFacts) -> tuple[PageAction, ...] | tuple[PageField, ...]:
    match call.kind:
        case "action":
            return offered.actions(facts, call.name)
        case "field":
            return offered.fields(facts, call.name)
        case _:
            return ()


def _one(call: ProposedCall, facts: PageFacts) -> PageAction | PageField | Answer:
    same_name = _same_name(call, facts)
    found = offered.by_id(same_name, call.args.get("id"))
    ids = listed([entry.id for entry in same_name if entry.id is not None], ", ")
    return found or error(f"{call.name} needs the id of one of these: {ids}.")
