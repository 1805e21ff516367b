"""Display cards, by the remote-tools document's table exactly."""

from typing import Any

import pytest

from app.contract.events import CallAnswered
from app.contract.ids import CallId, Json
from app.contract.remote import DisplayCard
from app.contract.tools import Answer
from app.conversations.thread import Display
from app.tools.remote.display import split, within_limits
from tests.remote.host import Host, Reply
from tests.turns.house import House

URL = "https://shop.example.com/product/rtx-4070"


def cards(*entries: Json) -> tuple[DisplayCard, ...]:
    _, found = split({"display": list(entries)})
    assert found is not None
    return found


def entry(**more: Json) -> dict[str, Json]:
    return {"title": "GeForce RTX 4070", "url": URL, **more}


def test_the_documents_example_is_shown_as_it_is() -> None:
    [card] = cards(
        {
            "title": "GeForce RTX 4070",
            "url": URL,
            "image": "https://shop.example.com/wp-content/uploads/rtx-4070-300x300.jpg",
            "subtitle": "$549 · In stock",
            "badges": ["8 GB GDDR6X", "PCIe 4.0"],
        }
    )

    assert card == DisplayCard(
        "GeForce RTX 4070",
        URL,
        "https://shop.example.com/wp-content/uploads/rtx-4070-300x300.jpg",
        "$549 · In stock",
        ("8 GB GDDR6X", "PCIe 4.0"),
    )


@pytest.mark.parametrize(
    "url",
    [
        *(None, 7, "", "/product/1", "product/1", "//shop.example.com/1", "ftp://shop.example.com/1"),
        *("javascript:alert(1)", "data:text/html,x", "https:", "https://", "https:///path", "https:shop.example.com"),
        *("https://good.example@evil.example/", "https:\\\\evil.example", "https://evil.example/a b"),
        *("https://evil.example/\n", "https://[::1", f"https://shop.example.com/{'x' * 2_048}"),
    ],
)
def test_an_entry_without_an_absolute_url_is_dropped(url: Json) -> None:
    assert cards(entry(url=url)) == ()


@pytest.mark.parametrize("url", ["http://shop.example.com/1", "https://shop.example.com", "HTTPS://Shop.example.com/x"])
def test_http_and_https_urls_are_kept_as_they_are(url: str) -> None:
    assert [card.url for card in cards(entry(url=url))] == [url]


@pytest.mark.parametrize(
    "image", ["http://shop.example.com/1.png", "/1.png", "data:image/png;base64,AA", "javascript:1", 7, None, ["x"], ""]
)
def test_an_image_that_is_not_https_is_cleared_and_the_card_stays(image: Json) -> None:
    [card] = cards(entry(image=image))

    assert card.image is None


@pytest.mark.parametrize("title", [None, 7, "", "  \n ", ["x"], {"html": "<b>"}])
def test_an_entry_without_a_title_is_dropped(title: Json) -> None:
    assert cards(entry(title=title)) == ()


@pytest.mark.parametrize("malformed", [None, 7, "a string", [], [entry()], True])
def test_a_malformed_entry_is_skipped_silently(malformed: Json) -> None:
    assert len(cards(malformed, entry())) == 1


def test_texts_are_trimmed_to_their_lengths() -> None:
    [card] = cards(entry(title="t" * 121, subtitle="s" * 101, badges=["b" * 49]))

    assert card.title == "t" * 120
    assert card.subtitle == "s" * 100
    assert card.badges == ("b" * 48,)


def test_four_badges_are_kept_and_what_is_no_string_is_left_out() -> None:
    [card] = cards(entry(badges=["a", 7, "", "b", None, "c", "d", "e"]))

    assert card.badges == ("a", "b", "c", "d")


@pytest.mark.parametrize("badges", [None, "new", 7, {"a": 1}])
def test_badges_that_are_no_list_are_left_out(badges: Json) -> None:
    [card] = cards(entry(badges=badges))

    assert card.badges == ()


