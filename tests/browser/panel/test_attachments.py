"""Files in the panel over the real server: picked, pasted, dropped, refused, taken away, sent."""

import re
from collections.abc import Generator

import pytest
import pytest_asyncio
from playwright.async_api import FilePayload, Page, expect

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.attachments import MOST_ATTACHMENTS
from app.contract.ids import Json, UserId
from app.main import open_workspaces
from app.paths import STATIC
from app.testing.running import Running, running_beside
from app.turns.files import MOST_PDF_BYTES
from tests.browser.panel.double import Double, serving
from tests.browser.panel.tab import PATIENCE_MS, Tab

PICTURE = min((STATIC / "demo" / "products").glob("*.png")).read_bytes()
PDF = b"%PDF-1.4\n1 0 obj <</Type /Page>> endobj\n%%EOF\n"
SCRIPTS: list[Json] = [
    {"name": "told", "says": "what|follows", "steps": [{"text": "I was sent {attached}; {earlier} before."}]},
]
BRING = """async ([kind, bytes, name, type, text]) => {
    const carried = new DataTransfer()
    carried.items.add(new File([new Uint8Array(bytes)], name, {type}))
    if (text) carried.setData('text/plain', text)
    const more = {bubbles: true, cancelable: true, [kind === 'paste' ? 'clipboardData' : 'dataTransfer']: carried}
    const event = kind === 'paste' ? new ClipboardEvent(kind, more) : new DragEvent(kind, more)
    return document.getElementById('text').dispatchEvent(event)
}"""


def file(name: str, body: bytes, kind: str = "image/png") -> FilePayload:
    return {"name": name, "mimeType": kind, "buffer": body}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    with running_beside(tmp_path_factory.mktemp("server"), SCRIPTS) as running:
        yield running


@pytest.fixture(scope="module")
def hosts() -> Generator[Double]:
    with serving() as double:
        yield double


@pytest_asyncio.fixture(loop_scope="session")
async def tab(page: Page, server: Running, hosts: Double) -> Tab:
    async with open_workspaces(server.parts.settings) as (workspaces, vault):
        made: NewWorkspace = new_workspace("Panel", (hosts.host,), vault)
        await workspaces.put(made.workspace)
    tab = Tab(page, server, hosts, made)
    await tab.open(server.parts.tokens.sign(made.workspace, UserId("alice")))
    return tab


async def test_what_the_panel_says_of_limits_is_what_holds(tab: Tab) -> None:
    told = await tab.panel.locator("#files").evaluate("files => [files.dataset.most, files.dataset.largest]")

    assert [str(MOST_ATTACHMENTS), str(MOST_PDF_BYTES)] == told


async def bring(tab: Tab, kind: str, name: str = "shot.png", text: str = "") -> bool:
    """Paste, drag or drop a picture; whether the browser would have done it by itself."""
    return await tab.panel.evaluate(BRING, [kind, list(PICTURE), name, "image/png", text])


async def test_files_come_by_every_way_and_go_with_one_message(tab: Tab) -> None:
    files, pick = tab.panel.get_by_role("group", name="Attached files"), tab.panel.get_by_label("Attach a file")

    await pick.set_input_files([file("mug.png", PICTURE), file("offer.pdf", PDF, "application/pdf")])
    await bring(tab, "dragover")
    await expect(tab.panel.locator(".drop-zone")).to_be_visible()
    await bring(tab, "drop", "dropped.png")
    await expect(tab.panel.locator(".drop-zone")).to_be_hidden()
    await bring(tab, "paste")
    assert await bring(tab, "paste", "cells.png", "1\t2")
    await expect(files.locator("input[type=hidden]")).to_have_count(4)
    await expect(files.locator("img").first).to_have_js_property("complete", True)
    await files.get_by_role("button", name="Remove").nth(2).click()

    await expect(tab.panel.locator("#announcer")).to_contain_text("Removed dropped.png")
    await expect(tab.panel.locator("#text")).to_be_focused()
    await tab.say("What is this?")
    await tab.reads("a PDF, a PNG of")
    await expect(files.get_by_role("listitem")).to_have_count(0)
    await expect(tab.panel.locator(".message img")).to_have_count(2)


