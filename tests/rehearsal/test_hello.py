"""What is said when no script fits: that this is a rehearsal, what is lent, and what one can ask here."""

from __future__ import annotations

from tests.rehearsal.conversing import Conversation, rehearsing, said, tool

SCRIPTS = [
    {"name": "ship", "ask": "Ship it", "says": "ship", "lent": ["ship_order", "read"], "steps": [{"text": "Shipped."}]},
    {"name": "ship-too", "ask": "Ship it", "says": "ship", "lent": ["go"], "steps": [{"text": "Elsewhere."}]},
    {"name": "talk", "ask": "Talk", "says": "talk", "steps": [{"text": "Talk."}]},
]


async def test_it_says_what_it_is_where_it_is_and_what_it_is_lent() -> None:
    async with rehearsing(SCRIPTS) as client:
        talk = Conversation(
            client, [tool("go"), tool("read")], note="## The page the user has open: Orders\n\nIts tools: …"
        )

        answer = await talk.hear("hello")

    assert said(answer) == (
        "This is a rehearsal: I am a script on this machine, not a model. The page you have open is Orders. "
        "It lends me `go` and `read`.\n\nTry one of these:\n\n- Ship it\n- Talk"
    )


async def test_without_a_page_and_without_scripts_it_says_so_too() -> None:
    async with rehearsing([]) as client:
        answer = await Conversation(client).hear("hello")

    assert "No page has introduced itself. It lends me no tools now." in said(answer)
    assert said(answer).endswith("None of my scripts fits what this page lends.")


async def test_it_says_what_it_would_take_to_do_what_was_asked() -> None:
    async with rehearsing(SCRIPTS[:1]) as client:
        answer = await Conversation(client, [tool("read")]).hear("ship it")

    assert said(answer).startswith("I know how to do that, but not from here: it takes `ship_order`,")
