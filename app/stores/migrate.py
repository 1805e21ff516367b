"""Schema revisions, run by advanced-alchemy's Alembic commands over a connection we hand them."""

import warnings
from pathlib import Path

import sqlalchemy as sa

_REVISIONS = Path(__file__).parent / "migrations"


def upgrade(connection: sa.Connection) -> None:
    """Run the revisions that are missing, inside the caller's transaction."""
    with warnings.catch_warnings():
        # advanced-alchemy 1.12 uses names that SQLAlchemy 2.1 has deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        from advanced_alchemy.alembic.commands import AlembicCommands
        from advanced_alchemy.config import AlembicSyncConfig, SQLAlchemySyncConfig

        config = SQLAlchemySyncConfig(
            engine_instance=connection.engine,
            alembic_config=AlembicSyncConfig(script_location=str(_REVISIONS), version_table_name="schema_version"),
        )
        commands = AlembicCommands(config)
        commands.config.attributes["connection"] = connection
        commands.upgrade()
