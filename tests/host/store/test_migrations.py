"""Stores of earlier versions, on SQLite and a real PostgreSQL: all their rows stay, or nothing is changed."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, inspect, text

from hexlume_engine.puzzles.repository import PuzzleFilter, find_puzzles, save_answer
from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.library.ratings import ALL_GAMES, Ratings, points
from hexlume_host.store.migrations import OLDEST, UPGRADES
from hexlume_host.store.models import VERSION
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import UNDO, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, UNFINISHED
from tests.host.postgresql_server import PostgresqlServer
from tests.host.reported_games import tell

pytestmark = pytest.mark.integration

DUMPS = Path(__file__).parent / "dumps"
SQLITE_7 = (DUMPS / "version-7.sql").read_text()
POSTGRESQL_7 = (DUMPS / "version-7-postgresql.sql").read_text()
"""What the host wrote when its tables had version 7."""
BOARD = Board("b0a4d", "hex4", "0.1.0")

RENAMED = {
    "digests": "game_summaries",
    "findings": "evaluations",
    "problems": "puzzles",
    "problem_answers": "puzzle_answers",
    "problem_id": "puzzle_id",
    "problem": "puzzle",
}
DROPPED = {"alembic_version", "hexlume_schema", "rating_steps", "ratings", "rating"}
"""Tables and a column that are not carried over: versions, and what is computed from the games."""


def sqlite_7(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.executescript(SQLITE_7)
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def version_7(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The path or URL of a store of version 7."""
    if request.param == "sqlite":
        return str(sqlite_7(tmp_path / "games.sqlite"))
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    url = server.database()
    server.execute(url.split("?")[0].rsplit("/")[-1], POSTGRESQL_7)
    return url


def engine_url(where: str) -> str:
    return where.replace("postgresql://", "postgresql+psycopg://") if "://" in where else f"sqlite:///{where}"


def rows_of(where: str) -> dict[str, list[dict[str, Any]]]:
    """Return every row of a database by table, under the names of today, without what is not carried over."""
    engine = create_engine(engine_url(where))
    with engine.connect() as connection:
        found = {
            RENAMED.get(table, table): [
                {
                    RENAMED.get(name, name): RENAMED.get(value, value) if name == "source" else value
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


def test_store_of_version_7_keeps_every_row(version_7: str) -> None:
    before = rows_of(version_7)
    assert {table for table, rows in before.items() if rows} == set(before)
    Store(version_7).close()
    assert rows_of(version_7) == before


def test_store_of_version_7_shows_its_games_and_goes_on(version_7: str) -> None:
    with Store(version_7) as store:
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


def test_store_of_version_7_has_the_ratings_that_it_kept(version_7: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SQLITE_7)
        kept = connection.execute(
            "SELECT scope, name, mu, games, won, drawn FROM ratings JOIN players ON players.id = player_id"
        ).fetchall()
    with Store(version_7) as store:
        ratings = Ratings(store)
        computed = [
            (scope, one.name, one.points, one.games, one.won, one.drawn)
            for scope in (ALL_GAMES, *ratings.scopes())
            for one in ratings.players(scope)
        ]
    assert sorted(computed) == sorted((scope, name, points(mu), *counts) for scope, name, mu, *counts in kept)
    assert len(computed) == 8


def test_store_of_version_7_gets_the_tables_of_a_new_store(version_7: str, request: pytest.FixtureRequest) -> None:
    Store(version_7).close()
    if "://" in version_7:
        new = request.getfixturevalue("postgresql").database()
    else:
        new = str(Path(version_7).with_name("new.sqlite"))
    Store(new).close()
    assert tables_of(version_7) == tables_of(new)


def test_both_databases_have_the_same_tables(tmp_path: Path, postgresql: PostgresqlServer) -> None:
    url = postgresql.database()
    Store(url).close()
    Store(tmp_path / "new.sqlite").close()
    assert tables_of(url) == tables_of(str(tmp_path / "new.sqlite"))


def test_upgrades_lead_from_the_oldest_version_to_the_newest() -> None:
    assert sorted(UPGRADES) == list(range(OLDEST, VERSION))


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
        engine = create_engine(engine_url(where))
        with engine.begin() as connection:
            connection.execute(text(f"UPDATE hexlume_schema SET version = {version}"))
        engine.dispose()
        for use in (store.games, lambda: store.commit(BOARD, [BoardEvent("g", 2, UNDO, 0, {})])):
            with pytest.raises(StoreError) as refused:
                use()
            assert not isinstance(refused.value, StoreUnavailableError)
            assert str(refused.value) == (
                f"The store {store.where} has version {version} now and this hexlume reads version {VERSION}: "
                "stop it, and start the hexlume that changed the store."
            )
        assert rows_of(where) == before


def test_sqlite_store_is_copied_before_it_is_upgraded(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = sqlite_7(tmp_path / "games.sqlite")
    before = tables_of(str(path))
    path.chmod(0o600)
    Store(path).close()
    copy = tmp_path / "games.sqlite.version-7"
    assert copy.stat().st_mode == path.stat().st_mode
    assert caplog.messages == [f"The store {path} was upgraded to version {VERSION}; the old one is {copy}."]
    assert tables_of(str(copy)) == before
    with closing(sqlite3.connect(copy)) as connection:
        told = [line for line in SQLITE_7.splitlines() if not line.startswith("--")]
        assert "\n".join(connection.iterdump()).splitlines() == told


def test_store_is_upgraded_once_however_many_open_it(tmp_path: Path) -> None:
    path = sqlite_7(tmp_path / "games.sqlite")
    stores: list[Store] = []
    threads = [threading.Thread(target=lambda: stores.append(Store(path))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.games()) for store in stores] == [6] * 4
    for store in stores:
        store.close()
    assert sorted(one.name for one in tmp_path.glob("*.version-*")) == ["games.sqlite.version-7"]


def test_earlier_copy_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite.version-7").write_text("precious")
    Store(sqlite_7(tmp_path / "games.sqlite")).close()
    assert (tmp_path / "games.sqlite.version-7").read_text() == "precious"
    assert "ratings" in tables_of(str(tmp_path / "games.sqlite.version-7-2"))


def test_store_is_unchanged_when_no_copy_can_be_made(tmp_path: Path) -> None:
    path = sqlite_7(tmp_path / "games.sqlite")
    (tmp_path / f"games.sqlite.version-7.{os.getpid()}.unfinished").mkdir()
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT version FROM hexlume_schema").fetchall() == [(7,)]
    assert "ratings" in tables_of(str(path))


@pytest.mark.parametrize("version", range(1, OLDEST))
def test_unreleased_store_is_refused_in_a_sentence_and_unchanged(tmp_path: Path, version: int) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE hexlume_schema (version INTEGER NOT NULL PRIMARY KEY)")
        connection.execute(f"INSERT INTO hexlume_schema VALUES ({version})")
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert str(caught.value) == (
        f"The store {path} has version {version}, from before the first release: export its games with the hexlume "
        "that wrote it (hexlume export), and import them into a new store (hexlume import)."
    )
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (before, [path])


def test_unreleased_store_on_postgresql_is_refused_and_unchanged(postgresql: PostgresqlServer) -> None:
    url = postgresql.database()
    postgresql.execute(
        url.split("?")[0].rsplit("/")[-1],
        "CREATE TABLE hexlume_schema (version INTEGER NOT NULL PRIMARY KEY)",
        "INSERT INTO hexlume_schema VALUES (5)",
    )
    with pytest.raises(StoreError, match=r"has version 5, from before the first release: export"):
        Store(url)
    assert list(tables_of(url)) == ["hexlume_schema"]
