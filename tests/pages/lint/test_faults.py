"""Every fault an annotation can have, where it stands, and what would be right."""

import pytest

from app.pages.lint import lint_page, lint_template

GONE = '{"type": "object", "properties": {"q": {}, "gone": {}}}'


def told(html: str) -> list[str]:
    return [f"{each.line}:{each.column} {each.level} {each.rule}" for each in lint_template(html)]


def message(html: str, rule: str) -> str:
    return next(each.message for each in lint_template(html) if each.rule == rule)


@pytest.mark.parametrize(
    ("html", "faults"),
    [
        ('<button hx-assist-acton="go">Go</button>', ["1:9 error unknown-attribute"]),
        ('<button data-hx-assist-lable="Go">Go</button>', ["1:9 error unknown-attribute"]),
        ('<button hx_assist_action="go">Go</button>', ["1:9 error unknown-attribute"]),
        ('<button hx-assist-colour="red">Go</button>', ["1:9 error unknown-attribute"]),
        ('<p\n<b hx-assist-action="go">Go</b>', ["1:1 error unclosed-tag"]),
        ('<p title="<b"><b hx-assist-action="go">Go</b></p>', []),
        ("<b hx-assist-id=1>x</b>", ["1:4 error idle-attribute"]),
        ("<b hx-assist-consequential>x</b>", ["1:4 error idle-attribute"]),
        ('<b hx-assist-parameters="{}">x</b>', ["1:4 error idle-attribute"]),
        ("<b hx-assist-label=x>x</b>", ["1:4 error idle-attribute"]),
        ("<b hx-assist-description=x>x</b>", ["1:4 error idle-attribute"]),
        ("<b hx-assist-instructions=x>x</b>", ["1:4 error idle-attribute"]),
        ("<button hx-assist-ask>x</button>", ["1:9 error empty-ask"]),
        ('<button hx-assist-action="go now">Go</button>', ["1:9 error action-name"]),
        ('<button\n  hx-assist-action="show_table">Go</button>', ["2:3 error action-name"]),
        ('<main hx-assist-page="">x</main>', ["1:7 error page-name"]),
        (
            '<button hx-assist-action="go">Go</button><input hx-assist-field="go" aria-label="Go">',
            ["1:49 error field-name"],
        ),
        (
            '<button hx-assist-action="go">Go</button>\n<button hx-assist-action="go" hx-assist-id="a">Go</button>',
            ["1:1 error action-id"],
        ),
        (
            '<b hx-assist-action="go" hx-assist-id="a">A</b>\n<b hx-assist-action="go" hx-assist-id="a">B</b>',
            ["2:26 error action-id"],
        ),
        ('<button hx-assist-action="go"></button>', ["1:9 error no-label"]),
        ('<input hx-assist-field="go">', ["1:8 error no-label"]),
        ('<input hx-assist-field="go" name="q">', ["1:8 warning poor-label"]),
        ('<p hx-assist-field="go" aria-label="Go">x</p>', ["1:4 warning no-field"]),
        ('<b hx-assist-action="go" hx-assist-consequential="maybe">Go</b>', ["1:26 error unknown-consequential"]),
        ('<b hx-assist-action="go" hx-assist-consequential="false">Go</b>', ["1:26 error unknown-consequential"]),
        (
            '<input hx-assist-field="go" aria-label=x hx-assist-consequential="confirm">',
            ["1:42 error unknown-consequential"],
        ),
        ('<button hx-assist-action="delete_order">Go</button>', ["1:9 warning unmarked"]),
        ('<button hx-assist-action="go">Send now</button>', ["1:9 warning unmarked"]),
        ('<button hx-delete="/x" hx-assist-action="go">Go</button>', ["1:24 warning unmarked"]),
        (
            '<form method=post hx-assist-tool="refund" hx-assist-description="x"></form>',
            ["1:19 warning unmarked"],
        ),
        ('<form hx-assist-tool="find" hx-assist-description="x"></form>', ["1:7 error no-request"]),
        ('<div hx-assist-tool="find" hx-assist-description="x"></div>', ["1:6 error no-request"]),
        ('<form toolname="find" tooldescription="x"></form>', ["1:7 error no-request"]),
        ('<form toolname="find" action="/x"></form>', ["1:7 error no-description"]),
        ('<form action="/x" hx-assist-tool="find"></form>', ["1:19 warning no-description"]),
        (f'<form action=/x toolname="{"n" * 31}" tooldescription=x></form>', ["1:17 warning webmcp-name"]),
        (
            f'<form action=/x toolname=n tooldescription="{"d" * 501}"></form>',
            ["1:28 warning webmcp-description"],
        ),
        (
            '<b hx-get=/x hx-assist-tool="x" hx-assist-description=x\n hx-assist-parameters=\'{\n"type": }\'></b>',
            ["3:9 error broken-schema"],
        ),
        (
            f"<form method=get hx-assist-tool=x hx-assist-description=x hx-assist-parameters='{GONE}'><input name=q>",
            ["1:59 warning no-control"],
        ),
        (
            '<b hx-get=/x hx-assist-tool="x" hx-assist-description=x hx-assist-parameters="[]"></b>',
            ["1:57 error tool-parameters"],
        ),
        ('<a href="https://evil.example/" hx-assist-destination="X">x</a>', ["1:4 error off-origin"]),
        ('<a href="/a/:id/:id" hx-assist-destination="X">x</a>', ["1:4 error destination-path"]),
        ('<a hx-assist-destination="X">x</a>', ["1:4 error no-place"]),
        ('<div hx-assist-content="//evil.example/x"></div>', ["1:6 error off-origin"]),
        ("<script type=application/json hx-assist-content>{,}</script>", ["1:31 error broken-content"]),
        (f'<b hx-assist-action="go" hx-assist-label="{"x" * 201}">Go</b>', ["1:26 warning too-long"]),
        (
            '{% for a in b %}\n<button hx-assist-action="go">Go</button>{% endfor %}',
            ["2:9 error repeated"],
        ),
        (
            '{% for a in b %}<button hx-assist-action="go" hx-assist-id="1">Go</button>{% endfor %}',
            ["1:47 error repeated"],
        ),
    ],
)
def test_a_fault_is_named_where_it_stands(html: str, faults: list[str]) -> None:
    assert told(html) == faults


