"""Each reader is spoken to in their own language: by their token, else by their browser, else in English."""

from collections.abc import AsyncGenerator
from typing import Final

import httpx
import pytest
from bs4 import BeautifulSoup

from app.testing.people import Person, person
from app.testing.running import Running

FROM_THE_PANEL: Final = {"HX-Request": "true"}


@pytest.fixture
async def hanna(server: Running, alice: Person) -> AsyncGenerator[Person]:
    """Alice at another machine, where her host says that she reads Swiss German; her browser there is Arabic."""
    token = server.parts.tokens.sign(server.made.workspace, alice.user, locale="de-CH")
    async with person(server, "hanna", token=token) as hanna:
        hanna.http.headers["Accept-Language"] = "ar"
        yield hanna


@pytest.mark.parametrize(
    ("query", "accepted", "language", "direction", "name"),
    [
        ("", "", "en", "ltr", "Assistant"),
        ("", "de-AT,en;q=0.5", "de", "ltr", "Assistent"),
        ("", "ar", "ar", "rtl", "المساعد"),
        ("&lang=de", "ar", "de", "ltr", "Assistent"),
        ("&lang=tlh", "ar", "ar", "rtl", "المساعد"),
    ],
)
async def test_the_panel_speaks_as_asked(
    nobody: httpx.AsyncClient, query: str, accepted: str, language: str, direction: str, name: str
) -> None:
    panel = await nobody.get(f"/assist/panel?workspace=x{query}", headers={"Accept-Language": accepted})

    document = BeautifulSoup(panel.text, "html.parser").html
    assert document is not None
    assert (document["lang"], document["dir"]) == (language, direction)
    assert document.title is not None
    assert document.title.string == name
    assert panel.headers["content-language"] == language
    assert panel.headers["vary"] == "Accept-Language"


async def test_the_token_s_language_goes_before_the_browser_s(hanna: Person) -> None:
    history = await hanna.http.get("/assist/conversations", headers=FROM_THE_PANEL)
    refused = await hanna.http.get("/assist/conversations/c_none", headers=FROM_THE_PANEL)

    assert "Noch keine Unterhaltungen." in history.text
    assert "Das gibt es nicht mehr." in refused.text


async def test_two_tabs_of_one_conversation_each_hear_their_own_language(alice: Person, hanna: Person) -> None:
    conversation = await alice.conversation()

    async with alice.stream(conversation) as english, hanna.stream(conversation) as german:
        turn = (await alice.say(conversation, "hang")).json()["turn_id"]
        await english.until(lambda stream: "This much" in str(stream.events))
        await german.until(lambda stream: "This much" in str(stream.events))
        await alice.http.delete(f"/assist/turns/{turn}")
        await english.until(lambda stream: "You stopped this." in stream.html)
        await german.until(lambda stream: "Sie haben dies angehalten." in stream.html)

    assert german.response.headers["content-language"] == "de"
    assert ("Working" in english.html, "In Arbeit" in english.html) == (True, False)
    assert ("Working" in german.html, "In Arbeit" in german.html) == (False, True)


async def test_a_saved_conversation_is_labelled_in_the_reader_s_language(hanna: Person) -> None:
    conversation = await hanna.conversation()

    saved = await hanna.http.get(f"/assist/conversations/{conversation}/transcript.md")

    assert saved.text == "# Ohne Titel\n"


async def test_the_page_script_brings_its_words_in_the_browser_s_language(nobody: httpx.AsyncClient) -> None:
    english = await nobody.get("/assist/static/assist.js")
    arabic = await nobody.get("/assist/static/assist.js", headers={"Accept-Language": "ar"})

    assert '"open": "Open the assistant"' in english.text
    assert '"open": "فتح المساعد"' in arabic.text
    assert arabic.headers["vary"] == "Accept-Encoding, Accept-Language"
    assert arabic.headers["etag"] != english.headers["etag"]


async def test_a_host_that_has_its_tokens_signed_names_a_language(server: Running, host: httpx.AsyncClient) -> None:
    asked = {"externalUserId": "rami", "locale": "ar-EG"}
    token = (await host.post("/v1/embed-tokens", json=asked)).json()["token"]

    headers = {"Authorization": f"Bearer {token}"}
    history = await host.get("/assist/conversations", headers={**FROM_THE_PANEL, **headers})
    malformed = await host.post("/v1/embed-tokens", json={**asked, "locale": "not a tag"})

    assert "لا محادثات بعد." in history.text
    assert malformed.status_code == 422
    assert "locale" in malformed.json()["detail"]


async def test_programs_are_answered_in_english(hanna: Person) -> None:
    refused = await hanna.http.get("/assist/conversations/c_none")

    assert refused.json()["detail"] == "There is no conversation 'c_none'."
