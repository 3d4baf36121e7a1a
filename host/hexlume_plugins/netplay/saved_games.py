"""Saved games: what a side needs to resume its games after a restart, in the store. The list is the game's record."""

import contextlib
import socket
import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select

from hexlume_host.store.clock_sync import ClockReading
from hexlume_host.store.models import NetworkGameRow
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import BoardEvent
from hexlume_record.game.record import GameRecord

from .errors import NetplayError
from .invitation import Invitation


def saved_games(store: Store) -> list["SavedGame"]:
    """Return the games with other hosts in a store, the latest first. Raises ``StoreError``."""
    with store.reading() as session:
        rows = session.scalars(select(NetworkGameRow).order_by(NetworkGameRow.id.desc()))
        return [SavedGame(store, row) for row in rows]


def save_game(store: Store, invitation: Invitation, role: str, notes: Mapping[str, Any]) -> "SavedGame":
    """Save a new game. Raises ``StoreError``."""
    with store.writing() as session:
        row = NetworkGameRow(game=invitation.identity, role=role, code=invitation.code, notes=dict(notes))
        session.add(row)
        session.flush()
        return SavedGame(store, row)


class SavedGame:
    """One side of a game: this computer's ``role``, the ``invitation``, and ``notes``, needed besides the events.

    Rematches are further games under the same code: ``round`` counts them from 1. Every method raises ``StoreError``;
    nothing is saved then.
    """

    def __init__(self, store: Store, row: NetworkGameRow) -> None:
        self.store, self._row = store, row.id
        self.role, self.invitation, self.notes = row.role, Invitation.read(row.code), dict(row.notes)
        self.listener: socket.socket | None = None
        """Where a new game's host waits for the guest."""
        self.key = f"{row.game}-{row.role}"
        """The name of this side of the game, by which pages and the store know it."""

    @property
    def game(self) -> str:
        """The id of the present round's record."""
        return f"netplay-{self.key}-1-{self.notes.get('round', 1)}"

    def record(self) -> GameRecord | None:
        """Return the present round's record, ``None`` before it has begun."""
        with contextlib.suppress(RecordError):
            return self.store.record(self.game)
        return None

    def event(self, number: int, kind: str, data: Mapping[str, Any]) -> BoardEvent:
        """Return an event of the present round that happens now."""
        return BoardEvent(self.game, number, kind, _now_ms(), dict(data), 1)

    def commit(self, board: str, events: Sequence[BoardEvent], players: Players) -> None:
        """Add events to the present round's record, all or none; ``board`` is the game's board."""
        # A page has no clock of its own: this computer's, since 1970, is one that never starts again.
        device = Board(f"netplay-{self.key}", board, "netplay", ClockReading(1, _now_ms(), datetime.now(UTC)))
        result = self.store.commit(device, events, players)
        if len(result.new) < len(events):
            raise NetplayError("Another hexlume has gone on with this game: resume it there.")

    def note(self, **notes: object) -> None:
        """Save notes."""
        changed = self.notes | notes
        with self.store.writing() as session:
            session.get_one(NetworkGameRow, self._row).notes = changed
        self.notes = changed


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