@pytest.mark.parametrize(
    "html",
    [
        '<button hx-assist-action="go" hx-assist-id="{{ order.id }}">{{ order }}</button>' * 2,
        '<button hx-assist-action="ship_{{ kind }}">Go</button>',
        '{% for a in b %}<button hx-assist-action="go" hx-assist-id="{{ a }}">Go</button>{% endfor %}',
        '{% for a in b %}<main hx-assist-page="{{ a }}"><button hx-assist-action="go">Go</button></main>{% endfor %}',
        '{% if a %}<b hx-assist-action="go">A</b>{% else %}<i hx-assist-action="go">B</i>{% endif %}',
        '<button hx-assist-action="go">{% trans "Go" %}</button>',
        "<input hx-assist-field=go {{ attrs }}>",
        '<input hx-assist-field=go aria-labelledby="elsewhere">',
        '<form {% html_attrs %} hx-assist-tool="x" hx-assist-description="x"></form>',
        "<b hx-get=/x hx-assist-tool=x hx-assist-description=x hx-assist-parameters='{{ schema|tojson }}'></b>",
        '<b hx-assist-action="go" hx-assist-consequential="{{ how }}">Go</b>',
        '<a href="{{ url_for("orders") }}" hx-assist-destination="{{ name }}">x</a>' * 2,
        '<div hx-assist-content="{{ url }}"></div><script hx-assist-content>{{ data|tojson }}</script>',
        '<main hx-assist-page="{{ title }}"></main>',
        "<p hx-assist-page=A><b hx-assist-action=go>x</b></p><p hx-assist-page=B><b hx-assist-action=go>x</b></p>",
        "<form><button hx-assist-tool=x hx-assist-description=x>x</button></form>",
        "<form hx-assist-tool=x hx-assist-description=x><button hx-post=/x>x</button></form>",
        "<fieldset hx-assist-field=size aria-label=Size>{{ sizes }}</fieldset>",
        "{% for s in all %}<input type=radio name=s value={{ s }} hx-assist-field=s aria-label={{ s }}>{% endfor %}",
        '<dialog open><button hx-assist-action="leave">Cancel</button></dialog>',
        '<b hx-assist-action="cancel" hx-assist-consequential="confirm">Cancel</b>',
        '<b hx-get="/" hx-target="#x" hx-swap-oob hx-sse:connect="/s" hx-action="/x" data-hx-on:click="y">x</b>',
        '{# <button hx-assist-acton="x"> #}{% comment %}<button hx-assist-acton="x">{% endcomment %}',
    ],
)
def test_what_is_right_or_not_known_yet_is_no_fault(html: str) -> None:
    assert told(html) == []


