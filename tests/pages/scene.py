"""Pages to test with: the two worked examples of the model-context document, and bare ones made to order."""

from pathlib import Path

from app.contract.ids import DocumentId, Json
from app.contract.page import OpenPage, PageAction, PageFacts, PageField
from app.pages.announcement import Announced, read, read_facts

EXAMPLES = Path(__file__).parent / "examples"


def example(name: str) -> PageFacts:
    """The facts of a worked example, as announced and read without a fault."""
    announced = read((EXAMPLES / f"{name}.json").read_bytes())
    assert announced.faults == ()
    return announced.facts


def page(
    *, name: str = "Orders", actions: tuple[PageAction, ...] = (), fields: tuple[PageField, ...] = ()
) -> PageFacts:
    """A page that lends these and nothing else."""
    return PageFacts(
        document=DocumentId("d_1"),
        seq=1,
        origin="https://app.example.com",
        path="/orders",
        page=OpenPage(name),
        actions=actions,
        fields=fields,
    )


def announced(**parts: Json) -> Announced:
    """What is kept of an announcement with these parts."""
    whole: Json = {"document": "d_1", "seq": 1, "origin": "https://app.example.com", "path": "/orders"}
    return read_facts({**whole, **parts})


def faults(**parts: Json) -> list[tuple[str, str]]:
    """The faults of an announcement with these parts, as paths and messages."""
    return [(fault.path, fault.message) for fault in announced(**parts).faults]
