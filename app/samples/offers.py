"""Pages that offer messages to begin with, and turns that end with what to ask next."""

from collections.abc import Callable
from typing import Final

from app.contract.events import FollowUpsSuggested
from app.contract.ids import DocumentId
from app.contract.page import OpenPage, PageAction, PageAsk, PageFacts, PageField, PageTool
from app.samples.conversations import finished
from app.samples.log import Sample

_FORM = {"type": "object"}


def shop() -> PageFacts:
    """An order of the shop."""
    return PageFacts(
        DocumentId("d_1"),
        1,
        "https://shop.example.com",
        "/orders/1042",
        page=OpenPage("Order 1042"),
        tools=(PageTool("filter_orders", "Show only the orders of one status, or all of them.", _FORM),),
        actions=(
            PageAction("ship_order", "Ship order 1041", "1041"),
            PageAction("ship_order", "Ship order 1042", "1042"),
        ),
        fields=(PageField("note", "Note", kind="multiline"),),
        asks=(PageAsk("Explain this order", "Explain order 1042 to me: what is in it, and what happens next?"),),
    )


def hostile() -> PageFacts:
    """One that would like to be markup."""
    evil = '"><img src=x onerror=alert(1)>\u202e'
    return PageFacts(
        DocumentId("d_1"),
        1,
        "https://shop.example.com",
        "/",
        tools=(PageTool("evil", evil * 40, _FORM),),
        asks=(PageAsk(evil, evil), PageAsk("word" * 80, "Long.")),
    )


def suggesting() -> Sample:
    """What one might ask next, as the model thought of it."""
    suggestions = ("Ship order 1042", "Why is it late?", "<b>Which</b> customer is that, and where does she live?")
    done = finished()
    return done.append(FollowUpsSuggested(done.turn, suggestions))


def went_on() -> Sample:
    """It was not taken up."""
    return suggesting().says("Never mind.").step()


OFFERS: Final[dict[str, Callable[[], Sample]]] = {made.__name__: made for made in (suggesting, went_on)}