@pytest.mark.parametrize(
    ("html", "rule", "said"),
    [
        (
            "<b hx-assist-acton=x>x</b>",
            "unknown-attribute",
            "hx-assist-acton is not known; did you mean hx-assist-action?",
        ),
        (
            "<b hx-assist-action=x hx-assist-consequential=true>x</b>",
            "unknown-consequential",
            "hx-assist-consequential: 'true' is not known; the bare attribute or \"confirm\" would be right.",
        ),
        (
            "<b data-hx-assist-action='x y'>x</b>",
            "action-name",
            "data-hx-assist-action: 'x y' is no name; 1 to 64 letters, digits, '_' and '-' would be right.",
        ),
        (
            "\n{% for a in b %}<b hx-assist-action=x>x</b>{% endfor %}",
            "repeated",
            (
                "The loop of line 2 repeats the action 'x' with nothing to tell them apart; "
                "an hx-assist-id that each one fills with its own would be right."
            ),
        ),
    ],
)
def test_a_fault_says_what_would_be_right(html: str, rule: str, said: str) -> None:
    assert message(html, rule) == said


def test_entries_outside_every_page_clash_with_each_page_and_are_told_once() -> None:
    pages = "<p hx-assist-page=A></p><p hx-assist-page=B></p>"
    html = f"<b hx-assist-action=x>x</b>{pages}<input hx-assist-field=x aria-label=x>"

    assert told(html) == ["1:83 error field-name"]


def test_braces_of_a_served_page_are_plain_text() -> None:
    found = lint_page('<button hx-assist-action="{{ x }}">Go</button>', url="https://shop.example/")

    assert [each.rule for each in found] == ["action-name"]


def test_a_served_page_may_name_its_own_origin() -> None:
    html = '<a href="https://shop.example/orders" hx-assist-destination="Orders">x</a>'

    assert lint_page(html, url="https://shop.example/") == []
    assert [each.rule for each in lint_page(html, url="https://other.example/")] == ["off-origin"]


def test_instructions_on_a_served_page_stand_inside_a_page_element() -> None:
    found = lint_page("<template hx-assist-instructions>x</template>", url="https://shop.example/")

    assert [each.rule for each in found] == ["idle-attribute"]


@pytest.mark.parametrize(
    ("ask", "rules"),
    [
        ("", ["1:9 error empty-ask"]),
        ("\u200b", ["1:9 error ask-text"]),
        ("word " * 500, ["1:9 warning too-long"]),
        ("{{ question }}", []),
    ],
)
def test_what_a_button_asks_is_judged_where_it_is_written(ask: str, rules: list[str]) -> None:
    assert told(f'<button hx-assist-ask="{ask}">Why?</button>') == rules
