"""Reading an announcement: what is kept, what is dropped, and what is said about it."""

import json

import pytest

from app.contract.ids import Json
from app.contract.page import Destination, OpenPage, Option, PageAction, PageField
from app.errors import Malformed, TooLarge, Unacceptable
from app.pages.announcement import read, read_facts
from tests.pages.scene import announced, example, faults

WHOLE: Json = {"document": "d_1", "seq": 1, "origin": "https://app.example.com", "path": "/"}


def body(**parts: Json) -> bytes:
    return json.dumps({**WHOLE, **parts}).encode()


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"nonsense",
        b"[]",
        b'"page"',
        b"null",
        b"{",
        b'{"document": "d_1", "seq": NaN}',
        b'{"document": "d_1", "seq": 1e999}',
        b'{"document": "d_1", "seq": ' + b"1" * 5_000 + b"}",
        b'{"a": "\xff"}',
        b'{"a": ' * 80_000,
        b"[" * 400_000,
    ],
)
def test_what_is_no_json_object_is_malformed(sent: bytes) -> None:
    with pytest.raises(Malformed):
        read(sent)


@pytest.mark.parametrize(
    "parts",
    [
        {"document": None},
        {"document": ""},
        {"document": 3},
        {"document": "d 1"},
        {"document": "d" * 101},
        {"seq": None},
        {"seq": "7"},
        {"seq": -1},
        {"seq": True},
        {"seq": 1.5},
        {"seq": 2**53},
    ],
)
def test_what_does_not_say_which_document_speaks_is_no_announcement(parts: dict[str, Json]) -> None:
    with pytest.raises(Unacceptable):
        read(body(**parts))


@pytest.mark.parametrize("sent", [None, [], "page", 3])
def test_facts_that_ride_along_are_an_object(sent: Json) -> None:
    with pytest.raises(Unacceptable):
        read_facts(sent)


def test_more_than_512_kib_are_too_large() -> None:
    assert read(body() + b" " * (512 * 1024 - len(body()))).faults == ()
    with pytest.raises(TooLarge, match="at most 512 KiB"):
        read(body() + b" " * 512 * 1024)


def test_the_least_announcement_lends_nothing() -> None:
    facts = read(body()).facts

    assert (facts.document, facts.seq, facts.page) == ("d_1", 1, None)
    assert (facts.tools, facts.actions, facts.fields, facts.destinations) == ((), (), (), ())


def test_the_contracts_own_example_is_kept_whole() -> None:
    facts = example("settings")

    assert facts.page is not None
    assert facts.page.content
    assert facts.actions == (PageAction("save_settings", "Save"),)
    assert facts.fields[1] == PageField(
        "setting", "Currency", "currency", "choice", "USD", (Option("USD", "US dollar"), Option("EUR", "Euro"))
    )
    assert facts.destinations[1] == Destination("Order", "/orders/:id")


def test_unknown_keys_are_ignored() -> None:
    kept = announced(later=1, actions=[{"name": "a", "label": "A", "later": {}}])

    assert (kept.facts.actions, kept.faults) == ((PageAction("a", "A"),), ())


def test_one_bad_entry_silences_nothing_else() -> None:
    kept = announced(
        page={"name": "Orders"},
        actions=[{"name": "a", "label": "A"}, {"name": "b c", "label": "B"}, 3, {"name": "d", "label": "D"}],
    )

    assert [action.name for action in kept.facts.actions] == ["a", "d"]
    assert [fault.path for fault in kept.faults] == ["actions[1].name", "actions[2]"]


def test_null_counts_as_absent() -> None:
    sent = {"name": "a", "label": "A", "id": None, "consequential": None, "disabled": None, "showing": None}

    assert announced(tools=None, actions=[sent]).facts.actions == (PageAction("a", "A"),)


@pytest.mark.parametrize("name", ["", "a b", "a.b", "ä", "a" * 65, "ship\n", "a/b", "-\u200b"])
@pytest.mark.parametrize("key", ["tools", "actions", "fields"])
def test_a_name_is_made_of_64_plain_characters_at_most(key: str, name: str) -> None:
    [(path, message)] = faults(**{key: [{"name": name, "label": "A", "parameters": {"type": "object"}}]})

    assert path == f"{key}[0].name"
    assert "letters, digits" in message


@pytest.mark.parametrize("name", ["get_page_content", "go_to_page", "show_links", "offer_choices", "show_comparison"])
def test_a_built_ins_name_is_nobody_elses(name: str) -> None:
    [(path, message)] = faults(actions=[{"name": name, "label": "A"}])

    assert path == "actions[0].name"
    assert "built-in" in message


def test_two_kinds_under_one_name_keep_the_first_kind() -> None:
    kept = announced(
        tools=[{"name": "save", "parameters": {"type": "object"}}],
        actions=[{"name": "save", "label": "Save"}, {"name": "ship", "label": "Ship"}],
        fields=[{"name": "ship", "label": "Ship to", "kind": "text", "value": ""}],
    )

    assert [(fault.path, fault.message.split(";")[0]) for fault in kept.faults] == [
        ("actions[0].name", "'save' is already a tool"),
        ("fields[0].name", "'ship' is already an action"),
    ]
    assert [each.name for each in (*kept.facts.tools, *kept.facts.actions, *kept.facts.fields)] == ["save", "ship"]


