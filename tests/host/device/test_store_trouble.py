"""Faults on the host's side: the store locked or full. Nothing is lost, doubled or corrupt."""

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from hexlume_host.device.store_trouble import StoreTrouble
from hexlume_host.errors import StoreUnavailableError
from hexlume_host.store import database
from hexlume_host.store.database import Database
from hexlume_host.store.repository import Store
from tests.host.device.recording_listener import logging

pytestmark = pytest.mark.integration


def test_a_store_that_stays_locked_costs_nothing(
    make_board: Any,
    random_game: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    wait_until: Callable[..., None],
) -> None:
    """Another program holds it for longer than a commit waits, again and again; it is told of once."""
    where = str(tmp_path / "s.sqlite")
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    board = make_board()
    actions, result, reason = random_game(3)
    game = board.begin(board="hex3")
    half = len(actions) // 2
    with closing(Database(where, create=True)) as other, Store(where) as store, logging(board.port, store) as recorder:
        for action in actions[:half]:
            board.act(*action)
        board.wait_acked()
        commit = Mock(side_effect=store.commit)
        with other.writing():
            monkeypatch.setattr(store, "commit", commit)
            board.play(actions[half:], result, reason)
            wait_until(lambda: commit.call_count > 5)
            assert board.acked() == half
        board.wait_acked()
        assert [(action.action, action.colour) for action in store.record(game).actions] == actions
        assert recorder.received("notice") == [
            f"The store {store.where} is locked by another program. The board keeps what it played until that is over.",
            f"The store {store.where} keeps events again.",
        ]
        assert [event.seq for event in recorder.events] == list(range(len(actions) + 2))


def test_a_full_disk_costs_nothing(small_disk: Path, make_board: Any, wait_until: Callable[..., None]) -> None:
    filler = small_disk / "filler"
    fill(filler)
    with pytest.raises(StoreUnavailableError, match=r"has no room: make some on its disk\.$"):
        Store(small_disk / "s.sqlite")
    filler.unlink()
    board = make_board()
    game = board.begin()
    with Store(small_disk / "s.sqlite") as store, logging(board.port, store) as recorder:
        board.wait_acked()
        fill(filler)

        def full() -> bool:
            """Play on, until the host tells that it cannot keep that: SQLite may have some room left in its files."""
            board.act("Wd4", "white")
            return bool(recorder.received("notice"))

        wait_until(full, 60)
        # What was acknowledged is there.
        assert board.acked() < len(store.record(game).events) <= board.record.count
        filler.unlink()
        board.wait_acked()
        told = recorder.received("notice")
        # A try with fewer events may have found room in between.
        assert told == [
            f"The store {store.where} has no room: make some on its disk. "
            "The board keeps what it played until that is over.",
            f"The store {store.where} keeps events again.",
        ] * (len(told) // 2)
        assert [event.seq for event in store.record(game).events] == list(range(board.record.count))
        assert [event.seq for event in recorder.events] == list(range(board.record.count))
    assert_sound(small_disk / "s.sqlite")


def test_trouble_and_its_end_are_reported_once_by_all_loggers() -> None:
    said: list[str] = []
    trouble = StoreTrouble()
    for _ in range(2):
        with trouble.reported(said.append):
            raise StoreUnavailableError("The store has no room.")
    assert said == ["The store has no room. The board keeps what it played until that is over."]
    for _ in range(2):
        trouble.passed("s.sqlite", said.append)
    assert said[1:] == ["The store s.sqlite keeps events again."]


def fill(path: Path) -> None:
    """Fill a disk to its last byte."""
    with path.open("wb", buffering=0) as file:
        for piece in (4096, 1):
            with suppress(OSError):
                while True:
                    file.write(b"x" * piece)
        with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
            file.write(b"x")


def assert_sound(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
