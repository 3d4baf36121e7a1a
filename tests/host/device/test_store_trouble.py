"""Faults on the host's side: the store locked or full. Nothing is lost, doubled or corrupt."""

import errno
import os
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from hexlume_host.device.boards_logger import BoardsLogger
from hexlume_host.errors import StoreUnavailableError
from hexlume_host.store import database
from hexlume_host.store.database import Database
from hexlume_host.store.repository import Store
from tests.host.device.recording_listener import RecordingListener, logging

pytestmark = pytest.mark.integration


def actions_of(store: Store, game: str) -> list[tuple[str, str]]:
    return [(action.action, action.colour) for action in store.record(game).actions]


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_store_that_stays_locked_costs_nothing(
    kind: str,
    make_board: Any,
    random_game: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    wait_until: Callable[..., None],
) -> None:
    """Another program holds it for longer than a commit waits, again and again; it is told of once."""
    where = str(tmp_path / "s.sqlite") if kind == "sqlite" else request.getfixturevalue("postgresql").database()
    other = Database(where, create=True)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    monkeypatch.setitem(database._POSTGRESQL_SETTINGS, "lock_timeout", "200ms")
    board = make_board()
    actions, result, reason = random_game(3)
    game = board.begin(on="hex3")
    half = len(actions) // 2
    with closing(other), Store(where) as store, logging(board.port, store) as recorder:
        for action in actions[:half]:
            board.act(*action)
        board.wait_acked()
        with other.writing():
            tries = 0
            count = store.commit

            def commit(*arguments: Any) -> Any:
                nonlocal tries
                tries += 1
                return count(*arguments)

            monkeypatch.setattr(store, "commit", commit)
            board.play(actions[half:], result, reason)
            wait_until(lambda: tries > 5)
            assert board.acked() == half
        board.wait_acked()
        assert actions_of(store, game) == actions
        assert recorder.received("notice") == [
            f"The store {store.where} is locked by another program. The board keeps what it played until that is over.",
            f"The store {store.where} keeps events again.",
        ]
        assert [event.seq for event in recorder.events] == list(range(len(actions) + 2))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with room for 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no file system may be mounted here ({mounted.stderr.strip()}); test_database.py limits SQLite")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_a_full_disk_costs_nothing(small_disk: Path, make_board: Any, wait_until: Callable[..., None]) -> None:
    board = make_board()
    game = board.begin()
    played = []
    with Store(small_disk / "s.sqlite") as store, logging(board.port, store) as recorder:

        def full() -> bool:
            """Play on, until the host tells that it cannot keep that: SQLite may have some room left in its files."""
            board.act("Wd4", "white")
            played.append(("Wd4", "white"))
            return len(recorder.received("notice")) % 2 == 1

        for number in range(3):
            board.wait_acked()
            fill(small_disk / "filler")
            wait_until(full, 60)
            # What was acknowledged is there, and nothing else but what comes next.
            acked = board.acked()
            seqs = [event.seq for event in store.record(game).events]
            assert seqs == list(range(len(seqs)))
            assert acked < len(seqs) <= len(played) + 1
            (small_disk / "filler").unlink()
            board.wait_acked()
            # A try with fewer events may have found room in between.
            told = recorder.received("notice")
            assert len(told) >= 2 * (number + 1)
            assert told == [
                f"The store {store.where} has no room: make some on its disk. "
                "The board keeps what it played until that is over.",
                f"The store {store.where} keeps events again.",
            ] * (len(told) // 2)
        assert actions_of(store, game) == played
        assert [event.seq for event in recorder.events] == list(range(len(played) + 1))
    assert_sound(small_disk / "s.sqlite")


def test_a_full_disk_is_not_said_to_have_room_before_it_has(
    small_disk: Path, make_board: Any, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., None]
) -> None:
    """Neither a board that tells once more what the store has, nor a little room in SQLite's own files, is room."""
    board = make_board()
    board.begin()
    with Store(small_disk / "s.sqlite") as store, logging(board.port, store) as recorder:
        board.act("Wd4", "white")
        board.wait_acked()
        tries = 0
        count = store.commit

        def commit(*arguments: Any) -> Any:
            nonlocal tries
            tries += 1
            return count(*arguments)

        monkeypatch.setattr(store, "commit", commit)

        def keep_trying() -> None:
            before = tries
            wait_until(lambda: tries > before + 5)

        fill(small_disk / "filler")
        while not recorder.received("notice"):
            board.act("Wd4", "white")
            time.sleep(0.01)
        board.unplug()
        # At a new connection a board tells first what may well be known: its games' first events.
        board.plug_in()
        keep_trying()
        with (small_disk / "filler").open("r+b") as file:
            file.truncate((small_disk / "filler").stat().st_size - 64 * 1024)
        board.wait_acked()
        assert len(recorder.received("notice")) == 1
        (small_disk / "filler").unlink()
        board.act("Wd4", "white")
        board.wait_acked()
        wait_until(lambda: len(recorder.received("notice")) == 2)
        assert recorder.received("notice") == [
            f"The store {store.where} has no room: make some on its disk. "
            "The board keeps what it played until that is over.",
            f"The store {store.where} keeps events again.",
        ]


def test_several_boards_report_trouble_with_the_store_once(
    make_board: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., None]
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.5)
    boards = [make_board(board=f"b{number}") for number in range(3)]
    recorders: list[RecordingListener] = []

    def listen(port: str) -> list[RecordingListener]:
        recorders.append(RecordingListener())
        return recorders[-1:]

    def notices() -> list[str]:
        return [sentence for recorder in recorders for sentence in recorder.received("notice")]

    with closing(Database(str(tmp_path / "s.sqlite"), create=True)) as other, Store(tmp_path / "s.sqlite") as store:
        logger = BoardsLogger(lambda: [board.port for board in boards], store, listen)
        thread = threading.Thread(target=logger.run)
        thread.start()
        try:
            for board in boards:
                board.begin()
                board.wait_acked()
            with other.writing():
                for board in boards:
                    board.act("Wd4", "white")
                wait_until(lambda: bool(notices()))
                time.sleep(0.5)
            for board in boards:
                board.wait_acked()
            wait_until(lambda: len(notices()) > 1)
        finally:
            logger.stop()
            thread.join()
    assert sorted(notices()) == [
        f"The store {store.where} is locked by another program. The board keeps what it played until that is over.",
        f"The store {store.where} keeps events again.",
    ]


def test_a_store_is_not_made_on_a_full_disk(small_disk: Path) -> None:
    fill(small_disk / "filler")
    with pytest.raises(StoreUnavailableError, match=r"has no room: make some on its disk\.$"):
        Store(small_disk / "s.sqlite")
    (small_disk / "filler").unlink()
    Store(small_disk / "s.sqlite").close()


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
