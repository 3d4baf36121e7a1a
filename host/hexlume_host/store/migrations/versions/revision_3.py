"""Version 3: what searches, ratings and statistics need of games, kept beside their events."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any

import sqlalchemy as sa
from alembic import op

from hexlume_host.game.player_names import player_key
from hexlume_host.game.record import StoredEvent
from hexlume_host.store.game_summary import Digester

revision = "3"
down_revision = "2"

GAMES_AT_ONCE = 200

_GAMES = sa.table(
    "games",
    *map(sa.column, ("id", "white", "black", "status", "action_count", "white_player", "black_player", "rating")),
    sa.column("seats_swapped", sa.Boolean),
)
_EVENTS = sa.table(
    "events",
    *map(sa.column, ("game_id", "seq", "kind", "ticks", "boot")),
    sa.column("data", sa.JSON),
    sa.column("at", sa.DateTime),
    sa.column("played_at", sa.DateTime),
)
_PLAYERS = sa.table("players", *map(sa.column, ("id", "key", "name")))
_DIGESTS = sa.table("digests", *map(sa.column, ("game_id", "opening", "times")))


def upgrade() -> None:
    """Add the tables and columns of version 3, and fill them from the events, some games at a time."""
    _create()
    connection = op.get_bind()
    last = 0
    while games := connection.execute(
        sa.select(_GAMES).where(_GAMES.c.id > last).order_by(_GAMES.c.id).limit(GAMES_AT_ONCE)
    ).all():
        last = games[-1].id
        _fill(connection, games)
    # Indexes are quicker made than kept while rows change.
    op.drop_index("ix_games_board", "games")
    op.drop_index("ix_games_status", "games")
    for name, columns in {
        "ix_games_started": ["started_at", "id"],
        "ix_games_rules": ["rules", "on_board", "started_at"],
        "ix_games_board": ["board", "started_at"],
        "ix_games_status": ["status", "started_at"],
        "ix_games_result": ["result", "started_at"],
        "ix_games_white_player": ["white_player", "started_at"],
        "ix_games_black_player": ["black_player", "started_at"],
        "ix_games_rating": ["rating", "ended_at", "id"],
    }.items():
        op.create_index(name, "games", columns)


def _create() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.add_column("games", sa.Column("action_count", sa.Integer, nullable=False, server_default="0"))
    op.add_column("games", sa.Column("seats_swapped", sa.Boolean, nullable=False, server_default=sa.false()))
    for colour in ("white", "black"):
        # Alembic would add the reference apart, which SQLite cannot.
        op.execute(f"ALTER TABLE games ADD COLUMN {colour}_player INTEGER REFERENCES players (id)")
    op.add_column("games", sa.Column("rating", sa.SmallInteger, nullable=False, server_default="0"))
    op.create_table(
        "digests",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("opening", sa.Text, nullable=False),
        sa.Column("times", sa.Text, nullable=False),
    )
    op.create_table(
        "rating_steps",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True),
        *_rating_columns(),
    )
    op.create_index("ix_rating_steps_order", "rating_steps", ["ended_at", "game_id"])
    op.create_index("ix_rating_steps_player", "rating_steps", ["player_id", "scope", "ended_at", "game_id"])
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.Integer, sa.ForeignKey("players.id"), primary_key=True),
        *_rating_columns(),
    )
    op.create_index("ix_ratings_scope", "ratings", ["scope", "mu"])


def _rating_columns() -> list[sa.Column[Any]]:
    return [
        sa.Column("scope", sa.String(40), primary_key=True),
        sa.Column("ended_at", sa.DateTime, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("games", "won", "drawn")),
    ]


def _fill(connection: sa.Connection, games: Sequence[Any]) -> None:
    digests = dict(_digests(connection, games[0].id, games[-1].id))
    players = _players(connection, [name for game in games for name in (game.white, game.black)])
    for game in games:
        digest = digests.get(game.id, Digester()).digest()
        seats = players.get(player_key(game.white)), players.get(player_key(game.black))
        white, black = reversed(seats) if digest.seats_swapped else seats
        rated = game.status == "finished" and None not in seats and white != black
        connection.execute(
            sa.update(_GAMES)
            .where(_GAMES.c.id == game.id)
            .values(
                action_count=digest.action_count,
                seats_swapped=digest.seats_swapped,
                white_player=white,
                black_player=black,
                rating=int(rated),
            )
        )
        if game.status != "unfinished":
            connection.execute(sa.insert(_DIGESTS).values(game_id=game.id, opening=digest.opening, times=digest.times))


def _digests(connection: sa.Connection, first: int, last: int) -> Iterator[tuple[int, Digester]]:
    events = connection.execute(
        sa.select(_EVENTS).where(_EVENTS.c.game_id.between(first, last)).order_by(_EVENTS.c.game_id, _EVENTS.c.seq),
        execution_options={"yield_per": 5000},
    )
    for game, of_game in groupby(events, attrgetter("game_id")):
        digester = Digester()
        for event in of_game:
            digester.take(
                StoredEvent(event.seq, event.kind, event.ticks, event.data, event.at, event.boot, event.played_at)
            )
        yield game, digester


def _players(connection: sa.Connection, names: list[str]) -> dict[str, int]:
    """Return the numbers of players by their names' keys; those not met before are noted."""
    named: dict[str, str] = {}
    for name in names:
        named.setdefault(player_key(name), name)
    named.pop("", None)
    of_these = sa.select(_PLAYERS.c.key, _PLAYERS.c.id).where(_PLAYERS.c.key.in_(list(named)))
    known = {key for key, _ in connection.execute(of_these)}
    if new := [{"key": key, "name": name} for key, name in named.items() if key not in known]:
        connection.execute(sa.insert(_PLAYERS), new)
    return dict(connection.execute(of_these).all())