@pytest.mark.parametrize("subtitle", [None, 7, "", ["x"]])
def test_a_subtitle_that_is_none_is_left_out(subtitle: Json) -> None:
    [card] = cards(entry(subtitle=subtitle))

    assert card.subtitle is None


def test_a_text_is_one_line_without_control_characters() -> None:
    [card] = cards(entry(title=" two\n\tlines\x00\x1b[31m "))

    assert card.title == "two lines[31m"


@pytest.mark.parametrize("display", [None, "x", 7, {"title": "no list"}])
def test_a_display_that_is_no_list_shows_nothing(display: Json) -> None:
    assert split({"a": 1, "display": display}) == ({"a": 1}, ())


@pytest.mark.parametrize("output", ["text", 7, None, [entry()], {"a": 1}])
def test_an_output_without_a_display_is_left_as_it_is(output: Json) -> None:
    assert split(output) == (output, None)


def test_six_cards_of_a_result_are_kept_the_first_of_each_url() -> None:
    numbered = [entry(title=f"{n}", url=f"{URL}/{n // 2}") for n in range(20)]

    [event] = within_limits([result(cards(*numbered))], [])

    assert isinstance(event, CallAnswered)
    assert [card.title for card in event.display or ()] == ["0", "2", "4", "6", "8", "10"]
    assert event.answer.text == "{}\n\n6 cards were shown to the user."


def test_eight_cards_of_a_turn_are_kept_and_none_is_shown_twice() -> None:
    first = cards(*(entry(url=f"{URL}/{n}") for n in range(6)))
    second = cards(*(entry(url=f"{URL}/{n}") for n in range(3, 12)))

    events = within_limits([result(first), result(second), result(first)], [])

    shown = [[card.url for card in event.display or ()] for event in events if isinstance(event, CallAnswered)]
    assert [len(urls) for urls in shown] == [6, 2, 0]
    assert shown[1] == [f"{URL}/6", f"{URL}/7"]


def result(display: tuple[DisplayCard, ...]) -> CallAnswered:
    return CallAnswered(CallId("k_1"), "answered", Answer("{}"), display=display)


async def test_the_model_reads_the_output_without_display_and_how_many_cards_were_shown(
    home: House, host: Host
) -> None:
    host.output = {"results": [{"id": 42}], "display": [entry(), entry(url="/relative"), entry(url=f"{URL}/2")]}
    await home.say("find mugs")

    turn = await home.rest()

    assert turn.calls[0].answer is not None
    assert turn.calls[0].answer.text == '{"results":[{"id":42}]}\n\n2 cards were shown to the user.'
    [shown] = [item for item in turn.items if isinstance(item, Display)]
    assert [card.url for card in shown.state.display or ()] == [URL, f"{URL}/2"]


async def test_one_card_is_told_as_one_and_none_as_none(home: House, host: Host) -> None:
    replies: list[Any] = [{"display": [entry()]}, {"display": ["malformed"]}]
    host.replies = {"/tools/execute": lambda _: Reply({"output": replies.pop(0)})}
    await home.say("find twice")

    turn = await home.rest()

    assert [state.answer.text for state in turn.calls if state.answer] == [
        "{}\n\n1 card was shown to the user.",
        "{}\n\n0 cards were shown to the user.",
    ]


async def test_over_gets_that_run_side_by_side_the_limits_hold_in_the_models_order(home: House, host: Host) -> None:
    def reply(asked: Any) -> Reply:  # noqa: ANN401 -- as the host calls it
        letter = asked.body["arguments"]["query"]
        slower = 0.2 if letter == "a" else 0
        display = [entry(title=letter, url=f"{URL}/{n}") for n in range(4)]
        return Reply({"output": {"display": [*display, entry(title=letter, url=f"{URL}/{letter}")]}}, seconds=slower)

    host.replies = {"/tools/execute": reply}
    await home.say("find six things")

    turn = await home.rest()

    shown = [card.url.removeprefix(URL) for state in turn.calls for card in state.display or ()]
    assert shown == ["/0", "/1", "/2", "/3", "/a", "/b", "/c", "/d"]
