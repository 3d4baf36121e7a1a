"""Saved games: what a side needs to resume its games after a restart, in the store."""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import select

from hexlume_host.store.models import NetworkEntryRow, NetworkGameRow
from hexlume_host.store.repository import Store
from hexlume_record.validation import FieldError, checked

from .entries import Entry
from .errors import NetplayError


class SavedGames:
    """The games with other hosts in a store. Every method raises ``StoreError``."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self) -> list["SavedGame"]:
        """Return all games, the latest first."""
        with self._store.reading() as session:
            rows = session.scalars(select(NetworkGameRow).order_by(NetworkGameRow.id.desc()))
            return [SavedGame(self._store, row) for row in rows]

    def find(self, key: str) -> "SavedGame | None":
        """Return a game by its key, ``None`` if there is none."""
        return next((game for game in self.games() if game.key == key), None)

    def add(self, identity: str, role: str, code: str, notes: Mapping[str, Any]) -> "SavedGame":
        """Save a new game."""
        with self._store.writing() as session:
            row = NetworkGameRow(game=identity, role=role, code=code, notes=dict(notes))
            session.add(row)
            session.flush()
            return SavedGame(self._store, row)


class SavedGame:
    """One side of a game: its identity, this computer's ``role`` in it, its code, its entries, and ``notes``.

    ``notes`` are what the replica, the session and the player need after a restart, by name. Every method raises
    ``StoreError``; nothing is saved then.
    """

    def __init__(self, store: Store, row: NetworkGameRow) -> None:
        self._store, self._row = store, row.id
        self.id, self.role, self.code, self.notes = row.game, row.role, row.code, dict(row.notes)

    @property
    def key(self) -> str:
        """The name of this side of the game, by which pages and the store know it."""
        return f"{self.id}-{self.role}"

    def entries(self) -> list[Entry]:
        """Return the saved list; raises ``NetplayError`` when it is damaged."""
        query = select(NetworkEntryRow).where(NetworkEntryRow.game_id == self._row).order_by(NetworkEntryRow.place)
        with self._store.reading() as session:
            rows = [(row.place, row.entry) for row in session.scalars(query)]
        try:
            entries = [checked(Entry, entry) for _, entry in rows]
        except FieldError:
            entries = []
        if [place for place, _ in rows] != list(range(len(entries))):
            raise NetplayError("What was saved of this game is damaged: begin a new one.")
        return entries

    def save(self, place: int, entries: Sequence[Entry], /, **notes: object) -> None:
        """Save entries from a place of the list on and notes, both or neither."""
        changed = self.notes | notes
        with self._store.writing() as session:
            session.get_one(NetworkGameRow, self._row).notes = changed
            for at, entry in enumerate(entries, place):
                session.add(NetworkEntryRow(game_id=self._row, place=at, entry=entry.as_json()))
        self.notes = changed

    def note(self, **notes: object) -> None:
        """Save notes."""
        self.save(0, (), **notes)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Let no other program play this side; raises ``NetplayError`` when one does."""
        with self._store.holding(self.key) as is_free:
            if not is_free:
                raise NetplayError("This game is played by another hexlume: end that one.")
            yield
