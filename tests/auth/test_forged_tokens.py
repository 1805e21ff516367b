"""Every way to forge, stretch or bend an embed token ends in the same refusal, in the same words."""

import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.auth.keys import NewWorkspace, new_workspace
from app.auth.secrets import Vault
from app.auth.tokens import Tokens
from app.contract.ids import Json
from app.errors import Unauthorized
from tests.auth.conftest import Clock, ListedWorkspaces

_ABSENT = object()
_WORDS = "This token is not valid, or no longer. Ask the host application for a fresh one."


class Forger:
    """Makes tokens that are right in everything but what a test bends."""

    def __init__(self, northwind: NewWorkspace, clock: Clock) -> None:
        self.secret = northwind.signing_secret.reveal()
        self.issued = int(clock.now.timestamp())
        self.claims: dict[str, Json] = {
            "iss": northwind.workspace.id,
            "sub": "ada",
            "aud": "assist",
            "iat": self.issued,
            "exp": self.issued + 600,
            "permissions": ["a"],
        }

    def token(self, headers: Mapping[str, Json] | None = None, **bent: Json) -> str:
        claims = {name: value for name, value in (self.claims | bent).items() if value is not _ABSENT}
        return jwt.encode(claims, self.secret, algorithm="HS256", headers=dict(headers or {}))

    def raw(self, header: str, claims: str | None = None) -> str:
        """A token over exactly this header and these claims, rightly signed."""
        parts = [_segment(part.encode()) for part in (header, claims or json.dumps(self.claims))]
        signed = ".".join(parts)
        return f"{signed}.{_segment(jwt.get_algorithm_by_name('HS256').sign(signed.encode(), self.secret.encode()))}"


@pytest.fixture
def forger(northwind: NewWorkspace, clock: Clock) -> Forger:
    return Forger(northwind, clock)


async def refuses(tokens: Tokens, token: str) -> bool:
    with pytest.raises(Unauthorized) as refusal:
        await tokens.verify(token)
    return str(refusal.value) == _WORDS


async def test_the_forgers_unbent_token_holds(tokens: Tokens, forger: Forger) -> None:
    await tokens.verify(forger.token())
    await tokens.verify(forger.raw('{"alg":"HS256"}'))


@pytest.mark.parametrize("claim", ["iss", "sub", "aud", "iat", "exp", "permissions"])
async def test_every_claim_is_required(tokens: Tokens, forger: Forger, claim: str) -> None:
    assert await refuses(tokens, forger.token(None, **{claim: _ABSENT}))


@pytest.mark.parametrize(
    "bent",
    [
        {"iss": "ws_other"},
        {"aud": "other"},
        {"aud": ["other"]},
        {"aud": []},
        {"sub": ""},
        {"sub": "a" * 256},
        {"sub": "ada\n"},
        {"sub": "ada\0"},
        {"sub": 7},
        {"permissions": "admin"},
        {"permissions": [1]},
        {"name": 1},
    ],
    ids=str,
)
async def test_a_claim_of_another_kind_or_value_is_refused(
    tokens: Tokens, forger: Forger, bent: dict[str, Json]
) -> None:
    assert await refuses(tokens, forger.token(**bent))


@pytest.mark.parametrize(
    "times",
    [
        (0, 3601),
        (0, 10 * 365 * 86400),
        (0, 0),
        (600, 0),
        (31, 600),
        (-3600, -30),
        (0, 10**400),
        (-(10**400), 0),
    ],
    ids=str,
)
async def test_a_token_lives_an_hour_at_most_and_only_now(
    tokens: Tokens, forger: Forger, times: tuple[int, int]
) -> None:
    begin, end = times

    assert await refuses(tokens, forger.token(iat=forger.issued + begin, exp=forger.issued + end))


