"""The panel over the real server and the rehearsal model: reloads, two tabs, stops and second tries."""

import re
import secrets
from collections.abc import AsyncGenerator, Generator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import Json, UserId
from app.main import open_workspaces
from app.testing.running import Running, running_beside
from tests.browser.panel.double import Double, serving
from tests.browser.panel.tab import PATIENCE_MS, Tab

LINES = "One two three four five six seven eight nine ten.\n\n"
SCRIPTS: list[Json] = [
    {"name": "hello", "says": "hello", "steps": [{"text": "Hello **there**.\n\nAll is well."}]},
    {
        "name": "slow",
        "says": "slowly",
        "pace": {"delta_ms": 20, "chunk": 6},
        "steps": [{"text": LINES * 12 + "The end."}],
    },
    {"name": "hang", "says": "hang", "steps": [{"text": "This much is said", "fault": {"stall": 60, "after": 1}}]},
    {
        "name": "cut",
        "says": "cut",
        "pace": {"delta_ms": 20, "chunk": 6},
        "steps": [{"text": "It breaks off in the middle, the first time.", "fault": {"cut": 3, "times": 1}}],
    },
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    with running_beside(tmp_path_factory.mktemp("server"), SCRIPTS) as running:
        yield running


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def workspace(server: Running, hosts: Double) -> NewWorkspace:
    """Whose pages are the double's: a browser lets only pages of this machine frame one of this machine."""
    async with open_workspaces(server.parts.settings) as (workspaces, vault):
        made = new_workspace("Panel", (hosts.host,), vault)
        await workspaces.put(made.workspace)
    return made


@pytest.fixture(scope="module")
def hosts() -> Generator[Double]:
    with serving() as double:
        yield double


@pytest.fixture
def token(server: Running, workspace: NewWorkspace) -> str:
    return server.parts.tokens.sign(workspace.workspace, UserId(f"alice-{secrets.token_hex(4)}"))


@pytest_asyncio.fixture(loop_scope="session")
async def tab(page: Page, server: Running, hosts: Double, workspace: NewWorkspace, token: str) -> Tab:
    tab = Tab(page, server, hosts, workspace)
    await tab.open(token)
    return tab


@pytest_asyncio.fixture(loop_scope="session")
async def second(browser: Browser, server: Running, hosts: Double, workspace: NewWorkspace) -> AsyncGenerator[Tab]:
    context = await browser.new_context()
    yield Tab(await context.new_page(), server, hosts, workspace)
    await context.close()


async def test_a_question_is_answered(tab: Tab) -> None:
    await tab.say("hello")

    await tab.reads("All is well.")
    await expect(tab.panel.locator(".block strong")).to_have_text("there")
    await expect(tab.panel.get_by_role("button", name="Send")).to_be_visible()
    await expect(tab.panel.locator(".turn__slot")).to_be_empty()


async def test_a_reload_mid_answer_loses_nothing(tab: Tab) -> None:
    await tab.say("slowly")
    await tab.reads("One two three")

    await tab.page.reload()
    await tab.ready()

    await tab.reads("The end.")
    await expect(tab.panel.locator(".block")).to_have_count(13)
    await expect(tab.panel.locator(".message")).to_have_count(1)


async def test_a_second_tab_joins_mid_answer_and_both_end_the_same(tab: Tab, second: Tab, token: str) -> None:
    await tab.say("slowly")
    await tab.reads("One two three")
    conversation = (await tab.page.evaluate("state()"))["conversation"]

    await second.page.add_init_script(
        f"if (parent === window) sessionStorage.state ??= JSON.stringify({{conversation: '{conversation}'}})"
    )
    await second.open(token)
    await tab.reads("The end.")
    await second.reads("The end.")

    assert await second.drawn() == await tab.drawn()


async def test_stop_stops_and_keeps_what_was_said(tab: Tab) -> None:
    await tab.say("hang")
    await tab.reads("This much")

    await tab.panel.get_by_role("button", name="Stop").click()

    await tab.reads("You stopped this.")
    await expect(tab.panel.get_by_role("button", name="Send")).to_be_visible()
    await expect(tab.panel.locator("#transcript")).to_contain_text("This much")


async def test_an_answer_that_broke_off_can_be_tried_again(tab: Tab) -> None:
    await tab.say("cut")
    await tab.panel.get_by_role("button", name="Try again").wait_for(timeout=PATIENCE_MS)

    await tab.panel.get_by_role("button", name="Try again").click()

    await tab.reads("in the middle, the first time.")
    await expect(tab.panel.get_by_role("button", name="Try again")).to_have_count(0)


async def test_what_was_said_before_is_found_in_the_history(tab: Tab) -> None:
    await tab.say("hello")
    await tab.reads("All is well.")

    await tab.panel.get_by_role("button", name="New conversation").click()
    await expect(tab.panel.locator(".greeting")).to_be_visible()
    await tab.panel.get_by_role("button", name="Conversations").click()
    await tab.panel.locator("[data-conversation]").first.click()

    await tab.reads("All is well.")


async def test_the_server_s_refusal_is_shown_in_its_words(tab: Tab) -> None:
    await tab.panel.locator("#text").evaluate("box => box.removeAttribute('maxlength')")

    await tab.say("x" * 200_000)

    await expect(tab.panel.get_by_role("alert")).to_contain_text(re.compile(r"\w{3,} \w{2,}"), timeout=PATIENCE_MS)
