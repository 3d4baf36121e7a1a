"""SQLite files of a store: detect that they were moved, deleted or replaced while in use.

SQLite does not notice. It goes on writing to the file that it opened, wherever that is now, and to the write-ahead log
at the old path, which then belongs to no database or, worse, to another one (https://www.sqlite.org/howtocorrupt.html,
"unlinking or renaming a database file while in use"). So every transaction compares the files at the store's path with
those that its connection has open.
"""

import os
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from ..errors import StoreMovedError
from ..translation import _

_SUFFIXES = ("", "-wal", "-shm")
"""Suffixes of the database, its write-ahead log and the index of that."""

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
        self._saved: Path | None = None
        self._mode = 0o600
        """The database's permissions, which its copies get: it may be gone by then."""

    @property
    def has_moved(self) -> bool:
        """Whether the files at the path are others than those that connections have open."""
        return self._opened is not None and self._opened != self._at_path()

    def connect(self, timeout_s: float) -> sqlite3.Connection:
        """Open the database.

        Raises ``StoreMovedError`` when it is missing, and while another connection's files are elsewhere: their log may
        still be at the path.
        """
        if self.has_moved or not self.path.exists():
            raise self.moved()
        return sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, timeout=timeout_s, check_same_thread=False)

    def opened_by(self, connection: sqlite3.Connection) -> Files:
        """Return the files that a new connection has open."""
        # SQLite opens the log when it first reads.
        connection.execute("SELECT 1 FROM sqlite_master").close()
        with self._lock:
            self._connections += 1
            self._opened = opened = self._at_path()
        self.is_in_place(opened)
        return opened

    def closes(self, connection: sqlite3.Connection, opened: Files) -> None:
        """Prepare for the close of a connection, also of one that was interrupted.

        The last connection is all that is left of a deleted database, so its content is saved. A log that does not
        belong to the file at the path is removed: SQLite would apply it to any file put there.
        """
        with self._lock:
            self._connections -= 1
            if self._connections:
                return
            self._opened = None
            if self._at_path()[0] != opened[0]:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                self._save(connection)
                if self._saved is not None:
                    self._remove_log(opened)

    def is_in_place(self, opened: Files) -> bool:
        """Return whether the files that a connection has open are at the path."""
        if opened != self._at_path():
            return False
        with suppress(OSError):
            self._mode = stat.S_IMODE(self.path.stat().st_mode)
        return True

    def check(self, connection: sqlite3.Connection, opened: Files, drop: Callable[[], None]) -> None:
        """Raise ``StoreMovedError`` unless the files that a connection has open are at the path.

        Before that, save their content. ``drop`` closes the connection, and others like it: the next one opens the file
        at the path. While there is none, the connection stays open, since the files may come back.
        """
        if self.is_in_place(opened):
            self._saved = None
            return
        with self._lock:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            database = self._at_path()[0]
            if database == opened[0]:
                error = self._after_log_went(connection)
            else:
                self._save(connection)
                error = self.moved()
                if database is None or self._saved is None:
                    raise error
                self._remove_log(opened)
            self._opened = None
            drop()
        raise error

    def copy(self, connection: sqlite3.Connection, suffix: str) -> Path:
        """Copy the open database to a new file next to the store, and return its path."""
        names = (f"{self.path.name}.{suffix}{number}" for number in ("", *(f"-{again}" for again in range(2, 1000))))
        copy = next(path for path in (self.path.with_name(name) for name in names) if not path.exists())
        # Another program may copy at the same time.
        unfinished = copy.with_name(f"{copy.name}.{os.getpid()}.unfinished")
        unfinished.unlink(missing_ok=True)
        # SQLite would let everybody read what it makes.
        unfinished.touch(mode=0o600)
        unfinished.chmod(self._mode)
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
                _(
                    "The store {where} was moved, deleted or replaced while in use: "
                    "put it back, or stop hexlume and start it again.",
                    where=self._where,
                )
            )
        return StoreMovedError(
            _(
                "The store {where} was moved, deleted or replaced while in use; its games are saved in {saved}: "
                "rename that file to {name} to go on with them.",
                where=self._where,
                saved=self._saved,
                name=self.path.name,
            )
        )

    def _save(self, connection: sqlite3.Connection) -> None:
        """Save the open database, once; if that fails, the next check tries again."""
        if self._saved is None:
            with suppress(sqlite3.Error, OSError):
                self._saved = self.copy(connection, "saved")

    def _after_log_went(self, connection: sqlite3.Connection) -> StoreMovedError:
        """Write the content of a removed log into the database, which is in its place."""
        try:
            blocked = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        except sqlite3.Error:
            blocked = 1
        if blocked:
            raise StoreMovedError(
                _(
                    "{path}-wal or -shm was moved or deleted while the store was in use: "
                    "put it back, or stop every hexlume and start it again.",
                    path=self.path,
                )
            )
        return StoreMovedError(
            _("{path}-wal or -shm was moved or deleted while the store was in use; nothing is lost.", path=self.path)
        )

    def _remove_log(self, opened: Files) -> None:
        now = self._at_path()
        for number, suffix in enumerate(_SUFFIXES):
            if suffix and now[number] is not None and now[number] == opened[number]:
                self._file(suffix).unlink(missing_ok=True)

    def _at_path(self) -> Files:
        return tuple(_identity(self._file(suffix)) for suffix in _SUFFIXES)

    def _file(self, suffix: str) -> Path:
        return self.path.with_name(self.path.name + suffix)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
