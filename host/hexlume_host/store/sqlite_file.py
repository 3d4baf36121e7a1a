"""SQLite files of a store: detect that they were moved, deleted, replaced or overwritten while in use.

SQLite does not notice. It goes on writing to the file that it opened, wherever that is now, and to the write-ahead log
at the old path, which then belongs to no database or, worse, to another one (https://www.sqlite.org/howtocorrupt.html,
"unlinking or renaming a database file while in use"). So every transaction compares the files at the store's path with
those that its connection has open, and the database's *generation* with what it may be.

The generation is a number in the database's header (``PRAGMA user_version``) that grows with each transaction that
writes, from a random number on. The file itself, without its log, has that of the last checkpoint: it never decreases,
and is never more than the connection's, which includes the log. Another database has another number there, and an
older copy of this one a lower number.
"""

import os
import secrets
import sqlite3
import stat
import struct
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO

from ..errors import StoreMovedError
from .read_only_file import ReadOnlyConnection, ReadOnlyFile, connect

_LOG = "-wal"
_SUFFIXES = ("", _LOG, "-shm")
"""Suffixes of the database, its write-ahead log and the index of that."""

_HEADER = struct.Struct(">16s H 10x I 28x I 36x")
"""A database's header: magic, size of a page, number of pages, generation (https://www.sqlite.org/fileformat.html)."""
_READ = "SELECT 1 FROM sqlite_master"
_MAGIC = b"SQLite format 3\0"
_MOST_GENERATIONS = 1 << 20
"""The most transactions between two checkpoints: many more than there are, and few against a random generation."""

Files = tuple[tuple[int, int] | None, ...]
"""Device and inode of a database's three files; ``None`` for a missing one."""


