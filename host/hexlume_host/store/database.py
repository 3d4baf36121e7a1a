"""The store's database, an SQLite file: connections, transactions and its version."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, create_engine, event, false, insert, inspect, select
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, NullPool

from ..errors import StoreError, StoreMovedError
from ..signals import held_back
from .database_errors import store_errors
from .models import VERSION, EventRow, SchemaRow
from .tables import make_tables, tables

BUSY_SECONDS = 5
"""How long to wait for another program's transaction."""

_VERSION = f"SELECT version FROM {SchemaRow.__tablename__}"
_WRITES = "hexlume_writes"
"""Execution option of transactions that write."""


class Database:
    """A store's open database, with tables of this host's version.

    Transactions that write run one after another, in all threads and programs. So what a transaction reads stays true
    until it has written.

    Each transaction opens the file anew, and leaves nothing of it open or outside it. So none continues in a
    file that was moved away, deleted, replaced or overwritten since the last one.

    Ctrl-C and SIGTERM are handled between transactions: when SQLAlchemy is interrupted, it may raise an error of its
    own.
    """

    def __init__(self, where: str, create: bool) -> None:
        """Open a database by its path; ``create`` makes a missing file and the tables.

        Raises ``StoreError``, also for tables of another version.
        """
        if "://" in where:
            raise StoreError("A store is a file: name it by its path, not by a URL.")
        self.where = where
        self._ready = False
        self._turn = threading.Lock()
        """Held by the thread that writes: SQLite would let the others try now and then, and some for too long."""
        self._path = Path(where).absolute()
        with store_errors(self.where):
            if not self._path.exists():
                if not create:
                    raise StoreError(f"There is no store {where}: hexlume play and hexlume log make one.")
                self._path.parent.mkdir(parents=True, exist_ok=True)
                # It holds the codes of network games.
                self._path.touch(mode=0o600)
            self._reading = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
            event.listen(self._reading, "connect", self._prepare)
            event.listen(self._reading, "begin", _begin)
            self._writing = self._reading.execution_options(**{_WRITES: True})
        try:
            self._check_version(create)
        except BaseException:
            self.close()
            raise
        self._ready = True

    @property
    def changed_ns(self) -> int | None:
        """When somebody last wrote to the file, in nanoseconds since 1970; ``None`` if that is not known."""
        with suppress(StoreMovedError):
            return self._status().st_mtime_ns
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
                if not os.path.samestat(before, self._status()):
                    raise self._moved()

    def _status(self) -> os.stat_result:
        """Return the status of the file; raises ``StoreMovedError``."""
        try:
            return self._path.stat()
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

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._path.as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS)

    def _prepare(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        """Set up a new connection: ``_begin`` begins transactions, commits are synced to the disk."""
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


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, so that it waits instead of failing later."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
