"""
A user's inbox as the panel shows it: how many proposals wait, their cards, and the receipts of the last ones decided.

A proposal's text is a host's: it is drawn as text, whatever it says.
"""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from app.contract.hosttools import Proposal
from app.contract.ids import ProposalId
from app.contract.people import Owner
from app.contract.signals import InboxChanged
from app.hosttools.proposals import Decisions
from app.web.arguments import pairs_of
from app.web.dom import INBOX, dom_id
from app.web.frames import frame
from app.web.plain import to_plain_line, without_direction
from app.web.templating import Templates
from app.web.words import counted, word

MOST_SHOWN: Final = 50
"""Who has as many waiting is told that there may be more."""

_MOST_RECEIPTS: Final = 10


class Inboxes:
    """Draws inboxes and what changes in them."""

    def __init__(self, templates: Templates) -> None:
        self._draw = templates.fragment

    def draw(self, proposals: Sequence[Proposal]) -> Markup:
        """The whole inbox: one element, empty when nothing is in it."""
        if not proposals:
            return self._draw("inbox/empty", id=INBOX)
        cards = [self.card(each) for each in shown(proposals)]
        waiting = _waiting(proposals)
        return self._draw("inbox/inbox", id=INBOX, count=self._count(waiting), waiting=waiting, cards=cards)

    def redraw(self, proposals: Sequence[Proposal]) -> str:
        """The whole inbox, put in its place."""
        return self._draw("partial", target=INBOX, html=self.draw(proposals))

    def changed(self, proposal: Proposal, proposals: Sequence[Proposal]) -> str:
        """One proposal's card, and how many wait now, each in its place."""
        card = self._draw("partial", target=_card_id(proposal), html=self.card(proposal))
        return card + self._draw("partial", target=dom_id(INBOX, "count"), html=self._count(_waiting(proposals)))

    def card(self, proposal: Proposal) -> Markup:
        """The card while it waits, the receipt for ever after."""
        said_by = word("message.host", tool=to_plain_line(proposal.tool.name))
        title, body = to_plain_line(proposal.change.title), without_direction(proposal.change.body)
        if proposal.status == "open":
            return self._draw(
                "proposal/open",
                id=_card_id(proposal),
                said_by=said_by,
                created_at=proposal.created_at,
                title=title,
                body=body,
                carried=self._carried(proposal),
                url=f"/assist/proposals/{proposal.id}/decision",
            )
        return self._draw(
            "proposal/receipt",
            id=_card_id(proposal),
            state=proposal.status,
            verdict=word(f"proposal.{proposal.status}"),
            said_by=said_by,
            title=title,
            body=body,
            detail=to_plain_line(proposal.detail, limit=2_000) if proposal.detail else None,
            decided_at=proposal.decided_at,
        )

    def _carried(self, proposal: Proposal) -> Markup | None:
        pairs = pairs_of(proposal.change.payload)
        if not pairs:
            return None
        return self._draw("call/arguments", id=f"{_card_id(proposal)}_payload", arguments=pairs)

    def _count(self, waiting: int) -> Markup:
        code = "inbox.many" if waiting == MOST_SHOWN else "inbox.waiting"
        sentence = counted(code, waiting) if waiting else word("inbox.none")
        return self._draw("inbox/count", id=dom_id(INBOX, "count"), waiting=waiting, sentence=sentence)


class InboxReader:
    """One stream's view of its user's inbox, as frames without a number: it is drawn anew at each connect."""

    def __init__(self, decisions: Decisions, inboxes: Inboxes, owner: Owner) -> None:
        self._decisions = decisions
        self._inboxes = inboxes
        self._owner = owner
        self._drawn: frozenset[ProposalId] = frozenset()

    async def begin(self) -> bytes:
        """The inbox as it stands; nothing when nothing is in it."""
        found = await self._decisions.inbox(self._owner, limit=MOST_SHOWN)
        return self._whole(found) if found else b""

    async def changed(self, signal: InboxChanged) -> bytes:
        """What a change shows: a card in its place, or, when it has none yet, the inbox with it."""
        found = await self._decisions.inbox(self._owner, limit=MOST_SHOWN)
        changed = next((each for each in found if each.id == signal.proposal), None)
        if changed is None or changed.id not in self._drawn:
            return self._whole(found)
        return frame(self._inboxes.changed(changed, found))

    def _whole(self, found: Sequence[Proposal]) -> bytes:
        self._drawn = frozenset(each.id for each in shown(found))
        return frame(self._inboxes.redraw(found))


def shown(proposals: Sequence[Proposal]) -> list[Proposal]:
    """All that wait, and the last few that were decided."""
    waiting = [each for each in proposals if each.status == "open"]
    return waiting + [each for each in proposals if each.status != "open"][:_MOST_RECEIPTS]


def _waiting(proposals: Sequence[Proposal]) -> int:
    return sum(each.status == "open" for each in proposals)


def _card_id(proposal: Proposal) -> str:
    return dom_id("proposal", proposal.id[2:])
