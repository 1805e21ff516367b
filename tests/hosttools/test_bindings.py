"""Registering versions: schemas stay pinned and gated, keys stay sealed."""

import re

import pytest
import sqlalchemy as sa

from app.contract.ids import Json, WorkspaceId
from app.errors import Conflict, Unacceptable
from app.hosttools.bindings import Registration
from tests.hosttools.host import Host
from tests.hosttools.workshop import KEY, WORKSPACE, Workshop


def deep(levels: int) -> Json:
    schema: Json = {}
    for _ in range(levels):
        schema = {"not": schema}
    return schema


async def test_a_version_is_listed_with_its_status(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url, version="2", status="deprecated")
    await workshop.register(host.url, version="1", status="sunset")

    found = await workshop.room.bindings.of(WORKSPACE)

    assert [(tool.version, tool.status) for tool in found] == [("1", "sunset"), ("2", "deprecated")]
    assert await workshop.room.bindings.of(WorkspaceId("ws_2")) == []


@pytest.mark.parametrize("which", ["input_schema", "output_schema"])
async def test_the_same_version_with_other_schemas_is_refused(workshop: Workshop, host: Host, which: str) -> None:
    await workshop.register(host.url)

    other: dict[str, Json] = {which: {"type": "object", "required": ["a"]}}
    with pytest.raises(Conflict, match="pinned to other schemas; these need a new version"):
        await workshop.register(host.url, **other)

    (tool,) = await workshop.room.bindings.of(WORKSPACE)
    assert tool.input_schema == tool.output_schema == {"type": "object"}


async def test_the_same_schemas_written_in_another_order_are_the_same(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url, input_schema={"type": "object", "required": ["a"]})

    changed = await workshop.register(
        host.url, input_schema={"required": ["a"], "type": "object"}, name="Renamed", status="sunset"
    )

    assert [changed] == await workshop.room.bindings.of(WORKSPACE)


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"$ref": "https://evil.example/schema"}, "leads outside itself"),
        ({"properties": {"a": {"$ref": "file:///etc/passwd"}}}, "leads outside itself"),
        ({"$id": "https://evil.example/"}, "has an '$id'"),
        ({"pattern": "(?=a)b"}, "does not hold as a JSON Schema"),
        ({"pattern": "(a)\\1"}, "does not hold as a JSON Schema"),
        ({"type": "objekt"}, "does not hold as a JSON Schema"),
        ({"description": "x" * 40_000}, "larger than 32 KiB"),
        (deep(20), "nested more than 16 deep"),
    ],
)
async def test_a_schema_that_costs_or_reaches_too_much_is_refused(
    workshop: Workshop, host: Host, schema: Json, why: str
) -> None:
    for which in ("input_schema", "output_schema"):
        with pytest.raises(Unacceptable, match=re.escape(why)) as refused:
            await workshop.register(host.url, **{which: schema})
        assert which in str(refused.value)

    assert await workshop.room.bindings.of(WORKSPACE) == []


async def test_an_output_schema_may_choose_between_the_effects_at_its_root(workshop: Workshop, host: Host) -> None:
    either: Json = {"oneOf": [{"required": ["proposal"]}, {"required": ["reason"]}]}

    assert (await workshop.register(host.url, output_schema=either)).output_schema == either
    assert (await workshop.ran()).status == "completed"


@pytest.mark.parametrize(
    "url",
    ["http://host.example/events", "ftp://host.example/", "https://user:pw@host.example/", "/events", "https://127.1/"],
)
async def test_a_url_that_may_not_be_called_is_refused_at_once(workshop: Workshop, url: str) -> None:
    with pytest.raises(Unacceptable, match="can't be called"):
        await workshop.register(url)
    with pytest.raises(Unacceptable, match="decision_url"):
        await workshop.register("https://host.example/events", decision_url=url)


async def test_a_private_address_is_never_called(workshop: Workshop) -> None:
    await workshop.register("https://169.254.169.254/latest/meta-data")

    run = await workshop.ran()

    assert (run.status, run.error and run.error.code) == ("failed", "not_callable")


@pytest.mark.parametrize(("binding", "version"), [("a b", "1"), ("", "1"), ("a", "v/1"), ("é", "1"), ("a", "1\n")])
async def test_names_are_plain(workshop: Workshop, host: Host, binding: str, version: str) -> None:
    new = Registration(name="x", url=host.url, input_schema={}, output_schema={})

    with pytest.raises(Unacceptable, match=r"is no (binding|version)"):
        await workshop.room.bindings.register(WORKSPACE, binding, version, new)


async def test_a_key_is_kept_until_it_is_replaced_or_taken_away(workshop: Workshop, host: Host) -> None:
    tools = [await workshop.register(host.url)]
    tools.append(await workshop.register(host.url, api_key="another-key"))
    tools.append(await workshop.register(host.url, api_key=None))

    keys = [workshop.room.bindings.key_of(tool) for tool in tools]

    assert [key and key.reveal() for key in keys] == [KEY, "another-key", None]


async def test_a_key_is_nowhere_in_the_database(workshop: Workshop, host: Host) -> None:
    await workshop.register(host.url)
    await workshop.ran()

    found = await workshop.database.read(
        lambda connection: [
            str(row)
            for table in ("host_tools", "runs", "proposals", "deliveries")
            for row in connection.execute(sa.text(f"SELECT * FROM {table}"))
        ]
    )

    assert len(found) == 2
    assert KEY not in "".join(found)
