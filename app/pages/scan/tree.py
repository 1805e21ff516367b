"""HTML as a tree: BeautifulSoup over `html.parser`, which tells where each tag stands, with what it leaves out."""

import re
from collections.abc import Mapping
from html.entities import html5

from bs4 import BeautifulSoup, Tag
from bs4.exceptions import ParserRejectedMarkup

_BLOCK = re.compile(
    "address|article|aside|blockquote|details|dialog|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup"
    "|hr|main|menu|nav|ol|p|pre|search|section|table|ul"
)
_OUT = "table|td|th|caption|button|template|dialog|fieldset|form|\\[document\\]"
_MARKERS = r"table|td|th|caption|template|object|\[document\]"
_PART = "tr|tbody|thead|tfoot|caption|colgroup"

_IMPLIED = tuple(
    (re.compile(opened), re.compile(closed), re.compile(walls))
    for opened, closed, walls in (
        (_BLOCK.pattern, "p", _OUT),
        ("li", "li", f"{_OUT}|ul|ol|menu|dl"),
        ("dt|dd", "dt|dd", f"{_OUT}|ul|ol|menu|dl"),
        ("option", "option", r"select|datalist|optgroup|\[document\]"),
        ("optgroup", "option|optgroup", r"select|\[document\]"),
        ("td|th", "td|th", r"table|template|tr|\[document\]"),
        ("tr", "td|th|tr|caption|colgroup", r"table|template|tbody|thead|tfoot|\[document\]"),
        ("tbody|thead|tfoot", f"td|th|{_PART}", r"table|template|\[document\]"),
        ("button", "button", _MARKERS),
        ("a", "a", _MARKERS),
    )
)
"""What a start tag closes when its end tag was left out, and where looking for it ends."""

_RAW = re.compile(
    r"(?P<start><(?P<tag>textarea|title|noscript|iframe|noembed|noframes|xmp)\b(?:[^>\"']|\"[^\"]*\"|'[^']*')*+>)(?P<text>.*?)(?P<end></(?P=tag)\b)",
    re.IGNORECASE | re.DOTALL,
)
_LESS = "\ue0ff"

_BOGUS = re.compile("<!(?!--|doctype)", re.IGNORECASE)
"""What a browser reads as a comment up to the next `>`, as it does `<?`; `html.parser` refuses some."""

_TAG = re.compile(r"<[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^\"'>])*+>")
_REFERENCE = re.compile("&([a-zA-Z][a-zA-Z0-9]*+)(?!;)(?=(=?))")
_AND = "\ue0fe"


def parse(markup: str) -> BeautifulSoup:
    """The tree. Every value of an attribute is a string; of two of one name the first holds, as in a browser."""
    # Where there is no tag at all, BeautifulSoup takes a single line for an address or the name of a file, and warns.
    whole = shielded(markup) if "<" in markup else f"{markup}\n"
    try:
        return _tree(whole)
    except ParserRejectedMarkup:
        return _tree(_BOGUS.sub("<?", whole))


def _tree(markup: str) -> BeautifulSoup:
    return _Tree(markup, "html.parser", multi_valued_attributes=None, on_duplicate_attribute="ignore")


def shielded(markup: str) -> str:
    """
    The markup with made plain text what `html.parser` takes for more.

    That is each `<` inside a text area, title or frame, and in an attribute each `&` of `?a=1&region=2`, where a
    browser reads no `&reg`.
    """
    raw = _RAW.sub(lambda found: f"{found['start']}{found['text'].replace('<', _LESS)}{found['end']}", markup)
    return _TAG.sub(lambda tag: _REFERENCE.sub(_referring, tag[0]), raw) if "&" in raw else raw


def unshielded(text: str) -> str:
    """Text of the tree as the page has it."""
    return text.replace(_LESS, "<").replace(_AND, "&")


def _referring(found: re.Match[str]) -> str:
    """A reference without its semicolon holds in an attribute only where neither letter nor `=` follows it."""
    return found[0] if found[1] in html5 and not found[2] else f"{_AND}{found[1]}"


class _Tree(BeautifulSoup):
    """A tree that closes what HTML lets an author leave open, and holds no form within a form, no button in one."""

    def handle_starttag(
        self,
        name: str,
        namespace: str | None,
        nsprefix: str | None,
        attrs: Mapping[str, str],
        sourceline: int | None = None,
        sourcepos: int | None = None,
        namespaces: dict[str, str] | None = None,
    ) -> Tag | None:
        if name == "form" and any(tag.name == "form" for tag in self.tagStack):
            return None
        for opened, closed, walls in _IMPLIED:
            if opened.fullmatch(name):
                self._close_implied(closed, walls)
        return super().handle_starttag(name, namespace, nsprefix, dict(attrs), sourceline, sourcepos, namespaces)

    def _close_implied(self, closed: re.Pattern[str], walls: re.Pattern[str]) -> None:
        for tag in reversed(list(self.tagStack)):
            if walls.fullmatch(tag.name):
                break
            if closed.fullmatch(tag.name):
                self.handle_endtag(tag.name)
