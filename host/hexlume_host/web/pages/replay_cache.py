"""Replay cache: the replays that pages requested last."""

from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from hexlume_record.errors import RecordError
from hexlume_record.game.events import LONGEST_ID
from hexlume_record.game.record import GameRecord
from hexlume_record.game.replay import Replay, replay_of

from ...store.repository import Store

MAX_GAMES = 8
"""The longest games have some ten megabytes each."""


@dataclass(frozen=True)
class _Versioned:
    version: str
    record: GameRecord = field(compare=False)


class ReplayCache:
    """The replays requested last: a watched game is not replayed from its start for every page."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replay = lru_cache(MAX_GAMES)(lambda game: replay_of(game.record))

    def replay(self, address: str) -> tuple[Replay, str]:
        """Return a game's replay and its version; raises ``RecordError`` when there is no such game."""
        record = stored_game(self._store, address)
        version = _version(record)
        return self._replay(_Versioned(version, record)), version


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
