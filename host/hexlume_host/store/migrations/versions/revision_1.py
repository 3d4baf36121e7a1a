"""Version 1: boards, games and their events."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Create the tables of version 1."""
    op.create_table("hexlume_schema", sa.Column("version", sa.Integer, primary_key=True))
    op.create_table(
        "boards",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("panel", sa.String(20), nullable=False),
        sa.Column("firmware", sa.String(40), nullable=False),
        sa.Column("first_seen", sa.DateTime, nullable=False),
        sa.Column("last_seen", sa.DateTime, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False, unique=True),
        sa.Column("source", sa.String(10), nullable=False),
        sa.Column("board", sa.String(64), nullable=False),
        sa.Column("panel", sa.String(20), nullable=False),
        sa.Column("firmware", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("on_board", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("white", sa.Text, nullable=False),
        sa.Column("black", sa.Text, nullable=False),
        sa.Column("started_at", sa.DateTime, nullable=False),
        sa.Column("ended_at", sa.DateTime),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("result", sa.String(2)),
        sa.Column("reason", sa.Text),
    )
    op.create_index("ix_games_board", "games", ["board"])
    op.create_index("ix_games_status", "games", ["status"])
    op.create_table(
        "events",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("ticks", sa.BigInteger, nullable=False),
        sa.Column("at", sa.DateTime, nullable=False),
    )
