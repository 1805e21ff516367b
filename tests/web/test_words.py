"""The catalogue in every language: whole, in step with the English, and set as that language sets it."""

import re
import runpy
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Message

from app.web.languages import LANGUAGES, SOURCE, Language, speaking
from app.web.locally import listed, number
from app.web.translations import path_of, read_catalogue
from app.web.words import CATALOGUE, COUNTED, counted, word

ROOT: Final = Path(__file__).parents[2]
PLACE: Final = re.compile(r"\{\w+\}")
TRANSLATED: Final = [each for each in LANGUAGES if each != SOURCE]


def messages(language: Language) -> dict[str, Message]:
    return {str(message.context): message for message in read_catalogue(language) if message.id}


def forms(string: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [string] if isinstance(string, str) else list(string or ())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_every_sentence_and_none_besides(language: Language) -> None:
    """If this fails: `make words`, then translate what it names."""
    found = messages(language)

    assert {code: message.id for code, message in found.items()} == {**CATALOGUE, **COUNTED}
    assert [code for code, message in found.items() if message.fuzzy or not all(forms(message.string))] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_places_of_its_sentence(language: Language) -> None:
    """A form for one or two may say its number in words."""
    faults = [
        code
        for code, message in messages(language).items()
        for form in forms(message.string)
        if (set(PLACE.findall(form)) | ({"{count}"} if code in COUNTED else set()))
        != (set(PLACE.findall(CATALOGUE[code])) if code in CATALOGUE else {"{count}"})
    ]

    assert faults == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_file_is_as_the_command_writes_it(language: Language) -> None:
    command = runpy.run_path(str(ROOT / ".ci" / "words.py"))

    assert command["as_po"](command["brought_up"](language)) == path_of(language).read_bytes()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_of_a_counted_sentence_is_there(language: Language) -> None:
    catalogue = read_catalogue(language)

    assert {len(forms(messages(language)[code].string)) for code in COUNTED} == {catalogue.num_plurals}


def test_a_number_takes_the_form_its_language_has_for_it() -> None:
    with speaking("ar"):
        waiting = [counted("inbox.waiting", count) for count in (1, 2, 3, 11, 100)]

    assert waiting == [
        "اقتراح واحد بانتظارك",
        "اقتراحان بانتظارك",
        "3 اقتراحات بانتظارك",
        "11 اقتراحًا بانتظارك",
        "100 اقتراح بانتظارك",
    ]


def test_numbers_and_lists_are_written_as_the_language_does() -> None:
    with speaking("de"):
        german = number(1240), listed(["Tinte", "Papier", "Wachs"])

    assert german == ("1.240", "Tinte, Papier und Wachs")
    assert (number(1240), listed(["Ink", "Paper", "Wax"])) == ("1,240", "Ink, Paper and Wax")


def test_a_name_within_arabic_leaves_the_order_of_the_sentence_alone() -> None:
    """Else the quotation mark behind `Save!` would land on its other side."""
    with speaking("ar"):
        said = word("activity.action.over", label="Save!")

    assert said == "ضُغط «\N{FIRST STRONG ISOLATE}Save!\N{POP DIRECTIONAL ISOLATE}»"


def test_a_sentence_whose_english_changed_is_said_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CATALOGUE, "composer.send", "Send it")

    with speaking("de"):
        assert word("composer.send") == "Send it"
