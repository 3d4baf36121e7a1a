"""Version 4: what the engine found of games' positions."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Add the table of findings."""
    op.create_table(
        "findings",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("line", sa.String(32), nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("proven", sa.String(4)),
        sa.Column("choices", sa.JSON, nullable=False),
        sa.Column("playouts", sa.BigInteger, nullable=False),
        sa.Column("seconds", sa.Double, nullable=False),
        sa.Column("found_at", sa.DateTime, nullable=False),
    )
