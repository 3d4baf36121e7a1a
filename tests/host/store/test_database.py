"""Opening stores: versions and migrations, SQLite and a real PostgreSQL, and what is said when something is wrong."""

import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, inspect

import hexlume_host.store.migrations
from hexlume_host.errors import StoreBusyError, StoreError, StoreUnavailableError
from hexlume_host.game.events import ABANDON, ACTION, START, UNDO, BoardEvent
from hexlume_host.game.record import ABANDONED, FINISHED, UNFINISHED
from hexlume_host.store.database import Database
from hexlume_host.store.models import VERSION, Base
from hexlume_host.store.repository import Board, Store
from tests.host.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.integration

BOARD = Board("e6614103", "hex4", "0.1.0")
START_DATA = {"rules": "orochi", "on": "hex4", "options": {}}
VERSION_1 = Path(__file__).parent / "dumps" / "version-1.sql"
"""What version 1 of the host wrote, as ``sqlite3``'s ``iterdump`` tells it."""


def version_1(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(VERSION_1.read_text())
    return path


def tables_of(where: str) -> dict[str, object]:
    """Return what a database says of its tables, in the same words for every database."""
    engine = create_engine(where)
    told = inspect(engine)
    tables: dict[str, object] = {}
    for name in told.get_table_names():
        tables[name] = (
            [(one["name"], type(one["type"].as_generic()), one["nullable"]) for one in told.get_columns(name)],
            sorted(told.get_pk_constraint(name)["constrained_columns"]),
            sorted((one["column_names"], one["unique"]) for one in told.get_indexes(name) if not one["unique"]),
            [one["column_names"] for one in told.get_unique_constraints(name)],
            sorted((one["constrained_columns"], one["referred_table"]) for one in told.get_foreign_keys(name)),
        )
    engine.dispose()
    return tables


def in_sqlalchemy(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://")


def error(where: object, create: bool = True) -> str:
    with pytest.raises(StoreError) as caught:
        Store(str(where), create=create)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_store_of_version_1_is_taken_over(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = version_1(tmp_path / "games.sqlite")
    before = tables_of(f"sqlite:///{path}")
    with Store(path) as store:
        assert [(game.game, game.ending.status, game.action_count) for game in store.games()] == [
            ("e6614103-7-1", ABANDONED, 2),
            ("e6614103-8-1", FINISHED, 1),
            ("e6614103-8-2", UNFINISHED, 1),
        ]
        record = store.record(1)
        assert (record.white, record.black, record.start_known) == ("Ann", "Ben", True)
        assert {(event.boot, event.played_at) for event in record.events} == {(None, None)}
        more = BoardEvent("e6614103-8-2", 2, UNDO, 9000, {}, boot=8)
        assert store.commit(BOARD, [more]).last == {"e6614103-8-2": 2}
    copy = tmp_path / "games.sqlite.version-1"
    assert caplog.messages == [f"The store {path} was brought to version {VERSION}; as it was before, it is in {copy}."]
    assert tables_of(f"sqlite:///{copy}") == before
    with closing(sqlite3.connect(copy)) as connection:
        told = [line for line in VERSION_1.read_text().splitlines() if not line.startswith("--")]
        assert "\n".join(connection.iterdump()).splitlines() == told


def test_it_is_taken_over_once_however_many_open_it(tmp_path: Path) -> None:
    path = version_1(tmp_path / "games.sqlite")
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store(path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.games()) for store in stores] == [3] * 4
    for store in stores:
        store.close()
    assert sorted(one.name for one in tmp_path.glob("*.version-*")) == ["games.sqlite.version-1"]


def test_an_earlier_copy_is_kept(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite.version-1").write_text("precious")
    Store(version_1(tmp_path / "games.sqlite")).close()
    assert (tmp_path / "games.sqlite.version-1").read_text() == "precious"
    assert len(tables_of(f"sqlite:///{tmp_path / 'games.sqlite.version-1-2'}")) == 4


def test_when_no_copy_can_be_made_nothing_is_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = version_1(tmp_path / "games.sqlite")
    (tmp_path / f"games.sqlite.version-1.{os.getpid()}.unfinished").mkdir()
    assert "cannot be used" in error(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM hexlume_schema").fetchall() == [(1,)]
        assert not connection.execute("SELECT name FROM sqlite_master WHERE name = 'alembic_version'").fetchall()


def test_the_first_revision_is_version_1(tmp_path: Path) -> None:
    """What Alembic makes of nothing up to revision 1 is what version 1 made."""
    made = tmp_path / "made.sqlite"
    Store(version_1(tmp_path / "taken-over.sqlite")).close()
    Store(made).close()
    assert tables_of(f"sqlite:///{made}") == tables_of(f"sqlite:///{tmp_path / 'taken-over.sqlite'}")


def test_both_databases_have_the_tables_the_store_expects(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    url = postgresql.database()
    Store(url).close()
    Store(tmp_path / "migrated.sqlite").close()
    expected = create_engine(f"sqlite:///{tmp_path / 'expected.sqlite'}")
    Base.metadata.create_all(expected)
    expected.dispose()
    migrated = tables_of(f"sqlite:///{tmp_path / 'migrated.sqlite'}")
    assert tables_of(in_sqlalchemy(url)) == migrated
    del migrated["alembic_version"]
    assert migrated == tables_of(f"sqlite:///{tmp_path / 'expected.sqlite'}")


def test_the_version_is_the_newest_revision() -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(hexlume_host.store.migrations.__file__).parent))
    script = ScriptDirectory.from_config(config)
    assert script.get_heads() == [str(VERSION)]
    assert sorted(int(one.revision) for one in script.walk_revisions()) == list(range(1, VERSION + 1))


def test_alembic_is_imported_only_to_migrate(tmp_path: Path) -> None:
    code = (
        "import sys; from hexlume_host.store.repository import Store; "
        "Store(sys.argv[1]).close(); print('alembic' in sys.modules)"
    )

    def imports(path: Path) -> str:
        ran = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
        return ran.stdout.strip()

    assert [imports(tmp_path / "s.sqlite") for _ in range(2)] == ["True", "False"]


@pytest.mark.parametrize("version", [VERSION + 1, 99])
def test_a_newer_store_is_refused(tmp_path: Path, version: int) -> None:
    path = tmp_path / "newer.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE hexlume_schema SET version = {version}")
    assert f"has version {version} and this hexlume reads version {VERSION}: install" in error(path)


def test_a_newer_store_on_postgresql_is_refused(postgresql: PostgresqlServer) -> None:
    url = postgresql.database()
    Store(url).close()
    postgresql.execute(url.split("?")[0].rsplit("/")[-1], "UPDATE hexlume_schema SET version = 99")
    assert f"has version 99 and this hexlume reads version {VERSION}: install" in error(url)


def test_stores_that_cannot_be_opened_say_why(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"no database at all" * 100)
    assert "file is not a database" in error(garbage)
    assert "unable to open" in error(tmp_path)
    assert "There is no store" in error(tmp_path / "missing", create=False)
    assert "cannot be used" in error(garbage / "below" / "store.sqlite")
    assert "is no database URL" in error("://")
    assert "A store is an SQLite file or a PostgreSQL database, not nonsense" in error("nonsense://x/y")
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
    with store._database.reading() as session:
        values = [
            session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert values == ["wal", 2, 1, 5000]


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


@contextmanager
def locked(where: str) -> Iterator[None]:
    """Hold a store as another program does that writes."""
    with closing(Database(where, create=False)) as other, other.writing():
        yield


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_locked_store_is_told_apart(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    where = str(tmp_path / "s.sqlite") if kind == "sqlite" else request.getfixturevalue("postgresql").database()
    with Store(where) as store:
        with store._database.reading() as session:
            # The pool gives the same connection again: it need not wait for long.
            session.connection().exec_driver_sql(
                "PRAGMA busy_timeout=1" if kind == "sqlite" else "SET lock_timeout = 1"
            )
            session.commit()
        start = BoardEvent("g", 0, START, 0, START_DATA)
        with locked(where), pytest.raises(StoreBusyError, match="is locked by another program"):
            store.commit(BOARD, [start])
        assert store.commit(BOARD, [start]).last == {"g": 0}


def test_a_full_store_has_room_again(tmp_path: Path) -> None:
    """SQLite tells a limit of pages as it does a full disk."""
    with Store(tmp_path / "s.sqlite") as store:
        with store._database.reading() as session:
            pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar()
            session.connection().exec_driver_sql(f"PRAGMA max_page_count={pages}")
        events = [BoardEvent("g", 0, START, 0, START_DATA)]
        action = {"action": "Wd4", "colour": "white"}
        events += [BoardEvent("g", seq, ACTION, seq, action) for seq in range(1, 400)]
        with pytest.raises(StoreUnavailableError, match=r"has no room: make some on its disk\.$"):
            store.commit(BOARD, events)
        assert store.games() == []
        with store._database.reading() as session:
            session.connection().exec_driver_sql("PRAGMA max_page_count=100000")
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
