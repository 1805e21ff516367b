"""
A block of the model's Markdown as HTML that is safe to show.

Two walls: the parser knows no HTML and its renderer writes a handful of tags; then an allow list (nh3) keeps
nothing else. What the model wrote can neither name, style nor order anything: no id, class or attribute of
it passes. Links go to `https:` and `mailto:` alone and tell where; an image becomes a link.
"""

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import nh3
from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup

from app.turns.blocks import MARKDOWN
from app.web.plain import without_direction
from app.web.words import word

_MOST_CHARACTERS: Final = 64 * 1024
_MOST_BRACKETS: Final = 1_000
_DROPPED: Final = re.compile(r"[\x00-\x20\x7f]")
"""Browsers drop these inside an address, so they must not hide anything from us."""
_HTTPS: Final = re.compile(r"(?i)https://[^/?#@]+([/?#]|$)")
_MAIL: Final = re.compile(r"(?i)mailto:[^?]+")
_MOST_ADDRESS: Final = 2048
_CODE: Final = {"fence", "code_block"}
_LANGUAGE: Final = re.compile(r"[A-Za-z][A-Za-z0-9+#._-]{0,30}(?!\S)")
_TAGS: Final = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li"),
    *("table", "thead", "tbody", "tr", "th", "td"),
    *("strong", "em", "del", "code", "a", "small"),
}
_NEVER_TEXT: Final = {
    *("script", "style", "template", "iframe", "object", "svg", "math"),
    *("noscript", "textarea", "title", "xmp"),
}
_OURS: Final = {"h1": "h3", "h2": "h3", "h3": "h4", "h4": "h5", "h5": "h6", "s": "del"}
"""The parser's tags that are others here: the panel has a first and a second heading, and models begin with `##`."""


def to_safe_html(markdown: str) -> Markup:
    """One block of a reply, drawn. What is too large or too knotted to parse is shown as it was written."""
    text = without_direction(markdown)
    if len(text) > _MOST_CHARACTERS or _knotted(text):
        return _framed(_scrolling(f"<pre>{escapeHtml(text)}</pre>", iter(())))
    tokens = MARKDOWN.parse(text, {})
    languages = [_language(token) for token in tokens if token.type in _CODE]
    drawn = MARKDOWN.renderer.render(_rewritten(tokens), MARKDOWN.options, {})
    return _framed(_scrolling(_CLEANER.clean(drawn), iter(languages)))


def safe_address(address: str) -> str | None:
    """`address` when a link may go there, without what browsers ignore in it; None when none may."""
    bare = _DROPPED.sub("", address)
    if "\\" in bare or len(bare) > _MOST_ADDRESS:
        return None
    return bare if _HTTPS.match(bare) or _MAIL.fullmatch(bare) else None


def _rewritten(tokens: list[Token]) -> list[Token]:
    """What the parser found, as we show it: headings below the panel's own, no styles, no languages, links our way."""
    for token in tokens:
        token.tag = _OURS.get(token.tag, token.tag)
        token.info = ""
        if style := token.attrs.pop("style", None):
            token.attrs["align"] = str(style).removeprefix("text-align:")
        if token.children:
            token.children = list(_inline(token.children))
    return tokens


def _inline(children: list[Token]) -> Iterator[Token]:
    """Links that may be followed, each with its host; images as such links; the words of every other link."""
    address, text = "", ""
    for child in children:
        match child.type:
            case "image":
                source = str(child.attrs.get("src", ""))
                alt = child.content or source
                yield _raw(_opened(source) + escapeHtml(alt) + _closed(source, alt))
            case "link_open":
                address, text = str(child.attrs.get("href", "")), ""
                yield _raw(_opened(address))
            case "link_close":
                yield _raw(_closed(address, text))
            case _:
                text += child.content
                child.tag = _OURS.get(child.tag, child.tag)
                yield child


def _raw(html: str) -> Token:
    return Token("html_inline", "", 0, content=html)


def _opened(address: str) -> str:
    safe = safe_address(address)
    return "" if safe is None else f'<a href="{escapeHtml(safe)}">'


def _closed(address: str, text: str) -> str:
    """The end of a link, and its host in words unless the text is that already."""
    safe = safe_address(address)
    if safe is None:
        return ""
    host = urlsplit(safe).netloc.lower() or _bare(safe)
    if _bare(text) in {host, _bare(safe)}:
        return "</a>"
    return f"</a> <small>({escapeHtml(_ascii(host))})</small>"


def _bare(address: str) -> str:
    return address.strip().lower().removeprefix("https://").removeprefix("mailto:").rstrip("/")


def _ascii(host: str) -> str:
    """The host as it is looked up: a name of other letters in its `xn--` form, so that no look-alike passes."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host.encode("ascii", "backslashreplace").decode("ascii")


def _filter(_: str, attribute: str, value: str) -> str | None:
    match attribute:
        case "href":
            return safe_address(value)
        case "align":
            return value if value in {"left", "right", "center"} else None
        case _:
            return value


_CLEANER: Final = nh3.Cleaner(
    tags=_TAGS,
    attributes={"a": {"href"}, "ol": {"start"}, "th": {"align"}, "td": {"align"}, "*": set()},
    clean_content_tags=_NEVER_TEXT,
    url_schemes={"https", "mailto"},
    link_rel="noopener noreferrer nofollow",
    strip_comments=True,
    generic_attribute_prefixes=set(),
    set_tag_attribute_values={"a": {"target": "_blank"}},
    attribute_filter=_filter,
)


def _knotted(text: str) -> bool:
    """Whether it holds more brackets, marks or quotes than prose has: what makes parsers slow."""
    return text.count("[") > _MOST_BRACKETS or text.count("]") > _MOST_BRACKETS


def _language(token: Token) -> str:
    """What code says it is written in, if that is a name such languages have."""
    named = _LANGUAGE.match(token.info)
    return named[0] if named else ""


def _scrolling(clean: str, languages: Iterator[str]) -> str:
    """
    Each table in a box that scrolls by itself, and code too, by keys as well, under a head with its language and a way
    to copy it. nh3 writes tags one way only, and text never holds a `<`.

    languages: of each piece of code, in order.
    """
    if "<table>" in clean:
        box = f'<div class="prose__scroll" role="group" aria-label="{word("prose.table")}" tabindex="0"><table>'
        clean = clean.replace("<table>", box).replace("</table>", "</table></div>")
    if "<pre>" not in clean:
        return clean
    return re.sub("<pre>", lambda _: _code(next(languages, "")), clean).replace("</pre>", "</pre></div>")


def _code(language: str) -> str:
    """How a piece of code begins; the script copies what stands in its `pre`."""
    name = word("prose.code_in", language=language) if language else word("prose.code")
    return (
        f'<div class="code"><div class="code__head"><span class="code__language">{language}</span>'
        f'<button type="button" class="code__copy copy" data-copy><span class="copy__idle">{word("copy.code")}</span>'
        f'<span class="copy__done">{word("copy.done")}</span></button></div>'
        f'<pre role="group" aria-label="{name}" tabindex="0">'
    )


def _framed(html: str) -> Markup:
    """Wrapped so that no htmx, of either generation, ever looks inside."""
    return Markup(f'<div class="prose" hx-ignore hx-disable>{html.strip()}</div>')  # noqa: S704 - cleaned above
