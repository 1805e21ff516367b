"""Whatever a URL says and whatever a server sends, the outcome is an answer or a fault of the family."""

import asyncio
from collections.abc import Sequence

from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.outbound.answers import Answer
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused
from tests.outbound.loopback import serving
from tests.outbound.watching import connections

words = (
    "https http : // / \\ @ 127.0.0.1 0x7f 1 . [::1] [ ] ::ffff: % %25 tools.example localhost xn-- xn--a-ecp # ? & ="
)
marks = "443 。 １ é ß \u200d \ud800 - _"
pieces = st.sampled_from([*words.split(" "), *marks.split(" "), " ", "\n", "\t", "\x00", "a" * 63])
urls = st.lists(pieces, max_size=8).map("".join)

lines = (
    b"HTTP/1.1 200 OK|HTTP/1.0 200 OK|HTTP/1.1 500 No|HTTP/1.1 100 Go|HTTP/1.1 204 |Content-Length: 2"
    b"|Content-Length: \xb2|Transfer-Encoding: chunked"
    b"|Content-Encoding: gzip|Content-Type: \xff| folded|X:||{}|2|0|\x00|\xff\xfe"
)
heads = st.sampled_from([line + b"\r\n" for line in lines.split(b"|")])
sent = st.lists(heads, max_size=8).map(b"".join) | st.binary(max_size=40)


async def this_machine(host: str, port: int) -> Sequence[str]:
    return ["127.0.0.1"]


@given(urls | urls.map(lambda rest: f"https://{rest}") | st.text(max_size=30), st.text(max_size=5))
@settings(deadline=None)
@example("https://xn--a-ecp.example/", "")
@example("https://tools.example/", "\ud800")
def test_no_url_leads_to_this_machine(url: str, value: str) -> None:
    with connections() as connected:
        fault = asyncio.run(outcome(Outbound((), resolver=this_machine), url, query=[("q", value)]))

    assert isinstance(fault, Refused)
    assert (fault.reason, connected) == ("address", [])


@given(sent)
@settings(max_examples=60, deadline=None)
@example(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
def test_no_answer_ends_otherwise(answer: bytes) -> None:
    async def asked() -> Answer | OutboundFault:
        async with serving([answer]) as server:
            return await outcome(Outbound({server.host}), server.url)

    assert isinstance(asyncio.run(asked()), Answer | OutboundFault)


async def outcome(outbound: Outbound, url: str, *, query: Sequence[tuple[str, str]] = ()) -> Answer | OutboundFault:
    try:
        return await outbound.get_json(url, query=query, seconds=2)
    except OutboundFault as fault:
        return fault
