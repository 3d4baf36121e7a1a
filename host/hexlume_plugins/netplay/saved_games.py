"""Saved games: what a side needs to resume its games after a restart, in one SQLite file."""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hexlume_record.validation import FieldError, checked_json

from .entries import Entry
from .errors import NetplayError

FILE = "netplay.sqlite"

_TABLES = (
    """create table if not exists game (
    id text not null, role text not null, code text not null, begun integer primary key autoincrement,
    notes text not null, unique (id, role)
    )""",
    """create table if not exists entry (
    id text not null, role text not null, place integer not null, entry text not null, primary key (id, role, place)
    )""",
)


class SavedGames:
    """The games of this computer with other hosts, in one SQLite file of a folder that each transaction opens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Return the database for all or nothing; several games' threads share it. Raises ``NetplayError``."""
        with self._lock, _errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            # It holds the secrets of games.
            path = self.folder / FILE
            path.touch(mode=0o600)
            with contextlib.closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
                db.execute("pragma synchronous = full")
                db.execute("begin immediate")
                with db:
                    for table in _TABLES:
                        db.execute(table)
                    yield db

    def games(self) -> list["SavedGame"]:
        """Return all games, the latest first."""
        with self.transaction() as db:
            rows = db.execute("select id, role, code, notes from game order by begun desc").fetchall()
        return [SavedGame(self, identity, role, code, json.loads(notes)) for identity, role, code, notes in rows]

    def find(self, key: str) -> "SavedGame | None":
        """Return a game by its key, ``None`` if there is none."""
        return next((game for game in self.games() if game.key == key), None)

    def add(self, identity: str, role: str, code: str, notes: Mapping[str, Any]) -> "SavedGame":
        """Save a new game."""
        with self.transaction() as db:
            db.execute(
                "insert into game (id, role, code, notes) values (?, ?, ?, ?)",
                (identity, role, code, json.dumps(notes)),
            )
        return SavedGame(self, identity, role, code, notes)


class SavedGame:
    """One side of a game: its identity, this computer's ``role`` in it, its code, its entries, and ``notes``.

    ``notes`` are what the replica, the session and the player need after a restart, by name.
    """

    def __init__(self, saved: SavedGames, identity: str, role: str, code: str, notes: Mapping[str, Any]) -> None:
        self._saved, self.id, self.role, self.code = saved, identity, role, code
        self.notes = dict(notes)

    @property
    def key(self) -> str:
        """The name of this side of the game, by which pages and the store know it."""
        return f"{self.id}-{self.role}"

    def entries(self) -> list[Entry]:
        """Return the saved list; raises ``NetplayError`` when it is damaged."""
        with self._saved.transaction() as db:
            rows = db.execute(
                "select place, entry from entry where id = ? and role = ? order by place", (self.id, self.role)
            ).fetchall()
        try:
            entries = [checked_json(Entry, entry) for _, entry in rows]
        except FieldError:
            entries = []
        if [place for place, _ in rows] != list(range(len(entries))):
            raise NetplayError(
                f"The game saved in {self._saved.folder / FILE} is damaged: begin a new one.",
                public="What was saved of this game is damaged: begin a new one.",
            )
        return entries

    def save(self, place: int, entries: Sequence[Entry], /, **notes: object) -> None:
        """Save entries from a place of the list on and notes, both or neither."""
        changed = self.notes | notes
        with self._saved.transaction() as db:
            db.executemany(
                "insert into entry values (?, ?, ?, ?)",
                [(self.id, self.role, at, json.dumps(entry.as_json())) for at, entry in enumerate(entries, place)],
            )
            db.execute("update game set notes = ? where id = ? and role = ?", (json.dumps(changed), self.id, self.role))
        self.notes = changed

    def note(self, **notes: object) -> None:
        """Save notes."""
        self.save(0, (), **notes)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Let no other program of this computer play this side; raises ``NetplayError`` when one does."""
        path = self._saved.folder / f"netplay-{self.key}.lock"
        with _errors(self._saved.folder):
            lock = sqlite3.connect(path, timeout=0, isolation_level=None)
        with contextlib.closing(lock):
            try:
                lock.execute("begin exclusive")
            except sqlite3.OperationalError:
                raise NetplayError("This game is played by another hexlume on this computer: end that one.") from None
            try:
                yield
            finally:
                # On Windows it stays: a file that is open cannot be removed there.
                with contextlib.suppress(OSError):
                    path.unlink()


@contextlib.contextmanager
def _errors(folder: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise NetplayError(
            f"The games with other hosts cannot be saved in {folder}: {str(error).rstrip('.')}.",
            public="The games with other hosts cannot be saved just now: see the log of this computer.",
        ) from error
