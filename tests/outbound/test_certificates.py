"""Who the server is, is proved by name, by an authority that is trusted, at a time it holds."""

import ssl
from collections.abc import Generator
from pathlib import Path

import pytest

from app.errors import Misconfigured
from app.outbound.client import Outbound, _usual_trust
from app.outbound.faults import Unreachable
from tests.outbound.asking import Names, fault_of
from tests.outbound.certificates import Authority
from tests.outbound.loopback import said, serving

NAME = "tools.example"


def outbound(authority: Authority) -> Outbound:
    return Outbound({NAME}, resolver=Names({NAME: [["127.0.0.1"]]}), trust=authority.trust)


async def test_a_certificate_of_a_trusted_authority_for_the_name_holds(authority: Authority) -> None:
    async with serving([said({"tools": []})], tls=authority.server(NAME)) as server:
        answer = await outbound(authority).get_json(f"https://{NAME}:{server.port}/tools")

    assert (answer.body, server.heads[0].splitlines()[1]) == ({"tools": []}, f"Host: {NAME}:{server.port}")


@pytest.mark.parametrize("case", ["self-signed", "expired", "another host", "plain http", "an older tls"])
async def test_no_other_certificate_does(authority: Authority, case: str) -> None:
    shown = {
        "self-signed": authority.server(NAME, self_signed=True),
        "expired": authority.server(NAME, expired=True),
        "another host": authority.server("tools.example.evil.example"),
        "plain http": None,
        "an older tls": older(authority.server(NAME)),
    }[case]
    async with serving([b"HTTP/1.1 400 Bad Request\r\n\r\n"], tls=shown) as server:
        fault = await fault_of(outbound(authority), f"https://{NAME}:{server.port}/tools", post=True, seconds=1)

    assert not fault.may_have_happened
    assert (server.heads, NAME in str(fault)) == ([], False)
    assert isinstance(fault, Unreachable) or case == "plain http"


async def test_the_usual_authorities_do_not_vouch_for_a_throw_away_one(authority: Authority) -> None:
    async with serving([said({})], tls=authority.server(NAME)) as server:
        usual = Outbound({NAME}, resolver=Names({NAME: [["127.0.0.1"]]}))
        fault = await fault_of(usual, f"https://{NAME}:{server.port}/", post=True)

    assert isinstance(fault, Unreachable)
    assert server.heads == []


async def test_an_operators_authority_that_cannot_be_read_is_said_at_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "missing.pem"))
    _usual_trust.cache_clear()

    with pytest.raises(Misconfigured, match="SSL_CERT_FILE"):
        Outbound(())


async def test_an_operators_own_authority_is_the_one_of_ssl_cert_file(
    monkeypatch: pytest.MonkeyPatch, authority: Authority
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
    _usual_trust.cache_clear()
    async with serving([said({})], tls=authority.server(NAME)) as server:
        outbound = Outbound({NAME}, resolver=Names({NAME: [["127.0.0.1"]]}))
        answer = await outbound.get_json(f"https://{NAME}:{server.port}/")

    assert answer.status == 200


def older(context: ssl.SSLContext) -> ssl.SSLContext:
    with pytest.warns(DeprecationWarning, match="TLSVersion"):
        context.maximum_version = ssl.TLSVersion.TLSv1_1
    with pytest.warns(DeprecationWarning, match="TLSVersion"):
        context.minimum_version = ssl.TLSVersion.TLSv1
    return context


@pytest.fixture(autouse=True)
def no_operator_authority(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
    yield
    _usual_trust.cache_clear()
