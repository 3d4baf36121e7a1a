"""What a side keeps of its games on this computer: enough to go on after a restart."""

import contextlib
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from hexlume.link.wire import WireError

from .entries import Entry, read_entry
from .errors import ApartError

try:
    import fcntl
except ImportError:  # Windows: a second program with the same game is not noticed there.
    fcntl = None  # type: ignore[assignment]

FILE = "apart.sqlite"

_TABLES = """
create table if not exists game (
    id text not null, side text not null, code text not null, begun integer primary key autoincrement,
    state text, seat text not null, unique (id, side)
);
create table if not exists entry (
    id text not null, side text not null, place integer not null, entry text not null, primary key (id, side, place)
);
"""


def default_folder() -> Path:
    """Return the folder where games are kept unless another one is named."""
    return Path(user_data_path("hexlume"))


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that is kept: its name, this computer's side in it, its code, and what the seat noted."""

    id: str
    side: str
    code: str
    seat: Mapping[str, Any]


class KeptGames:
    """The games of this computer with other hosts, in one SQLite file of a folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the file, made when missing; raises ``ApartError``."""
        self.folder = folder or default_folder()
        self._lock = threading.RLock()
        with _told(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            # It holds the secrets of games.
            path = self.folder / FILE
            path.touch(mode=0o600)
            self._db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
            self._db.execute("pragma journal_mode = wal")
            self._db.execute("pragma synchronous = full")
            self._db.executescript(_TABLES)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextlib.contextmanager
    def open(self) -> Iterator[sqlite3.Connection]:
        """Have the file to oneself, which several games' threads share; raises ``ApartError`` for what fails in it."""
        with self._lock, _told(self.folder):
            yield self._db

    def games(self) -> list[KeptGame]:
        """Return all games, the latest first."""
        with self.open() as db:
            rows = db.execute("select id, side, code, seat from game order by begun desc").fetchall()
        return [KeptGame(identity, side, code, json.loads(seat)) for identity, side, code, seat in rows]

    def find(self, identity: str, side: str) -> KeptGame | None:
        """Return a game by its name and this computer's side in it."""
        return next((game for game in self.games() if (game.id, game.side) == (identity, side)), None)

    def add(self, identity: str, side: str, code: str, seat: Mapping[str, Any]) -> "KeptSide":
        """Begin to keep a game."""
        with self.open() as db:
            db.execute(
                "insert into game (id, side, code, seat) values (?, ?, ?, ?)", (identity, side, code, json.dumps(seat))
            )
        return KeptSide(self, identity, side)

    def side(self, game: KeptGame) -> "KeptSide":
        """Return where a kept game is kept on."""
        return KeptSide(self, game.id, game.side)

    @contextlib.contextmanager
    def playing(self, identity: str, side: str) -> Iterator[None]:
        """Let no other program of this computer play the same side; raises ``ApartError`` when one does."""
        if fcntl is None:
            yield
            return
        path = self.folder / f"apart-{identity}-{side}.lock"
        with _told(self.folder):
            lock = path.open("w")
        try:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise ApartError("This game is played by another hexlume on this computer: end that one.") from None
            yield
        finally:
            lock.close()
            with contextlib.suppress(OSError):
                path.unlink()


class KeptSide:
    """One side's list and state, as ``Side`` keeps and reads them."""

    def __init__(self, kept: KeptGames, identity: str, side: str) -> None:
        self._kept = kept
        self._key = identity, side

    def entries(self) -> list[Entry]:
        """Return the list that was kept; raises ``ApartError`` when it is damaged."""
        with self._kept.open() as db:
            rows = db.execute(
                "select place, entry from entry where id = ? and side = ? order by place", self._key
            ).fetchall()
        try:
            entries = [read_entry(json.loads(entry)) for _, entry in rows]
        except (WireError, ValueError):
            entries = []
        if [place for place, _ in rows] != list(range(len(entries))):
            raise ApartError(
                f"The game kept in {self._kept.folder / FILE} is damaged: begin a new one.",
                public="What was kept of this game is damaged: begin a new one.",
            )
        return entries

    def state(self) -> dict[str, Any] | None:
        """Return the state that was kept last, ``None`` when there is none yet."""
        with self._kept.open() as db:
            (state,) = db.execute("select state from game where id = ? and side = ?", self._key).fetchone()
        return None if state is None else dict(json.loads(state))

    def save(self, place: int, entries: Sequence[Entry], state: Mapping[str, Any]) -> None:
        """Keep entries from a place of the list on, and the state."""
        with self._kept.open() as db:
            db.execute("begin immediate")
            try:
                db.executemany(
                    "insert into entry values (?, ?, ?, ?)",
                    [(*self._key, at, json.dumps(entry.as_json())) for at, entry in enumerate(entries, place)],
                )
                db.execute("update game set state = ? where id = ? and side = ?", (json.dumps(state), *self._key))
                db.execute("commit")
            except BaseException:
                db.execute("rollback")
                raise

    def seat(self) -> dict[str, Any]:
        """Return what the seat noted."""
        with self._kept.open() as db:
            (seat,) = db.execute("select seat from game where id = ? and side = ?", self._key).fetchone()
        return dict(json.loads(seat))

    def note(self, **values: Any) -> None:
        """Note something of the seat, such as the board's own id of the game."""
        with self._kept.open() as db:
            db.execute(
                "update game set seat = ? where id = ? and side = ?",
                (json.dumps({**self.seat(), **values}), *self._key),
            )


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise ApartError(
            f"The games with other hosts cannot be kept in {folder}: {str(error).rstrip('.')}.",
            public="The games with other hosts cannot be kept just now: see the log of this computer.",
        ) from error
