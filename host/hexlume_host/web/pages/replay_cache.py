"""The replays that pages ask for, kept while they are asked for often."""

import threading
from collections import OrderedDict
from hashlib import sha256

from starlette.exceptions import HTTPException

from ...errors import RecordError
from ...game.events import LONGEST_ID
from ...game.record import GameRecord
from ...game.replay import Replay, replay_of
from ...store.repository import Store

GAMES_KEPT = 24
DISCS_KEPT = 1_000_000
"""The discs of all their plies together: about 100 MB."""


class Shelf:
    """Keeps the replays asked for last: a game that is watched is not replayed from its start every second."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: OrderedDict[int, tuple[str, Replay]] = OrderedDict()

    def record(self, told: str) -> GameRecord:
        """Return the game of an address, by its number or the board's id; raises ``HTTPException`` without one."""
        return _record(self._store, told)

    def replay(self, told: str) -> tuple[Replay, str]:
        """Return a game's replay and its version; raises ``HTTPException`` when there is no such game."""
        record = self.record(told)
        version = _version(record)
        with self._lock:
            kept = self._kept.get(record.id)
            if kept is not None and kept[0] == version:
                self._kept.move_to_end(record.id)
                return kept[1], version
        replay = replay_of(record)
        with self._lock:
            self._kept[record.id] = version, replay
            self._kept.move_to_end(record.id)
            while len(self._kept) > 1 and not self._has_room():
                self._kept.popitem(last=False)
        return replay, version

    def _has_room(self) -> bool:
        discs = sum(len(ply.position["pieces"]) for _, replay in self._kept.values() for ply in replay.plies)
        return len(self._kept) <= GAMES_KEPT and discs <= DISCS_KEPT


def _record(store: Store, told: str) -> GameRecord:
    if len(told) > LONGEST_ID or not told.isprintable():
        raise HTTPException(404, "There is no such game.")
    try:
        return store.record(int(told) if told.isdecimal() and told.isascii() and len(told) <= 9 else told)
    except RecordError:
        raise HTTPException(404, f"There is no game {told}.") from None


def _version(record: GameRecord) -> str:
    """Return a text that changes with everything a replay shows; events are only ever added."""
    told = (record.id, record.game, len(record.events), record.white, record.black, record.ending, record.ended_at)
    return sha256(repr(told).encode()).hexdigest()[:24]
