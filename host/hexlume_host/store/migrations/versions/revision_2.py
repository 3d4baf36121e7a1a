"""Version 2: when events happened, from the boards' clocks."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add what maps a board's ticks to wall time, and the times it gives."""
    op.create_table(
        "board_boots",
        sa.Column("board", sa.String(64), primary_key=True),
        sa.Column("boot", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("began_at", sa.DateTime, nullable=False),
        sa.Column("estimated_at", sa.DateTime, nullable=False),
    )
    op.add_column("events", sa.Column("boot", sa.BigInteger))
    op.add_column("events", sa.Column("played_at", sa.DateTime))
