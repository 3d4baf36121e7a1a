"""The engine's tables of the store."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
)

from hexlume_host.store.models import Base, UtcDateTime

EVALUATIONS = Table(
    "evaluations",
    Base.metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("line", String(32), nullable=False),
    Column("colour", String(5), nullable=False),
    Column("proven", String(4)),
    Column("choices", JSON, nullable=False),
    Column("playouts", BigInteger, nullable=False),
    Column("seconds", Double, nullable=False),
    Column("found_at", UtcDateTime, nullable=False),
)
"""What the engine found of the position after ``ply`` actions of a game (``review.evaluation``).

``line`` is the key of these actions: a row from before some were taken back has another one. A row is a few hundred
bytes: ``choices`` are at most six actions with at most twelve that are expected after each.
"""
PUZZLES = Table(
    "puzzles",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True),
    Column("rules", String(40), nullable=False),
    Column("board", String(20), nullable=False),
    Column("options", JSON, nullable=False),
    Column("actions", JSON, nullable=False),
    Column("colour", String(5), nullable=False),
    Column("worth", String(4), key="value"),
    Column("best", JSON, nullable=False),
    Column("answers", JSON, nullable=False),
    Column("themes", Text, nullable=False),
    Column("difficulty", SmallInteger, nullable=False),
    Column("measures", JSON, nullable=False),
    Column("player", Text, nullable=False),
    Column("game_id", ForeignKey("games.id"), key="game"),
    Column("ply", Integer),
    Column("played", Text, nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Index("ix_puzzles_rules", "rules", "difficulty"),
)
"""Puzzles (``puzzles.puzzle``), some kilobytes each: every action of the position with what follows it.

``key`` is what is equal for puzzles that are the same. ``themes`` are words with a space on either side of each.
``player`` is the key of who made a mistake there (``player_names``), empty for one from the engine's own games.
"""
PUZZLE_ANSWERS = Table(
    "puzzle_answers",
    Base.metadata,
    Column("id", Integer, primary_key=True),
    Column("puzzle_id", ForeignKey("puzzles.id"), nullable=False),
    Column("player", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("was_right", Boolean, nullable=False),
    Column("answered_at", UtcDateTime, nullable=False),
    Index("ix_puzzle_answers_player", "player", "answered_at"),
)
"""What somebody answered when a puzzle was asked: the first action of that time. ``player`` is a name's key."""
