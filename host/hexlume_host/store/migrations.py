"""Schema migrations: create the tables of a new store, and upgrade those of an older one."""

from importlib import import_module

from sqlalchemy import Connection, delete, insert, select, text, update

from hexlume_record.game.read_event import renamed

from ..plugins import plugins
from .models import VERSION, Base, EventRow, SchemaRow

OLDEST = 9
"""The oldest version that can be upgraded. None before it was released."""
UPGRADE = (
    # A game's board is the shape that it is played on; the hardware is a device.
    "ALTER TABLE boards RENAME TO devices",
    "ALTER TABLE board_boots RENAME TO device_boots",
    "ALTER TABLE device_boots RENAME COLUMN board TO device",
    "DROP INDEX ix_dropped_games_board",
    "ALTER TABLE dropped_games RENAME COLUMN board TO device",
    "CREATE UNIQUE INDEX ix_dropped_games_device ON dropped_games (device, before, first)",
    "DROP INDEX ix_games_board",
    "ALTER TABLE games RENAME COLUMN board TO device",
    "CREATE INDEX ix_games_device ON games (device, started_at)",
    "ALTER TABLE games RENAME COLUMN on_board TO board",
    "ALTER TABLE puzzles RENAME COLUMN on_board TO board",
    # Whoever is signed in signs in again.
    "DROP TABLE sessions",
    # The earliest hello of a boot counts, whenever it came.
    "ALTER TABLE device_boots DROP COLUMN estimated_at",
)
"""The statements that make version 9 the present one but for new tables. SQLite and PostgreSQL understand them."""


def tables() -> set[str]:
    """Load the tables of plugins, and return the names of all; they are the same for every version of this host."""
    for plugin in plugins():
        for module in plugin.tables:
            import_module(module)
    return set(Base.metadata.tables)


def make_tables(connection: Connection, version: int | None) -> None:
    """Create the tables, or those that are missing from a version's, in the connection's transaction.

    ``version`` is at least ``OLDEST``, ``None`` for a new store.
    """
    if version == OLDEST:
        for statement in UPGRADE:
            connection.execute(text(statement))
        for game, data in connection.execute(select(EventRow.game_id, EventRow.data).where(EventRow.seq == 0)).all():
            connection.execute(
                update(EventRow).where(EventRow.game_id == game, EventRow.seq == 0).values(data=renamed(data))
            )
    Base.metadata.create_all(connection, [Base.metadata.tables[name] for name in tables()])
    connection.execute(delete(SchemaRow))
    connection.execute(insert(SchemaRow).values(version=VERSION))
