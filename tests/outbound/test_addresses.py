"""Nothing but a public address is ever connected to, however it is written and whatever a name says."""

import pytest

from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused, Unreachable
from tests.outbound.asking import Names, fault_of
from tests.outbound.conftest import OutboundTo
from tests.outbound.loopback import said, serving

PUBLIC = "93.184.215.14"

PRIVATE = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.100.100.200",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.0.192",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.175.48.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::169.254.169.254",
    "::ffff:127.0.0.1",
    "::ffff:93.184.215.14",
    "::ffff:0:127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "2002:a9fe:a9fe::",
    "2002:7f00:1::",
    "2606:4700:4700::1111%lo",
    "2620:4f:8000::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%lo",
    "fec0::1",
    "ff02::1",
]

LITERALS = [f"https://[{address}]/" if ":" in address else f"https://{address}/" for address in PRIVATE]

WRITTEN_OTHERWISE = [
    "https://2130706433/",
    "https://017700000001/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0X7F.0x0.0x0.0x1/",
    "https://0177.0.0.1/",
    "https://0177.0.0.01/",
    "https://127.1/",
    "https://127.0.1/",
    "https://0/",
    "https://0x0/",
    "https://127.0.0.1./",
    "https://127.0.0.1../",
    "https://127.0.0.1.:443/",
    "https://1.1.1.256/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0251.0376.0251.0376/",
    "https://169.254.43518/",
    "https://127。0。0。1/",
    "https://１２７.0.0.1/",
    "https://①②⑦.0.0.1/",
    "https://[::ffff:7f00:1]/",
    "https://[0:0:0:0:0:ffff:127.0.0.1]/",
    "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
    "https://[::1%25lo]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[::1",
    "https://[v1.1]/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://ⓛocalhost/",
    "https://127.0.0.1:8443/",
    "https://127.0.0.1:0/",
    "https://tools.example:0/",
    "https://tools.example:65536/",
    "https://tools.example:-1/",
    "https://user@127.0.0.1/",
    "https://user:password@tools.example/",
    "https://tools.example@127.0.0.1/",
    "https://tools.example%40127.0.0.1/",
    "https://tools.example\\@127.0.0.1/",
    "https://tools.example\\.evil.example/",
    "https:\\\\127.0.0.1/",
    "https://127.0.0.1\\tools.example/",
    "https://127.0.0.1%2f@tools.example/",
    "https://127.0.0.1#@tools.example/",
    "https://127.0.0.1?@tools.example/",
    "https://tools .example/",
    "https://tools.exa\nmple/",
    "https://tools.exa\tmple/",
    "https://tools.example\r\nHost: evil.example/",
    "https://tools.example\x00.evil.example/",
    "https://tools%2eexample/",
    "https://-tools.example/",
    "https://tools..example/",
    "https://.example/",
    "https://" + "a" * 64 + ".example/",
    "https://" + "a." * 130 + "example/",
    "https:///tools",
    "https:tools.example",
    "https:/tools.example",
    "//tools.example/",
    "tools.example",
    "/tools",
    "",
    "https://",
    "https://tools.example/" + "a" * 70_000,
]

OTHER_SCHEMES = [
    "http://tools.example/",
    "http://93.184.215.14/",
    "http://127.0.0.1/",
    "ftp://tools.example/",
    "file:///etc/passwd",
    "file://tools.example/etc/passwd",
    "gopher://127.0.0.1:70/_",
    "dict://127.0.0.1:11211/stats",
    "http+unix://%2Fvar%2Frun%2Fdocker.sock/info",
    "unix:///var/run/docker.sock",
    "ws://tools.example/",
    "wss://tools.example/",
    "ldap://127.0.0.1/",
    "data:application/json,{}",
    "jar:https://tools.example!/",
    "javascript:0",
]

ONE_TEXT = "The server is at an address that may not be called."


async def test_a_listed_server_on_this_machine_is_connected_to(outbound_to: OutboundTo, connected: list[str]) -> None:
    """The premise of all that follows: what is connected to is seen."""
    async with serving([said({"tools": []})]) as server:
        answer = await outbound_to(server).get_json(server.url)

    assert (answer.status, answer.body, connected) == (200, {"tools": []}, ["127.0.0.1"])


@pytest.mark.parametrize("url", LITERALS + WRITTEN_OTHERWISE + OTHER_SCHEMES, ids=lambda url: ascii(url[:60]))
async def test_an_address_that_may_not_be_called_is_not_connected_to(url: str, connected: list[str]) -> None:
    fault = await fault_of(Outbound(()), url)

    assert isinstance(fault, Refused)
    assert (fault.reason, str(fault), connected) == ("address", ONE_TEXT, [])


@pytest.mark.parametrize("host", ["1572395022", "0x5db8d70e", "93.12113678", "0135.0270.0327.0016", "1.2.3.4.5"])
async def test_an_address_in_an_unusual_form_is_not_even_looked_up(host: str, connected: list[str]) -> None:
    """Readers differ on what these are, so that ours must not matter."""
    names = Names({host: [[PUBLIC]]})

    fault = await fault_of(Outbound((), resolver=names), f"https://{host}/")

    assert isinstance(fault, Refused)
    assert (names.asked, connected) == ([], [])


