"""An SQLite file in a folder that cannot be written, where SQLite can make no index of the write-ahead log."""

import shutil
import sqlite3
import threading
from pathlib import Path
from tempfile import TemporaryDirectory

_LOG = "-wal"
_COPY = "copy.sqlite"

State = tuple[tuple[int, int], ...]
"""Size and time of the database and of its log; zeros for a missing one."""


class ReadOnlyConnection(sqlite3.Connection):
    """A connection to a database that cannot be written."""


class ReadOnlyFile:
    """The file as it is now: SQLite opens it as one that never changes, so its connections must be renewed.

    SQLite then leaves out the log, which a program may have left there: such a database is copied, with the log.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._state: State | None = None
        """When connections were made last."""
        self._copied: TemporaryDirectory[str] | None = None

    @property
    def is_outdated(self) -> bool:
        """Whether the file has changed behind its connections."""
        return self._state is not None and self._state != self._state_now()

    def connect(self, timeout_s: float) -> sqlite3.Connection:
        """Open the database for reading."""
        with self._lock:
            while self._state is None or self.is_outdated:
                self._copied, self._state = None, self._state_now()
                if self._state[1][0]:
                    self._copied = TemporaryDirectory(prefix="hexlume-store-")
                    for suffix in ("", _LOG):
                        shutil.copyfile(f"{self._path}{suffix}", Path(self._copied.name) / f"{_COPY}{suffix}")
            if self._copied is None:
                connection = connect(self._path, "mode=ro&immutable=1", timeout_s, ReadOnlyConnection)
            else:
                connection = connect(Path(self._copied.name) / _COPY, "mode=rw", timeout_s, ReadOnlyConnection)
        connection.execute("PRAGMA query_only = ON").close()
        return connection

    def close(self) -> None:
        """Remove the copy, after all connections."""
        self._copied = None

    def _state_now(self) -> State:
        found = []
        for suffix in ("", _LOG):
            try:
                stat = Path(f"{self._path}{suffix}").stat()
                found.append((stat.st_size, stat.st_mtime_ns))
            except OSError:
                found.append((0, 0))
        return tuple(found)


def connect(
    path: Path, options: str, timeout_s: float, kind: type[sqlite3.Connection] = sqlite3.Connection
) -> sqlite3.Connection:
    """Open a database with options of an SQLite URI."""
    return sqlite3.connect(
        f"{path.as_uri()}?{options}", uri=True, timeout=timeout_s, check_same_thread=False, factory=kind
    )
