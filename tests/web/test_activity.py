"""What a plain call says of itself once its turn was stopped."""

import pytest

from app.contract.events import CallClaimed
from app.conversations.thread import Activity
from app.samples.log import NOON, Sample
from app.tools.answers import stopped
from app.web.activity import summary


@pytest.mark.parametrize(
    ("given", "said"),
    [(True, "“Ship 1041”: may or may not have happened"), (False, "“Ship 1041”: left undone")],
)
def test_a_press_the_stop_came_before_or_into_is_not_said_to_have_failed(given: bool, said: str) -> None:
    sample = Sample().says("Ship 1041").step().proposes("ship_order", "action", {"id": "1041"}).sends("Ship 1041")
    call = next(iter(sample.thread.calls.values()))
    if given:
        sample.append(CallClaimed(call.call.id, "d_000000000000", NOON))
    sample.answers(stopped("ship_order", may_have_happened=given).text, status="failed")

    (activity,) = [item for item in sample.thread.turns[0].items if isinstance(item, Activity)]

    assert summary(activity).replace("\u2068", "").replace("\u2069", "") == said
