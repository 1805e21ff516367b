"""The history list over the real server: found, named, deleted and brought back, and never mixed with another."""

import secrets
from collections.abc import Generator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from app.auth.keys import NewWorkspace, new_workspace
from app.contract.ids import Json, UserId
from app.main import open_workspaces
from app.testing.running import Running, running_beside
from tests.browser.panel.double import Double, serving
from tests.browser.panel.tab import Tab

LINES = "One two three four five six seven eight nine ten.\n\n"
SCRIPTS: list[Json] = [
    {
        "name": "slow",
        "says": "slowly",
        "pace": {"delta_ms": 20, "chunk": 6},
        "steps": [{"text": LINES * 30 + "The end."}],
    },
    {"name": "hang", "says": "hang", "steps": [{"text": "This much is said", "fault": {"stall": 60, "after": 1}}]},
    {"name": "shipping", "says": "ship", "steps": [{"text": "It left Kraków today."}]},
    {"name": "hello", "says": "hello", "steps": [{"text": "All is well."}]},
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    with running_beside(tmp_path_factory.mktemp("server"), SCRIPTS) as running:
        yield running


@pytest.fixture(scope="module")
def hosts() -> Generator[Double]:
    with serving() as double:
        yield double


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def workspace(server: Running, hosts: Double) -> NewWorkspace:
    async with open_workspaces(server.parts.settings) as (workspaces, vault):
        made = new_workspace("History", (hosts.host,), vault)
        await workspaces.put(made.workspace)
    return made


@pytest_asyncio.fixture(loop_scope="session")
async def tab(page: Page, server: Running, hosts: Double, workspace: NewWorkspace) -> Tab:
    tab = Tab(page, server, hosts, workspace)
    await tab.open(server.parts.tokens.sign(workspace.workspace, UserId(f"alice-{secrets.token_hex(4)}")))
    return tab


async def spoken(tab: Tab) -> None:
    """Two conversations: an order shipped, then a greeting."""
    await tab.say("ship order 1042")
    await tab.reads("Kraków")
    await tab.panel.get_by_role("button", name="New conversation").click()
    await expect(tab.panel.locator(".greeting")).to_be_visible()
    await tab.say("hello")
    await tab.reads("All is well.")


async def history(tab: Tab) -> Locator:
    """The list's rows, once they are there."""
    await tab.panel.get_by_role("button", name="Conversations", exact=True).click()
    rows = tab.panel.locator(".history__item")
    await expect(rows.first).to_be_visible()
    return rows


async def test_the_list_is_grouped_by_day_and_marks_what_is_open(tab: Tab) -> None:
    await spoken(tab)

    rows = await history(tab)

    await expect(tab.panel.locator(".history__date")).to_have_text(["Today"])
    await expect(rows).to_have_count(2)
    await expect(tab.panel.locator('[aria-current="true"]')).to_contain_text("hello", ignore_case=True)


async def test_what_either_side_said_is_searched_for(tab: Tab) -> None:
    await spoken(tab)
    rows = await history(tab)
    search = tab.panel.get_by_role("searchbox")

    await search.press_sequentially("kraków")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("ship order 1042", ignore_case=True)
    await expect(search).to_be_focused()
    await search.fill("nobody said this")

    await expect(tab.panel.get_by_text("Nothing found.")).to_be_visible()


async def test_a_conversation_is_renamed_in_its_row(tab: Tab) -> None:
    await spoken(tab)
    rows = await history(tab)

    await rows.nth(1).get_by_role("button", name="Rename").click()
    await expect(tab.panel.get_by_label("Title")).to_be_focused()
    await tab.panel.get_by_label("Title").fill("Order to Poland")
    await tab.panel.get_by_label("Title").press("Enter")

    await expect(rows.nth(1)).to_contain_text("Order to Poland")
    await expect(rows.nth(1)).to_be_focused()
    await tab.page.reload()
    await tab.ready()
    await expect((await history(tab)).nth(1)).to_contain_text("Order to Poland")


async def test_a_deleted_conversation_is_brought_back_by_undo(tab: Tab) -> None:
    await spoken(tab)
    rows = await history(tab)

    await rows.first.get_by_role("button", name="Delete").click()
    await expect(rows.first).to_contain_text("Deleted")
    await expect(tab.panel.locator(".greeting")).to_be_visible()
    await tab.page.reload()
    await tab.ready()
    rows = await history(tab)
    await expect(rows).to_have_count(2)
    await rows.first.get_by_role("button", name="Undo").click()
    await rows.first.locator("[data-conversation]").click()

    await tab.reads("All is well.")


async def test_opening_another_mid_answer_never_mixes_the_two(tab: Tab) -> None:
    await spoken(tab)
    await tab.panel.get_by_role("button", name="New conversation").click()
    await tab.say("slowly")
    await tab.reads("One two three")

    rows = await history(tab)
    await rows.filter(has_text="hello").locator("[data-conversation]").click()
    await tab.reads("All is well.")
    await tab.page.wait_for_timeout(500)
    await expect(tab.panel.locator("#transcript")).not_to_contain_text("One two")
    await expect(tab.panel.get_by_role("button", name="Send")).to_be_visible()
    await (await history(tab)).filter(has_text="slowly").locator("[data-conversation]").click()

    await tab.reads("The end.")
    await expect(tab.panel.locator(".message")).to_have_count(1)


async def test_the_last_conversation_is_there_again_after_a_reload(tab: Tab) -> None:
    await spoken(tab)
    await (await history(tab)).nth(1).locator("[data-conversation]").click()
    await tab.reads("Kraków")

    await tab.page.reload()
    await tab.ready()

    await tab.reads("Kraków")


async def test_after_the_first_exchange_the_model_names_it(tab: Tab) -> None:
    await spoken(tab)

    rows = await history(tab)

    await expect(rows.nth(1)).to_contain_text("Ship Order 1042")


async def test_what_the_tab_shows_is_saved_as_a_file(tab: Tab) -> None:
    await spoken(tab)
    await history(tab)

    async with tab.page.expect_download() as saving:
        await tab.panel.get_by_role("button", name="Markdown").click()
    saved = await saving.value

    assert saved.suggested_filename.lower() == "hello.md"
    assert "All is well." in (await saved.path()).read_text()


async def test_a_message_written_meanwhile_waits_and_is_sent_now(tab: Tab) -> None:
    await tab.say("hang")
    await tab.reads("This much")
    await tab.say("hello later")
    waiting = tab.panel.locator("#queue li")
    await expect(waiting).to_have_count(1)

    await waiting.get_by_text("Edit").locator("..").click()
    await waiting.get_by_label("The waiting message").fill("hello now")
    await waiting.get_by_role("button", name="Save").click()
    await expect(waiting).to_contain_text("hello now")
    await waiting.get_by_role("button", name="Send now").click()

    await tab.reads("All is well.")
    await tab.reads("You stopped this.")
    await expect(tab.panel.locator("#queue")).to_be_hidden()
