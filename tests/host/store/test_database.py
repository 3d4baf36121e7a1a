"""Opening stores, and what is said when something is wrong."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent

pytestmark = pytest.mark.integration

BOARD = Board("e6614103", "hex4", "0.1.0")
START_DATA = {"rules": "orochi", "board": "hex4", "options": {}}


def error(where: object, create: bool = True) -> str:
    with pytest.raises(StoreError) as caught:
        Store(str(where), create=create)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_stores_that_cannot_be_opened_say_why(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"no database at all" * 100)
    assert "file is not a database" in error(garbage)
    assert "unable to open" in error(tmp_path)
    assert "There is no store" in error(tmp_path / "missing", create=False)
    assert "cannot be used" in error(garbage / "below" / "store.sqlite")
    assert error("postgresql://ann:secret@/games") == "A store is a file: name it by its path, not by a URL."
    foreign = tmp_path / "foreign"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a Hexlume store" in error(foreign)


def test_sqlite_is_set_up_to_survive(store: Store) -> None:
    with store.reading() as session:
        values = [
            session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert values == ["truncate", 2, 1, 5000]


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
