"""Facts from static HTML. That they are the page script's is shown in Chromium, in `tests/browser/scan`."""

import time
from pathlib import Path
from typing import Any

import pytest

from app.pages.announcement import read_facts
from app.pages.note import note
from app.pages.scan import scan

FIXTURES = Path(__file__).parents[1] / "fixtures"
EXAMPLES = Path(__file__).parents[1] / "examples"
Facts = dict[str, Any]


def facts(html: str, url: str = "https://shop.example/orders") -> Facts:
    return scan(html, url=url)


def fields(html: str) -> dict[str, Facts]:
    return {field["name"]: field for field in facts(html)["fields"]}


def test_the_settings_page_reads_as_the_worked_example() -> None:
    found = facts((FIXTURES / "settings.html").read_text())
    # The page sends the address as the browser tidies it.
    announced = read_facts({**found, "document": "d_1", "seq": 1})

    assert announced.faults == ()
    assert note(announced.facts) == (EXAMPLES / "settings.md").read_text().strip()


def test_origin_and_path_are_those_of_the_address() -> None:
    found = facts("", "https://Shop.example:443/orders?status=open#top")

    assert (found["origin"], found["path"]) == ("https://shop.example", "/orders?status=open")


def test_a_page_without_annotations_lends_nothing() -> None:
    found = facts("<h1>Hello</h1>")

    assert found["page"] is None
    assert [found[key] for key in ("tools", "actions", "fields", "destinations")] == [[], [], [], []]


def test_an_open_dialog_is_the_page() -> None:
    dialog = '<dialog open hx-assist-page="New order"></dialog>'
    found = facts(f'<main hx-assist-page="Orders"></main>{dialog}<p hx-assist-page="Last">')

    assert found["page"]["name"] == "New order"


@pytest.mark.parametrize(
    "secret",
    [
        "type=password",
        "type=hidden",
        "type=file",
        'autocomplete="billing cc-number"',
        "type=text autocomplete=current-password",
        'autocomplete="section-a New-Password"',
        "autocomplete=one-time-code",
    ],
)
def test_what_is_secret_is_never_read(secret: str) -> None:
    found = fields(f'<input {secret} hx-assist-field="it" aria-label="It" value="hunter2">')["it"]

    assert (found["kind"], found["value"]) == (None, None)


def test_a_stylesheet_is_not_known_so_what_it_hides_shows() -> None:
    found = fields('<style>.off { display: none }</style><input class="off" hx-assist-field="it" aria-label="It">')

    assert found["it"]["showing"] is True


@pytest.mark.parametrize(
    ("attributes", "value"),
    [
        ("min=0 max=10 value=3", "3"),
        ("min=10 max=20", "15"),
        ("min=0 max=10 step=3 value=5", "6"),
        ("min=0 max=10 step=3 value=10", "9"),
        ("min=0 max=1 step=0.25 value=0.3", "0.25"),
        ("min=20 max=10", "20"),
        ("value=words", "50"),
    ],
)
def test_a_range_says_what_a_browser_makes_of_it(attributes: str, value: str) -> None:
    assert fields(f'<input type=range {attributes} hx-assist-field="it">')["it"]["value"] == value


@pytest.mark.parametrize(
    ("type_", "written", "value"),
    [
        ("date", "2026-02-30", ""),
        ("date", "2026-11-30", "2026-11-30"),
        ("datetime-local", "2026-11-30T10:30:05.500", "2026-11-30T10:30:05.5"),
        ("datetime-local", "tomorrow", ""),
        ("month", "2026-13", ""),
        ("week", "2026-W54", ""),
        ("time", "24:00", ""),
        ("number", "1e3", "1e3"),
        ("number", "+1", ""),
        ("color", "red", "#000000"),
    ],
)
def test_a_value_is_sanitised_as_a_browser_does(type_: str, written: str, value: str) -> None:
    assert fields(f'<input type={type_} value="{written}" hx-assist-field="it">')["it"]["value"] == value


def test_a_group_is_told_by_all_of_its_boxes() -> None:
    groups = fields((FIXTURES / "groups.html").read_text())

    assert [name for name, group in groups.items() if group["disabled"]] == ["off"]
    assert [name for name, group in groups.items() if not group["showing"]] == ["gone"]
    assert {name: group["consequential"] for name, group in groups.items() if group["consequential"]} == {
        "mode": True,
        "wipe": "confirm",
    }


