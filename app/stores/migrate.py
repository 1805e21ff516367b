"""Schema revisions, run by advanced-alchemy's Alembic commands over a connection we hand them."""

import warnings
from pathlib import Path

import sqlalchemy as sa

VERSION_TABLE = "schema_version"
_REVISIONS = Path(__file__).parent / "migrations"


def upgrade(connection: sa.Connection) -> None:
    """Run the revisions that are missing, inside the caller's transaction."""
    if _revision(connection) == _latest():
        # Most starts end here, and are spared a second of imports.
        return
    with warnings.catch_warnings():
        # advanced-alchemy 1.12 uses names that SQLAlchemy 2.1 has deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        from advanced_alchemy.alembic.commands import AlembicCommands
        from advanced_alchemy.config import AlembicSyncConfig, SQLAlchemySyncConfig

        config = SQLAlchemySyncConfig(
            engine_instance=connection.engine,
            alembic_config=AlembicSyncConfig(script_location=str(_REVISIONS), version_table_name=VERSION_TABLE),
        )
        commands = AlembicCommands(config)
        commands.config.attributes["connection"] = connection
        commands.upgrade()


def _revision(connection: sa.Connection) -> str | None:
    """The revision the schema is at; None for an empty database."""
    if not sa.inspect(connection).has_table(VERSION_TABLE):
        return None
    version = sa.table(VERSION_TABLE, sa.column("version_num", sa.Text))
    return connection.execute(sa.select(version.c.version_num)).scalar()


def _latest() -> str:
    """Revisions are files whose names begin with their numbers."""
    return max(file.name.split("_")[0] for file in (_REVISIONS / "versions").glob("[0-9]*_*.py"))
