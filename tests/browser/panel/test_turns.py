"""Turns in the hands of the person, over the real server: put anew, stopped elsewhere, gone on with; what waits."""

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
    {"name": "first", "says": "which orders wait", "steps": [{"text": "Five orders wait."}]},
    {"name": "second", "says": "which waits longest", "steps": [{"text": "Order 1032 does."}]},
    {"name": "anew", "says": "which was paid", "steps": [{"text": "Order 1041 was."}]},
    {
        "name": "slow",
        "says": "slowly",
        "pace": {"delta_ms": 20, "chunk": 6},
        "steps": [{"text": LINES * 40 + "The end."}],
    },
    {
        "name": "slower",
        "says": "in no hurry",
        "pace": {"delta_ms": 60, "chunk": 6},
        "steps": [{"text": LINES * 12 + "The end."}],
    },
    {
        "name": "broken",
        "pace": {"delta_ms": 20, "chunk": 4},
        "says": "once broken",
        "steps": [
            {
                "text": "It is whole at the second try.",
                "fault": {"error_event": "overloaded_error", "after": 2, "times": 1},
            }
        ],
    },
    {"name": "hang", "says": "hang", "steps": [{"text": "This much is said", "fault": {"stall": 60, "after": 1}}]},
    {"name": "too-long", "says": "at length", "steps": [{"text": "The beginning", "stop_reason": "max_tokens"}]},
    {"name": "go-on", "says": "go on|carry on|continue", "steps": [{"text": "and the rest of it."}]},
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
        made = new_workspace("Turns", (hosts.host,), vault)
        await workspaces.put(made.workspace)
    return made


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


async def join(tab: Tab, second: Tab, token: str) -> None:
    """Open what one tab shows in another."""
    conversation = (await tab.page.evaluate("state()"))["conversation"]
    remembered = f"JSON.stringify({{conversation: '{conversation}'}})"
    await second.page.add_init_script(f"if (parent === window) sessionStorage.state ??= {remembered}")
    await second.open(token)


async def test_a_message_is_put_anew_and_the_old_branch_is_gone_back_to(tab: Tab, second: Tab, token: str) -> None:
    await tab.say("Which orders wait?")
    await tab.reads("Five orders wait.")
    await tab.say("Which waits longest?")
    await tab.reads("Order 1032 does.")
    await join(tab, second, token)
    message = tab.panel.locator(".message").nth(1)

    await message.get_by_role("button", name="Edit").focus()
    await tab.page.keyboard.press("Enter")
    anew = tab.panel.get_by_label("Your message, put anew")
    await expect(anew).to_be_focused()
    await anew.press("Escape")
    await expect(anew).to_have_count(0)
    await message.hover()
    await message.get_by_role("button", name="Edit").click()
    await anew.fill("Which was paid?")
    await anew.press("Enter")

    for each in (tab, second):
        await each.reads("Order 1041 was.")
        await expect(each.panel.locator("#transcript")).not_to_contain_text("longest")
        await expect(each.panel.get_by_label("Version 2 of 2")).to_be_visible()
    await expect(tab.panel.locator("#text")).to_be_focused()
    await tab.panel.get_by_role("button", name="Previous version").click()
    for each in (tab, second):
        await each.reads("Order 1032 does.")
        await expect(each.panel.locator("#transcript")).not_to_contain_text("1041")
    await expect(tab.panel.get_by_label("Version 1 of 2")).to_be_focused()
    await tab.page.reload()
    await tab.ready()
    await tab.reads("Order 1032 does.")
    assert await second.drawn() == await tab.drawn()


async def test_a_turn_is_stopped_from_another_tab_and_after_a_reload(tab: Tab, second: Tab, token: str) -> None:
    await tab.say("hang")
    await tab.reads("This much")
    await join(tab, second, token)
    await second.reads("This much")
    await second.panel.get_by_role("button", name="Stop").click()
    await tab.reads("You stopped this.")
    await tab.reads("This much")

    await tab.say("hang again")
    await expect(tab.panel.locator(".turn").nth(1)).to_contain_text("This much")
    await tab.page.reload()
    await tab.ready()
    await expect(tab.panel.locator(".turn").nth(1)).to_contain_text("This much", timeout=PATIENCE_MS)
    await tab.panel.get_by_role("button", name="Stop").click()

    await expect(tab.panel.locator(".status", has_text="You stopped this.")).to_have_count(2)
    await expect(tab.panel.locator("#text")).to_be_focused()
    await expect(tab.panel.get_by_role("button", name="Try again")).to_have_count(1)


