"""
Bring the translations up to the words as they are: new ones in, those that are gone out. `--check` only looks.

A sentence whose English has changed keeps its translation, marked fuzzy: a translator has to look at it again.
"""

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from app.web.languages import LANGUAGES, SOURCE
from app.web.translations import DOMAIN, path_of, read_catalogue
from app.web.words import CATALOGUE, COUNTED

_WIDTH = 120
_HEAD = """# {name} ({language}) for Assist. The context of a message is its code in app/web/words.py.
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""


def main() -> int:
    """Returns 1 when something is left to translate."""
    left = 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        catalogue = brought_up(language)
        if "--check" not in sys.argv:
            path_of(language).parent.mkdir(parents=True, exist_ok=True)
            path_of(language).write_bytes(as_po(catalogue))
        for fault in faults(catalogue):
            left += 1
            print(f"{language}: {fault}")
    return 1 if left else 0


def brought_up(language: str) -> Catalog:
    """The language's file over today's words."""
    before = read_catalogue(language) if path_of(language).exists() else Catalog(language)
    known = {message.context: message for message in before if message.id}
    catalogue = Catalog(language, domain=DOMAIN, fuzzy=False)
    for code, source in (CATALOGUE | COUNTED).items():
        old = known.get(code)
        changed = old is not None and old.id != source
        usable = old is not None and isinstance(old.id, tuple) == isinstance(source, tuple)
        catalogue.add(
            source,
            old.string if old and usable else None,
            context=code,
            flags={"fuzzy"} if usable and changed else (),
            user_comments=old.user_comments if old else (),
        )
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    """The file, the same bytes for the same words."""
    assert catalogue.locale is not None
    head = _HEAD.format(
        name=catalogue.locale.english_name, language=catalogue.locale, plurals=catalogue.plural_forms.removesuffix(";")
    )
    written = BytesIO()
    write_po(written, catalogue, width=_WIDTH, omit_header=True)
    return head.encode() + written.getvalue()


def faults(catalogue: Catalog) -> Iterator[str]:
    """What a translator has to do."""
    for message in catalogue:
        if not message.id:
            continue
        forms = _forms(message)
        if message.fuzzy:
            yield f"{message.context} says something else in English now: {message.id!r}"
        elif not all(forms) or (isinstance(message.id, tuple) and len(forms) != catalogue.num_plurals):
            yield f"{message.context} is not translated: {message.id!r}"


def _forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


if __name__ == "__main__":
    sys.exit(main())
