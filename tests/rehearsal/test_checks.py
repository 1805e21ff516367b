"""The real API's 400s, in its words, so that a request which passes here passes there."""

from __future__ import annotations

import httpx
import pytest

from app.contract.ids import Json
from app.rehearsal import rehearsal_server
from app.rehearsal.signatures import sealed, signature

HEADERS = {"authorization": "Bearer key", "anthropic-version": "2026-10-21"}
USER = {"role": "user", "content": "hi"}
CALL: Json = {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "a", "input": {"b": 1}}]}
RESULT: Json = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "done"}
TOOL: Json = {"name": "a", "input_schema": {"type": "object"}}
MARK = {"type": "text", "text": "x", "cache_control": {"type": "ephemeral"}}

THOUGHT: Json = {"type": "thinking", "thinking": "Hm.", "signature": signature("Hm.")}
SECRET: Json = {"type": "redacted_thinking", "data": sealed("Hm.")}
LATER: Json = {**CALL["content"][0], "id": "toolu_note_0123456789abcdef_thought"}
ANSWERED: Json = {"role": "user", "content": [{**RESULT, "tool_use_id": LATER["id"]}]}


def thought(*blocks: Json) -> Json:
    """A conversation in which the model thought, and the user went on."""
    return {"messages": [USER, {"role": "assistant", "content": list(blocks)}, ANSWERED]}


REFUSED: list[tuple[Json, str]] = [
    (thought(THOUGHT | {"thinking": "Hm!"}, LATER), "messages.1.content.0: Invalid `signature` in `thinking` block"),
    (
        thought(SECRET | {"data": "aGVsbG8="}, LATER),
        "messages.1.content.0: Invalid `data` in `redacted_thinking` block",
    ),
    (thought(SECRET | {"data": "?"}, LATER), "messages.1.content.0: Invalid `data` in `redacted_thinking` block"),
    (thought(LATER), "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`"),
    (
        thought({**THOUGHT, "cache_control": {"type": "ephemeral"}}, LATER),
        "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted",
    ),
    (
        {"messages": [USER, {"role": "assistant", "content": [THOUGHT]}, USER]},
        "messages.1: The final block in an assistant message cannot be `thinking`.",
    ),
    ({"thinking": {"type": "enabled", "budget_tokens": 1000}}, "thinking.enabled.budget_tokens: Input should be"),
    (
        {"thinking": {"type": "enabled", "budget_tokens": 2000}},
        "`max_tokens` must be greater than `thinking.budget_tokens`",
    ),
    ({"thinking": {"type": "deep"}}, "thinking: Input tag 'deep' found using 'type' does not match"),
    ({"messages": []}, "messages: at least one message is required"),
    ({"messages": [CALL]}, 'messages: first message must use the "user" role'),
    ({"messages": [{"role": "system", "content": "x"}]}, 'messages: first message must use the "user" role'),
    (
        {"messages": [USER, {"role": "system", "content": "x"}]},
        "messages.1.role: Input should be 'user' or 'assistant'",
    ),
    ({"messages": [{"role": "user", "content": ""}]}, "messages.0: all messages must have non-empty content"),
    (
        {"messages": [{"role": "user", "content": [{"type": "text", "text": " "}]}]},
        "messages.0.content.0: text content blocks must contain non-whitespace text",
    ),
    (
        {"messages": [{"role": "user", "content": [{"type": "text", "text": ""}]}]},
        "messages.0.content.0: text content blocks must be non-empty",
    ),
    ({"system": [{"type": "text", "text": ""}]}, "system.0: text content blocks must be non-empty"),
    ({"messages": [USER, CALL]}, "messages.1: `tool_use` ids were found without `tool_result` blocks"),
    ({"messages": [USER, CALL, USER]}, "messages.1: `tool_use` ids were found without `tool_result` blocks"),
    (
        {"messages": [USER, CALL, {"role": "user", "content": [{"type": "text", "text": "first"}, RESULT]}]},
        "messages.1: `tool_use` ids were found without `tool_result` blocks",
    ),
    (
        {"messages": [USER, CALL, {"role": "user", "content": [RESULT, RESULT]}]},
        "messages.2: each tool_use must have a single result.",
    ),
    (
        {"messages": [{"role": "user", "content": [RESULT]}]},
        "messages.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.",
    ),
    ({"tools": [TOOL, TOOL]}, "tools: Tool names must be unique."),
    ({"tools": [{**TOOL, "name": "a b"}]}, "tools.0.custom.name: String should match pattern"),
    ({"tools": [{**TOOL, "name": "a" * 129}]}, "tools.0.custom.name: String should match pattern"),
    ({"tools": [{"name": "a", "input_schema": {}}]}, "tools.0.custom.input_schema.type: Input should be 'object'"),
    (
        {"tools": [{"name": "a", "input_schema": {"type": "object", "anyOf": []}}]},
        "tools.0.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    ),
    (
        {"tools": [{"name": "a", "input_schema": {"type": "object", "properties": {"ä": {}}}}]},
        "tools.0.custom.input_schema.properties: Property keys should match pattern",
    ),
    ({"tools": [{"name": "a"}]}, "tools.0: Object missing required field `input_schema`"),
    ({"max_tokens": None}, "max_tokens: Expected `int`, got `null`"),
    ({"max_tokens": -1}, "max_tokens: Input should be greater than or equal to 0"),
    ({"temperature": 1}, "Object contains unknown field `temperature`"),
    ({"system": [MARK] * 5}, "A maximum of 4 blocks with cache_control may be provided. Found 5."),
    (
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "x", "id": 1}]}]},
        "messages.0.content.0: Object contains unknown field `id`",
    ),
]