async def test_a_reply_that_got_too_long_goes_on_after_a_reload(tab: Tab) -> None:
    await tab.say("at length")
    await tab.reads("The beginning")
    await tab.panel.get_by_role("button", name="Continue").wait_for()
    await tab.page.reload()
    await tab.ready()

    await tab.panel.get_by_role("button", name="Continue").click()

    await tab.reads("and the rest of it.")
    await tab.reads("The beginning")
    await expect(tab.panel.get_by_role("button", name="Continue")).to_have_count(0)


async def test_what_is_being_put_otherwise_outlives_the_turn_and_other_tabs(tab: Tab, second: Tab, token: str) -> None:
    await tab.say("hello")
    await tab.reads("All is well.")
    await join(tab, second, token)
    await second.reads("All is well.")
    await tab.say("in no hurry")
    await tab.reads("One two three")
    await tab.say("hello later")
    waiting = tab.panel.locator("#queue li")
    await waiting.get_by_role("button", name="Edit").click()
    otherwise = tab.panel.get_by_label("The waiting message")
    await expect(otherwise).to_be_focused()
    await otherwise.fill("hello instead")

    await second.reads("One two three")
    await second.say("hello from elsewhere")
    await expect(waiting).to_have_count(2)
    await tab.reads("The end.")

    await expect(otherwise).to_have_value("hello instead")
    await expect(otherwise).to_be_focused()
    await expect(tab.panel.locator(".message")).to_have_count(2)
    await otherwise.press("Enter")
    said = ["hello", "in no hurry", "hello instead", "hello from elsewhere"]
    await expect(tab.panel.locator(".message__text")).to_have_text(said)
    await expect(tab.panel.locator("#queue")).to_be_hidden()


async def test_after_a_stop_what_waits_is_kept_until_it_is_sent(tab: Tab) -> None:
    await tab.say("hang")
    await tab.reads("This much")
    await tab.say("hello later")
    await expect(tab.panel.locator("#queue li")).to_have_count(1)

    await tab.panel.get_by_role("button", name="Stop").click()
    await tab.reads("You stopped this.")
    await expect(tab.panel.locator("#queue")).to_contain_text("Kept until you send it")
    await tab.say("hello at once")
    await tab.reads("All is well.")
    await expect(tab.panel.locator(".message")).to_have_count(2)
    await tab.panel.get_by_role("button", name="Send now").click()

    await expect(tab.panel.locator(".message")).to_have_count(3)
    await expect(tab.panel.locator("#queue")).to_be_hidden()


async def test_what_a_broken_try_wrote_stays_above_the_next_one_and_is_told_from_it(tab: Tab) -> None:
    await tab.say("once broken")
    await tab.reads("The answer broke off here.")
    await tab.panel.get_by_role("button", name="Try again").click()

    await tab.reads("second try.")
    await expect(tab.panel.get_by_role("button", name="Send")).to_be_visible()
    live = await tab.panel.locator(".turn").inner_text()
    await tab.page.reload()
    await tab.ready()
    await expect(tab.panel.get_by_role("button", name="Send")).to_be_visible()

    before, _, after = live.partition("Tried again:")
    assert before.strip().startswith("It is")
    assert after.strip().startswith("It is whole at the second try.")
    assert (await tab.panel.locator(".turn").inner_text()).split() == live.split()


async def test_what_somebody_left_unsent_is_not_shown_to_who_signs_in_after_them(
    tab: Tab, server: Running, hosts: Double, workspace: NewWorkspace, token: str
) -> None:
    await tab.panel.locator("#text").fill("not for others")
    await tab.page.evaluate("say({ t: 'quote', quote: { text: 'nor this' } })")
    await tab.page.wait_for_function("state().draft === 'not for others' && state().user && state().quote")
    await tab.page.reload()
    await tab.ready()
    await expect(tab.panel.locator("#text")).to_have_value("not for others")
    await expect(tab.panel.locator("#quote")).to_contain_text("nor this")

    name = tab.page.url.rpartition("/")[2]
    theirs = server.parts.tokens.sign(workspace.workspace, UserId(f"bob-{secrets.token_hex(4)}"))
    hosts.pages[name] = hosts.pages[name].replace(token, theirs)
    await tab.page.reload()
    await tab.ready()

    await expect(tab.panel.locator("#text")).to_have_value("")
    await expect(tab.panel.locator("#quote")).to_be_hidden()
    await tab.page.wait_for_function("state().draft === '' && state().quote === null")