async def test_what_is_refused_leaves_the_words_and_the_other_files(tab: Tab) -> None:
    files, pick = tab.panel.get_by_role("group", name="Attached files"), tab.panel.get_by_label("Attach a file")
    alert, text = tab.panel.locator("#problem"), tab.panel.locator("#text")
    await text.fill("My words")
    await pick.set_input_files(file("mug.png", PICTURE))

    await pick.set_input_files(file("page.png", b"<script>alert(1)</script>"))
    await expect(alert).to_contain_text("PNG, JPEG, GIF and WebP")
    await pick.set_input_files(file("empty.png", b""))
    await expect(alert).to_contain_text("empty")
    await tab.panel.locator("#files").evaluate("files => files.dataset.largest = 10_000")
    await pick.set_input_files(file("huge.pdf", PDF + b"\0" * 10_000, "application/pdf"))
    await expect(alert).to_contain_text("too large")
    await tab.panel.locator("#files").evaluate("files => files.dataset.largest = 1e7")
    await pick.set_input_files([file(f"{at}.png", PICTURE) for at in range(5)])
    await expect(alert).to_contain_text("takes 5 files")

    await expect(files.locator("input[type=hidden]")).to_have_count(5, timeout=PATIENCE_MS)
    await expect(files.get_by_role("listitem").first).to_contain_text("mug.png")
    await expect(text).to_have_value("My words")


async def test_what_was_picked_and_not_sent_outlives_a_reload_for_who_picked_it(
    tab: Tab, server: Running, hosts: Double
) -> None:
    files, pick = tab.panel.get_by_role("group", name="Attached files"), tab.panel.get_by_label("Attach a file")
    await pick.set_input_files([file("mug.png", PICTURE), file("offer.pdf", PDF, "application/pdf")])
    await tab.page.wait_for_function("state().files?.length === 2 && state().user")

    await tab.page.reload()
    await tab.ready()
    files = tab.panel.get_by_role("group", name="Attached files")
    await expect(files.get_by_role("listitem")).to_have_text([re.compile("mug.png"), re.compile("offer.pdf")])
    await expect(files.locator("img")).to_have_js_property("complete", True)
    await files.get_by_role("button", name="Remove").nth(1).click()
    await tab.page.wait_for_function("state().files.length === 1")
    await tab.say("What is this?")
    await tab.reads("I was sent a PNG")
    await tab.page.wait_for_function("state().files.length === 0")

    await tab.panel.get_by_label("Attach a file").set_input_files(file("mine.png", PICTURE))
    await tab.page.wait_for_function("state().files.length === 1")
    theirs = server.parts.tokens.sign(tab.workspace.workspace, UserId("bob"))
    name = tab.page.url.rpartition("/")[2]
    hosts.pages[name] = re.sub(r'token: "[^"]+"', f'token: "{theirs}"', hosts.pages[name])
    await tab.page.reload()
    await tab.ready()
    await tab.page.wait_for_function("state().files.length === 0")
    await expect(tab.panel.locator("#files li")).to_have_count(0)


async def test_a_message_waits_for_its_files_and_one_that_did_not_arrive_is_tried_again(tab: Tab) -> None:
    files, pick = tab.panel.get_by_role("group", name="Attached files"), tab.panel.get_by_label("Attach a file")
    away = "**/assist/attachments"
    await tab.page.context.route(away, lambda route: route.abort())
    await pick.set_input_files(file("mug.png", PICTURE))
    again = files.get_by_role("button", name="Try again")
    await again.wait_for()

    await tab.say("What is this?")
    await expect(tab.panel.locator("#problem")).to_contain_text("has not arrived")
    await tab.page.context.unroute(away)
    await again.click()
    await expect(files.locator("input[type=hidden]")).to_have_count(1)
    await tab.panel.locator("#text").press("Enter")

    await tab.reads("I was sent a PNG")


async def test_a_pages_own_words_leave_the_files_for_the_person_s(tab: Tab) -> None:
    pick, files = tab.panel.get_by_label("Attach a file"), tab.panel.locator("#files")
    await pick.set_input_files(file("mug.png", PICTURE))
    await expect(files.locator("input[type=hidden]")).to_have_count(1)

    await tab.page.evaluate("say({t: 'ask', text: 'What is here?'})")

    await tab.reads("I was sent no file")
    await expect(files.locator("input[type=hidden]")).to_have_count(1)
    await tab.panel.locator("#text").press("Enter")
    await tab.reads("I was sent a PNG")
