"""A store that cannot be written is read: by another user, and on a drive that is mounted read-only."""

import subprocess
from pathlib import Path

import pytest

from hexlume_host.errors import StoreError, StoreUnavailableError
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")
START_DATA = {"rules": "orochi", "board": "hex4", "options": {}}


def play(store: Store, game: str = "b0a4d-1-1") -> None:
    action = {"action": "Wd4", "colour": "white"}
    store.commit(BOARD, [BoardEvent(game, 0, START, 0, START_DATA), BoardEvent(game, 1, ACTION, 1, action)])


def test_a_store_on_a_read_only_drive_is_read(small_disk: Path) -> None:
    path = small_disk / "s.sqlite"
    with Store(path) as store:
        play(store)
    files = {file.name: file.read_bytes() for file in small_disk.iterdir()}
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with Store(path, create=False) as store:
        assert [game.action_count for game in store.games()] == [1]
        assert len(store.record("b0a4d-1-1").events) == 2
        for _ in range(2):
            with pytest.raises(StoreError) as refused:
                play(store, "b0a4d-1-2")
            assert not isinstance(refused.value, StoreUnavailableError)
            assert str(refused.value) == (
                f"The store {path} is read-only (attempt to write a readonly database): "
                "allow hexlume to write it, or name another one."
            )
        assert len(store.games()) == 1
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    assert {file.name: file.read_bytes() for file in small_disk.iterdir()} == files
