"""Version 6: problems come back by their answers alone, without a schedule."""

from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Drop the table of schedules; the answers stay."""
    op.drop_table("problem_schedules")
