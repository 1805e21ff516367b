"""Remote tools in every state: cards of results, changes that ask once and deletions that ask twice, a host away."""

from collections.abc import Callable
from typing import Final

from app.contract import events as log
from app.contract.ids import Json, WorkspaceId
from app.contract.remote import DisplayCard, ProviderId, RemoteName, RemoteTool, Verb
from app.contract.tools import Answer, Change, Lent, ToolSpec
from app.samples.log import Sample

_SHOP: Final = ProviderId("shop")
_WORKSPACE: Final = WorkspaceId("ws_1")
_VERBS: Final[dict[str, Verb]] = {
    "find_products": "get",
    "create_order": "create",
    "update_order_note": "update",
    "delete_product": "delete",
}
_LONG: Final = "Everything there is to say of it, once more. " * 20
_MUG: Final = DisplayCard(
    "Fjord mug",
    "https://shop.example.com/products#FJD-02",
    image="https://shop.example.com/static/products/fjd-02.png",
    subtitle="$18.00 · 120 in stock",
    badges=("FJD-02", "Hand-thrown"),
)
_BASKET: Final = DisplayCard("Birch log basket", "https://shop.example.com/products#BLK-01", subtitle="$69.00")
_SOAP: Final = DisplayCard("Pine soap", "https://shop.example.com/products#PIN-06")


class _Remote(Sample):
    """A sample whose turn was lent the shop's tools."""

    def lends(self, *failed: str) -> "_Remote":
        tools = [
            RemoteTool(RemoteName(_SHOP, name), verb, "…", {"type": "object"}, "d" * 64)
            for name, verb in _VERBS.items()
        ]
        away = tuple(map(ProviderId, failed))
        self.append(log.RemoteLent(self.turn, _WORKSPACE, "req_1", tuple(tools), failed=away))
        lent = (Lent(ToolSpec(tool.key.name, "…", tool.input_schema), "remote", tool.key) for tool in tools)
        self.append(log.ToolsLent(self.turn, tuple(lent)))
        return self

    def starts(self) -> "_Remote":
        """The call is sent to the server."""
        self.append(log.CallStarted(self._call.id, "p_1"))
        return self

    def shows(self, text: str, *cards: DisplayCard, is_error: bool = False) -> "_Remote":
        """The server answers with cards."""
        self.append(log.CallAnswered(self._call.id, "answered", Answer(text, is_error), display=cards))
        return self

    def confirms(self) -> "_Remote":
        """The person agrees for the first time."""
        self.append(log.CallConfirming(self._call.id, "alice"))
        return self


def _asked(words: str, name: str, args: Json, *, failed: tuple[str, ...] = ()) -> _Remote:
    sample = _Remote()
    sample.says(words)
    sample.lends(*failed).step()
    sample.proposes(name, "remote", args)
    return sample


def looking_up() -> _Remote:
    return _asked("Find mugs", "find_products", {"query": "mug"}).starts()


def found() -> _Remote:
    shown = looking_up().shows('{"found":3}\n\n3 cards were shown to the user.', _MUG, _BASKET, _SOAP)
    shown.step(2).writes("The shop has three.", step=2).ends()
    return shown


def found_at_length() -> _Remote:
    long = DisplayCard("One title after the other " * 5, f"https://{'shop.' * 12}example.com/", None, _LONG[:100])
    wide = DisplayCard("W" * 120, "http://127.0.0.1:8000/", None, "w" * 100, tuple(f"{n}{'b' * 47}" for n in range(4)))
    return looking_up().shows("{}", long, wide)


def found_from_the_right() -> _Remote:
    return looking_up().shows(
        "{}", DisplayCard("كوب المضيق", "https://shop.example.com/", None, "١٨ دولارًا", ("جديد",))
    )


def found_hostile() -> _Remote:
    """What a host may send and nobody may be harmed by."""
    title = '"><img src=x onerror=alert(1)><b hx-get="/assist">\u202eevil'
    return looking_up().shows(
        "{}", DisplayCard(title, "https://xn--e1afmkfd.example/<script>", None, "<script>", ("{{ 7 }}",))
    )


def previewing() -> _Remote:
    args = {"customer": "Bo Ek", "city": "Malmö", "sku": "FJD-02", "quantity": 2}
    asked = _asked("Create an order for Bo Ek in Malmö: 2 Fjord mugs", "create_order", args)
    asked.holds("Place an order for Bo Ek in Malmö: 2 × Fjord mug, $36.00 in all.")
    return asked


def previewing_an_update() -> _Remote:
    asked = _asked("Note order 1041 as a gift.", "update_order_note", {"number": 1041, "note": "A gift."})
    asked.holds("Change the note of order 1041, Sami Niinistö, from nothing to “A gift.”.")
    return asked


def previewing_at_length() -> _Remote:
    asked = _asked("All of it.", "create_order", {"customer": _LONG, "city": "W" * 200, "sku": "", "quantity": 99})
    asked.holds(f"{_LONG}<b>Apply</b>\n\n{'W' * 300}")
    return asked


def previewing_a_deletion() -> _Remote:
    asked = _asked("Delete the product Walking stick", "delete_product", {"sku": "WLK-08"})
    asked.holds("Delete Walking stick (WLK-08) from the shop, with 22 in stock.")
    return asked


def confirming() -> _Remote:
    return previewing_a_deletion().confirms()


def executing() -> _Remote:
    decided = previewing()
    decided.decides(approved=True)
    return decided.starts()


def executed() -> _Remote:
    done = executing()
    done.answers('{"number":1043,"status":"waiting"}')
    done.step(2).writes("Order **1043** is placed.", step=2).ends()
    return done


def unanswered() -> _Remote:
    done = executing()
    done.answers('{"error":"create_order did not answer: it may or may not have happened."}', status="failed")
    return done


def told_an_error() -> _Remote:
    """The server took it, and says in its result that it did not work."""
    return executing().shows('{"error":"Out of stock."}', is_error=True)


def previewing_anew() -> _Remote:
    """Applied an hour later, when the host would do something else."""
    asked = previewing()
    asked.decides(approved=True)
    order = "Place an order for Bo Ek in Malmö: 2 × Fjord mug, ${} in all."
    before, now = order.format("36.00"), order.format("41.50")
    asked.holds(now, changes=[Change("label", before, now), Change("verb", "create", "update")])
    return asked


def kept() -> _Remote:
    done = confirming()
    done.decides(approved=False)
    done.answers(
        "The user declined delete_product. That is final: leave it unless they ask for it again.", status="declined"
    )
    return done


def away() -> _Remote:
    sample = _Remote()
    sample.says("Find mugs")
    sample.lends("desk", "stock").step().writes("The desk's tools are away; I can't look that up now.").ends()
    return sample


REMOTE: Final[dict[str, Callable[[], Sample]]] = {
    made.__name__: made
    for made in (
        *(looking_up, found, found_at_length, found_from_the_right, found_hostile, previewing, previewing_an_update),
        *(previewing_at_length, previewing_a_deletion, confirming, executing, executed, unanswered, kept, away),
        *(told_an_error, previewing_anew),
    )
}
"""All samples by name."""
