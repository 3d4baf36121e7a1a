"""The store's tables, as the newest revision in migrations/ leaves them. SQLite and PostgreSQL have the same."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, ForeignKey, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = 2
"""The version of these tables: the newest revision in migrations/. A store of a newer version is refused."""


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time, aware and in UTC on the Python side, also where the database keeps no time zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the time as UTC without a zone, as it is stored."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return a stored time as an aware one."""
        return None if value is None else value.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Base of the store's tables."""


class SchemaRow(Base):
    """One row: the version of the tables. Its table's presence marks the database as ours.

    It is the same number as Alembic's own revision. Here a host finds it without Alembic, also one of version 1.
    """

    __tablename__ = "hexlume_schema"

    version: Mapped[int] = mapped_column(primary_key=True)


class BoardRow(Base):
    """A board that was seen: its panel and firmware as they were last."""

    __tablename__ = "boards"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    panel: Mapped[str] = mapped_column(String(20))
    firmware: Mapped[str] = mapped_column(String(40))
    first_seen: Mapped[datetime] = mapped_column(UtcDateTime)
    last_seen: Mapped[datetime] = mapped_column(UtcDateTime)


class BootRow(Base):
    """What is known of a board's clock since one of its power-ons: ticks of that boot to wall time.

    ``began_at`` is the wall time of tick 0 as estimated at ``estimated_at``.
    """

    __tablename__ = "board_boots"

    board: Mapped[str] = mapped_column(String(64), primary_key=True)
    boot: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    began_at: Mapped[datetime] = mapped_column(UtcDateTime)
    estimated_at: Mapped[datetime] = mapped_column(UtcDateTime)


class GameRow(Base):
    """A game: what its events say about it, and who plays.

    ``white`` and ``black`` name who started with which colour; ``status``, ``result``, ``reason`` and ``ended_at``
    follow from the events and are kept up to date in the same transaction. ``panel`` and ``firmware`` are the board's
    when the game began: a board's id may come back with others. ``source`` is ``board`` for a game that a board told
    this computer and ``import`` for one read from a file; ``board`` of an imported game is not among ``boards``.
    ``started_at`` and ``ended_at`` are when it was played or, where that is not known, the latest it can have been.
    """

    __tablename__ = "games"

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(64), unique=True)
    source: Mapped[str] = mapped_column(String(10))
    board: Mapped[str] = mapped_column(String(64), index=True)
    panel: Mapped[str] = mapped_column(String(20))
    firmware: Mapped[str] = mapped_column(String(40))
    rules: Mapped[str] = mapped_column(String(40))
    on: Mapped[str] = mapped_column("on_board", String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    white: Mapped[str] = mapped_column(Text)
    black: Mapped[str] = mapped_column(Text)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[str] = mapped_column(String(10), index=True)
    result: Mapped[str | None] = mapped_column(String(2))
    reason: Mapped[str | None] = mapped_column(Text)


class EventRow(Base):
    """An event exactly as the board told it, with the time it was committed.

    ``boot`` is the power-on in which ``ticks`` were counted (null: not known). ``played_at`` is when it happened,
    mapped from the board's clock; null where the clock of that boot was never compared with this computer's.
    """

    __tablename__ = "events"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    data: Mapped[dict[str, Any]] = mapped_column(JSON)
    ticks: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    boot: Mapped[int | None] = mapped_column(BigInteger)
    played_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