def test_two_tools_of_one_name_keep_the_first() -> None:
    tools = [{"name": "filter", "description": at, "parameters": {"type": "object"}} for at in ("one", "two")]

    kept = announced(tools=tools)

    assert [tool.description for tool in kept.facts.tools] == ["one"]
    assert [fault.path for fault in kept.faults] == ["tools[1].name"]


def test_of_two_with_the_same_id_the_first_is_kept() -> None:
    kept = announced(
        actions=[{"name": "ship", "id": each, "label": label} for each, label in (("1", "A"), ("1", "B"), ("2", "C"))]
    )

    assert [action.label for action in kept.facts.actions] == ["A", "C"]
    assert [fault.path for fault in kept.faults] == ["actions[1].id"]


def test_same_name_entries_without_an_id_are_dropped_for_there_is_no_telling_which() -> None:
    kept = announced(fields=[{"name": "f", "id": each, "label": "F", "kind": "text"} for each in (None, "1", "")])

    assert [field.id for field in kept.facts.fields] == ["1"]
    assert [fault.path for fault in kept.faults] == ["fields[0].id", "fields[2].id"]


def test_ids_that_differ_only_in_white_space_are_the_same() -> None:
    [(path, _)] = faults(actions=[{"name": "a", "id": each, "label": "A"} for each in ("x y", " x \n y ")])

    assert path == "actions[1].id"


@pytest.mark.parametrize("sent", ["x" * 201, "1\u202e2", "1\u200b", 3, ["1"]])
def test_an_id_that_could_not_come_back_as_it_was_drops_its_entry(sent: Json) -> None:
    [(path, _)] = faults(actions=[{"name": "a", "id": sent, "label": "A"}])

    assert path == "actions[0].id"


@pytest.mark.parametrize("marker", ["yes", "true", "", 1, 0, {}, ["confirm"]])
@pytest.mark.parametrize("key", ["tools", "actions", "fields"])
def test_an_unknown_consequential_drops_its_entry(key: str, marker: Json) -> None:
    [(path, message)] = faults(
        **{key: [{"name": "a", "label": "A", "parameters": {"type": "object"}, "consequential": marker}]}
    )

    assert path == f"{key}[0].consequential"
    assert 'false, true or "confirm" would be right' in message


def test_a_field_cannot_ask_first() -> None:
    [(path, message)] = faults(fields=[{"name": "f", "label": "F", "kind": "text", "consequential": "confirm"}])

    assert path == "fields[0].consequential"
    assert "true would be right" in message


@pytest.mark.parametrize("marker", [True, "confirm"])
def test_a_tool_asks_first_either_way(marker: Json) -> None:
    kept = announced(tools=[{"name": "t", "parameters": {"type": "object"}, "consequential": marker}])

    assert kept.facts.tools[0].consequential is True


@pytest.mark.parametrize(
    ("kind", "value"),
    [("text", 3), ("text", True), ("checkbox", "yes"), ("choices", "a"), ("choices", [1]), ("choice", [])],
)
def test_a_value_that_does_not_fit_its_kind_drops_the_field(kind: str, value: Json) -> None:
    [(path, message)] = faults(fields=[{"name": "f", "label": "F", "kind": kind, "value": value}])

    assert path == "fields[0].value"
    assert "would be right" in message


@pytest.mark.parametrize(
    ("sent", "kept"), [(700_000, 700_000), (5, None), (-1, None), (True, None), ("9", None), (None, None)]
)
def test_a_length_is_kept_where_more_was_left_out_than_came(sent: Json, kept: int | None) -> None:
    [field] = announced(
        fields=[{"name": "f", "label": "F", "kind": "text", "value": "12345", "length": sent}]
    ).facts.fields

    assert (field.value, field.length) == ("12345", kept)


def test_the_value_of_no_known_kind_is_never_kept() -> None:
    kept = announced(fields=[{"name": "pin", "label": "PIN", "kind": None, "value": "1234"}])

    assert kept.facts.fields == (PageField("pin", "PIN", kind=None, value=None),)


def test_an_unknown_kind_is_only_pointed_out() -> None:
    kept = announced(fields=[{"name": "sign", "label": "Sign", "kind": "signature", "value": "x"}])

    assert kept.facts.fields == (PageField("sign", "Sign", kind=None, value=None),)
    assert [fault.path for fault in kept.faults] == ["fields[0].kind"]


def test_a_type_fault_says_where_it_is_and_what_would_be_right() -> None:
    field = {"name": "f", "label": "F", "kind": "choice", "options": [{"value": "a"}, {"value": 2}]}

    assert faults(fields=[field], actions=[{"label": "A"}]) == [
        ("actions[0].name", "It is missing."),
        ("fields[0].options[1].value", "It is a whole number; a string would be right."),
    ]