class StoreFile:
    """The files of an SQLite store: those that connections have open, and those at the path now."""

    def __init__(self, path: Path, where: str) -> None:
        """``where`` names the store in sentences."""
        self.path = path.absolute()
        self._where = where
        self._lock = threading.RLock()
        self._connections = 0
        self._opened: Files | None = None
        self.is_stale = False
        """Whether connections are to be closed whose log is gone; other threads may still use some."""
        self._saved: Path | None = None
        self._database: BinaryIO | None = None
        self._generation = self._size = 0
        """The database file's, when it was last known to be ours."""
        self._read_only = ReadOnlyFile(self.path)

    @property
    def has_moved(self) -> bool:
        """Whether the files at the path are others than those that connections have open."""
        return self._opened is not None and self._opened != self._at_path()

    def connect(self, timeout_s: float) -> sqlite3.Connection:
        """Open the database.

        Raises ``StoreMovedError`` when it is missing, and while another connection's files are elsewhere: their log may
        still be at the path, and SQLite would share its index with this connection.
        """
        if self.has_moved or self.is_stale or not self.path.exists():
            raise self.moved()
        connection = connect(self.path, "mode=rw", timeout_s)
        try:
            connection.execute(_READ).close()
        except sqlite3.Error as error:
            # Whoever uses it next meets any other error.
            if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
                connection.close()
                return self._read_only.connect(timeout_s)
        return connection

    @property
    def is_outdated(self) -> bool:
        """Whether the files have changed behind connections that only read, which do not notice."""
        return self._read_only.is_outdated

    def opened_by(self, connection: sqlite3.Connection) -> Files:
        """Return the files that a new connection has open, none for one that only reads."""
        if isinstance(connection, ReadOnlyConnection):
            return ()
        # SQLite opens the log when it first reads.
        connection.execute(_READ).close()
        with self._lock:
            if not self._connections:
                self._open_database()
                self._size = 0
                self._generation = self._read_generation() or 0
            self._connections += 1
            self._opened = opened = self._at_path()
        return opened

    def closes(self, connection: sqlite3.Connection, opened: Files) -> None:
        """Prepare for the close of a connection, also of one that was interrupted.

        The last connection is all that is left of a deleted database, so its content is saved. A log that does not
        belong to the file at the path is removed: SQLite would apply it to any file put there.
        """
        if not opened:
            return
        with self._lock:
            self._connections -= 1
            if self._connections:
                return
            self._opened = None
            self.is_stale = False
            overwritten = self._is_overwritten(connection)
            if overwritten or self._at_path()[0] != opened[0]:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._save(connection)
                if overwritten or self._saved is not None:
                    self._remove_log(opened)

    def close(self) -> None:
        """Close the database file, after all connections."""
        self._read_only.close()
        if self._database is not None:
            self._database.close()

    def count(self, connection: sqlite3.Connection) -> bool:
        """Count a transaction that writes, in the database's generation; return whether it is the first one."""
        before = _generation_of(connection)
        after = before + 1 if before else 1 + secrets.randbelow(1 << 30)
        connection.execute(f"PRAGMA user_version = {after}").close()
        return not before

    def is_unchanged(self, opened: Files) -> bool:
        """Return whether the files that a connection has open are at the path, without a checkpoint since ``check``."""
        with self._lock:
            return not opened or (opened == self._at_path() and self._read_generation() == self._generation)

    def check(self, connection: sqlite3.Connection, opened: Files, drop: Callable[[], None]) -> None:
        """Raise ``StoreMovedError`` unless the files that a connection has open are at the path, and still ours.

        Before that, save their content. ``drop`` closes the connection, and others like it: the next one opens the file
        at the path. While there is none, the connection stays open, since the files may come back.
        """
        if not opened:
            return
        with self._lock:
            overwritten = self._is_overwritten(connection)
            if opened == self._at_path() and not overwritten:
                self._saved = None
                return
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            database = self._at_path()[0]
            if database == opened[0] and not overwritten:
                error = self._after_log_went(connection)
            else:
                self._save(connection)
                error = self.moved()
                if not overwritten and (database is None or self._saved is None):
                    raise error
                self._remove_log(opened)
            self._opened = None
            self.is_stale = True
            drop()
        raise error

    def _open_database(self) -> None:
        """Open the database file, to read what it has without its log.

        It stays open: when a process closes a file, POSIX drops all its locks of that file, those of SQLite too.
        """
        if self._database is None or _identity(self.path) != _identity(self._database.fileno()):
            self.close()
            self._database = self.path.open("rb", buffering=0)

    def _is_overwritten(self, connection: sqlite3.Connection) -> bool:
        """Return whether the database file was cut short, or has another database's content."""
        generation = self._read_generation()
        if generation == self._generation:
            return False
        # After the file's: it cannot be behind that.
        now = -1
        with suppress(sqlite3.Error):
            now = _generation_of(connection)
        if generation is None or not max(self._generation, now - _MOST_GENERATIONS) <= generation <= now:
            return True
        self._generation = generation
        return False

    def _read_generation(self) -> int | None:
        """Return the generation in the database file, ``None`` when that is no database or was cut short."""
        assert self._database is not None
        self._database.seek(0)
        header = self._database.read(_HEADER.size)
        if len(header) < _HEADER.size:
            return None
        magic, page, pages, generation = _HEADER.unpack(header)
        size = os.fstat(self._database.fileno()).st_size
        # During a checkpoint the file may still grow.
        if magic != _MAGIC or size < min(self._size, pages * (65536 if page == 1 else page)):
            return None
        self._size = size
        return int(generation)

    def copy(self, connection: sqlite3.Connection, suffix: str) -> Path:
        """Copy the open database to a new file next to the store, and return its path."""
        names = (f"{self.path.name}.{suffix}{number}" for number in ("", *(f"-{again}" for again in range(2, 1000))))
        copy = next(path for path in (self.path.with_name(name) for name in names) if not path.exists())
        # Another program may copy at the same time.
        unfinished = copy.with_name(f"{copy.name}.{os.getpid()}.unfinished")
        unfinished.unlink(missing_ok=True)
        assert self._database is not None
        # SQLite would let everybody read what it makes.
        unfinished.touch(mode=0o600)
        unfinished.chmod(stat.S_IMODE(os.stat(self._database.fileno()).st_mode))
        target = sqlite3.connect(unfinished)
        try:
            connection.backup(target)
        except BaseException:
            target.close()
            unfinished.unlink(missing_ok=True)
            raise
        target.close()
        return unfinished.rename(copy)

    def moved(self) -> StoreMovedError:
        """Return the error that says that the store is not at its path, and what to do."""
        if self._saved is None:
            return StoreMovedError(
                f"The store {self._where} was moved, deleted or replaced while in use: "
                "put it back, or stop hexlume and start it again."
            )
        return StoreMovedError(
            f"The store {self._where} was moved, deleted or replaced while in use; "
            f"its games are saved in {self._saved}: rename that file to {self.path.name} to go on with them."
        )

    def _save(self, connection: sqlite3.Connection) -> None:
        """Save the open database, once; if that fails, the next check tries again.

        Of an overwritten one there is something to save if the log or the cache has every page.
        """
        if self._saved is None:
            with suppress(sqlite3.Error, OSError):
                saved = self.copy(connection, "saved")
                if _is_intact(saved):
                    self._saved = saved
                else:
                    saved.unlink()

    def _after_log_went(self, connection: sqlite3.Connection) -> StoreMovedError:
        """Write the content of a removed log into the database, which is in its place."""
        try:
            blocked = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.Error:
            blocked = 1
        if blocked:
            raise StoreMovedError(
                f"{self.path}-wal or -shm was moved or deleted while the store was in use: "
                "put it back, or stop every hexlume and start it again."
            )
        return StoreMovedError(
            f"{self.path}-wal or -shm was moved or deleted while the store was in use; nothing is lost."
        )

    def _remove_log(self, opened: Files) -> None:
        """Remove the log that connections have open: when the last one is closed, SQLite finds nothing to apply."""
        now = self._at_path()
        for number, suffix in enumerate(_SUFFIXES):
            if suffix and now[number] is not None and now[number] == opened[number]:
                with suppress(OSError):
                    if suffix == _LOG:
                        os.truncate(self._file(suffix), 0)
                    self._file(suffix).unlink()

    def _at_path(self) -> Files:
        return tuple(_identity(self._file(suffix)) for suffix in _SUFFIXES)

    def _file(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)


def _identity(path: Path | int) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _generation_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _is_intact(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("PRAGMA integrity_check").fetchone() == ("ok",))
    except sqlite3.Error:
        return False
