"""Version 7: which games boards have dropped before a host came."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table of dropped games."""
    op.create_table(
        "dropped_games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("board", sa.String(64), nullable=False),
        sa.Column("first", sa.String(64), nullable=False),
        sa.Column("before", sa.String(64), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("exact", sa.Boolean, nullable=False),
        sa.Column("reported_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_dropped_games_board", "dropped_games", ["board", "before", "first"], unique=True)
