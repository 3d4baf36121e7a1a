"""Stores of earlier versions, on SQLite and a real PostgreSQL: all their rows stay, or nothing is changed."""

import json
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from hexlume_engine.puzzles.repository import PuzzleFilter, find_puzzles, save_answer
from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store import migrations
from hexlume_host.store.migrations import OLDEST, UPGRADE
from hexlume_host.store.models import VERSION
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import UNDO, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, UNFINISHED
from tests.host.new_store import new_store
from tests.host.postgresql_server import PostgresqlServer
from tests.host.reported_games import tell

pytestmark = pytest.mark.integration

DUMPS = Path(__file__).parent / "dumps"
SQLITE_9 = (DUMPS / "version-9.sql").read_text()
POSTGRESQL_9 = (DUMPS / "version-9-postgresql.sql").read_text()
"""What the host wrote when its tables had version 9."""
BOARD = Board("b0a4d", "hex4", "0.1.0")

RENAMED = {
    "boards": "devices",
    "board_boots": "device_boots",
    "board": "device",
    "on_board": "board",
    "on": "board",
}
DROPPED = {"hexlume_schema", "sessions", "estimated_at"}
"""Tables and a column that are not carried over."""
EMPTY = {"network_games", "variations"}


def sqlite_9(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(SQLITE_9)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def version_9(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path or URL of a store of version 9."""
    if request.param == "sqlite":
        return str(sqlite_9(tmp_path / "games.sqlite"))
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    url = server.database()
    server.execute(url.split("?")[0].rsplit("/")[-1], POSTGRESQL_9)
    return url


def engine_url(where: str) -> str:
    return where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"


def rows_of(where: str, renamed: dict[str, str] | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return every row of a database by table, by other names for some, without what is not carried over."""
    engine, names = create_engine(engine_url(where)), renamed or {}

    def content(column: str, value: Any) -> Any:
        """Return a value: JSON as an object with the present names of its members, which SQLite keeps as text."""
        if column == "data":
            members = json.loads(value) if isinstance(value, str) else value
            return {names.get(member, member): one for member, one in members.items()}
        return names.get(value, value) if column == "source" and value != "board" else value

    with engine.connect() as connection:
        found = {
            names.get(table, table): [
                {
                    names.get(name, name): content(name, value)
                    for name, value in row._mapping.items()
                    if name not in DROPPED
                }
                for row in connection.execute(text(f"SELECT * FROM {table}"))
            ]
            for table in inspect(engine).get_table_names()
            if table not in DROPPED
        }
    engine.dispose()
    return {table: sorted(rows, key=str) for table, rows in found.items()}


def tables_of(where: str) -> dict[str, object]:
    """Return what a database says of its tables, in the same words for every database."""
    engine = create_engine(engine_url(where))
    inspector = inspect(engine)
    tables: dict[str, object] = {}
    for name in inspector.get_table_names():
        tables[name] = (
            [(one["name"], type(one["type"].as_generic()), one["nullable"]) for one in inspector.get_columns(name)],
            sorted(inspector.get_pk_constraint(name)["constrained_columns"]),
            sorted(
                (one["name"], one["column_names"], one["unique"])
                for one in inspector.get_indexes(name)
                if "duplicates_constraint" not in one
            ),
            [one["column_names"] for one in inspector.get_unique_constraints(name)],
            sorted((one["constrained_columns"], one["referred_table"]) for one in inspector.get_foreign_keys(name)),
        )
    engine.dispose()
    return tables


def test_store_of_version_9_keeps_every_row_in_the_tables_of_a_new_store(version_9: str, tmp_path: Path) -> None:
    before = rows_of(version_9, RENAMED)
    assert {table for table, rows in before.items() if not rows} == EMPTY
    Store(version_9).close()
    assert rows_of(version_9) == before
    assert tables_of(version_9) == tables_of(str(new_store(tmp_path / "new.sqlite")))


def test_store_of_version_9_shows_its_games_and_goes_on(version_9: str) -> None:
    with Store(version_9) as store:
        assert [(game.game, game.ending.status, game.action_count, game.white) for game in store.games()] == [
            ("sibling-4", FINISHED, 17, "Ann"),
            ("orochi-7", FINISHED, 4, "Ann"),
            ("b1-1-1", FINISHED, 2, "Ben"),
            ("b0a4d-1-9", UNFINISHED, 1, "Ann"),
            ("b1-1-2", ABANDONED, 1, ""),
            ("b1-1-3", FINISHED, 1, "Ann"),
        ]
        record = store.record(1)
        assert (record.ending.result, len(record.actions), record.actions[0].colour) == ("B+", 17, "white")
        assert store.commit(BOARD, [BoardEvent("b0a4d-1-9", 2, UNDO, 9000, {}, boot=1)]).last == {"b0a4d-1-9": 2}
        tell(store, "new", [("action", "Wd4", "white"), ("result", "W+", "")])
        assert store.record("new").id == 7
        save_answer(store, 1, "Ann", "a2", True, record.started_at)
        (kept,) = find_puzzles(store, PuzzleFilter(), "ann")
        assert (kept.right, kept.wrong) == (1, 1)


def test_both_databases_have_the_same_tables(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    url = postgresql.database()
    Store(url).close()
    assert tables_of(url) == tables_of(str(new_store(tmp_path / "new.sqlite")))


MAKES_ONE = """
import sqlite3, sys
from hexlume_host.store.repository import Store
with Store(sys.argv[1]):
    found = sqlite3.connect(sys.argv[1]).execute("select name from sqlite_master where type = 'table'")
    there = {name for name, in found}
from hexlume_host.store.migrations import tables
assert tables() == there, tables() ^ there
"""
"""What a program does that makes a store and goes on with it."""


def test_the_program_that_makes_a_store_gives_plugins_their_tables(tmp_path: Path) -> None:
    # In a process of its own: here something has loaded the plugins.
    subprocess.run([sys.executable, "-c", MAKES_ONE, tmp_path / "new.sqlite"], check=True)


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
def test_a_store_of_another_version_is_not_used_any_more(
    database: str, version: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Another program upgrades it, or puts an older backup into a database on a server, while this one uses it."""
    where = request.getfixturevalue("postgresql").database() if database == "postgresql" else str(tmp_path / "s.sqlite")
    with Store(where) as store:
        tell(store, "g", [("action", "Wd4", "white")])
        before = rows_of(where)
        with store.writing() as session:
            session.execute(text(f"UPDATE hexlume_schema SET version = {version}"))
        for use in (store.games, lambda: store.commit(BOARD, [BoardEvent("g", 2, UNDO, 0, {})])):
            with pytest.raises(StoreError) as refused:
                use()
            assert not isinstance(refused.value, StoreUnavailableError)
            assert str(refused.value) == (
                f"The store {store.where} has version {version} now and this hexlume reads version {VERSION}: "
                "stop it, and start the hexlume that changed the store."
            )
        assert rows_of(where) == before


def test_store_is_upgraded_once_however_many_open_it(tmp_path: Path) -> None:
    path = sqlite_9(tmp_path / "games.sqlite")
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(Store, [path] * 4))
    assert [len(store.games()) for store in stores] == [6] * 4
    for store in stores:
        store.close()


def test_store_is_unchanged_when_its_upgrade_fails(version_9: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, tables = rows_of(version_9), tables_of(version_9)
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "UPGRADE", (*UPGRADE, "DROP TABLE nothing"))
        with pytest.raises(StoreError, match="cannot be used"):
            Store(version_9)
    assert (rows_of(version_9), tables_of(version_9)) == (before, tables)
    Store(version_9).close()
    assert tables_of(version_9) != tables


@pytest.mark.parametrize("version", [1, OLDEST - 1, VERSION + 1, 99])
def test_unreleased_or_newer_store_is_refused_in_a_sentence_and_unchanged(tmp_path: Path, version: int) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE hexlume_schema (version INTEGER NOT NULL PRIMARY KEY)")
        connection.execute(f"INSERT INTO hexlume_schema VALUES ({version})")
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert str(caught.value) == (
        f"The store {path} has version {version} and this hexlume reads version {VERSION}: install the hexlume that "
        "wrote it, or export its games with that (hexlume export) and import them into a new store (hexlume import)."
    )
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])
