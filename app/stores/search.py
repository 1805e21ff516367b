"""Finding conversations by a word: in the title, or in what either side said."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from app.stores.schema import conversations, events

_SAID = ("message.sent", "text.written")


def holds(word: str, connection: sa.Connection) -> sa.ColumnElement[bool]:
    """
    Whether a conversation holds `word` in its title or its messages, whatever the case.

    connection: tells which database's way to look into JSON to use.
    """
    # The beginning of an event as stored tells most of them apart without their being parsed.
    kinds = (events.c.event.startswith(f'{{"type":"{kind}"', autoescape=True) for kind in _SAID)
    said = sa.select(events.c.seq).where(
        events.c.conversation == conversations.c.id, sa.or_(*kinds), _has(_text(connection), word)
    )
    return sa.or_(_has(conversations.c.title, word), said.exists())


def _has(column: sa.ColumnElement[str], word: str) -> sa.ColumnElement[bool]:
    """Databases may know the case of ASCII letters alone, so a word is looked for as one would write it."""
    spellings = sorted({word, word.lower(), word.upper(), word.capitalize()})
    return sa.or_(*(column.icontains(spelling, autoescape=True) for spelling in spellings))


def _text(connection: sa.Connection) -> sa.ColumnElement[str]:
    on_postgres = connection.dialect.name == "postgresql"
    event = sa.cast(events.c.event, postgresql.JSON()) if on_postgres else sa.type_coerce(events.c.event, sa.JSON())
    return event["text"].as_string()
