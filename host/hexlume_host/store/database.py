"""The store's database: connections, transactions and its version, in SQLite and PostgreSQL."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    false,
    insert,
    inspect,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from ..errors import StoreError, StoreMovedError
from ..signals import held_back
from .database_errors import store_errors
from .models import VERSION, EventRow, SchemaRow
from .tables import make_tables, tables

BUSY_SECONDS = 5
"""How long to wait for another program's transaction."""

POSTGRESQL = "postgresql"

_VERSION = f"SELECT version FROM {SchemaRow.__tablename__}"
_WRITES = "hexlume_writes"
"""Execution option of transactions that write."""
_WRITER_LOCK = 0x6865786C756D65
"""Key of PostgreSQL's advisory lock that one writer holds at a time: ``hexlume`` in ASCII."""
_POSTGRESQL_SETTINGS = {
    "lock_timeout": f"{BUSY_SECONDS}s",
    # A host that disappears during a transaction does not block the others for long.
    "idle_in_transaction_session_timeout": "30s",
    # Commits are on the server's disk.
    "synchronous_commit": "on",
    "DateStyle": "ISO",
}
_POSTGRESQL_CONNECTION = {"connect_timeout": "5", "tcp_user_timeout": "10000", "application_name": "hexlume"}
"""Defaults for the URL: a missing server is noticed within seconds, not hours."""


