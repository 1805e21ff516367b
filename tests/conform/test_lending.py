"""The README's tool server keeps the contract it shows, and a stranger's command says so."""

from app.conform.remote_host import Options
from app.guest import served
from tests.conform.lending import ORDERS, SECRET, create_server
from tests.conform.test_conform import breached, results


async def test_the_readmes_tool_server_passes_and_is_sent_no_change() -> None:
    before = dict(ORDERS)

    async with served(create_server()) as url:
        found = await results(f"{url}/assistant", Options(), SECRET)

    assert breached(found) == set()
    assert {name for name, result in found.items() if result.level == "skipped"} == {"display", "execute.writes"}
    assert before == ORDERS
