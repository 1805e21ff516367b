"""Which language is spoken to whom, and that it stays theirs."""

import asyncio

import pytest

from app.web.languages import Language, direction, language, named, speak, speaking, wanted
from app.web.words import word


@pytest.mark.parametrize(
    ("accepted", "expected"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-CH, en;q=0.8", "de"),
        ("fr, ar;q=0.7, de;q=0.8", "de"),
        ("en-GB, de;q=0.9", "en"),
        ("de;q=0, ar;q=0.1", "ar"),
        ("fr-FR, *", "en"),
        ("de;q=nonsense, ar;q=0.5", "ar"),
        (";;;,,, =, q=1", "en"),
        ("x" * 10_000, "en"),
        (", ".join(["fr"] * 500) + ", de", "en"),
    ],
)
def test_the_browser_s_first_wish_among_ours_is_heard(accepted: str, expected: Language) -> None:
    assert wanted(accepted) == expected


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("de", "de"), ("DE_ch", "de"), ("ar-EG-u-nu-latn", "ar"), ("deu", None), ("fr", None), ("", None), (None, None)],
)
def test_a_tag_names_one_of_ours_or_none(tag: str | None, expected: Language | None) -> None:
    assert named(tag) == expected


def test_arabic_begins_on_the_right() -> None:
    with speaking("ar"):
        assert direction() == "rtl"
    assert (language(), direction()) == ("en", "ltr")


async def test_two_tasks_that_take_turns_keep_their_own_language() -> None:
    """As two requests do on one event loop."""

    async def reader(chosen: Language) -> list[str]:
        speak(chosen)
        said: list[str] = []
        for _ in range(3):
            await asyncio.sleep(0)
            said.append(word("composer.send"))
        return said

    heard = await asyncio.gather(*(asyncio.create_task(reader(each)) for each in ("de", "en", "ar")))

    assert heard == [["Senden"] * 3, ["Send"] * 3, ["إرسال"] * 3]
    assert language() == "en"
