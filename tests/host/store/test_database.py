"""Opening stores on SQLite and a real PostgreSQL, and what is said when something is wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store.database import Database
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ABANDON, ACTION, START, BoardEvent
from tests.host.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.integration

BOARD = Board("e6614103", "hex4", "0.1.0")
START_DATA = {"rules": "orochi", "board": "hex4", "options": {}}


def error(where: object, create: bool = True) -> str:
    with pytest.raises(StoreError) as caught:
        Store(str(where), create=create)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_stores_that_cannot_be_opened_say_why(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"no database at all" * 100)
    assert "file is not a database" in error(garbage)
    assert "unable to open" in error(tmp_path)
    assert "There is no store" in error(tmp_path / "missing", create=False)
    assert "cannot be used" in error(garbage / "below" / "store.sqlite")
    assert "is no database URL" in error("://")
    assert "A store is the path of an SQLite file or the URL of a PostgreSQL database, not sqlite:////x" in error(
        "sqlite:////x"
    )
    foreign = tmp_path / "foreign"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a Hexlume store" in error(foreign)
    assert 'database "missing" does not exist' in error(postgresql.url("missing"))
    assert "not a Hexlume store" in error(postgresql.database(), create=False)
    nobody = tmp_path / "nobody"
    nobody.mkdir()
    assert "cannot be used" in error(f"postgresql://hexlume@/games?host={nobody}")


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    told = error(f"postgresql://ann:secret@/games?host={tmp_path}")
    assert "postgresql://ann:***@/games" in told
    assert "secret" not in told


def test_sqlite_is_set_up_to_survive(store: Store) -> None:
    with store.reading() as session:
        values = [
            session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert values == ["truncate", 2, 1, 5000]


def test_postgresql_is_set_up_to_survive(postgresql: PostgresqlServer) -> None:
    with closing(Database(postgresql.database(), create=True)) as database, database.writing() as session:
        connection = session.connection()
        values = [
            connection.exec_driver_sql(f"SHOW {name}").scalar()
            for name in ("synchronous_commit", "lock_timeout", "transaction_isolation")
        ]
        locks = connection.exec_driver_sql("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'").scalar()
    assert values == ["on", "5s", "read committed"]
    assert locks == 1


def test_a_full_store_has_room_again(tmp_path: Path) -> None:
    """SQLite tells a limit of pages as it does a full disk."""
    with Store(tmp_path / "s.sqlite") as store:
        with store.reading() as session:
            pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()

        def limit(connection: sqlite3.Connection, _: object) -> None:
            connection.execute(f"PRAGMA max_page_count={pages}").close()

        event.listen(store._reading, "connect", limit)
        events = [BoardEvent("g", 0, START, 0, START_DATA)]
        action = {"action": "Wd4", "colour": "white"}
        events += [BoardEvent("g", seq, ACTION, seq, action) for seq in range(1, 400)]
        with pytest.raises(StoreUnavailableError, match=r"has no room: make some on its disk\.$"):
            store.commit(BOARD, events)
        assert store.games() == []
        event.remove(store._reading, "connect", limit)
        assert store.commit(BOARD, events).last == {"g": 399}


def test_a_server_that_was_away_is_used_again(postgresql: PostgresqlServer) -> None:
    with Store(postgresql.database()) as store:
        start, end = BoardEvent("g", 0, START, 0, START_DATA), BoardEvent("g", 1, ABANDON, 0, {})
        store.commit(BOARD, [start])
        postgresql.stop("immediate")
        try:
            for _ in range(2):
                with pytest.raises(StoreUnavailableError, match=r"^The store postgresql://.* cannot be used: .*\.$"):
                    store.commit(BOARD, [start, end])
        finally:
            postgresql.start()
        assert store.commit(BOARD, [start, end]).new == [end]
