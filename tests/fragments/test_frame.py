"""What stands around the conversation: the panel's document, problems, the history."""

from datetime import UTC, datetime, timedelta

import pytest
from bs4 import BeautifulSoup
from msgspec.structs import replace

from app.contract.ids import UserId, WorkspaceId
from app.contract.people import Conversation, Owner
from app.contract.workspace_settings import Look
from app.testing.samples import CONVERSATION, SAMPLES, asking
from app.testing.snapshots import Equals
from app.web.fragments import Fragments
from app.web.histories import Histories, Reader, zone_named
from app.web.looks import dress
from app.web.templating import load_templates

TEMPLATES = load_templates()
FRAGMENTS = Fragments(TEMPLATES)
HISTORIES = Histories(TEMPLATES)
THEN = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def conversation(title: str | None) -> Conversation:
    return Conversation(CONVERSATION, Owner(WorkspaceId("ws_1"), UserId("alice")), 3, THEN, THEN, title)


def asset(path: str) -> str:
    return f"/static/{path}"


def panel(*, rehearsal: bool = False, look: Look | None = None) -> str:
    origins = ("https://app.example.com", "https://other.example.com")
    made = dress(TEMPLATES, "ws_1", look or Look())
    return TEMPLATES.draw(
        "panel.html", assets=asset, origins=origins, workspace="ws_1", rehearsal=rehearsal, dress=made
    )


@pytest.mark.parametrize("rehearsal", [True, False], ids=["rehearsal", "model"])
def test_the_panel_s_document(rehearsal: bool, fragment_equals: Equals, request: pytest.FixtureRequest) -> None:
    fragment_equals(f"panel/{request.node.callspec.id}", panel(rehearsal=rehearsal))


def test_the_panel_runs_no_script_or_style_of_its_own_document() -> None:
    soup = BeautifulSoup(panel(), "html.parser")

    assert all(script.get("src") and not script.get_text() for script in soup.find_all("script"))
    assert not any(script.has_attr(name) for script in soup.find_all("script") for name in ("defer", "async", "type"))
    assert not soup.select("style, [style]")
    assert not [name for element in soup.find_all(True) for name in element.attrs if name.startswith(("on", "hx-on"))]


def test_the_panel_says_plainly_that_it_rehearses_and_how_to_get_the_real_model() -> None:
    assert "ANTHROPIC_API_KEY" in panel(rehearsal=True)
    assert "ANTHROPIC_API_KEY" not in panel(rehearsal=False)


def test_the_history_is_grouped_by_the_reader_s_day() -> None:
    late = datetime(2026, 11, 30, 22, 30, tzinfo=UTC)
    listed, now = [replace(conversation("Shipping"), touched_at=late)], late + timedelta(hours=2)

    in_london, in_tokyo = (
        HISTORIES.draw(listed, Reader(now, zone_named(at))) for at in ("Europe/London", "Asia/Tokyo")
    )

    assert "Yesterday" in in_london
    assert "Today" in in_tokyo


@pytest.mark.parametrize("name", ["", "Nowhere/Land", "../../etc/passwd", "Asia", "x" * 5000, "a\0b"])
def test_a_zone_nobody_knows_is_utc(name: str) -> None:
    assert zone_named(name) == UTC


def test_a_problem_goes_above_the_composer_wherever_it_came_from(fragment_equals: Equals) -> None:
    fragment_equals("problem/conflict", FRAGMENTS.problem(409, "The assistant is <still> working."))


def test_a_late_decision_is_answered_with_the_card_as_it_is(fragment_equals: Equals) -> None:
    waiting = next(iter(asking().thread.calls.values()))
    decided = next(iter(SAMPLES["went_through"]().thread.calls.values()))

    fragment_equals("approval/waiting", FRAGMENTS.call(waiting))
    fragment_equals("approval/decided", FRAGMENTS.call(decided))