def test_what_nobody_sees_is_no_option() -> None:
    groups = fields((FIXTURES / "groups.html").read_text())

    options = {name: [each["value"] for each in group["options"]] for name, group in groups.items()}

    assert [options[name] for name in ("ship", "plan", "extras", "version")] == [["plain"], ["new"], ["bow"], ["2"]]
    [where, *others, when] = facts((FIXTURES / "groups.html").read_text())["tools"][0]["controls"]
    assert [radio["disabled"] for radio in (where, *others)] == [False, True, True]
    assert [option["disabled"] for option in when["options"]] == [False, True]
    # What is drawn by labels, or by the page, is seen.
    assert [options[name] for name in ("drawn", "painted")] == [["a", "b"], ["1", "2"]]


def test_a_group_of_radios_is_called_by_what_is_its_own() -> None:
    lone = facts((FIXTURES / "groups.html").read_text())["fields"]

    labels = [field["label"] for field in lone if field["name"] in {"ship", "speed", "pay", "size", "lone"}]

    assert labels == [
        "First one off",
        "Checkout: Express / Slow",
        "Checkout: Card / Invoice",
        "XS / S / M / L / …",
        "Without names: One",
        "Without names: Two",
    ]


def test_a_page_of_many_groups_is_read_in_time_that_grows_as_they_do() -> None:
    def read_seconds(groups: int) -> float:
        radio = '<input type=radio name="r{0}" value={1} hx-assist-field=r hx-assist-id={0}>'
        html = "".join(radio.format(n, value) for n in range(groups) for value in "ab")
        started = time.perf_counter()
        assert len(facts(html)["fields"]) == groups
        return time.perf_counter() - started

    # Four times as many: 4 is in proportion, 16 is not.
    few, many = (min(read_seconds(groups) for _ in range(3)) for groups in (200, 800))
    assert many / few < 10


def test_an_editable_element_says_its_lines() -> None:
    lines = "<p>One  line</p><p>Two<br>three</p><div>four <b>five</b></div><i hidden>no</i>"
    html = f'<div contenteditable hx-assist-field="it">{lines}</div>'

    assert fields(html)["it"]["value"] == "One line\n\nTwo\nthree\n\nfour five"


def test_a_template_holds_no_part_of_the_page() -> None:
    inert = ("template", "noscript")
    found = facts("".join(f"<{each}><button hx-assist-action=never>x</button></{each}>" for each in inert))

    assert found["actions"] == []


@pytest.mark.parametrize(
    "base", ["http://[q", "//[::1", "http://a:99999/", "data:,x", "javascript:1", "", " https://shop.example/a/b "]
)
def test_a_base_that_is_none_is_the_page_s_own_address(base: str) -> None:
    """As the standard has it: Chromium alone then knows no address at all."""
    link = "<a href=orders hx-assist-destination=Orders>x</a>"
    found = facts(f'<base target="_top"><base href="{base}"><base href="/z/">{link}', "https://shop.example/a/b")

    assert found["destinations"] == [{"name": "Orders", "path": "/a/orders"}]


@pytest.mark.parametrize("odd", ["<![nonsense[ x ]]>", "<!>", "<![", "<!ENTITY x>", "<![CDATA[ x ]]>"])
def test_a_declaration_nobody_knows_is_a_comment(odd: str) -> None:
    found = facts(f"<p hx-assist-page=Orders>{odd}</p>><button hx-assist-action=go>Go</button>")

    assert found["page"]["name"] == "Orders"
    assert [action["label"] for action in found["actions"]] == ["Go"]


def test_a_page_without_a_tag_is_no_address(recwarn: pytest.WarningsRecorder) -> None:
    assert facts("https://shop.example/orders")["page"] is None
    assert list(recwarn) == []


@pytest.mark.parametrize(
    ("schema", "read"),
    [
        (f'{{"type": "object", "maxProperties": {"9" * 5000}}}', {"type": "object", "maxProperties": float("inf")}),
        (r'{"title": "\ud83d half"}', {"title": "\ufffd half"}),
        (r'{"title": "\ud83d\ude00"}', {"title": "😀"}),
        ("[" * 100_000, "[" * 100_000),
    ],
)
def test_a_schema_is_read_whatever_it_holds(schema: str, read: object) -> None:
    tool = facts(f"<form hx-assist-tool=t hx-assist-description=d hx-assist-parameters='{schema}'></form>")["tools"][0]

    assert tool["parameters"] == read
