"""Cards in every state: short and long, empty and large, from left and from right, answered and left alone."""

from collections.abc import Callable
from typing import Final

from app.contract import events as log
from app.contract.ids import Json
from app.samples.log import Sample

SHOP: Final = "https://app.example.com"
_LONG: Final = (
    "Deliver to the side entrance on Kanalstraat, ring twice, and leave it with the neighbour at number 14 when nobody "
    "answers; she is home until six, and knows that a parcel is coming."
)
_WORD: Final = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2


def shows(name: str, args: Json, answer: str, *, value: Json = None, says: str = "Show me.") -> Sample:
    """A turn whose one card is shown."""
    return Sample().says(says).step().proposes(name, "card", args).answers(answer, value=value)


def linked() -> Sample:
    links = {
        "items": [
            {"to": "Order", "id": "1042", "title": "Order 1042", "gist": "Waiting for two days, the oldest"},
            {"to": "Orders", "title": "All orders", "gist": "Nine are waiting to ship"},
            {"to": "Settings", "title": "Settings"},
        ]
    }
    kept = {"origin": SHOP, "paths": ["/orders/1042", "/orders?status=waiting&sort=oldest", "/settings"]}
    said = "Showed the user links to Order 1042, All orders, Settings."
    return shows("show_links", links, said, value=kept, says="What should I look at next?")


def linked_at_length() -> Sample:
    links = {"items": [{"to": "Order", "title": _WORD, "gist": _LONG}, {"to": "Order", "title": "الطلب ١٠٤٢"}]}
    kept = {"origin": SHOP, "paths": ["/orders/1042", "/orders/a%2Fb"]}
    return shows("show_links", links, "Showed the user links to …", value=kept)


def choosing() -> Sample:
    return asks("Which order shall I ship first?", "Order 1042, the oldest", "Order 1039, the largest", "Neither")


def choosing_at_length() -> Sample:
    return asks(f"{_LONG} Shall I?", _LONG, _WORD, "بعد الظهر", "No")


def picked() -> Sample:
    return (
        choosing()
        .answers('The user picked "Order 1039, the largest".', value={"picked": "Order 1039, the largest"})
        .step(2)
        .writes("Then I ship 1039 first.", step=2)
        .ends()
    )


def unpicked() -> Sample:
    return (
        choosing()
        .answers("The user sent a message instead of picking.", status="undecided")
        .ends("completed", "superseded")
        .says("Actually, what is in 1039?")
        .step()
    )


def picked_too_late() -> Sample:
    return choosing().answers("The user did not pick in time.", status="expired")


def stopped_choosing() -> Sample:
    stopping = choosing()
    return (
        stopping.append(log.StopRequested(stopping.turn))
        .answers('{"error":"The user stopped the turn before offer_choices ran."}', status="failed")
        .ends("stopped")
    )


def tabled() -> Sample:
    columns = [
        {"key": "number", "label": "Order"},
        {"key": "customer", "label": "Customer"},
        {"key": "placed", "label": "Placed"},
        {"key": "total", "label": "Total"},
    ]
    rows = [
        {"number": 1042, "customer": "Ada Lovelace", "placed": "26 Nov", "total": "€129.00"},
        {"number": 1043, "customer": "Grace Hopper", "placed": "28 Nov", "total": "€54.50"},
        {"number": 1047, "customer": "Katherine Johnson", "placed": "29 Nov", "total": "€1,310.20"},
    ]
    return table("Waiting to ship", columns, rows, says="Show me the orders that wait, as a table.")


def tabled_large() -> Sample:
    columns = [{"key": f"c{at}", "label": f"Column {at}"} for at in range(1, 13)]
    rows = [
        {f"c{at}": at * number if at % 3 else f"Record {number} says {at}" for at in range(1, 13)}
        for number in range(1, 201)
    ]
    return table("200 records of 12 columns", columns, rows)


def tabled_empty() -> Sample:
    return table(None, [{"key": "a", "label": "Order"}, {"key": "b", "label": "Total"}], [])


def tabled_at_length() -> Sample:
    columns = [{"key": "a", "label": "Order"}, {"key": "b", "label": _LONG}, {"key": "c", "label": "Paid"}]
    rows = [{"a": _WORD, "b": _LONG, "c": True}, {"a": "", "c": None}, {"a": "1", "b": "2", "c": False}]
    return table(_LONG, columns, rows)