@pytest.mark.parametrize("address", PRIVATE)
async def test_a_name_that_leads_to_such_an_address_is_not_connected_to(address: str, connected: list[str]) -> None:
    fault = await fault_of(Outbound((), resolver=Names({"tools.example": [[address]]})), "https://tools.example/")

    assert isinstance(fault, Refused)
    assert (str(fault), connected) == (ONE_TEXT, [])


@pytest.mark.parametrize(
    "addresses", [[PUBLIC, "127.0.0.1"], ["10.0.0.1", PUBLIC], [PUBLIC, "::1"], [PUBLIC] * 5 + ["169.254.169.254"]]
)
async def test_one_private_address_among_several_refuses_them_all(addresses: list[str], connected: list[str]) -> None:
    fault = await fault_of(Outbound((), resolver=Names({"tools.example": [addresses]})), "https://tools.example/")

    assert isinstance(fault, Refused)
    assert connected == []


async def test_a_name_that_changes_after_the_check_gains_nothing(connected: list[str]) -> None:
    """The rebinding attack: public when it is checked, this machine when it is connected to."""
    names = Names({"tools.example": [[PUBLIC], ["127.0.0.1"]]})
    async with serving([said({})]) as server:
        fault = await fault_of(Outbound((), resolver=names), f"https://tools.example:{server.port}/", post=True)

    assert isinstance(fault, Unreachable)
    assert (connected, server.connections, names.asked) == ([PUBLIC], 0, ["tools.example"])


async def test_each_try_is_checked_afresh(connected: list[str]) -> None:
    names = Names({"tools.example": [[PUBLIC], ["127.0.0.1"]]})

    fault = await fault_of(Outbound((), resolver=names), "https://tools.example/")

    assert isinstance(fault, Refused)
    assert connected == [PUBLIC]


@pytest.mark.parametrize("url", [f"https://{PUBLIC}/", "https://[2606:4700:4700::1111]:8443/", "https://1.1.1.1"])
async def test_a_public_address_may_stand_in_the_url_itself(url: str, connected: list[str]) -> None:
    fault = await fault_of(Outbound(()), url, post=True)

    assert isinstance(fault, Unreachable)
    assert connected == [url.removeprefix("https://").strip("/").removesuffix(":8443").strip("[]")]


@pytest.mark.parametrize("address", [PUBLIC, "1.1.1.1", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "2a00:1450::1"])
async def test_a_public_address_is_connected_to(address: str, connected: list[str]) -> None:
    outbound = Outbound((), resolver=Names({"tools.example": [[address]]}))

    fault = await fault_of(outbound, "https://tools.example/", post=True)

    assert isinstance(fault, Unreachable)
    assert connected == [address]


async def test_the_next_address_is_tried_when_one_does_not_answer(connected: list[str]) -> None:
    async with serving([said({})]) as server:
        names = Names({"tools.internal": [[PUBLIC, "127.0.0.1"]]})
        answer = await Outbound({"tools.internal"}, resolver=names).get_json(f"http://tools.internal:{server.port}/")

    assert (answer.status, connected) == (200, [PUBLIC, "127.0.0.1"])


@pytest.mark.parametrize("names", [Names({}), Names({"tools.example": [()]})], ids=["unknown", "known, without any"])
async def test_a_name_without_an_address_is_unreachable(names: Names) -> None:
    fault = await fault_of(Outbound((), resolver=names), "https://tools.example/")

    assert isinstance(fault, Unreachable)


@pytest.mark.parametrize("listed", ["tools.internal", "tools.internal:{port}"])
async def test_a_listed_host_may_be_private_and_plain(listed: str) -> None:
    names = Names({"tools.internal": [["127.0.0.1"]]})
    async with serving([said({})]) as server:
        outbound = Outbound({listed.format(port=server.port)}, resolver=names)

        answer = await outbound.get_json(f"http://tools.internal:{server.port}/")

    assert answer.status == 200


@pytest.mark.parametrize(
    "listed", ["tools.internal:1", "internal", "tools", "tools.internal.", "127.0.0.1", "http://tools.internal"]
)
async def test_only_the_very_host_and_port_that_are_listed_are_trusted(listed: str, connected: list[str]) -> None:
    outbound = Outbound({listed}, resolver=Names({"tools.internal": [["127.0.0.1"]]}))
    for url in ("http://tools.internal:4000/", "https://tools.internal:4000/"):
        fault = await fault_of(outbound, url)

        assert isinstance(fault, Refused)
    assert connected == []


async def test_an_ipv6_host_is_listed_in_brackets() -> None:
    with pytest.raises(OutboundFault) as raised:
        await Outbound({"[::1]:1"}).post_json("http://[::1]:1/", {})

    assert isinstance(raised.value, Unreachable)
