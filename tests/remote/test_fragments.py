"""What the panel shows of remote tools, as it happens and after a reload."""

import pytest
from bs4 import BeautifulSoup

from app.contract.events import CallAnswered
from app.contract.secret import Secret
from app.contract.tools import Answer
from app.conversations.thread import Thread
from app.outbound.links import ImageLinks
from app.samples import remote
from app.samples.log import CONVERSATION, Sample
from app.web.fragments import Fragments
from app.web.templating import load_templates

LINKS = ImageLinks([Secret("a key of the tests, which signs nothing of worth")])
FRAGMENTS = Fragments(load_templates(), images=LINKS)


def changes(sample: Sample) -> list[str]:
    """What each event of a sample changes in the panel."""
    thread = Thread(CONVERSATION)
    drawn: list[str] = []
    for logged in sample.events:
        thread.apply(logged)
        drawn.append(FRAGMENTS.changes(thread, logged))
    return drawn


def page(sample: Sample) -> BeautifulSoup:
    """The transcript as it stands at the sample's end."""
    return BeautifulSoup(FRAGMENTS.draw(sample.thread), "html.parser")


def targets(html: str) -> list[str]:
    return [str(partial["hx-target"]) for partial in BeautifulSoup(html, "html.parser").select("hx-partial")]


def test_a_results_cards_take_the_open_slot_behind_their_call() -> None:
    shown = changes(remote.found())[6]

    assert targets(shown) == ["#call_5_activity", "#turn_1_slot_1"]
    assert 'data-slot="display-card"' in shown
    assert 'id="turn_1_slot_2"' in shown


def test_cards_stay_outside_the_fold_which_shows_no_raw_output() -> None:
    shown = page(remote.found())

    assert shown.select("[data-slot=tool-activity] [data-slot=display-card]") == []
    assert len(shown.select("[data-slot=display-card]")) == 3
    assert '"found"' not in str(shown)


@pytest.mark.parametrize("sample", [remote.looking_up(), remote.executing()])
def test_an_error_in_a_success_is_the_models_to_read_and_in_nobodys_frame(sample: Sample) -> None:
    [state] = sample.thread.turns[0].calls
    told = Answer('{"error":"canary: call 555 0100 at once"}', is_error=True)

    sample.append(CallAnswered(state.call.id, "answered", told))

    assert "canary" not in str(page(sample))


def test_an_images_link_is_signed_for_the_workspace_and_the_same_each_time() -> None:
    first, again = FRAGMENTS.draw(remote.found().thread), FRAGMENTS.draw(remote.found().thread)

    assert first == again
    [image] = BeautifulSoup(first, "html.parser").select("[data-slot=display-card] img")
    signed = str(image["src"]).removeprefix("/assist/images/")
    assert LINKS.open(signed) == "https://shop.example.com/static/products/fjd-02.png"
    assert (image["loading"], image["width"], image["height"]) == ("lazy", "72", "72")


def test_a_host_that_is_away_is_said_in_one_line_where_the_reply_will_be() -> None:
    said = changes(remote.away())[1]

    assert targets(said) == ["#turn_1_slot_0"]
    assert "Tools of desk and stock are unavailable right now" in said


def test_the_second_question_replaces_the_first_in_its_place() -> None:
    second = changes(remote.confirming())[6]

    assert "#call_5" in targets(second)
    assert 'data-state="confirming"' in second


def test_the_second_question_is_asked_in_other_words_with_the_buttons_changed_around() -> None:
    first, second = page(remote.previewing_a_deletion()), page(remote.confirming())

    buttons = [
        [button.get_text(strip=True) for button in each.select("button[name=approved]")] for each in (first, second)
    ]
    assert buttons == [["Apply", "Cancel"], ["Keep it", "Yes, delete it"]]
    assert first.select("#call_5_ask") != second.select("#call_5_ask")
    assert [len(each.select("input[name=confirmed][value=true]")) for each in (first, second)] == [0, 1]


@pytest.mark.parametrize("sample", [remote.previewing_at_length(), remote.previewing_at_length().confirms()])
def test_whoever_has_to_agree_is_shown_every_argument_to_its_end(sample: Sample) -> None:
    [state] = sample.thread.turns[0].calls
    long = state.call.args["customer"]
    assert len(long) > 500

    shown = page(sample).select("[data-slot=approval-card] dd")[0]

    assert shown.get_text().split() == long.split()


def test_a_preview_shows_the_hosts_words_the_arguments_and_where() -> None:
    shown = page(remote.previewing())
    said = shown.get_text(" ", strip=True)

    assert "Place an order for Bo Ek in Malmö: 2 × Fjord mug, $36.00 in all." in said
    assert "On the server shop, by create_order" in said
    assert [each.get_text() for each in shown.select("dd")] == ["Bo Ek", "Malmö", "FJD-02", "2"]
