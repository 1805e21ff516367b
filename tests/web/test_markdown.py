"""Replies as HTML: what they may say, and everything they may not. The attacks are those of the threat model's list."""

import re
import time

import pytest
from bs4 import BeautifulSoup

from app.web.markdown import safe_address, to_safe_html

ALLOWED = {
    *("div", "p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li", "small"),
    *("table", "thead", "tbody", "tr", "th", "td", "strong", "em", "del", "code", "a"),
}
ATTRIBUTES = {"a": {"href", "rel", "target"}, "ol": {"start"}, "th": {"align"}, "td": {"align"}}
PRE = {"tabindex": "0", "role": "group"}
HEAD = re.compile(
    r'<div class="code__head"><span class="code__language">([A-Za-z][A-Za-z0-9+#._-]*)?</span>'
    r'<button class="code__copy copy" data-copy="" type="button"><span class="copy__idle">Copy code</span>'
    r'<span class="copy__done">Copied</span></button></div>'
)
RENDER_SECONDS = 0.25


def parsed(markdown: str) -> BeautifulSoup:
    return BeautifulSoup(to_safe_html(markdown), "html.parser")


def inside(markdown: str) -> str:
    frame = parsed(markdown).select_one(".prose")
    assert frame is not None
    return frame.decode_contents()


def held(markdown: str) -> None:
    """Whatever it says, only our tags and attributes come of it."""
    soup = parsed(markdown)
    for head in soup.select(".code__head"):
        assert HEAD.fullmatch(str(head))
        head.decompose()
    for pre in soup.find_all("pre"):
        assert re.fullmatch(r"Code(, [\w+#.-]+)?", str(pre.attrs.pop("aria-label")))
        assert pre.attrs == PRE
        pre.attrs.clear()
    for element in soup.find_all(True):
        ours = " ".join(element.get("class") or []) in {"prose", "prose__scroll", "code"}
        assert element.name in ALLOWED
        assert ours or set(element.attrs) <= ATTRIBUTES.get(element.name, set())
    assert [child.name for child in soup.find_all(True, recursive=False)] == ["div"]


ATTACKS = [
    # A1: htmx in words.
    "<div hx-post=/approvals/1 hx-trigger=load>x</div>",
    "<p data-hx-get=/x hx-on:click=alert(1) sse-connect=/x hx-sse:connect=/x hx-live>x</p>",
    # A2: fragments that would replace ours.
    '<div id="call_4" hx-swap-oob="true">Approved</div>',
    '<hx-partial hx-target="#call_4" hx-swap="outerHTML">Approved</hx-partial>',
    '<template hx type="partial" hx-target="#call_4">x</template>',
    '</div></hx-partial><hx-partial hx-target="#transcript">gone</hx-partial>',
    # A3: scripts and everything that loads or leads away.
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    "<object data=x></object><base href=//evil><meta http-equiv=refresh content='0;url=//evil'><title>x</title>",
    # A6: images, styles and hints that fetch.
    '<img srcset="https://evil/?q=1"><video poster="https://evil"></video>',
    "<link rel=preload href=https://evil><style>*{background:url(https://evil)}</style>",
    # A14: names that clobber.
    '<a id="htmx" name="forms">x</a><form id=card><input name=csrf></form>',
    # A15: a fence that would leave its attribute.
    '```py" hx-get="/x\nprint()\n```',
    '~~~html onclick="x"\n<b>\n~~~',
    "`` ` ``<b>``",
    "[x]( <javascript:alert(1)> )",
    '[x](https://ok "t\\" onmouseover=\\"alert(1)")',
    "<!-- <hx-partial> --><![CDATA[<hx-partial>]]><?php ?>",
    "| <hx-partial> |\n|--|\n| <script> |",
    "&lt;hx-partial hx-target=&quot;#x&quot;&gt;",
]


@pytest.mark.parametrize("markdown", ATTACKS)
def test_what_a_model_writes_never_becomes_more_than_words(markdown: str) -> None:
    held(markdown)


@pytest.mark.parametrize("markdown", ATTACKS[:14])
def test_markup_is_shown_as_it_was_written(markdown: str) -> None:
    assert markdown.split(maxsplit=1)[0].strip("<>")[:8] in parsed(markdown).get_text()


