"""What a request brings and wants: its body, decoded once into a struct, and the form of its answer."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec
from litestar import Request
from litestar.datastructures import UploadFile

from app.contract.ids import Json
from app.errors import Malformed, Unacceptable, WrongMediaType
from app.pages.body import without_lone_surrogates

T = TypeVar("T")

JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"


async def read_json(request: Request[Json, Json, Json], shape: type[T]) -> T:
    """
    The JSON body as `shape`.

    Raises:
        WrongMediaType: It says it is something else.
        Malformed: It is no JSON.
        Unacceptable: It is JSON of another shape.
    """
    return decode(await raw_json(request), shape)


async def raw_json(request: Request[Json, Json, Json]) -> bytes:
    """The bytes of a body that says it is JSON. Raises `WrongMediaType`."""
    if media_type(request) != JSON:
        raise WrongMediaType(f"Send {JSON}.")
    return await request.body()


async def read_form_or_json(request: Request[Json, Json, Json], shape: type[T]) -> T:
    """As `read_json`, of a form's fields too; their strings become the numbers and booleans `shape` wants."""
    match media_type(request):
        case "application/json":
            return decode(await request.body(), shape)
        case "application/x-www-form-urlencoded" | "multipart/form-data":
            return _converted(await _fields(request), shape)
        case _:
            raise WrongMediaType(f"Send {FORM}, {MULTIPART} or {JSON}.")


async def read_fields(request: Request[Json, Json, Json]) -> dict[str, list[str]]:
    """A form's fields, each with all its values. Raises `WrongMediaType` or `Malformed`."""
    if media_type(request) not in {FORM, MULTIPART}:
        raise WrongMediaType(f"Send {FORM}, {MULTIPART} or {JSON}.")
    try:
        form = await request.form()
    except UnicodeDecodeError as fault:
        raise Malformed("The form holds bytes that are no UTF-8.") from fault
    fields: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            fields.setdefault(name, []).append(value)
    return fields


def wants_json(request: Request[Json, Json, Json]) -> bool:
    """Whether the caller asks for JSON by name rather than for a fragment."""
    return JSON in request.headers.get("accept", "") and not is_htmx(request)


def is_htmx(request: Request[Json, Json, Json]) -> bool:
    """Whether the panel asks, which shows the answer where it belongs."""
    return request.headers.get("hx-request") == "true"


def media_type(request: Request[Json, Json, Json]) -> str:
    """The body's type without its parameters, in lower case; empty when none was sent."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def decode(body: bytes, shape: type[T]) -> T:
    """JSON bytes as `shape`. Raises `Malformed` or `Unacceptable`."""
    try:
        return msgspec.json.decode(without_lone_surrogates(body), type=shape)
    except msgspec.ValidationError as fault:
        raise Unacceptable(f"{fault}.") from fault
    except (msgspec.DecodeError, RecursionError) as fault:
        raise Malformed("The body is no JSON we can read.") from fault


@asynccontextmanager
async def read_upload(request: Request[Json, Json, Json]) -> AsyncGenerator[UploadFile]:
    """
    The one file of a form, in its field `file`; it is on disk while it is large, and gone behind the block.

    Raises:
        WrongMediaType: The body is no multipart form.
        Malformed: It can't be read.
        Unacceptable: It holds no file, or several.
    """
    if media_type(request) != MULTIPART:
        raise WrongMediaType(f"Send {MULTIPART}.")
    fields = await _fields(request)
    uploads = [value for value in fields.values() if isinstance(value, UploadFile)]
    try:
        if not isinstance(found := fields.get("file"), UploadFile) or len(uploads) > 1:
            raise Unacceptable("Send one file, in the field 'file'.")
        yield found
    finally:
        for upload in uploads:
            await upload.close()


async def _fields(request: Request[Json, Json, Json]) -> dict[str, Json]:
    """A field that is there several times is a list."""
    try:
        sent = await request.form()
        return {name: values if len(values := sent.getall(name)) > 1 else values[0] for name in sent}
    except UnicodeDecodeError as fault:
        raise Malformed("The form holds bytes that are no UTF-8.") from fault


def _converted(fields: dict[str, Json], shape: type[T]) -> T:
    try:
        return msgspec.convert(fields, type=shape, strict=False)
    except msgspec.ValidationError as fault:
        raise Unacceptable(f"{fault}.") from fault
