"""A host that fails ends each call in one generic line and an honest error; what it said itself stays in the log."""

import gzip
import json

import pytest
import structlog
from msgspec.structs import replace

from app.contract.secret import Secret
from app.tools.remote import servers
from app.tools.remote.servers import purpose
from tests.outbound.loopback import Reset, Step, response, serving
from tests.remote.host import SECRET, Host, Reply, hosting, refusal
from tests.remote.test_changes import answer, decide
from tests.turns.house import House

MAYBE = '{"error":"%s did not answer: it may or may not have happened."}'
FAILED = '{"error":"%s failed: the app %s"}'
PROBLEM, REFUSED = "had a problem of its own.", "refused it."
STATUSES = {
    400: "did not accept the arguments.",
    401: REFUSED,
    403: REFUSED,
    404: "could not find it.",
    409: REFUSED,
    422: "did not accept the arguments.",
    429: REFUSED,
    500: PROBLEM,
    502: PROBLEM,
    503: PROBLEM,
}


@pytest.mark.parametrize(("status", "words"), STATUSES.items())
async def test_each_status_has_its_generic_words_and_the_hosts_own_go_to_the_log_only(
    home: House, host: Host, status: int, words: str
) -> None:
    host.replies = {"/tools/execute": refusal(status, "canary: project not found")}
    with structlog.testing.capture_logs() as logs:
        await home.say("create a task")
        await decide(home, await home.held())

        assert await answer(home) == FAILED % ("create_task", words)

    assert (await home.thread()).turns[0].calls[0].status == "failed"
    assert [line["error"] for line in logs if line["log_level"] == "warning"] == ["canary: project not found"]
    assert "canary" not in str([logged.event for logged in await home.events()])


UNUSABLE = [
    Reply({"no": "output"}),
    Reply(["no object"]),
    Reply(raw=b"<html>"),
    Reply(raw=b""),
    Reply(raw=b'{"output": NaN}'),
    Reply(raw=b'{"output": 1, "output": 2}'),
    Reply(raw=gzip.compress(b'{"output": 1}'), headers={"content-encoding": "gzip"}),
    Reply(raw=json.dumps({"output": "x" * 1024 * 1024}).encode()),
    Reply(status=307, headers={"location": "/tools/execute"}),
]


@pytest.mark.parametrize("reply", UNUSABLE)
async def test_an_answer_that_cannot_be_used_may_have_happened(home: House, host: Host, reply: Reply) -> None:
    host.replies = {"/tools/execute": reply}
    await home.say("create a task")
    await decide(home, await home.held())

    assert await answer(home) == MAYBE % "create_task"
    assert len(host.executed) == 1


async def test_a_gateway_that_gave_the_host_up_is_a_timeout_too(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": refusal(504, "upstream timed out")}
    await home.say("create a task")
    await decide(home, await home.held())

    assert await answer(home) == MAYBE % "create_task"


async def test_an_execution_that_takes_too_long_may_have_happened_and_is_not_sent_again(
    home: House, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(servers, "EXECUTE_SECONDS", 0.2)
    host.replies = {"/tools/execute": Reply({"output": 1}, seconds=5)}
    await home.say("create a task")
    await decide(home, await home.held())

    assert await answer(home) == MAYBE % "create_task"
    assert len(host.executed) == 1


@pytest.mark.parametrize(
    "play",
    [
        [b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{", Reset()],
        [b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"],
        [Reset()],
        [],
        [b"nonsense\r\n\r\n"],
    ],
)
async def test_a_connection_that_breaks_once_it_was_sent_may_have_happened(
    home: House, host: Host, play: list[Step]
) -> None:
    # Tools, context, preview and tools once more are answered; then it breaks.
    async with serving(*[_whole(host)] * 4, play) as broken:
        await _move(home, host.url, f"http://{broken.host}")
        await home.say("create a task")

        await decide(home, await home.held())

        assert await answer(home) == MAYBE % "create_task"
        assert len(broken.heads) == 5


async def test_a_server_that_nobody_reaches_was_sent_nothing(home: House, host: Host) -> None:
    async with serving(_whole(host)) as up:
        await _move(home, host.url, f"http://{up.host}")
        await home.say("create a task")
        held = await home.held()

    await decide(home, held)

    state = (await home.rest()).calls[0]
    assert state.answer is not None
    assert state.answer.text == FAILED % ("create_task", "could not be reached.")
    assert state.started is None


async def test_a_call_that_waits_does_not_follow_its_integration_to_another_server(home: House, host: Host) -> None:
    await home.say("create a task")
    held = await home.held()
    async with hosting() as other:
        await _move(home, host.url, other.url)

        await decide(home, held)

        assert await answer(home) == '{"error":"The app no longer offers create_task."}'
        assert [*host.executed, *other.executed] == []


async def test_a_secret_that_no_key_opens_lends_nothing(home: House, host: Host) -> None:
    await _move(home, host.url, host.url + "/elsewhere", reseal=False)
    host.asked.clear()
    await home.say("hello")

    turn = await home.rest()

    assert turn.remote is not None
    assert turn.remote.failed == ("shop",)
    assert host.asked == []


async def test_a_host_that_echoes_our_secret_is_read_without_it(home: House, host: Host) -> None:
    host.replies = {"/tools/execute": lambda asked: Reply({"output": {"you": f"Bearer {asked.bearer}"}})}
    await home.say("find mugs")

    assert await answer(home) == '{"you":"Bearer [secret removed]"}'


def _whole(host: Host) -> list[Step]:
    """One answer that is a list of tools, a context and a preview alike."""
    return [response(json.dumps({"tools": list(host.tools), "preview": "Create a task"}).encode())]


async def _move(home: House, before: str, after: str, *, reseal: bool = True) -> None:
    """Point the stored integration elsewhere, as somebody with the database and, with `reseal`, the keys could."""
    [integration] = await home.integrations.of(home.principal.owner.workspace)
    assert integration.base_url == before
    sealed = home.vault.seal(integration.workspace, purpose(integration.provider, after), Secret(SECRET))
    moved = replace(integration, base_url=after, **({"sealed_secret": sealed} if reseal else {}))
    await home.integrations.put(moved)