@pytest.mark.parametrize(
    "address",
    [
        *("javascript:alert(1)", "JaVa\tScript:alert(1)", "&#106;avascript:alert(1)", "data:text/html,x", "vbscript:x"),
        *("file:///etc/passwd", "blob:https://x/1", "intent://x", "http://plain.example/", "ftp://x/"),
        *("//evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "https:evil.example"),
        *(
            "https:/evil.example",
            "https://user@evil.example/",
            "https://ok\\@evil.example",
            "mailto:a@b.c?body=x",
            "#x",
        ),
        *("/orders", "https://" + "a" * 3000),
    ],
)
def test_a_link_that_leads_elsewhere_than_it_says_is_none(address: str) -> None:
    for markdown in (f"[x]({address})", f"[x](<{address}>)", f"[x][1]\n\n[1]: {address}", f"![x]({address})"):
        assert parsed(markdown).select("[href]") == []
        held(markdown)


@pytest.mark.parametrize("address", ["https://ok.example/x?y=1#z", "HTTPS://OK.example", "mailto:ada@example.com"])
def test_a_link_that_may_be_followed_opens_apart_and_tells_nobody_where_from(address: str) -> None:
    link = parsed(f"[x]({address})").a

    assert link is not None
    assert link["href"]
    assert link["target"] == "_blank"
    assert link["rel"] == ["noopener", "noreferrer", "nofollow"]


@pytest.mark.parametrize(
    ("markdown", "host"),
    [
        ("[sign in again](https://evil.example/?d=secret)", "evil.example"),
        ("[https://bank.example](https://evil.example)", "evil.example"),
        ("[bank.example](https://evil.example)", "evil.example"),
        ("[аpple.example](https://аpple.example/)", "xn--pple-43d.example"),
        ("[bücher.example](https://bücher.example/)", "xn--bcher-kva.example"),
        ("[x](https://ok.example:8443/)", "ok.example:8443"),
        ("[write](mailto:eve@evil.example)", "eve@evil.example"),
        ("![the chart](https://evil.example/?q=1)", "evil.example"),
        ("**[x](https://evil.example)**", "evil.example"),
    ],
)
def test_a_link_tells_its_real_host(markdown: str, host: str) -> None:
    assert f"({host})" in parsed(markdown).get_text()


@pytest.mark.parametrize(
    "markdown", ["<https://ok.example/a>", "[ok.example](https://ok.example/)", "<ada@ok.example>"]
)
def test_a_link_whose_text_is_its_address_says_it_once(markdown: str) -> None:
    assert "(" not in parsed(markdown).get_text()


@pytest.mark.parametrize("markdown", ["![x](https://e.example/?q=1)", "![x][1]\n\n[1]: https://e.example/?q=1"])
def test_an_image_is_a_link_and_fetches_nothing(markdown: str) -> None:
    soup = parsed(markdown)

    assert not soup.select("img, [src], [srcset]")
    assert soup.a is not None
    assert soup.a.get_text() == "x"


def test_characters_that_turn_the_direction_are_left_out() -> None:
    assert "\u202e" not in to_safe_html("Delete \u202eelif\u2069 `\u2066x`")


def test_untrusted_words_stand_in_a_frame_no_htmx_looks_into() -> None:
    frame = parsed("x").div

    assert frame is not None
    assert frame.has_attr("hx-ignore")
    assert frame.has_attr("hx-disable")


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("# Top\n## Next\n### Last", "<h3>Top</h3>\n<h3>Next</h3>\n<h4>Last</h4>"),
        ("a *b* **c** ~~d~~ `e`", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>"),
        ("3. x\n4. y", '<ol start="3">\n<li>x</li>\n<li>y</li>\n</ol>'),
        ("---", "<hr/>"),
        ("> q", "<blockquote>\n<p>q</p>\n</blockquote>"),
    ],
)
def test_what_a_reply_may_look_like(markdown: str, html: str) -> None:
    assert html == inside(markdown)


def test_a_table_scrolls_in_a_box_of_its_own_and_keeps_its_alignment() -> None:
    soup = parsed("| a | b |\n|---|--:|\n| 1 | 2 |")

    assert soup.select_one(".prose__scroll[tabindex='0'] > table")
    assert [cell.get("align") for cell in soup.select("td")] == [None, "right"]


KNOTS = {
    "brackets": "[" * 65_536,
    "links": "[a](" * 16_000,
    "bullets": "- " * 30_000,
    "quotes": ">" * 65_000,
    "emphasis": "*a_" * 20_000,
    "backticks": "`a``" * 15_000,
    "table": "|a" * 20_000 + "\n" + "|-" * 20_000 + "\n" + "|1" * 20_000,
    "nested lists": "".join(" " * depth + "- a\n" for depth in range(300)),
    "one line": "x" * 1_000_000,
    "ampersands": "&" * 60_000,
}


@pytest.mark.parametrize("name", KNOTS)
def test_what_is_knotted_or_huge_is_drawn_soon_or_shown_as_written(name: str) -> None:
    best = 9.0
    for _ in range(3):
        began = time.process_time()
        to_safe_html(KNOTS[name])
        best = min(best, time.process_time() - began)

    held(KNOTS[name])
    print(f"{name}: {best * 1000:.0f} ms")
    assert best < 4 * RENDER_SECONDS


def test_what_is_too_large_is_shown_whole() -> None:
    assert "x" * 100_000 in inside("x" * 100_000)


@pytest.mark.parametrize("address", ["https://ok.example/", "mailto:a@b.c"])
def test_an_address_loses_what_browsers_ignore(address: str) -> None:
    assert safe_address(f" {address[:3]}\t{address[3:]}\n") == address


@pytest.mark.parametrize(
    ("info", "language"),
    [("py", "py"), ("c++ linenums", "c++"), ("", ""), ("<b>x</b>", ""), ('"onclick=x', ""), ("x" * 99, "")],
)
def test_code_stands_under_its_language_and_a_way_to_copy_it(info: str, language: str) -> None:
    code = parsed(f"~~~{info}\nx < 1\n~~~").select_one(".code")

    assert code is not None
    assert [language] == [each.text for each in code.select(".code__language")]
    assert [f"Code, {language}" if language else "Code"] == [each["aria-label"] for each in code.select("pre")]
    assert ["x < 1\n"] == [each.text for each in code.select("pre")]
    assert len(code.select("button[data-copy]")) == 1
