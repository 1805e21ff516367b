"""Pages that offer messages to begin with, and tools to name in one."""

from app.contract.ids import DocumentId
from app.contract.page import OpenPage, PageAction, PageAsk, PageFacts, PageField, PageTool

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
