"""
What a tab's open page has announced: the facts of contract section 4.

These are the *kept* facts, after `app.pages.announcement` has dropped what was faulty. Labels, names
and ids hold single spaces; `value` is a string, a boolean for a checkbox, a list for choices, or None.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.contract.ids import DocumentId, Json

Consequence: TypeAlias = Literal[False, True, "confirm"]
FieldValue: TypeAlias = str | bool | tuple[str, ...] | None
Kind: TypeAlias = Literal[
    "text", "multiline", "number", "date", "color", "range", "checkbox", "choice", "choices", "custom"
]


class OpenPage(Struct, frozen=True):
    """What introduced itself as the open page. `content` tells whether it lends `get_page_content`."""

    name: str
    instructions: str = ""
    content: bool = False


class ControlOption(Struct, frozen=True):
    value: str
    label: str | None = None
    disabled: bool = False


class Control(Struct, frozen=True):
    """One form control as section 3.1 reads it; radios and same-name checkboxes come one by one."""

    name: str
    type: str
    label: str | None = None
    description: str | None = None
    required: bool = False
    value: str | None = None
    options: tuple[ControlOption, ...] | None = None
    min: str | None = None
    max: str | None = None
    step: str | None = None
    pattern: str | None = None
    maxlength: int | None = None
    disabled: bool = False


class PageTool(Struct, frozen=True):
    """
    A tool of the page.

    parameters: its object schema, derived from `controls` when it sent those.
    renamed: property → control name, where the model API does not take the control's own name.
    """

    name: str
    description: str
    parameters: dict[str, Json]
    consequential: bool = False
    renamed: dict[str, str] = {}


class PageAction(Struct, frozen=True):
    name: str
    label: str
    id: str | None = None
    consequential: Consequence = False
    disabled: bool = False
    showing: bool = True


class Option(Struct, frozen=True):
    value: str
    label: str | None = None


class PageField(Struct, frozen=True):
    """
    A field. `kind` is None for a control of no known kind: never read, never filled, only rung.

    length: of the whole text, in characters, where `value` is only its beginning.
    """

    name: str
    label: str
    id: str | None = None
    kind: Kind | None = None
    value: FieldValue = None
    options: tuple[Option, ...] | None = None
    consequential: bool = False
    disabled: bool = False
    readonly: bool = False
    showing: bool = True
    length: int | None = None


class Destination(Struct, frozen=True):
    """A place `go_to_page` knows; `path` may hold one `:id`."""

    name: str
    path: str


class PageAsk(Struct, frozen=True):
    """A message the page offers to send, by a button of its own."""

    label: str
    text: str


class PageFacts(Struct, frozen=True):
    """Everything one document lends at one moment. Lists keep the page's order."""

    document: DocumentId
    seq: int
    origin: str
    path: str
    page: OpenPage | None = None
    tools: tuple[PageTool, ...] = ()
    actions: tuple[PageAction, ...] = ()
    fields: tuple[PageField, ...] = ()
    destinations: tuple[Destination, ...] = ()
    destinations_description: str | None = None
    asks: tuple[PageAsk, ...] = ()


class Fault(Struct, frozen=True):
    """One entry that was dropped: where in the announcement, and what would be right."""

    path: str
    message: str
