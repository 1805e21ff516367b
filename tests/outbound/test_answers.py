"""An answer is read plainly, strictly and no further than it may go; what can't be read is a fault with a name."""

import gzip
import json
import zlib
from collections.abc import Sequence

import pytest

from app.outbound.faults import Broken, Refused
from tests.outbound.asking import BEARER, SECRET, fault_of
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import Endless, Loopback, Reset, Step, response, said, serving

MIB = 1024 * 1024
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
UNSIZED = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
PLENTY = b"x" * 65536


async def refusal(outbound_to: OutboundTo, *steps: Step, post: bool = False) -> tuple[Refused, Loopback]:
    async with serving(steps) as server:
        fault = await fault_of(outbound_to(server), server.url, post=post)
    assert isinstance(fault, Refused)
    return fault, server


@pytest.mark.parametrize("status", [300, 301, 302, 303, 304, 305, 307, 308])
async def test_a_redirect_is_not_followed(outbound_to: OutboundTo, status: int, connected: list[str]) -> None:
    async with serving([said({"tools": []})]) as elsewhere:
        fault, server = await refusal(outbound_to, response(status=status, location=elsewhere.url))

    assert (fault.reason, server.connections, elsewhere.connections, len(connected)) == ("redirect", 1, 0, 1)


async def test_a_redirected_post_may_have_happened(outbound_to: OutboundTo) -> None:
    fault, server = await refusal(outbound_to, response(status=307, location="/elsewhere"), post=True)

    assert (fault.may_have_happened, server.connections) == (True, 1)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzip.compress(b" " * 64 * MIB, 9, mtime=0)),
        ("deflate", zlib.compress(b" " * MIB)),
        ("br", b"\x5b\xff"),
        ("zstd", b"\x28\xb5\x2f\xfd"),
        ("GZIP", gzip.compress(b"{}", mtime=0)),
        ("identity, gzip", gzip.compress(b"{}", mtime=0)),
        ("x-unheard-of", b"{}"),
    ],
)
async def test_a_compressed_answer_is_refused_unread(outbound_to: OutboundTo, encoding: str, body: bytes) -> None:
    fault, server = await refusal(outbound_to, response(body, content_encoding=encoding))

    assert fault.reason == "encoding"
    assert "\r\nAccept-Encoding: identity\r\n" in server.heads[0]


async def test_identity_is_no_compression(outbound_to: OutboundTo) -> None:
    async with serving([response(b"{}", content_encoding="Identity")]) as server:
        assert (await outbound_to(server).get_json(server.url)).body == {}


@pytest.mark.parametrize(
    "steps",
    [
        [response(b"", content_length="1000000000"), Endless(PLENTY)],
        [response(b"", content_length="9" * 18), Endless(PLENTY)],
        [UNSIZED, Endless(PLENTY)],
        [CHUNKED, Endless(b"10000\r\n" + PLENTY + b"\r\n")],
    ],
    ids=["a gigabyte", "more than there is", "without a length", "chunks without end"],
)
async def test_no_more_is_read_than_may_be(outbound_to: OutboundTo, steps: Sequence[Step]) -> None:
    fault, server = await refusal(outbound_to, *steps)

    # What lay in the sockets' buffers was sent too.
    assert fault.reason == "too_large"
    assert server.sent_bytes < 16 * MIB


async def test_exactly_as_much_is_read_as_may_be(outbound_to: OutboundTo) -> None:
    body = json.dumps("x" * (MIB - 2)).encode()
    async with serving([response(body)], [response(body + b" ")]) as server:
        outbound = outbound_to(server)

        assert len((await outbound.get_json(server.url)).body) == MIB - 2
        assert isinstance(await fault_of(outbound, server.url), Refused)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>Login</title>",
        b"{'tools': []}",
        b'{"tools": []',
        b'{"tools": []} and more',
        b'{"tools": []}{"tools": []}',
        b"\xef\xbb\xbf{}",
        '{"tools": []}'.encode("utf-16"),
        b'{"a": "\xff"}',
        b'{"a": "\xed\xa0\x80"}',
        b'{"a": "\\ud800"}',
        b'{"\\udfff": 1}',
        b'{"a": 1, "a": 2}',
        b'[{"in": {"a": 1, "b": 1, "a": 1}}]',
        b'{"a": NaN}',
        b"[Infinity]",
        b"-Infinity",
        b"1e999",
        b"[" + b"9" * 5000 + b"]",
        b"[" * 33 + b"]" * 33,
        b'{"a":' * 33 + b"1" + b"}" * 33,
        b"[" * 100_000 + b"]" * 100_000,
        b"[" * 100_000,
        b'{"a":' * 100_000,
        json.dumps({str(number): 0 for number in range(10_001)}).encode(),
        json.dumps([{"a": 0, "b": 0} for _ in range(5_001)]).encode(),
        b"[" + b"0," * 100_000 + b"0]",
        b"[" + b"[]," * 60_000 + b"[]]",
        b'["' + b'\\"' * 200_000 + b"," * 200_000,
        b"{" + b",".join(b'"%d":0' % number for number in range(90_000)) + b"}",
    ],
    ids=lambda body: ascii(body[:24]),
)
async def test_what_is_not_strict_json_is_refused(outbound_to: OutboundTo, body: bytes) -> None:
    fault, _ = await refusal(outbound_to, response(body))

    assert fault.reason == "not_json"


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 32 + b"1" + b"]" * 32,
        json.dumps({str(number): 0 for number in range(10_000)}).encode(),
        b'{"a": [1, -2.5, true, null, "\\ud83d\\udc4b \xc3\xa9"]}',
        b" \n{} ",
        b'["' + b'a,[{\\"' * 100_000 + b'", "\\\\", 1]',
        b"[" + b"0," * 99_998 + b"0]",
        b"18446744073709551615",
    ],
    ids=lambda body: ascii(body[:24]),
)
async def test_strict_json_is_read_as_it_stands(outbound_to: OutboundTo, body: bytes) -> None:
    async with serving([response(body)]) as server:
        assert (await outbound_to(server).get_json(server.url)).body == json.loads(body)