def tabled_from_the_right() -> Sample:
    columns = [{"key": "a", "label": "الطلب"}, {"key": "b", "label": "العميل"}, {"key": "c", "label": "المجموع"}]
    return table("طلبات بانتظار الشحن", columns, [{"a": "١٠٤٢", "b": "آدا لوفلايس", "c": 129.5}])


def specified() -> Sample:
    rows = [
        {"label": "Customer", "value": "Ada Lovelace, Utrecht"},
        {"label": "Placed", "value": "26 November"},
        {"label": "Status", "value": "Waiting to ship"},
        {"label": "Total", "value": "€129.00"},
        {"label": "Gift", "value": False},
    ]
    return spec("Order 1042", rows)


def specified_at_length() -> Sample:
    rows = [{"label": "Note", "value": _LONG}, {"label": _WORD, "value": _WORD}, {"label": "ملاحظة", "value": "لا شيء"}]
    return spec(_LONG, [*rows, {"label": "Coupon", "value": None}, {"label": "Weight", "value": 12.0}])


def compared() -> Sample:
    return compares(
        ["Waiting", "Total", "Items"],
        [
            ("Order 1042", "The oldest", ["4 days", "€129.00", "6"]),
            ("Order 1039", "The largest", ["2 days", "€310", "2"]),
        ],
        "Order 1042",
        "It has waited longest, and everything in it is in stock.",
    )


def compared_three() -> Sample:
    return compares(
        ["Arrives", "Costs", "Insured"],
        [
            ("Standard", "Cheapest", ["Friday", "€4.95", False]),
            ("Express", "Fastest", ["Tomorrow", "€14.95", True]),
            ("Pick-up point", "Most flexible", ["Wednesday", "€3.95", None]),
        ],
        "Express",
        "The customer asked for it by tomorrow.",
    )


def compared_at_length() -> Sample:
    return compares(
        [_LONG, _WORD],
        [(_WORD, _LONG, [_LONG, _WORD]), ("الخيار الثاني", "سريع", ["نعم", 2])],
        "الخيار الثاني",
        _LONG,
    )


def compared_on_nothing() -> Sample:
    return compares([], [("Yes", "Do it", []), ("No", "Leave it", [])], "No", "There is nothing to compare.")


def misfit() -> Sample:
    """A card that did not fit is told in the fold, and the next one is shown."""
    wrong = 'show_comparison got arguments its parameters reject: recommended: "C" is none of the options "A", "B"'
    return (
        Sample()
        .says("Compare A and B.")
        .step()
        .proposes("show_comparison", "card", {"recommended": "C"})
        .answers(f'{{"error": "{wrong.replace(chr(34), chr(92) + chr(34))}"}}', status="failed")
        .step(2)
        .proposes("show_spec", "card", {"title": "A", "rows": [{"label": "Costs", "value": "€1"}]})
        .answers("Showed the user a spec sheet.")
        .step(3)
        .writes("I could not set them side by side; this is A.", step=3)
        .ends()
    )


def asks(question: str, *options: str) -> Sample:
    """A turn that waits for a pick."""
    return (
        Sample()
        .says("Help me choose.")
        .step()
        .writes("There are a few ways to go on.")
        .proposes("offer_choices", "choice", {"question": question, "options": list(options)})
        .holds(question)
    )


def table(title: str | None, columns: Json, rows: Json, *, says: str = "Show me.") -> Sample:
    args = {"columns": columns, "rows": rows} | ({"title": title} if title else {})
    return shows("show_table", args, "Showed the user a table.", says=says)


def spec(title: str, rows: Json) -> Sample:
    return shows("show_spec", {"title": title, "rows": rows}, "Showed the user a spec sheet.", says="What is it?")


def compares(traits: list[str], options: list[tuple[str, str, Json]], recommended: str, reason: str) -> Sample:
    args = {
        "traits": traits,
        "options": [{"name": name, "headline": headline, "traits": each} for name, headline, each in options],
        "recommended": recommended,
        "reason": reason,
    }
    return shows("show_comparison", args, "Showed the user a comparison.", says="Which one?")


CARDS: Final[dict[str, Callable[[], Sample]]] = {
    made.__name__: made
    for made in (
        *(linked, linked_at_length, choosing, choosing_at_length, picked, unpicked, picked_too_late, stopped_choosing),
        *(tabled, tabled_empty, tabled_at_length, tabled_from_the_right),
        *(specified, specified_at_length, compared, compared_three, compared_at_length, compared_on_nothing, misfit),
    )
}
"""By name, card by card. The large table is shown alone: a conversation of it says no more."""