@pytest.mark.parametrize("value", ["NaN", "Infinity", "true", '"1796040000"', "null", "1e400"])
@pytest.mark.parametrize("claim", ["iat", "exp"])
async def test_a_time_is_a_number(tokens: Tokens, forger: Forger, claim: str, value: str) -> None:
    claims = json.dumps(forger.claims).replace(json.dumps(forger.claims[claim]), value, 1)

    assert await refuses(tokens, forger.raw('{"alg":"HS256"}', claims))


async def test_a_token_that_begins_later_is_refused(tokens: Tokens, forger: Forger) -> None:
    assert await refuses(tokens, forger.token(nbf=forger.issued + 31))


@pytest.mark.parametrize(
    "header",
    [
        '{"alg":"none"}',
        '{"alg":"None"}',
        '{"alg":"HS512"}',
        '{"alg":"hs256"}',
        '{"typ":"JWT"}',
        '{"alg":"HS256","crit":["exp"]}',
        '{"alg":"HS256","crit":[]}',
        '{"alg":"HS256","crit":["b64"],"b64":false}',
        '{"alg":"HS256","b64":true}',
        '{"alg":"HS256","kid":7}',
        '{"alg":"HS256","jwk":{"kty":"oct","k":"AAAA"}}',
        '{"alg":"HS256","jku":"https://evil.example/keys"}',
        '{"alg":["HS256"]}',
        '["HS256"]',
        "",
    ],
)
async def test_a_header_that_says_anything_else_is_refused(tokens: Tokens, forger: Forger, header: str) -> None:
    assert await refuses(tokens, forger.raw(header))


async def test_a_key_id_chooses_no_key(tokens: Tokens, forger: Forger) -> None:
    for kid in ("../../../../dev/null", "' OR 1=1 --", "ws_other"):
        await tokens.verify(forger.token({"kid": kid}))

    forger.secret = "\0" * 32

    assert await refuses(tokens, forger.token({"kid": "../../../../dev/null"}))


async def test_an_unsigned_token_is_refused(tokens: Tokens, forger: Forger) -> None:
    unsigned = jwt.encode(forger.claims, "", algorithm="none")

    assert await refuses(tokens, unsigned)
    assert await refuses(tokens, forger.token().rsplit(".", 1)[0] + ".")


async def test_a_token_signed_with_a_private_key_is_refused(tokens: Tokens, forger: Forger) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    assert await refuses(tokens, jwt.encode(forger.claims, key, algorithm="RS256"))


async def test_another_workspaces_secret_opens_nothing(
    tokens: Tokens, forger: Forger, workspaces: ListedWorkspaces, vault: Vault
) -> None:
    other = new_workspace("Other", [], vault)
    await workspaces.put(other.workspace)
    forger.secret = other.signing_secret.reveal()

    assert await refuses(tokens, forger.token())


async def test_a_token_over_four_kilobytes_is_refused(tokens: Tokens, forger: Forger) -> None:
    await tokens.verify(forger.token(permissions=["a" * 2500]))

    assert await refuses(tokens, forger.token(permissions=["a" * 3000]))


async def test_deep_json_is_refused(tokens: Tokens, forger: Forger) -> None:
    assert await refuses(tokens, forger.raw('{"alg":"HS256"}', '{"permissions":' + "[" * 2800))
    assert await refuses(tokens, forger.raw("[" * 2800))


@given(text=st.text(st.characters(), max_size=60) | st.from_regex(r"[\w-]{0,30}\.[\w-]{0,30}\.[\w-]{0,30}"))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
async def test_any_text_is_refused_in_the_same_words(tokens: Tokens, text: str) -> None:
    assert await refuses(tokens, text)


@given(data=st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
async def test_one_changed_character_is_refused(tokens: Tokens, forger: Forger, data: st.DataObject) -> None:
    token = forger.token()
    place = data.draw(st.integers(0, len(token) - 2))
    other = data.draw(st.sampled_from("ABCxyz019-_."))
    if other == token[place]:
        return

    assert await refuses(tokens, token[:place] + other + token[place + 1 :])


def _segment(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
