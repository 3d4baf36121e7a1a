"""A store whose file is moved, deleted, replaced or overwritten while it is in use: no commit goes elsewhere."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import delete, event

from hexlume_host.errors import StoreError, StoreMovedError
from hexlume_host.store.models import EventRow
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent
from tests.host.device.recording_listener import logging

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")
GONE = "was moved, deleted or replaced while in use: put a store there, or stop hexlume and start it again."


def game(count: int) -> list[BoardEvent]:
    """Return the first events of a game."""
    start = BoardEvent("g", 0, START, 0, {"rules": "orochi", "board": "hex4", "options": {}})
    action = {"action": "Wd4", "colour": "white"}
    return [start, *(BoardEvent("g", seq, ACTION, seq, action) for seq in range(1, count))][:count]


def events_in(path: Path) -> int:
    """Return how many events a database holds, which must be sound; -1 for a file that is no store."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        try:
            return int(connection.execute("SELECT count(*) FROM events").fetchone()[0])
        except sqlite3.OperationalError:
            return -1


def move(path: Path) -> None:
    path.rename(path.with_name("moved.sqlite"))


def move_all(path: Path) -> None:
    path.stat()
    for file in path.parent.glob(f"{path.name}*"):
        file.rename(file.with_name(f"elsewhere{file.name.removeprefix(path.stem)}"))


def test_nothing_is_acknowledged_into_a_store_that_is_gone(
    make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    """The moved file has all that was acknowledged before, and when it is back, the board goes on."""
    path = tmp_path / "s.sqlite"
    board = make_board()
    identity = board.begin()
    with Store(path) as store, logging(board.port, store) as recorder:
        for _ in range(4):
            board.act("Wd4", "white")
        board.wait_acked()
        move_all(path)
        for _ in range(4):
            board.act("Wd5", "white")
        wait_until(lambda: bool(recorder.received("notice")))
        assert board.acked() == 4
        (moved,) = (file for file in tmp_path.glob("*.sqlite") if file.stat().st_size)
        assert events_in(moved) == 5
        assert recorder.received("notice") == [
            f"The store {path} {GONE} The board keeps what it played until that is over."
        ]
        moved.rename(path)
        board.wait_acked()
        wait_until(lambda: recorder.received("notice")[-1] == f"The store {path} keeps events again.")
        assert [action.action for action in store.record(identity).actions] == ["Wd4"] * 4 + ["Wd5"] * 4
    assert events_in(path) == 9


def write_over(path: Path, content: bytes) -> None:
    """Do what cp(1) does: the file stays the same one."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


def other_database(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    return path.read_bytes()


@pytest.mark.parametrize("how", ["by its first bytes", "by garbage", "by another database"])
def test_nothing_is_mixed_with_what_was_written_over_a_store(how: str, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(40))
        content = {
            "by its first bytes": path.read_bytes()[:50],
            "by garbage": b"no database at all" * 5000,
            "by another database": other_database(tmp_path / "other.sqlite"),
        }[how]
        write_over(path, content)
        for _ in range(2):
            with pytest.raises(StoreError):
                store.commit(BOARD, game(41))
    assert path.read_bytes() == content


@pytest.mark.parametrize("lose", [move, Path.unlink])
@pytest.mark.parametrize("written", [False, True])
def test_what_is_moved_during_a_commit_is_not_acknowledged(
    written: bool, lose: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(1))
        with pytest.raises(StoreMovedError), store.writing() as session:
            if written:
                session.execute(delete(EventRow))
            lose(path)
            session.execute(delete(EventRow))
        with pytest.raises(StoreMovedError), store.reading():
            pass
    assert not path.exists()


INSTANTS = ["checkout", "engine_connect", "begin", "before_cursor_execute", "checkin"]
"""Where SQLAlchemy tells what it does in a transaction: left there, it may lose a connection or complain of itself."""


@pytest.mark.sample(2)
@pytest.mark.parametrize("instant", [*INSTANTS, "commit"])
def test_ctrl_c_within_a_commit_comes_after_it(tmp_path: Path, instant: str) -> None:
    path = tmp_path / "s.sqlite"
    pressed = []

    def press(*_: object) -> None:
        pressed.append(instant)
        signal.raise_signal(signal.SIGINT)

    with Store(path) as store:
        store.commit(BOARD, game(1))
        event.listen(store._reading, instant, press)
        # As long as the exception is there, so is all that was on the stack: as where a command says what was kept.
        with pytest.raises(KeyboardInterrupt) as heard:
            store.commit(BOARD, game(2))
        event.remove(store._reading, instant, press)
        assert pressed and heard
        assert events_in(path) == 2
        assert store.commit(BOARD, game(3)).last == {"g": 2}


@pytest.mark.parametrize("name", ["a#b.sqlite", "a?mode=ro", "a%20b", "ä ö", "file:a"])
def test_any_name_of_a_file_is_a_name(tmp_path: Path, name: str) -> None:
    """It is not taken for a part of a URL, which is what SQLite is given."""
    for count in (1, 2):
        with Store(tmp_path / name) as store:
            assert store.commit(BOARD, game(count)).last == {"g": count - 1}
        assert sorted(file.name for file in tmp_path.iterdir()) == [name, f"{name}-journal"]


STEPS = {
    "commit": lambda path: None,
    "move": move,
    "move all": move_all,
    "delete": Path.unlink,
    "delete journal": lambda path: path.with_name(f"{path.name}-journal").unlink(),
    "back": lambda path: path.with_name("moved.sqlite").rename(path),
    "backup": lambda path: shutil.copy(path, path.with_name("backup.sqlite")),
    "restore": lambda path: path.with_name("backup.sqlite").rename(path),
    "write backup over": lambda path: write_over(path, path.with_name("backup.sqlite").read_bytes()),
    "truncate": lambda path: os.truncate(path, 0),
    "cut": lambda path: os.truncate(path, 8192),
}
DESTROYED = ("delete", "restore", "write backup over", "truncate", "cut")
"""Steps after which what was acknowledged before may be nowhere."""


@given(st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=14))
def test_what_is_acknowledged_is_in_the_store_and_never_lost(steps: list[str]) -> None:
    """After each step a board tells all its events, twice; a person does whatever comes to mind with the files."""
    acknowledged = 0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "s.sqlite"
        with Store(path) as store:
            for count, step in enumerate(steps, 2):
                with suppress(OSError, ValueError):
                    STEPS[step](path)
                    if step in DESTROYED:
                        acknowledged = 0
                for _ in range(2):
                    with suppress(StoreError):
                        acknowledged = store.commit(BOARD, game(count)).last["g"] + 1
                        assert acknowledged == count
                        assert events_in(path) == count
        # A file that was cut short may lie around, also as a copy, or moved.
        damaged = suppress(sqlite3.DatabaseError) if "cut" in steps else nullcontext()
        found = []
        for file in Path(folder).glob("*.sqlite"):
            with damaged:
                found.append(events_in(file))
        assert max(found, default=0) >= acknowledged or not acknowledged
