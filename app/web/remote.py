"""What remote tools show: the cards of a result, the two steps of a change, and a server that is away."""

from collections.abc import Sequence
from typing import Final

import httpx
from markupsafe import Markup

from app.contract.remote import DisplayCard
from app.conversations.items import Display
from app.conversations.thread import CallState, Unavailable
from app.outbound.links import ImageLinks
from app.web.arguments import draw_all_arguments
from app.web.dom import dom_id
from app.web.locally import listed
from app.web.plain import to_plain_line
from app.web.templating import Templates
from app.web.words import word

_MOST_PREVIEW: Final = 2_000
_IMAGES: Final = "/assist/images"


def draw_display(templates: Templates, item: Display, images: ImageLinks | None) -> Markup:
    """The cards of a result. Without `images`, none of them shows its image."""
    return templates.draw(
        "cards/display.html",
        id=dom_id(item.state.call.id, "display"),
        name=word("display.name"),
        cards=[_card(templates, card, _image(card, item, images)) for card in item.state.display or ()],
    )


def draw_unavailable(templates: Templates, item: Unavailable) -> Markup:
    """One line for the integrations that lend nothing this turn."""
    return templates.fragment(
        "remote/unavailable",
        id=dom_id("unavailable", item.seq),
        sentence=word("remote.unavailable", providers=listed(item.providers)),
    )


def draw_confirming(templates: Templates, state: CallState) -> Markup:
    """The second question about what is deleted, after the first yes."""
    assert state.hold is not None
    return templates.fragment(
        "approval/confirming",
        id=dom_id(state.call.id),
        ask=word("approval.confirm"),
        preview=to_plain_line(state.hold.label, limit=_MOST_PREVIEW),
        place=place_of(state),
        arguments=draw_all_arguments(templates, state),
        url=f"/assist/calls/{state.call.id}/decision",
        asking=state.asked,
        expires_at=state.expires_at,
    )


def place_of(state: CallState) -> str:
    """Whose words the preview is, and where it will be done."""
    assert state.remote is not None
    return word("approval.provider", provider=state.remote.key.provider, tool=state.remote.key.name)


def _card(templates: Templates, card: DisplayCard, image: str | None) -> Markup:
    return templates.fragment(
        "display/card",
        title=to_plain_line(card.title),
        url=card.url,
        host=_host(card.url),
        image=image,
        subtitle=to_plain_line(card.subtitle) if card.subtitle else None,
        badges=_lines(card.badges),
    )


def _image(card: DisplayCard, item: Display, images: ImageLinks | None) -> str | None:
    signed = images.sign(item.workspace, card.image) if images and card.image else None
    return f"{_IMAGES}/{signed}" if signed else None


def _lines(badges: Sequence[str]) -> list[str]:
    return [to_plain_line(badge) for badge in badges]


def _host(url: str) -> str:
    """Where the link really leads, as the address bar would say it."""
    parsed = httpx.URL(url)
    return parsed.netloc.decode("ascii")