def test_what_is_too_long_is_cut_and_said() -> None:
    kept = announced(
        page={"name": "N" * 201, "instructions": "i" * 8_001},
        tools=[{"name": "t", "description": "d" * 2_001, "parameters": {"type": "object"}}],
        actions=[{"name": "a", "label": "l" * 201}],
    )

    assert isinstance(kept.facts.page, OpenPage)
    assert [len(kept.facts.page.name), len(kept.facts.page.instructions)] == [200, 8_000]
    assert [len(kept.facts.tools[0].description), len(kept.facts.actions[0].label)] == [2_000, 200]
    assert {fault.path: fault.message for fault in kept.faults} == {
        "tools[0].description": "It has 2,001 characters; it was cut to 2,000.",
        "actions[0].label": "It has 201 characters; it was cut to 200.",
        "page.name": "It has 201 characters; it was cut to 200.",
        "page.instructions": "It has 8,001 characters; it was cut to 8,000.",
    }


@pytest.mark.parametrize(
    ("key", "most"), [("tools", 200), ("actions", 2_000), ("fields", 2_000), ("destinations", 500)]
)
def test_entries_past_the_most_are_dropped_and_counted(key: str, most: int) -> None:
    def entry(at: int) -> Json:
        return {"name": f"e{at}", "label": "E", "path": "/", "parameters": {"type": "object"}}

    kept = announced(**{key: [entry(at) for at in range(most + 3)]})

    assert len(getattr(kept.facts, key)) == most
    assert [(fault.path, fault.message) for fault in kept.faults] == [
        (key, f"A page lends at most {most:,}; the last 3 were dropped.")
    ]


def test_faults_past_100_are_only_counted() -> None:
    found = faults(actions=[3] * 1_500)

    assert len(found) == 101
    assert found[-1] == ("", "And 1,400 more faults.")


def test_labels_ids_and_names_hold_single_spaces_and_nothing_hidden() -> None:
    kept = announced(
        page={"name": " Order\n 1042 "},
        actions=[{"name": "a", "id": " 10  42 ", "label": "Ship\u202e\n it"}],
    )

    assert kept.facts.page == OpenPage("Order 1042")
    assert kept.facts.actions == (PageAction("a", "Ship it", "10 42"),)


def test_an_empty_label_falls_back_to_the_name() -> None:
    assert announced(actions=[{"name": "ship", "label": "\u200b "}]).facts.actions == (PageAction("ship", "ship"),)


@pytest.mark.parametrize("key", ["tools", "actions", "fields", "destinations"])
def test_what_is_no_list_is_said_and_lends_nothing(key: str) -> None:
    assert faults(**{key: {"name": "a"}}) == [(key, "It is no list.")]


@pytest.mark.parametrize("page", ["Orders", [], {"instructions": "x"}, {"name": ""}, {"name": " "}, {"name": 3}])
def test_a_page_that_does_not_say_its_name_has_not_introduced_itself(page: Json) -> None:
    kept = announced(page=page, actions=[{"name": "a", "label": "A"}])

    assert kept.facts.page is None
    assert kept.facts.actions == (PageAction("a", "A"),)
    assert [fault.path.partition(".")[0] for fault in kept.faults] == ["page"]


@pytest.mark.parametrize(
    "path",
    [
        "orders",
        "https://evil.example/",
        "//evil.example",
        "/\\evil",
        "javascript:alert(1)",
        "",
        "/a b",
        "/a\n",
        "/:id/:id",
    ],
)
def test_a_destination_is_a_path_of_this_origin_with_one_id_at_most(path: str) -> None:
    [(where, _)] = faults(destinations=[{"name": "Orders", "path": path}])

    assert where == "destinations[0].path"


def test_the_first_of_two_destinations_of_one_name_is_kept() -> None:
    kept = announced(destinations=[{"name": "Order", "path": path} for path in ("/a/:id", "/b/:id")])

    assert kept.facts.destinations == (Destination("Order", "/a/:id"),)
    assert [fault.path for fault in kept.faults] == ["destinations[1].name"]


@pytest.mark.parametrize(
    "origin", [None, "", "app.example.com", "javascript://x", "https://a.example/x", "https://u@a.example"]
)
def test_an_origin_that_is_none_is_said_and_not_kept(origin: Json) -> None:
    kept = announced(origin=origin)

    assert kept.facts.origin == ""
    assert [fault.path for fault in kept.faults] == ["origin"]


def test_half_an_emoji_silences_no_page() -> None:
    sent = b'{"document":"d_1","seq":1,"origin":"https://a.example","path":"/","fields":[{"name":"f","label":"F","kind":"text","value":"%s"}]}'

    def value(escaped: bytes) -> Json:
        return read(sent % escaped).facts.fields[0].value

    assert value(rb"a\ud83d") == "a\ufffd"
    assert value(rb"\uDE00b") == "\ufffdb"
    assert value(rb"\ud83d\ude00") == "😀"
    assert value(rb"\\ud83d") == r"\ud83d"
    assert value(rb"\ud83d\ud83d\ude00") == "\ufffd😀"
