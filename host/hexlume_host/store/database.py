"""The store's database: connections, transactions and versions, in SQLite and PostgreSQL."""

import logging
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Self

from sqlalchemy import URL, Connection, Engine, create_engine, event, false, insert, inspect, make_url, select
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from ..errors import StoreError
from ..signals import held_back
from . import migrations
from .database_errors import store_errors
from .location import file_of
from .models import VERSION, BoardRow, EventRow, GameRow, SchemaRow
from .sqlite_file import Files, StoreFile

BUSY_SECONDS = 5
"""How long to wait for another program's transaction."""
_BUSY_RETRY_SECONDS = 0.01
_CACHE_KIB = 16384
"""Page cache of an SQLite connection: room for the games of a large store, not for their events."""

SQLITE = "sqlite"
POSTGRESQL = "postgresql"

_log = logging.getLogger(__name__)

_OPENED = "hexlume_files"
"""Key in an SQLite connection's info: the files that it has open."""
_ROOM = 256 * 1024
"""Free bytes before a full disk counts as having room again: some dozens of commits."""
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

    Ctrl-C and SIGTERM are handled between transactions: when SQLAlchemy is interrupted, it may lose a connection (all
    that is left of a deleted file), or raise an error of its own.
    """

    def __init__(self, where: str, create: bool) -> None:
        """Open a database by path or SQLAlchemy URL; ``create`` makes a missing file and the tables.

        Tables of an older version are upgraded, after an SQLite file was copied. Raises ``StoreError``.
        """
        file = file_of(where)
        url = URL.create(SQLITE, database=file) if file is not None else _url(where)
        self.where = _shown(url) if file is None else file
        """The store's path, or its URL without the password."""
        self._ready = False
        self._file: StoreFile | None = None
        with store_errors(self.where):
            path = None if file is None else Path(file)
            if path is not None and not path.exists():
                if not create:
                    raise StoreError(f"There is no store {where}: hexlume play and hexlume log make one.")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
            if path is not None:
                self._file = StoreFile(path, self.where)
            self._reading = self._engine(url)
            self._writing = self._reading.execution_options(**{_WRITES: True})
        try:
            self._check_version(create)
        except BaseException:
            self.close()
            raise
        self._ready = True

    @property
    def has_room(self) -> bool:
        """Whether the disk has room for more events; always for a database server."""
        if self._file is None:
            return True
        with suppress(OSError):
            return shutil.disk_usage(self._file.path.parent).free >= _ROOM
        return False

    def close(self) -> None:
        """Close all connections."""
        with held_back():
            self._reading.dispose()
            if self._file is not None:
                self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a transaction that reads; raises ``StoreError``."""
        with held_back(), store_errors(self.where):
            if self._file is not None and self._file.is_outdated:
                self._reading.dispose()
            with Session(self._reading) as session:
                self._check_connection(session.connection())
                yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Open a transaction that writes, and commit it at the end; raises ``StoreError``.

        Raises ``StoreMovedError`` also after the commit, when the store was moved meanwhile.
        """
        with held_back(), store_errors(self.where):
            is_first = False
            with Session(self._writing) as session, session.begin():
                # Take the write lock now: what the transaction reads is what all earlier ones wrote.
                connection = session.connection()
                self._check_connection(connection)
                opened: Files = connection.info.get(_OPENED, ())
                if self._file is not None:
                    is_first = self._file.count(_sqlite(connection))
                yield session
            if is_first:
                # From now on the file itself can be told from others.
                with closing(self._reading.raw_connection()) as pooled:
                    pooled.cursor().execute("PRAGMA wal_checkpoint").close()
            if self._file is not None and not self._file.is_unchanged(opened):
                self.check()

    def check(self) -> None:
        """Raise ``StoreError`` when the store cannot be read now, or its file was moved."""
        with self.reading():
            pass

    def check_writable(self) -> None:
        """Raise ``StoreUnavailableError`` when nothing can be stored now, ``StoreError`` when nothing ever can."""
        with self.writing() as session:
            for row in (BoardRow, GameRow, EventRow):
                nothing = select(row.__table__).where(false())
                session.execute(insert(row).from_select(row.__table__.columns.keys(), nothing))

    def _check_connection(self, connection: Connection) -> None:
        """Raise ``StoreMovedError`` when a connection's files are not at the store's path.

        Raises ``StoreError`` when another hexlume has upgraded the tables.
        """
        if self._file is not None:

            def drop() -> None:
                connection.invalidate()
                self._reading.dispose()

            self._file.check(_sqlite(connection), connection.info[_OPENED], drop)
        if self._ready:
            version = connection.exec_driver_sql(_VERSION).scalar()
            if version != VERSION:
                raise StoreError(
                    f"The store {self.where} has version {version} now and this hexlume reads version {VERSION}: "
                    "stop it, and start the hexlume that changed the store."
                )

    def _engine(self, url: URL) -> Engine:
        file = self._file
        if file is not None:
            engine = create_engine(url, creator=lambda: file.connect(float(BUSY_SECONDS)))
            event.listen(engine, "connect", self._prepare_sqlite)
            event.listen(engine, "close", self._closes_sqlite)
            event.listen(engine, "checkin", self._returns_sqlite)
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
        if url.get_backend_name() == SQLITE:
            raise StoreError(
                f"{self.where} names no SQLite file: write a path, or a URL like sqlite:////home/ann/games.sqlite."
            )
        raise StoreError(
            f"A store is an SQLite file or a PostgreSQL database, not {url.get_backend_name()}: name another one."
        )

    def _prepare_sqlite(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        """Set up a new SQLite connection: ``_begin_sqlite`` begins transactions, commits are synced to the disk."""
        connection.isolation_level = None
        if self._file is not None and self._ready and not _is_store(connection):
            # Another file was put in the store's place.
            raise self._file.moved()
        _use_write_ahead_log(connection)
        for pragma in ("synchronous=FULL", "foreign_keys=ON", f"cache_size=-{_CACHE_KIB}"):
            connection.execute(f"PRAGMA {pragma}").close()
        if self._file is not None:
            record.info[_OPENED] = self._file.opened_by(connection)

    def _closes_sqlite(self, connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        opened = record.info.pop(_OPENED, None)
        if self._file is not None and opened is not None:
            self._file.closes(connection, opened)

    def _returns_sqlite(self, connection: sqlite3.Connection | None, record: ConnectionPoolEntry) -> None:
        """Close a connection that another thread used while the others were dropped."""
        if self._file is not None and self._file.is_stale and connection is not None:
            record.invalidate()

    def _check_version(self, create: bool) -> None:
        with self.reading() as session:
            version, empty = _version(session)
        if version == VERSION:
            return
        if version is not None and version > VERSION:
            raise StoreError(
                f"The store {self.where} has version {version} and this hexlume reads version {VERSION}: "
                "install the hexlume that wrote it."
            )
        if version is not None and version < migrations.OLDEST:
            raise StoreError(
                f"The store {self.where} has version {version}, from before the first release: export its games with "
                "the hexlume that wrote it (hexlume export), and import them into a new store (hexlume import)."
            )
        if version is None and not (empty and create):
            raise StoreError(f"{self.where} is a database, but not a Hexlume store: name another one.")
        backup = None
        with self.writing() as session:
            # Another program may have done it; from here on, this transaction has the lock.
            version = _version(session)[0]
            if version is None:
                migrations.create(session.connection())
            elif version != VERSION:
                if self._file is not None:
                    with closing(self._file.connect(float(BUSY_SECONDS))) as before:
                        backup = self._file.copy(before, f"version-{version}")
                migrations.upgrade(session.connection(), version)
        if backup is not None:
            _log.warning("The store %s was upgraded to version %d; the old one is %s.", self.where, VERSION, backup)


def _version(session: Session) -> tuple[int | None, bool]:
    """Return the version of the tables (``None``: this is no store), and whether there are no tables at all."""
    tables = inspect(session.connection()).get_table_names()
    is_store = SchemaRow.__tablename__ in tables
    return session.scalar(select(SchemaRow.version)) if is_store else None, not tables


def _is_store(connection: sqlite3.Connection) -> bool:
    """Return whether an SQLite database is a store, of any version."""
    try:
        return connection.execute(_VERSION).fetchone() is not None
    except sqlite3.Error:
        return False


def _sqlite(connection: Connection) -> sqlite3.Connection:
    opened = connection.connection.driver_connection
    assert isinstance(opened, sqlite3.Connection)
    return opened


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


def _use_write_ahead_log(connection: sqlite3.Connection) -> None:
    """Switch a database to write-ahead logging, which is permanent.

    While another program writes to a database without it, SQLite refuses this at once, whatever its timeout: two
    programs that switch would wait for each other. So this retries until the timeout has passed.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return connection.execute("PRAGMA journal_mode=WAL").close()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_BUSY_RETRY_SECONDS)


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the lock at once, so that it waits instead of failing later."""
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _begin_postgresql(connection: Connection) -> None:
    """Let one transaction write at a time, until its end."""
    if connection.get_execution_options().get(_WRITES):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_WRITER_LOCK})")
