"""Version 5: problems, what was answered to them, and when each is due again."""

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the tables of problems."""
    op.create_table(
        "problems",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(32), nullable=False, unique=True),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("on_board", sa.String(20), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("actions", sa.JSON, nullable=False),
        sa.Column("colour", sa.String(5), nullable=False),
        sa.Column("worth", sa.String(4)),
        sa.Column("best", sa.JSON, nullable=False),
        sa.Column("answers", sa.JSON, nullable=False),
        sa.Column("themes", sa.Text, nullable=False),
        sa.Column("difficulty", sa.SmallInteger, nullable=False),
        sa.Column("measures", sa.JSON, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id")),
        sa.Column("ply", sa.Integer),
        sa.Column("played", sa.Text, nullable=False),
        sa.Column("made_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_problems_rules", "problems", ["rules", "difficulty"])
    op.create_table(
        "problem_answers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("problem_id", sa.Integer, sa.ForeignKey("problems.id"), nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("was_right", sa.Boolean, nullable=False),
        sa.Column("answered_at", sa.DateTime, nullable=False),
    )
    op.create_index("ix_problem_answers_player", "problem_answers", ["player", "answered_at"])
    op.create_table(
        "problem_schedules",
        sa.Column("problem_id", sa.Integer, sa.ForeignKey("problems.id"), primary_key=True),
        sa.Column("player", sa.String(200), primary_key=True),
        sa.Column("due_at", sa.DateTime, nullable=False),
        sa.Column("card", sa.JSON, nullable=False),
    )
    op.create_index("ix_problem_schedules_due", "problem_schedules", ["player", "due_at"])
