"""Schema migrations: create the tables of a new store, and upgrade those of an older one."""

from pathlib import Path

from sqlalchemy import Connection, insert, text, update

from .models import VERSION, Base, SchemaRow
from .old_files import import_old_files

OLDEST = 7
"""The oldest version that can be upgraded. Versions 1 to 6 were never released."""

UPGRADES = {
    7: (
        # Ratings are computed from the games; tables have the names of what they hold.
        "DROP TABLE alembic_version",
        "DROP TABLE rating_steps",
        "DROP TABLE ratings",
        "DROP INDEX ix_games_rating",
        "ALTER TABLE games DROP COLUMN rating",
        "ALTER TABLE digests RENAME TO game_summaries",
        "ALTER TABLE findings RENAME TO evaluations",
        "UPDATE games SET source = 'puzzle' WHERE source = 'problem'",
        "ALTER TABLE problems RENAME TO puzzles",
        "DROP INDEX ix_problems_rules",
        "CREATE INDEX ix_puzzles_rules ON puzzles (rules, difficulty)",
        "ALTER TABLE problem_answers RENAME TO puzzle_answers",
        "ALTER TABLE puzzle_answers RENAME COLUMN problem_id TO puzzle_id",
        "DROP INDEX ix_problem_answers_player",
        "CREATE INDEX ix_puzzle_answers_player ON puzzle_answers (player, answered_at)",
    ),
    8: (),
}
"""By version, the statements that make it the next one but for new tables. SQLite and PostgreSQL understand them."""


def create(connection: Connection) -> None:
    """Create all tables, in the connection's transaction."""
    Base.metadata.create_all(connection)
    connection.execute(insert(SchemaRow).values(version=VERSION))


def upgrade(connection: Connection, version: int, file: Path | None) -> None:
    """Upgrade the tables from a version, at least ``OLDEST``, in the connection's transaction.

    ``file`` is the SQLite file, ``None`` for a database on a server.
    """
    for step in range(version, VERSION):
        for statement in UPGRADES[step]:
            connection.execute(text(statement))
    Base.metadata.create_all(connection)
    import_old_files(connection, file)
    connection.execute(update(SchemaRow).values(version=VERSION))
