"""The secret goes to the server it is for, in one header, and nowhere else: not by any fault, log line or echo."""

import logging
import traceback
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import pytest
from structlog.testing import capture_logs

from app.contract.secret import Secret
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused
from tests.outbound.asking import SECRET, fault_of
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import Endless, Reset, Stall, Step, response, said, serving

FAILING: list[Sequence[Step]] = [
    [Reset()],
    [Stall(30)],
    [SECRET.encode() + b"\r\n\r\n"],
    [b"HTTP/1.1 200 " + SECRET.encode() + b"\r\n" + SECRET.encode() + b"\r\n\r\n"],
    [response(status=302, location=f"https://evil.example/?{SECRET}")],
    [response(b"{}", content_encoding=SECRET)],
    [response(b"{}", content_length=SECRET)],
    [response(b'{"' + SECRET.encode())],
    [response(b"", content_length=""), Endless(SECRET.encode() * 1000)],
    [said({"error": SECRET}, 500)[:-3], Reset()],
]


@pytest.mark.parametrize("steps", FAILING, ids=lambda steps: ascii(steps[:1])[:50])
@pytest.mark.parametrize("post", [False, True])
async def test_no_fault_and_no_log_line_tells_the_secret_or_what_was_answered(
    outbound_to: OutboundTo, caplog: pytest.LogCaptureFixture, steps: Sequence[Step], post: bool
) -> None:
    caplog.set_level(logging.INFO)
    async with serving(steps) as server:
        with capture_logs() as lines:
            fault = await fault_of(outbound_to(server), server.url, post=post, seconds=0.4)

    told = "".join(traceback.format_exception(fault)) + repr(fault) + repr(vars(fault)) + repr(lines) + caplog.text
    assert [line["event"] for line in lines] == ["outbound request failed"]
    assert SECRET not in told
    assert "127.0.0.1" not in str(fault)


@pytest.mark.parametrize("secret", ["", "two words", "line\r\nHost: evil.example", "tab\t", "nul\x00", "é", "\ud800"])
async def test_a_secret_that_is_no_header_value_is_not_sent(
    outbound_to: OutboundTo, connected: list[str], secret: str
) -> None:
    async with serving([said({})]) as server:
        with pytest.raises(Refused) as raised:
            await outbound_to(server).get_json(server.url, bearer=Secret(secret))

    assert (raised.value.reason, connected) == ("bearer", [])


@pytest.mark.parametrize(
    "form",
    [
        SECRET,
        quote(SECRET, safe=""),
        b64encode(SECRET.encode()).decode(),
        urlsafe_b64encode(SECRET.encode()).decode(),
        f"Bearer {SECRET}",
    ],
)
@pytest.mark.parametrize("status", [200, 500])
async def test_an_echo_of_the_secret_is_taken_out(outbound_to: OutboundTo, form: str, status: int) -> None:
    echo = {"output": {"headers": [f"authorization: {form}"], form: 1}, "display": None, "n": [1, True]}
    async with serving([said(echo, status)]) as server:
        with capture_logs() as lines:
            answer = await outbound_to(server).get_json(server.url, bearer=Secret(SECRET))

    assert form.removeprefix("Bearer ").rstrip("=") not in repr(answer)
    assert answer.body["n"] == [1, True]
    assert [line["event"] for line in lines] == ["outbound answer held our secret"]


async def test_an_escaped_echo_is_taken_out_too(outbound_to: OutboundTo) -> None:
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in SECRET).encode()
    async with serving([response(b'{"output": "' + escaped + b'"}')]) as server:
        answer = await outbound_to(server).get_json(server.url, bearer=Secret(SECRET))

    assert answer.body == {"output": "[secret removed]"}


async def test_a_secret_with_marks_of_its_own_is_found_in_an_echo(outbound_to: OutboundTo) -> None:
    secret = 'a"b\\c/d+e%f=='
    async with serving([said({"plain": secret, "url": quote(secret, safe="")})]) as server:
        answer = await outbound_to(server).get_json(server.url, bearer=Secret(secret))

    assert set(answer.body.values()) == {"[secret removed]"}


async def test_an_answer_without_it_is_left_as_it_is(outbound_to: OutboundTo) -> None:
    async with serving([said({"output": SECRET[:-1]})]) as server:
        answer = await outbound_to(server).get_json(server.url, bearer=Secret(SECRET))

    assert answer.body == {"output": SECRET[:-1]}


async def test_no_proxy_and_no_netrc_of_the_environment_is_used(
    outbound_to: OutboundTo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text("default login somebody password else\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    async with serving([said({})]) as proxy, serving([said({})]) as server:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://{proxy.host}")
            monkeypatch.setenv(name.lower(), f"http://{proxy.host}")
        await outbound_to(server).get_json(server.url)
        await fault_of(Outbound(()), f"https://{server.host}/")

    assert (proxy.connections, server.connections) == (0, 1)
    assert "authorization" not in server.heads[0].lower()


async def test_a_url_is_not_logged_since_it_may_hold_a_secret(outbound_to: OutboundTo) -> None:
    async with serving([Reset()]) as server:
        with capture_logs() as lines:
            for url in (f"{server.url}?key=hunter2", "ftp://hunter2/", "https://a:hunter2@b/", "https://hunter2\\"):
                await fault_of(outbound_to(server), url)

    assert len(lines) == 4
    assert "hunter2" not in repr(lines)


async def test_the_sentence_of_a_fault_is_the_same_for_every_server(outbound_to: OutboundTo) -> None:
    sentences: set[str] = set()
    for _ in range(2):
        async with serving([Reset()]) as server:
            fault: OutboundFault = await fault_of(outbound_to(server), server.url)
            sentences.add(str(fault))

    assert sentences == {"The server's answer broke off."}
