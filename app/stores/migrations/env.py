"""Alembic's entry: runs revisions over the connection that `app.stores.migrate` opened, in its transaction."""

from alembic import context

from app.stores.migrate import VERSION_TABLE
from app.stores.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
)
with context.begin_transaction():
    context.run_migrations()