class Database:
    """A store's open database, with tables of this host's version.

    Transactions that write run one after another, in all threads and programs: with SQLite by its own write lock,
    with PostgreSQL by an advisory lock. So what a transaction reads stays true until it has written.

    Each transaction opens the SQLite file anew, and leaves nothing of it open or outside it. So none continues in a
    file that was moved away, deleted, replaced or overwritten since the last one.

    Ctrl-C and SIGTERM are handled between transactions: when SQLAlchemy is interrupted, it may raise an error of its
    own.
    """

    def __init__(self, where: str, create: bool) -> None:
        """Open a database by an SQLite file's path or a PostgreSQL URL; ``create`` makes a missing file and the tables.

        Raises ``StoreError``, also for tables of another version.
        """
        file = None if "://" in where else where
        url = URL.create("sqlite", database=file) if file is not None else _url(where)
        self.where = _shown(url) if file is None else file
        """The store's path, or its URL without the password."""
        self._ready = False
        self._turn = threading.Lock()
        """Held by the thread that writes: SQLite would let the others try now and then, and some for too long."""
        self._path = None if file is None else Path(file).absolute()
        with store_errors(self.where):
            if self._path is not None and not self._path.exists():
                if not create:
                    raise StoreError(f"There is no store {where}: hexlume play and hexlume log make one.")
                self._path.parent.mkdir(parents=True, exist_ok=True)
                # It holds the codes of network games.
                self._path.touch(mode=0o600)
            self._reading = self._engine(url)
            self._writing = self._reading.execution_options(**{_WRITES: True})
        try:
            self._check_version(create)
        except BaseException:
            self.close()
            raise
        self._ready = True

    @property
    def changed_ns(self) -> int | None:
        """When somebody last wrote to the SQLite file, in nanoseconds since 1970; ``None`` if that is not known."""
        with suppress(StoreMovedError):
            found = self._status()
            return found and found.st_mtime_ns
        return None

    def close(self) -> None:
        """Close all connections."""
        with held_back():
            self._reading.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that reads; raises ``StoreError``."""
        self._status()
        with held_back(), store_errors(self.where), Session(self._reading) as session:
            self._check_connection(session.connection())
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction that writes, and commit it at the end; raises ``StoreError``.

        Raises ``StoreMovedError`` also after the commit, when the store was moved meanwhile.
        """
        with held_back(), store_errors(self.where), self._turn:
            before = self._status()
            try:
                with Session(self._writing) as session, session.begin():
                    # Take the write lock now: what the transaction reads is what all earlier ones wrote.
                    self._check_connection(session.connection())
                    yield session
            finally:
                after = self._status()
                if before and after and not os.path.samestat(before, after):
                    raise self._moved()

    def _status(self) -> os.stat_result | None:
        """Return the status of the SQLite file, ``None`` for a database server; raises ``StoreMovedError``."""
        try:
            return None if self._path is None else self._path.stat()
        except OSError:
            raise self._moved() from None

    def _moved(self) -> StoreMovedError:
        return StoreMovedError(
            f"The store {self.where} was moved, deleted or replaced while in use: "
            "put a store there, or stop hexlume and start it again."
        )

    def check(self) -> None:
        """Raise ``StoreError`` when the store cannot be read now, or its file was moved."""
        with self.reading():
            pass

    def check_writable(self) -> None:
        """Raise ``StoreUnavailableError`` when nothing can be stored now, ``StoreError`` when nothing ever can."""
        with self.writing() as session:
            events = EventRow.__table__
            session.execute(insert(EventRow).from_select(events.columns.keys(), select(events).where(false())))

    def _check_connection(self, connection: Connection) -> None:
        """Raise ``StoreError`` when another hexlume has replaced the tables."""
        if self._ready:
            version = connection.exec_driver_sql(_VERSION).scalar()
            if version != VERSION:
                raise StoreError(
                    f"The store {self.where} has version {version} now and this hexlume reads version {VERSION}: "
                    "stop it, and start the hexlume that changed the store."
                )

    def _engine(self, url: URL) -> Engine:
        if self._path is not None:
            engine = create_engine(url, creator=self._connect_sqlite, poolclass=NullPool)
            event.listen(engine, "connect", self._prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        if url.get_backend_name() == POSTGRESQL:
            options = [f"-c {name}={value}" for name, value in _POSTGRESQL_SETTINGS.items()]
            options.append(str(url.query.get("options", "")))
            url = url.set(query={**_POSTGRESQL_CONNECTION, **url.query, "options": " ".join(options)})
            # Each statement sees what was committed before it, also while the transaction waited for the lock.
            engine = create_engine(url, pool_pre_ping=True, isolation_level="READ COMMITTED")
            event.listen(engine, "begin", _begin_postgresql)
            return engine
        raise StoreError(
            f"A store is the path of an SQLite file or the URL of a PostgreSQL database, not {self.where}: "
            "name another one."
        )

    def _connect_sqlite(self) -> sqlite3.Connection:
        assert self._path is not None
        return sqlite3.connect(f"{self._path.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)

    def _prepare_sqlite(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        """Set up a new SQLite connection: ``_begin_sqlite`` begins transactions, commits are synced to the disk."""
        connection.isolation_level = None
        # The journal keeps nothing that was committed, so the file can be moved, and read where it cannot be written.
        # Until the file is known to be a store it is left as it is.
        journal = ["journal_mode=TRUNCATE"] if self._ready else []
        for pragma in (*journal, "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    def _check_version(self, create: bool) -> None:
        with self.reading() as session:
            version, there = _version(session)
        # A plugin that was installed since has no tables yet.
        if version == VERSION and tables() <= there:
            return
        if version not in (None, VERSION):
            raise StoreError(
                f"The store {self.where} has version {version} and this hexlume reads version {VERSION}: install the "
                "hexlume that wrote it, or export its games with that (hexlume export) and import them into a new "
                "store (hexlume import)."
            )
        if version is None and (there or not create):
            raise StoreError(f"{self.where} is a database, but not a Hexlume store: name another one.")
        with self.writing() as session:
            make_tables(session.connection())


def _version(session: Session) -> tuple[int | None, set[str]]:
    """Return the version of the tables (``None``: this is no store), and their names."""
    tables = set(inspect(session.connection()).get_table_names())
    is_store = SchemaRow.__tablename__ in tables
    return session.scalar(select(SchemaRow.version)) if is_store else None, tables


def _url(where: str) -> URL:
    try:
        url = make_url(where)
    except (ArgumentError, ValueError) as error:
        raise StoreError(f"{where} is no database URL: write one like postgresql://host/games, or a path.") from error
    # libpq's own URLs may begin with "postgres", too.
    return url.set(drivername="postgresql+psycopg") if url.drivername in (POSTGRESQL, "postgres") else url


def _shown(url: URL) -> str:
    """Return a URL without its password."""
    return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, so that it waits instead of failing later."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    """Let one transaction write at a time, until its end."""
    if connection.get_execution_options().get(_WRITES):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER_LOCK})")
