"""Replay cache: the replays that pages requested last."""

import threading
from collections import OrderedDict
from hashlib import sha256

from hexlume_record.errors import RecordError
from hexlume_record.game.events import LONGEST_ID
from hexlume_record.game.record import GameRecord
from hexlume_record.game.replay import Replay, replay_of

from ...store.repository import Store

MAX_GAMES = 24
MAX_DISCS = 1_000_000
"""The discs of all their plies together: about 100 MB."""


class ReplayCache:
    """The replays requested last: a watched game is not replayed from its start every second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._cached: OrderedDict[int, tuple[str, Replay]] = OrderedDict()

    def replay(self, address: str) -> tuple[Replay, str]:
        """Return a game's replay and its version; raises ``RecordError`` when there is no such game."""
        record = stored_game(self._store, address)
        version = _version(record)
        with self._lock:
            cached = self._cached.get(record.id)
            if cached is not None and cached[0] == version:
                self._cached.move_to_end(record.id)
                return cached[1], version
        replay = replay_of(record)
        with self._lock:
            self._cached[record.id] = version, replay
            self._cached.move_to_end(record.id)
            while len(self._cached) > 1 and not self._has_room():
                self._cached.popitem(last=False)
        return replay, version

    def _has_room(self) -> bool:
        discs = sum(len(ply.position["pieces"]) for _, replay in self._cached.values() for ply in replay.plies)
        return len(self._cached) <= MAX_GAMES and discs <= MAX_DISCS


def stored_game(store: Store, address: str) -> GameRecord:
    """Return a game by its number or the board's id; raises ``RecordError`` when there is none."""
    if len(address) > LONGEST_ID or not address.isprintable():
        raise RecordError("There is no such game.")
    is_number = address.isdecimal() and address.isascii() and len(address) <= 9
    return store.record(int(address) if is_number else address)


def _version(record: GameRecord) -> str:
    """Return a hash of what a replay shows; events are only ever added."""
    shown = (record.id, record.game, len(record.events), record.white, record.black, record.ending, record.ended_at)
    return sha256(repr(shown).encode()).hexdigest()[:24]
