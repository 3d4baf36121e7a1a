"""What is kept of a game beside its events equals what the events say, after any of them, however they arrive."""

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import MetaData, Table, create_engine, delete, insert, select

import hexlume_host.store.migrations
from hexlume_host.game.player_names import player_key
from hexlume_host.game.record import FINISHED, UNFINISHED, StoredEvent, standing_actions, turns_of
from hexlume_host.store.game_summary import digest_of, opening_turns
from hexlume_host.store.models import BoardRow, DigestRow, EventRow, GameRow, PlayerRow, Rating, SchemaRow
from hexlume_host.store.repository import Players, Store
from tests.bench.archive_games import fill
from tests.host.reported_games import BEGUN, KINDS, NAMES, STEPS, days, event_of, tell

pytestmark = pytest.mark.integration


def check(store: Store) -> None:
    """Check every game of a store against its events."""
    with store.reading() as session:
        players = {row.id: row.key for row in session.scalars(select(PlayerRow))}
        digests = {row.game_id: (row.opening, row.times) for row in session.scalars(select(DigestRow))}
        rows = list(session.scalars(select(GameRow)))
    for row, summary in zip(rows, store.games(), strict=True):
        record = store.record(row.id)
        digest = digest_of(record.events)
        assert row.action_count == summary.action_count == len(record.actions) == digest.action_count
        assert row.seats_swapped == summary.seats_swapped == record.seats_swapped
        seats = [player_key(row.white), player_key(row.black)]
        if record.seats_swapped:
            seats.reverse()
        assert [players.get(seat or 0, "") for seat in (row.white_player, row.black_player)] == seats
        ended = row.status != UNFINISHED
        assert digests.get(row.id) == ((digest.opening, digest.times) if ended else None)
        rated = row.status == FINISHED and all(seats) and seats[0] != seats[1]
        assert (row.rating in (Rating.DUE, Rating.CHANGED)) == rated


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(STEPS, max_size=14),
    batches=st.lists(st.integers(1, 4), max_size=8),
    white=st.sampled_from(NAMES),
    black=st.sampled_from(NAMES),
)
def test_columns_say_what_the_events_say(
    store: Store, steps: list[tuple[str, str, str]], batches: list[int], white: str, black: str
) -> None:
    with store.writing() as session:
        for table in (DigestRow, EventRow, GameRow):
            session.execute(delete(table))
    tell(store, "g", steps, Players(white, black), batches=batches)
    check(store)
    # Telling it all again changes nothing.
    tell(store, "g", steps, Players(white, black))
    check(store)


def test_times_are_told_by_the_boards_clock(store: Store) -> None:
    """Tenths of a second since the event before, by the clock of one boot; what is taken back leaves none."""
    acts = [("action", "Wd4", "white"), ("undo", "", ""), ("action", "Bc3", "white"), ("action", "pass", "black")]
    tell(store, "g", [*acts, ("result", "0", "")])
    events = store.record("g").events
    ticks = [event.ticks for event in events]
    with store.reading() as session:
        kept = session.scalars(select(DigestRow.times)).one()
    assert kept == f"{(ticks[3] - ticks[2]) // 100} {(ticks[4] - ticks[3]) // 100}"


@settings(deadline=None)
@given(st.lists(STEPS, max_size=20))
def test_openings_have_the_games_own_turns(steps: list[tuple[str, str, str]]) -> None:
    told = [event_of("g", seq, step) for seq, step in enumerate(steps, 1)]
    events = [StoredEvent(event.seq, event.kind, event.ticks, event.data, BEGUN) for event in told]
    acted = standing_actions(events)[:16]
    digest = digest_of(events)
    got = [[action.replace("_", " ") for action in turn] for turn in opening_turns(digest.opening)]
    # The stored opening may end in the middle of the game's turn.
    assert got == [actions for _, actions in turns_of(acted)]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_a_names_key_is_its_own_key(name: str) -> None:
    assert player_key(player_key(name)) == player_key(name)
    assert player_key(name).isprintable()


def rows_of(store: Store) -> dict[str, object]:
    """Return everything kept beside the events; players by name, since their numbers may differ."""
    with store.reading() as session:
        players = {row.id: (row.key, row.name) for row in session.scalars(select(PlayerRow))}
        games = [
            (
                row.game,
                row.action_count,
                row.seats_swapped,
                players.get(row.white_player or 0),
                players.get(row.black_player or 0),
                int(row.rating) and 1,
            )
            for row in session.scalars(select(GameRow).order_by(GameRow.id))
        ]
        digests = [
            (row.game_id, row.opening, row.times)
            for row in session.scalars(select(DigestRow).order_by(DigestRow.game_id))
        ]
    return {"games": games, "digests": digests, "players": sorted(players.values())}


@settings(
    max_examples=6, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(told=st.lists(st.tuples(st.lists(STEPS, max_size=12), *[st.sampled_from(NAMES)] * 2), min_size=1, max_size=12))
def test_a_store_of_version_2_becomes_what_a_new_one_is(
    new_place: Callable[[], str], told: list[tuple[list[tuple[str, str, str]], str, str]]
) -> None:
    fresh_place, old_place = new_place(), new_place()
    with Store(fresh_place) as fresh:
        for number, (steps, white, black) in enumerate(told):
            kind = KINDS[number % len(KINDS)]
            tell(fresh, f"g{number}", steps, Players(white, black), kind, f"b{number}", BEGUN + days(number))
        make_version_2(old_place, fresh)
        with Store(old_place, create=False) as migrated:
            assert rows_of(migrated) == rows_of(fresh)
            check(migrated)
            # Both go on alike.
            for store in (fresh, migrated):
                tell(store, "more", [("action", "Wd4", "white"), ("result", "W+", "")], Players("Ann", "new"))
            assert rows_of(migrated) == rows_of(fresh)


def make_version_2(place: str, like: Store) -> None:
    """Make a store as version 2 left it, with the boards, games and events of another one."""
    url = place.replace("postgresql://", "postgresql+psycopg://") if "://" in place else f"sqlite:///{place}"
    engine = create_engine(url)
    config = Config()
    config.set_main_option("script_location", str(Path(hexlume_host.store.migrations.__file__).parent))
    with engine.begin() as connection, like.reading() as session:
        config.attributes["connection"] = connection
        command.upgrade(config, "2")
        for model in (BoardRow, GameRow, EventRow):
            table = Table(model.__tablename__, MetaData(), autoload_with=connection)
            columns = [column for column in model.__table__.columns if column.name in table.columns]
            rows = [
                {
                    name: value.replace(tzinfo=None) if isinstance(value, datetime) else value
                    for name, value in zip(table.columns.keys(), row, strict=True)
                }
                for row in session.execute(select(*columns))
            ]
            if rows:
                connection.execute(insert(table), rows)
        assert connection.scalar(select(SchemaRow.version)) == 2
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("SELECT setval('games_id_seq', (SELECT max(id) FROM games))")
    engine.dispose()


def test_the_generator_keeps_what_the_store_keeps(tmp_path: Path) -> None:
    """tests/bench/archive_games.py writes rows as Store would."""
    fill(tmp_path / "games.sqlite", 150, variety=2)
    with Store(tmp_path / "games.sqlite") as store:
        check(store)
        assert len(store.games()) == 150
        with store.reading() as session:
            assert all(json.dumps(dict(row)) for row in session.scalars(select(EventRow.data)))
