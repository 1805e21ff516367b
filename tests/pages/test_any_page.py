"""Whatever a page sends, it is read or refused; and a large page is read quickly."""

import contextlib
import json
import time

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as any_of

from app.contract.ids import Json
from app.contract.page import PageFacts
from app.errors import Malformed, TooLarge, Unacceptable
from app.pages.announcement import read, read_facts
from app.pages.lent import lent, lent_by_page
from app.pages.note import note

scalars = any_of.none() | any_of.booleans() | any_of.integers() | any_of.text(max_size=8)
values = any_of.recursive(
    scalars | any_of.sampled_from(["confirm", "object", "checkbox", "choices", "text", "/a/:id", "go_to_page", "a"]),
    lambda inner: any_of.lists(inner, max_size=3) | any_of.dictionaries(any_of.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
keys = any_of.sampled_from(
    [
        "name",
        "id",
        "label",
        "kind",
        "value",
        "options",
        "consequential",
        "parameters",
        "controls",
        "type",
        "path",
        "page",
    ]
)
entries = any_of.lists(any_of.dictionaries(keys, values, max_size=6) | values, max_size=4)
announcements = any_of.fixed_dictionaries(
    {"document": any_of.just("d_1"), "seq": any_of.just(1)},
    optional={
        "page": values,
        "tools": entries,
        "actions": entries,
        "fields": entries,
        "destinations": entries,
        "destinations_description": values,
    },
)


@settings(max_examples=300, deadline=None)
@given(announcements)
def test_whatever_is_kept_can_be_stored_noted_and_lent(raw: Json) -> None:
    facts = read_facts(raw).facts

    assert facts == msgspec.json.decode(msgspec.json.encode(facts), type=PageFacts)
    msgspec.json.encode([note(facts), lent(facts)])
    names = [tool.spec.name for tool in lent(facts)]
    assert len(names) == len(set(names))


@settings(max_examples=300, deadline=None)
@given(any_of.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
def test_whatever_is_no_announcement_is_refused_as_one_of_ours(body: bytes) -> None:
    with contextlib.suppress(Malformed, TooLarge, Unacceptable):
        assert read(body).facts.document


def large() -> bytes:
    """A page of 2,000 annotated elements: half of them actions, half fields."""
    page: Json = {"document": "d_1", "seq": 1, "origin": "https://app.example.com", "path": "/orders"}
    actions = [{"name": "ship_order", "id": str(at), "label": f"Ship order {at}"} for at in range(1_000)]
    fields = [{"name": f"note_{at}", "label": f"Note {at}", "kind": "text", "value": "Hi"} for at in range(1_000)]
    return json.dumps({**page, "page": {"name": "Orders"}, "actions": actions, "fields": fields}).encode()


def test_a_page_of_2000_elements_is_read_noted_and_lent_whole() -> None:
    body = large()
    read(body)
    began = time.process_time()

    facts = read(body).facts
    after_reading = time.process_time()
    noted, tools = note(facts), lent_by_page(facts)

    ended = time.process_time()
    print(f"read {(after_reading - began) * 1e3:.1f} ms, note and tools {(ended - after_reading) * 1e3:.1f} ms of CPU")
    assert noted.count(", now ") == 1_000
    assert len(tools) == 1_001
