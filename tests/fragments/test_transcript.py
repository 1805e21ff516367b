"""Conversations in every state, drawn whole and event by event."""

import re
from typing import get_args

import pytest
from bs4 import BeautifulSoup

from app.contract import events as log
from app.contract.model import ModelTrouble
from app.conversations.thread import Thread
from app.testing.samples import CONVERSATION, SAMPLES, Sample, asked, asking, denied, failed, finished, working
from app.testing.snapshots import Equals
from app.turns.limits import Limit
from app.web.fragments import Fragments
from app.web.templating import load_templates
from app.web.words import CATALOGUE

FRAGMENTS = Fragments(load_templates())
TOLD = ("finished", "went_through", "undecided", "retried")


def drawn(sample: Sample) -> BeautifulSoup:
    return BeautifulSoup(FRAGMENTS.draw(sample.thread), "html.parser")


def ids(soup: BeautifulSoup) -> list[str]:
    return [str(element["id"]) for element in soup.find_all(id=True)]


def told(sample: Sample) -> str:
    """Everything a stream would send, event by event."""
    thread, parts = Thread(CONVERSATION), list[str]()
    for logged in sample.events:
        thread.apply(logged)
        parts.append(f"<!-- {type(logged.event).__name__} -->{FRAGMENTS.changes(thread, logged)}")
    return "".join(parts)


class Panel:
    """What htmx makes of partials: each replaces its target, or finds none."""

    def __init__(self) -> None:
        self.html = BeautifulSoup(
            f'{FRAGMENTS.draw(Thread(CONVERSATION))}<div id="composer_action"></div>', "html.parser"
        )

    def take(self, message: str) -> None:
        partials = BeautifulSoup(message, "html.parser").find_all("hx-partial")
        places = [(self.html.select_one(str(partial["hx-target"])), partial) for partial in partials]
        for place, partial in places:
            if place:
                place.insert_after(*list(partial.contents))
                place.extract()

    @property
    def transcript(self) -> str:
        found = self.html.select_one("#transcript")
        return tight(str(found))


def tight(html: str) -> str:
    """Without the white space between elements, which says nothing."""
    return re.sub(r"\s+", " ", re.sub(r"\s*(<[^>]*>)\s*", r"\1", html)).strip()


def shown(sample: Sample) -> str:
    return tight(str(drawn(sample)))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_conversation_is_drawn_as_it_was_looked_at(name: str, fragment_equals: Equals) -> None:
    fragment_equals(f"transcript/{name}", FRAGMENTS.draw(SAMPLES[name]().thread))


@pytest.mark.parametrize("name", TOLD)
def test_its_events_are_told_as_they_were_looked_at(name: str, fragment_equals: Equals) -> None:
    fragment_equals(f"changes/{name}", told(SAMPLES[name]()))


@pytest.mark.parametrize("name", SAMPLES)
def test_following_event_by_event_shows_what_drawing_it_whole_shows(name: str) -> None:
    sample, thread, panel = SAMPLES[name](), Thread(CONVERSATION), Panel()
    for logged in sample.events:
        thread.apply(logged)
        panel.take(FRAGMENTS.changes(thread, logged))

    assert shown(sample) == panel.transcript


@pytest.mark.parametrize("name", SAMPLES)
def test_hearing_every_event_twice_changes_nothing(name: str) -> None:
    sample, thread, panel = SAMPLES[name](), Thread(CONVERSATION), Panel()
    for logged in sample.events:
        thread.apply(logged)
        panel.take(FRAGMENTS.changes(thread, logged))
        panel.take(FRAGMENTS.changes(thread, logged))

    assert shown(sample) == panel.transcript


def test_the_answer_to_a_message_may_come_before_or_after_its_event() -> None:
    sample, panel, late = asked(), Panel(), Panel()
    sent = sample.events[0].event
    assert isinstance(sent, log.MessageSent)
    thread = Sample().says("Set the currency to EUR and save it.").thread
    event, answer = FRAGMENTS.changes(thread, sample.events[0]), FRAGMENTS.message(sample.thread, sent)

    for message in (answer, event):
        panel.take(message)
    for message in (event, answer):
        late.take(message)

    assert panel.transcript == late.transcript
    assert panel.transcript.count('id="message_1"') == 1


def test_the_same_state_draws_the_same_bytes() -> None:
    assert FRAGMENTS.draw(finished().thread) == FRAGMENTS.draw(finished().thread)


@pytest.mark.parametrize("name", SAMPLES)
def test_no_id_comes_twice(name: str) -> None:
    found = ids(drawn(SAMPLES[name]()))

    assert len(found) == len(set(found))
    assert found


