"""The store's tables."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    String,
    Text,
    TypeDecorator,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = 11
"""The version of these tables; a store of another one is refused."""


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
    """One row: the version of the tables. Its table's presence marks the database as ours."""

    __tablename__ = "hexlume_schema"

    version: Mapped[int] = mapped_column(primary_key=True)


class DeviceRow(Base):
    """A board that was seen: its panel and firmware as they were last.

    ``last_seen`` is not long ago while a host logs it (``game_rows.SEEN_WITHIN``), and set back when it goes.
    """

    __tablename__ = "devices"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    panel: Mapped[str] = mapped_column(String(20))
    firmware: Mapped[str] = mapped_column(String(40))
    first_seen: Mapped[datetime] = mapped_column(UtcDateTime)
    last_seen: Mapped[datetime] = mapped_column(UtcDateTime)


class BootRow(Base):
    """The clock of a board since one of its power-ons: maps ticks of that boot to wall time.

    ``began_at`` is the estimated wall time of tick 0.
    """

    __tablename__ = "device_boots"

    device: Mapped[str] = mapped_column(String(64), primary_key=True)
    boot: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    began_at: Mapped[datetime] = mapped_column(UtcDateTime)


class DroppedRow(Base):
    """A report of games that a board dropped before a host was connected (``hexlume_host.store.dropped_games``)."""

    __tablename__ = "dropped_games"
    __table_args__ = (Index("ix_dropped_games_device", "device", "before", "first", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64))
    first: Mapped[str] = mapped_column(String(64))
    before: Mapped[str] = mapped_column(String(64))
    games: Mapped[int]
    exact: Mapped[bool]
    reported_at: Mapped[datetime] = mapped_column(UtcDateTime)


class PlayerRow(Base):
    """A player: ``key`` is what all spellings of the name share (``player_key``), ``name`` the first spelling."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text)


class GameRow(Base):
    """A game.

    ``white`` and ``black`` name who started with which colour. These columns follow from the events, and are updated in
    the same transaction: ``status``, ``result``, ``reason``, ``ended_at``, ``action_count`` (actions that stand),
    ``opening`` (``hexlume_host.store.opening``), ``seats_swapped``, and ``white_player`` and ``black_player``: who has
    the colours after all swaps (null: not named). ``panel`` and ``firmware`` are the board's when the game began: later
    games of the board may have others. ``source`` is ``board`` for a game that a board sent, ``import`` for one from a
    file, and ``puzzle`` or ``lesson`` for one that was set up on a board, which nobody counts as a game; ``device`` of
    an imported game is not in ``devices``. ``started_at`` and ``ended_at`` are when it was played or, if not known, the
    latest it can have been.
    """

    __tablename__ = "games"
    __table_args__ = (
        Index("ix_games_started", "started_at", "id"),
        Index("ix_games_rules", "rules", "board", "started_at"),
        Index("ix_games_device", "device", "started_at"),
        Index("ix_games_status", "status", "started_at"),
        Index("ix_games_result", "result", "started_at"),
        Index("ix_games_white_player", "white_player", "started_at"),
        Index("ix_games_black_player", "black_player", "started_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(64), unique=True)
    source: Mapped[str] = mapped_column(String(10))
    device: Mapped[str] = mapped_column(String(64))
    panel: Mapped[str] = mapped_column(String(20))
    firmware: Mapped[str] = mapped_column(String(40))
    rules: Mapped[str] = mapped_column(String(40))
    board: Mapped[str] = mapped_column(String(20))
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    white: Mapped[str] = mapped_column(Text)
    black: Mapped[str] = mapped_column(Text)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    status: Mapped[str] = mapped_column(String(10))
    result: Mapped[str | None] = mapped_column(String(2))
    reason: Mapped[str | None] = mapped_column(Text)
    action_count: Mapped[int] = mapped_column(default=0)
    opening: Mapped[str] = mapped_column(Text, default="")
    seats_swapped: Mapped[bool] = mapped_column(default=False)
    white_player: Mapped[int | None] = mapped_column(ForeignKey("players.id"))
    black_player: Mapped[int | None] = mapped_column(ForeignKey("players.id"))


class EventRow(Base):
    """An event exactly as the board sent it, with the time it was committed.

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


class VariationsRow(Base):
    """The variations of a game that were imported with it (docs/record.md)."""

    __tablename__ = "variations"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class NetworkGameRow(Base):
    """One side of a game with another host (``hexlume_plugins.netplay.saved_games``); ``code`` holds its secret."""

    __tablename__ = "network_games"
    __table_args__ = (UniqueConstraint("game", "role"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    role: Mapped[str] = mapped_column(String(5))
    code: Mapped[str] = mapped_column(Text)
    notes: Mapped[dict[str, Any]] = mapped_column(JSON)