async def post(body: Json, headers: dict[str, str] = HEADERS, path: str = "/v1/messages") -> httpx.Response:
    async with rehearsal_server([]) as url, httpx.AsyncClient(base_url=url, headers=headers) as client:
        if isinstance(body, bytes):
            return await client.post(path, content=body)
        return await client.post(path, json={"model": "m", "max_tokens": 9, "messages": [USER]} | body)


@pytest.mark.parametrize(("body", "sentence"), REFUSED, ids=[sentence[:60] for _, sentence in REFUSED])
async def test_what_the_api_refuses_is_refused_in_its_words(body: Json, sentence: str) -> None:
    answer = await post(body)

    assert answer.status_code == 400
    error = answer.json()
    assert error["error"]["message"].startswith(sentence)
    assert (error["type"], error["error"]["type"]) == ("error", "invalid_request_error")
    assert error["request_id"] == answer.headers["request-id"]


async def test_a_whole_conversation_with_calls_passes() -> None:
    words = {"type": "text", "text": "and now?"}
    results: Json = {"role": "user", "content": [RESULT | {"is_error": True, "content": [MARK]}, words]}

    answer = await post({"messages": [USER, CALL, results], "tools": [TOOL], "cache_control": {"type": "ephemeral"}})

    assert answer.status_code == 200


async def test_what_is_no_json_is_said_to_be_none() -> None:
    answer = await post(b'{"model": ')

    assert answer.status_code == 400
    assert "not valid JSON" in answer.json()["error"]["message"]


async def test_a_request_without_a_bearer_key_is_not_authenticated() -> None:
    answer = await post({}, headers={"x-api-key": "key", "anthropic-version": "2026-10-21"})

    assert (answer.status_code, answer.json()["error"]["type"]) == (401, "authentication_error")


async def test_a_request_without_a_version_is_refused() -> None:
    answer = await post({}, headers={"authorization": "Bearer key"})

    assert answer.json()["error"]["message"] == "anthropic-version: header is required"


async def test_there_is_one_route() -> None:
    answer = await post({}, path="/v1/complete")

    assert (answer.status_code, answer.json()["error"]["type"]) == (404, "not_found_error")