@pytest.mark.parametrize("name", SAMPLES)
def test_ids_hold_log_numbers_and_nothing_of_the_conversation(name: str) -> None:
    assert all(CONVERSATION[2:] not in found for found in ids(drawn(SAMPLES[name]())))


def test_only_the_last_turn_can_be_tried_again() -> None:
    first = drawn(failed())
    then = drawn(failed().says("Never mind. What is the currency?"))

    assert len(first.select("[hx-post$=retries]")) == 1
    assert not then.select("[hx-post$=retries]")


@pytest.mark.parametrize(
    "code",
    [
        *(f"turn.limited.{limit}" for limit in get_args(Limit)),
        *(f"turn.failed.{trouble}" for trouble in get_args(ModelTrouble)),
    ],
)
def test_every_limit_and_trouble_has_words_of_its_own(code: str) -> None:
    assert code in CATALOGUE


def test_a_day_s_share_that_is_used_up_offers_no_way_on() -> None:
    assert drawn(asked().ends("limited", "calls")).select("[hx-post]")
    assert not drawn(asked().ends("limited", "day")).select("[hx-post]")


def test_a_waiting_card_can_be_decided_and_a_receipt_cannot() -> None:
    card, receipt = drawn(asking()).select_one("form"), drawn(denied())

    assert card is not None
    assert str(card["hx-post"]).endswith("_4/decision")
    assert [button["value"] for button in card.select("button[name=approved]")] == ["true", "false"]
    assert not receipt.select("[data-slot] :is(form, button)")
    assert receipt.select_one('[data-slot="approval-card"]')["data-state"] == "denied"  # pyright: ignore[reportOptionalSubscript]


@pytest.mark.parametrize(
    ("name", "state", "verdict"),
    [
        ("approved", "running", "Approved, running"),
        ("went_through", "finished", "Finished"),
        ("denied", "denied", "Denied"),
        ("went_wrong", "failed", "Didn't go through"),
        ("undecided", "undecided", "Not decided"),
        ("expired", "expired", "Expired"),
    ],
)
def test_each_receipt_has_its_words(name: str, state: str, verdict: str) -> None:
    card = drawn(SAMPLES[name]()).select_one('[data-slot="approval-card"]')

    assert card is not None
    assert state == card["data-state"]
    assert verdict in card.get_text()


def test_a_page_s_content_is_never_shown_in_the_fold() -> None:
    fold = drawn(working()).select_one('[data-slot="tool-activity"]')

    assert fold is not None
    assert "Northwind" not in fold.get_text()
    assert "get_page_content" in fold.get_text()


def test_a_place_that_is_gone_to_is_named_as_the_page_names_it() -> None:
    opening = asked().proposes("go_to_page", "navigate", {"to": "Order", "id": "1042"}).sends("go_to_page")
    assert "Opening Order 1042" in drawn(opening).get_text()

    opened = drawn(opening.answers("Opened /orders/1042."))

    assert "Opened Order 1042" in opened.get_text()


def test_a_place_nobody_knows_is_not_opened() -> None:
    lost = asked().proposes("go_to_page", "navigate", {"to": "Nowhere"})

    shown = drawn(lost.answers('{"error": "There is no page Nowhere."}', status="failed"))

    assert "Could not open Nowhere" in shown.get_text()


def test_the_composer_offers_stop_only_while_a_turn_is_worked_on() -> None:
    assert "hx-delete" in FRAGMENTS.redraw(working().thread)
    assert "hx-delete" not in FRAGMENTS.redraw(asking().thread)
    assert "hx-delete" not in FRAGMENTS.redraw(finished().thread)


@pytest.mark.parametrize(
    "words", ['Save"><img src=x onerror=alert(1)>', "</details><script>alert(1)</script>", 'x" hx-get="/y']
)
def test_words_of_a_page_or_a_model_stay_words(words: str) -> None:
    held = Sample().says(words).step().proposes(words, "action", {words: words}).holds(words, id=words, path=words)
    plain = Sample().says("x").step().proposes(words, "action", {words: words}).sends(words).answers(words)

    for sample in (held, held.decides(approved=True).answers(words, status="failed"), plain):
        soup = drawn(sample)
        assert not soup.select("img, script, [onerror], [hx-get]:not(.message__edit)")
        assert words in soup.get_text()


def test_a_label_cannot_turn_the_direction_or_hide_letters() -> None:
    held = Sample().says("x").step().proposes("cancel", "action").holds("Delete\u202e gnihton \U000e0041\u200b\n\nall")

    label = drawn(held).select_one(".approval__label")

    assert label is not None
    assert label.get_text() == "Delete gnihton all"
