"""Opens the store's database: where it is, how SQLite is to behave, which version its tables have."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from .errors import StoreBusyError, StoreError
from .schema import VERSION, Base, SchemaRow

_BUSY_SECONDS = 5.0
"""How long to wait for another program's transaction."""

_WRITES = "hexlume_writes"
"""Execution option of transactions that write."""


class Database:
    """A store's database, open and of the version this host knows."""

    def __init__(self, where: str, create: bool) -> None:
        """Open a database by path or SQLAlchemy URL; ``create`` makes a missing file and the tables.

        Raises ``StoreError`` with one sentence when that cannot be done.
        """
        self.where = where
        with self._in_one_sentence():
            url = _url(where)
            path = _file(url)
            if path is not None and create:
                path.parent.mkdir(parents=True, exist_ok=True)
            elif path is not None and not path.exists():
                raise StoreError(f"There is no store {where}: hexlume play and hexlume log make one.")
            self._reading = _engine(url)
            self._writing = self._reading.execution_options(**{_WRITES: True})
        try:
            self._check_version(create)
        except StoreError:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self._reading.dispose()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that reads; raises ``StoreError``."""
        with self._in_one_sentence(), Session(self._reading) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that writes, committed at the end; raises ``StoreError``."""
        with self._in_one_sentence(), Session(self._writing) as session, session.begin():
            yield session

    def _check_version(self, create: bool) -> None:
        with self.reading() as session:
            tables = inspect(session.connection()).get_table_names()
            version = session.scalar(select(SchemaRow.version)) if SchemaRow.__tablename__ in tables else None
        if version == VERSION:
            return
        if version is not None:
            raise StoreError(
                f"The store {self.where} has version {version} and this hexlume reads version {VERSION}: "
                "install the hexlume that wrote it."
            )
        if tables or not create:
            raise StoreError(f"{self.where} is a database, but not a Hexlume store: name another one.")
        with self.writing() as session:
            # Another program may have come first: the transaction holds it off from here.
            if not inspect(session.connection()).has_table(SchemaRow.__tablename__):
                Base.metadata.create_all(session.connection())
                session.add(SchemaRow(version=VERSION))

    @contextmanager
    def _in_one_sentence(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            if isinstance(error.orig, sqlite3.Error):
                code = getattr(error.orig, "sqlite_errorcode", 0) & 0xFF
                if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise StoreBusyError(f"The store {self.where} is locked by another program.") from error
            raise StoreError(f"The store {self.where} cannot be used: {error.orig}.") from error
        except (SQLAlchemyError, ImportError, OSError) as error:
            words = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise StoreError(f"The store {self.where} cannot be used: {words}.") from error


def _url(where: str) -> URL:
    if "://" not in where:
        return URL.create("sqlite", database=where)
    try:
        return make_url(where)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"{where} is no database URL: write one like postgresql://host/games, or a path.") from error


def _file(url: URL) -> Path | None:
    if url.get_backend_name() != "sqlite" or url.database in (None, "", ":memory:"):
        return None
    return Path(str(url.database))


def _engine(url: URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: sqlite3.Connection, _: ConnectionPoolEntry) -> None:
    """Set a new SQLite connection up: transactions are begun by ``_begin_sqlite``, a commit is on the disk."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, so that it waits instead of failing half-way."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
