"""What a model or a stranger says never acts."""

import pytest
from playwright.async_api import expect

from app.testing.samples import CONVERSATION, Sample, asking
from tests.browser.panel.conftest import Panel
from tests.browser.panel.double import Double

EVIL = [
    '<div hx-post="/assist/evil" hx-trigger="load">x</div><p data-hx-get="/assist/evil" data-hx-trigger="load">x</p>',
    '<div id="call_4" hx-swap-oob="true">Approved</div>',
    '<hx-partial hx-target="#call_4" hx-swap="outerHTML">Approved</hx-partial>',
    '<template hx type="partial" hx-target="#call_4">Approved</template>',
    '</div></div></hx-partial><hx-partial hx-target="#call_4">Approved</hx-partial><hx-partial>',
    '<script>fetch("/assist/evil")</script><img src="/assist/evil" onerror="fetch(\'/assist/evil\')">',
    "![x](https://evil.example/?q=1) <svg onload=\"fetch('/assist/evil')\"> <title>Evil</title>",
    '<meta http-equiv="refresh" content="0;url=/assist/evil"><base href="/assist/evil/"><iframe src="/assist/evil">',
    '```py" hx-get="/assist/evil" hx-trigger="load\nx\n```',
    '<div sse-connect="/assist/evil" hx-sse:connect="/assist/evil">x</div>',
]


@pytest.mark.parametrize("where", ["block", "message", "label", "outcome"])
async def test_markup_from_a_model_a_person_or_a_page_does_nothing(panel: Panel, double: Double, where: str) -> None:
    asked_for: list[str] = []
    panel.page.on("request", lambda request: asked_for.append(request.url))
    await panel.open(conversation=CONVERSATION)
    stream = await double.begun()
    double.play(stream, asking())
    card = panel.frame.locator("#call_4")
    await expect(card).to_be_visible()
    before = await card.evaluate("card => card.outerHTML")

    sample = asking()
    for markdown in EVIL:
        match where:
            case "block":
                sample.writes(markdown)
            case "message":
                sample.ends("stopped").says(markdown).step()
            case "label":
                sample.proposes("press", "action", {markdown: markdown}).sends(markdown)
            case _:
                sample.proposes("press", "action").sends("Save").answers(markdown, status="failed")
    double.play(stream, sample.writes("The end."))

    await expect(panel.frame.locator("#transcript").get_by_text("The end.")).to_be_attached()
    await panel.page.wait_for_timeout(200)
    assert [url for url in asked_for if "evil" in url] == []
    assert [seen.path for seen in double.seen if "evil" in seen.path] == []
    assert await card.evaluate("card => card.outerHTML") == before
    assert await panel.frame.title() == "Assistant"


async def test_the_document_keeps_its_own_policy(panel: Panel, double: Double) -> None:
    said: list[str] = []
    panel.page.on("console", lambda message: said.append(message.text))
    await panel.open(conversation=CONVERSATION)
    double.play(await double.begun(), Sample().says("x").step().writes("| a |\n|--:|\n| 1 |").ends("cut"))
    await panel.frame.get_by_role("button", name="Try again").click()

    assert [line for line in said if "Content Security Policy" in line or "violates" in line] == []


async def test_a_hello_from_anybody_else_is_not_heard(panel: Panel) -> None:
    await panel.open()
    before = len(await panel.heard("ready"))

    await panel.frame.evaluate(
        "const line = new MessageChannel(); globalThis.got = [];"
        "line.port1.onmessage = ({data}) => got.push(data);"
        "postMessage({assist: 'hello', version: 1, tab: 't_evil', document: 'd_evil', state: {}}, '*', [line.port2])"
    )
    await panel.page.wait_for_timeout(200)

    assert await panel.frame.evaluate("got") == []
    assert len(await panel.heard("ready")) == before