@pytest.mark.parametrize(
    "steps",
    [
        [b""],
        [Reset()],
        [b"HTTP/1.1 200 OK\r\n"],
        [b"SSH-2.0-OpenSSH_9.9\r\n"],
        [b"HTTP/2 200\r\n\r\n"],
        [b"HTTP/1.1 99 Odd\r\n\r\n"],
        [b"HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}"],
        [b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"],
        [b"HTTP/1.1 200 OK\r\nBad Header\r\n\r\n"],
        [b"HTTP/1.1 200 OK\r\n", Endless(b"X-Padding: " + PLENTY + b"\r\n")],
        [response(b"{}", content_length="100")],
        [response(b"{}", content_length="2\r\nContent-Length: 3")],
        [response(b"{}", content_length="-2")],
        [response(b"{}", content_length="", transfer_encoding="gzip, chunked")],
        [CHUNKED + b"2\r\n{}"],
        [CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n"],
        [response(b'{"a"', content_length="100"), Reset()],
    ],
    ids=lambda steps: ascii(steps[0])[:60],
)
@pytest.mark.parametrize("post", [False, True])
async def test_what_is_no_whole_http_answer_is_broken(
    outbound_to: OutboundTo, steps: Sequence[Step], post: bool
) -> None:
    async with serving(steps) as server:
        fault = await fault_of(outbound_to(server), server.url, post=post)

    assert isinstance(fault, Broken)
    assert fault.may_have_happened is post


async def test_bytes_beyond_the_said_length_are_left_alone(outbound_to: OutboundTo) -> None:
    async with serving([response(b'{"a": 1}HTTP/1.1 200 OK', content_length="8")]) as server:
        assert (await outbound_to(server).get_json(server.url)).body == {"a": 1}


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 429, 500, 503])
async def test_a_failure_is_answered_with_its_status_and_json(outbound_to: OutboundTo, status: int) -> None:
    async with serving([said({"error": "project not found"}, status)]) as server:
        answer = await outbound_to(server).get_json(server.url)

    assert (answer.status, answer.is_ok, answer.body) == (status, False, {"error": "project not found"})


@pytest.mark.parametrize(
    "failing",
    [
        response(b"<h1>Oops</h1>", 500, content_type="text/html"),
        response(gzip.compress(b"{}"), 500, content_encoding="gzip"),
        response(b"", 500),
        response(b'"' + b"x" * 100_000 + b'"', 500),
    ],
    ids=["html", "compressed", "empty", "long"],
)
async def test_a_failure_says_enough_by_its_status(outbound_to: OutboundTo, failing: bytes) -> None:
    async with serving([failing]) as server:
        answer = await outbound_to(server).get_json(server.url)

    assert (answer.status, answer.body) == (500, None)


async def test_interim_answers_are_passed_over(outbound_to: OutboundTo) -> None:
    async with serving([b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" * 3 + said({"a": 1})]) as server:
        assert (await outbound_to(server).get_json(server.url)).body == {"a": 1}


async def test_a_request_says_what_it_must_and_no_more(outbound_to: OutboundTo) -> None:
    async with serving([response(b"{}", set_cookie="session=1; Path=/")]) as server:
        outbound = outbound_to(server)
        await outbound.get_json(server.url + "?plan=1", query=[("permissions", "a b"), ("permissions", "c&d=é")])
        await outbound.get_json(server.url)

    first, *headers = "".join(server.heads).split("\r\n")
    names = {line.partition(":")[0] for line in headers if ":" in line}
    assert first == "GET /tools?plan=1&permissions=a+b&permissions=c%26d%3D%C3%A9 HTTP/1.1"
    assert names == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}


async def test_a_post_carries_its_json_and_the_secret(outbound_to: OutboundTo) -> None:
    async with serving([said({"preview": "Creates an order"})]) as server:
        order = {"tool": "create_order", "arguments": {"note": "é"}}
        await outbound_to(server).post_json(server.url, order, bearer=BEARER)

    assert f"\r\nAuthorization: Bearer {SECRET}\r\n" in server.heads[0]
    assert "\r\nContent-Type: application/json\r\n" in server.heads[0]
    assert json.loads(server.bodies[0]) == {"tool": "create_order", "arguments": {"note": "é"}}


@pytest.mark.parametrize("status", [204, 205])
async def test_a_success_without_a_body_says_enough(outbound_to: OutboundTo, status: int) -> None:
    async with serving([response(b"", status=status)]) as server:
        answer = await outbound_to(server).post_json(server.url, {})

    assert (answer.status, answer.body, answer.is_ok) == (status, None, True)
