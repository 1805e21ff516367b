"""
The translations: one gettext catalogue a language, below `locale/`, read when somebody first speaks it.

A message's context is our code, its id the English sentence: where the English has changed since it was translated,
gettext finds nothing and English stands, rather than a sentence that says something else.
"""

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

FOLDER: Final = Path(__file__).parent / "locale"
DOMAIN: Final = "assist"


@cache
def translations(language: str) -> Translations:
    """What a language's file says, ready to be asked."""
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    return Translations(compiled, domain=DOMAIN)


def read_catalogue(language: str) -> Catalog:
    """A language's file as translators keep it."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def path_of(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
