"""Entries of an announcement as they may be sent: their types, before anything they say is judged."""

from typing import TypeVar, cast

import msgspec
from msgspec import Struct

from app.contract.ids import Json
from app.pages.faults import Unfit, plainly

Sent = TypeVar("Sent", bound=Struct)


class SentPage(Struct):
    name: str
    instructions: str = ""
    content: bool = False


class SentTool(Struct):
    name: str
    description: str = ""
    parameters: Json = None
    controls: list[dict[str, Json]] | None = None
    consequential: Json = False


class SentAction(Struct):
    name: str
    label: str = ""
    id: str | None = None
    consequential: Json = False
    disabled: bool = False
    showing: bool = True


class SentOption(Struct):
    value: str
    label: str | None = None


class SentField(Struct):
    name: str
    label: str = ""
    id: str | None = None
    kind: str | None = None
    value: Json = None
    length: Json = None
    options: list[SentOption] | None = None
    consequential: Json = False
    disabled: bool = False
    readonly: bool = False
    showing: bool = True


def typed(raw: Json, shape: type[Sent]) -> Sent:
    """
    The entry as a struct. Null counts as absent, and keys nobody knows are left out.

    Raises:
        Unfit: It is no object, lacks something, or something is of another type.
    """
    if not isinstance(raw, dict):
        raise Unfit("It is no object.")
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError:
        return _without_nulls(cast("dict[str, Json]", raw), shape)


def _without_nulls(raw: dict[str, Json], shape: type[Sent]) -> Sent:
    try:
        return msgspec.convert({key: value for key, value in raw.items() if value is not None}, shape)
    except msgspec.ValidationError as error:
        raise plainly(error) from error
