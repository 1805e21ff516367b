"""What a page asks of the script before the script has arrived."""

from tests.browser.page.double import Panel, Visit


async def test_a_panel_asked_for_before_the_script_has_arrived_opens(visit: Visit, panel: Panel) -> None:
    page = await visit("eager", with_panel=False)

    assert (await panel.heard("shown", open=True))["open"]
    assert await page.locator("assist-dock iframe").is_visible()
