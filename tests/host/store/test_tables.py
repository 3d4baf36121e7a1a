"""Tables of a store, on SQLite and a real PostgreSQL, and stores of other versions, which stay unchanged."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect, text

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store.models import VERSION
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import UNDO, BoardEvent
from tests.host.reported_games import tell

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")


def rows_of(where: str) -> dict[str, list[str]]:
    """Return every row of a database by table, but for the version."""
    url = where.replace("postgresql://", "postgresql+psycopg://")
    engine = create_engine(url if "://" in where else f"sqlite:///{where}")
    with engine.connect() as connection:
        found = {
            table: sorted(map(str, connection.execute(text(f"SELECT * FROM {table}"))))
            for table in inspect(engine).get_table_names()
            if table != "hexlume_schema"
        }
    engine.dispose()
    return found


MAKES_ONE = """
import sqlite3, sys
from hexlume_host.store.repository import Store
with Store(sys.argv[1]):
    found = sqlite3.connect(sys.argv[1]).execute("select name from sqlite_master where type = 'table'")
    there = {name for name, in found}
from hexlume_host.store.tables import tables
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
    """Another program puts one there, such as a backup into a database on a server, while this one uses it."""
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


@pytest.mark.parametrize("version", [1, VERSION - 1, VERSION + 1, 99])
def test_older_or_newer_store_is_refused_in_a_sentence_and_unchanged(tmp_path: Path, version: int) -> None:
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
