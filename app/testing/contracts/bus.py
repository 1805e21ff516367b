"""The bus: everybody hears everything in order, a newcomer first what is being written; the slow are cut off."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from app.contract.events import AnyEvent, LogEvent, MessageSent, StepFinished, StepStarted, TextWritten, TurnEnded
from app.contract.ids import ConversationId, MessageId, ProposalId, TabId, UserId, WorkspaceId, inbox_id
from app.contract.signals import Appended, Delta, InboxChanged, Signal
from app.errors import Lagged
from app.ports import Bus
from app.testing.contracts.examples import NOON, TURN

HERE = ConversationId("c_00000000000000000000000000000001")
ELSEWHERE = ConversationId("c_00000000000000000000000000000002")
_PATIENCE_SECONDS = 5
_QUIET_SECONDS = 0.1
_CLEARING: Sequence[AnyEvent] = (
    MessageSent(MessageId("m_1"), TURN, "Hello", TabId("tab"), "", ""),
    TextWritten(TURN, 1, "Hello"),
    StepFinished(TURN, 1, "end_turn", (), {}),
    TurnEnded(TURN, "stopped"),
)


def delta(text: str, *, offset: int = 0, slot: int = 1) -> Delta:
    return Delta(TURN, slot, offset, text)


def appended(event: AnyEvent) -> Appended:
    return Appended((LogEvent(HERE, 1, NOON, event),))


async def heard(signals: AsyncIterator[Signal]) -> Signal:
    """The next signal; fails when none comes."""
    async with asyncio.timeout(_PATIENCE_SECONDS):
        return await anext(signals)


async def hears_nothing(signals: AsyncIterator[Signal]) -> bool:
    try:
        async with asyncio.timeout(_QUIET_SECONDS):
            await anext(signals)
    except TimeoutError:
        return True
    return False


async def _hear(signals: AsyncIterator[Signal], count: int) -> None:
    for _ in range(count):
        await heard(signals)


class BusContract:
    """Give it a fixture `bus`."""

    async def test_every_subscriber_hears_every_signal_in_order(self, bus: Bus) -> None:
        sent = [appended(StepStarted(TURN, 1)), delta("Hé"), delta("llo 🦜\0", offset=2), appended(_CLEARING[0])]
        async with bus.subscribe(HERE) as one, bus.subscribe(HERE) as other:
            for signal in sent:
                await bus.publish(HERE, signal)

            assert sent == [await heard(one) for _ in sent]
            assert sent == [await heard(other) for _ in sent]

    async def test_another_conversations_signals_are_not_heard(self, bus: Bus) -> None:
        async with bus.subscribe(HERE) as here:
            await bus.publish(ELSEWHERE, delta("Hello"))

            assert await hears_nothing(here)

    async def test_a_subscriber_of_several_topics_hears_each(self, bus: Bus) -> None:
        inbox, changed = inbox_id(WorkspaceId("ws_1"), UserId("ada")), InboxChanged(ProposalId("p_1"))
        await bus.publish(HERE, delta("Hé"))
        async with bus.subscribe(HERE, inbox) as both, bus.subscribe(inbox) as one:
            await bus.publish(inbox, changed)

            assert changed == await heard(one)
            assert {delta("Hé"), changed} == {await heard(both), await heard(both)}
            assert await hears_nothing(one)

    async def test_publishing_to_nobody_is_fine(self, bus: Bus) -> None:
        await bus.publish(HERE, appended(StepStarted(TURN, 1)))

        async with bus.subscribe(HERE) as here:
            assert await hears_nothing(here)

    async def test_a_newcomer_hears_the_open_block_first(self, bus: Bus) -> None:
        for text, offset in (("Hé", 0), ("llo", 2), (" 🦜", 5)):
            await bus.publish(HERE, delta(text, offset=offset))

        async with bus.subscribe(HERE) as here:
            await bus.publish(HERE, delta("!", offset=8))

            assert [delta("Héllo 🦜"), delta("!", offset=8)] == [await heard(here), await heard(here)]

    async def test_a_delta_at_offset_zero_begins_the_open_block_anew(self, bus: Bus) -> None:
        for signal in (delta("Hello"), delta("Next", slot=2), delta(" one", offset=4, slot=2)):
            await bus.publish(HERE, signal)

        async with bus.subscribe(HERE) as here:
            assert delta("Next one", slot=2) == await heard(here)

    @pytest.mark.parametrize("event", _CLEARING, ids=lambda event: type(event).__name__)
    async def test_the_open_block_is_over_when_the_log_says_so(self, bus: Bus, event: AnyEvent) -> None:
        await bus.publish(HERE, delta("Hello"))

        await bus.publish(HERE, appended(event))

        async with bus.subscribe(HERE) as here:
            assert await hears_nothing(here)

    async def test_other_events_leave_the_open_block_alone(self, bus: Bus) -> None:
        await bus.publish(HERE, delta("Hello"))

        await bus.publish(HERE, appended(StepStarted(TURN, 1)))

        async with bus.subscribe(HERE) as here:
            assert delta("Hello") == await heard(here)

    async def test_half_a_block_is_never_told_as_the_whole(self, bus: Bus) -> None:
        await bus.publish(HERE, delta("llo", offset=2))

        async with bus.subscribe(HERE) as here:
            assert await hears_nothing(here)

    async def test_a_reader_too_far_behind_is_told_to_resume_from_the_log(self, bus: Bus) -> None:
        async with bus.subscribe(HERE) as slow, bus.subscribe(HERE) as quick:
            for number in range(400):
                await bus.publish(HERE, delta("a", offset=number))
                assert delta("a", offset=number) == await heard(quick)

            with pytest.raises(Lagged):
                await _hear(slow, 400)

    async def test_one_who_left_does_not_disturb_the_rest(self, bus: Bus) -> None:
        async with bus.subscribe(HERE) as stays:
            async with bus.subscribe(HERE):
                pass
            await bus.publish(HERE, delta("Hello"))

            assert delta("Hello") == await heard(stays)

    async def test_a_cancelled_wait_loses_no_signal(self, bus: Bus) -> None:
        async with bus.subscribe(HERE) as here:
            assert await hears_nothing(here)
            await bus.publish(HERE, delta("Hello"))

            assert delta("Hello") == await heard(here)

    async def test_closing_ends_every_subscription(self, bus: Bus) -> None:
        async with bus.subscribe(HERE) as here:
            await bus.close()

            with pytest.raises(StopAsyncIteration):
                await heard(here)
