"""A store whose files are moved, deleted or replaced while it is in use: what was acknowledged can be found."""

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event

from hexlume_host.errors import StoreMovedError, StoreUnavailableError
from hexlume_host.store.repository import Board, Store
from hexlume_record.game.events import ACTION, START, BoardEvent
from tests.host.device.recording_listener import logging

pytestmark = pytest.mark.integration

BOARD = Board("b0a4d", "hex4", "0.1.0")
AGAIN = "keeps events again."


def game(count: int) -> list[BoardEvent]:
    """Return the first events of a game."""
    start = BoardEvent("g", 0, START, 0, {"rules": "orochi", "on": "hex4", "options": {}})
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


def move_to_another_disk(path: Path) -> None:
    """Do what mv(1) does then: copy, and delete."""
    shutil.copy(path, path.with_name("moved.sqlite"))
    path.unlink()


@pytest.mark.sample(1)
@pytest.mark.parametrize("lose", [move, move_all, move_to_another_disk, Path.unlink])
def test_nothing_is_acknowledged_into_a_store_that_is_gone(
    lose: Callable[[Path], object], make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    path, saved = tmp_path / "s.sqlite", tmp_path / "s.sqlite.saved"
    board = make_board()
    identity = board.begin()
    with Store(path) as store, logging(board.port, store) as recorder:
        for _ in range(4):
            board.act("Wd4", "white")
        board.wait_acked()
        lose(path)
        for _ in range(4):
            board.act("Wd5", "white")
        wait_until(lambda: bool(recorder.received("notice")))
        assert board.acked() == 4
        assert events_in(saved) == 5
        assert recorder.received("notice") == [
            f"The store {path} was moved, deleted or replaced while in use; its games are saved in {saved}: rename "
            "that file to s.sqlite to go on with them. The board keeps what it played until that is over."
        ]
        saved.rename(path)
        board.wait_acked()
        wait_until(lambda: len(recorder.received("notice")) > 1)
        assert recorder.received("notice")[1:] == [f"The store {path} {AGAIN}"]
        assert [action.action for action in store.record(identity).actions] == ["Wd4"] * 4 + ["Wd5"] * 4
    assert events_in(path) == 9
    assert sorted(file.name for file in tmp_path.glob("s.*")) == ["s.sqlite"]


def test_a_store_that_comes_back_is_used_again(
    make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    path, away = tmp_path / "s.sqlite", tmp_path / "away.sqlite"
    board = make_board()
    board.begin()
    with Store(path) as store, logging(board.port, store) as recorder:
        board.wait_acked()
        path.rename(away)
        board.act("Wd4", "white")
        wait_until(lambda: bool(recorder.received("notice")))
        assert board.acked() == 0
        away.rename(path)
        board.wait_acked()
    assert events_in(path) == 2


def test_a_board_tells_a_restored_store_what_that_has_not(
    make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    """A backup that is put in place while the store is in use is not mixed with the log of the file before it."""
    path, backup = tmp_path / "s.sqlite", tmp_path / "backup.sqlite"
    board = make_board()
    identity = board.begin()
    with Store(path) as store, logging(board.port, store) as recorder:
        board.act("Wd4", "white")
        board.wait_acked()
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as target:
            source.backup(target)
        for _ in range(20):
            board.act("Wd5", "white")
        board.wait_acked()
        backup.rename(path)
        board.act("Wd3", "white")
        wait_until(lambda: bool(recorder.received("notice")))
        board.wait_acked()
        assert [action.action for action in store.record(identity).actions] == ["Wd4"] + ["Wd5"] * 20 + ["Wd3"]
    assert events_in(path) == 23
    assert events_in(tmp_path / "s.sqlite.saved") == 22


@pytest.mark.parametrize("suffix", ["-wal", "-shm"])
def test_a_log_that_is_deleted_costs_nothing(
    suffix: str, make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    path = tmp_path / "s.sqlite"
    board = make_board()
    board.begin()
    with Store(path) as store, logging(board.port, store) as recorder:
        board.act("Wd4", "white")
        board.wait_acked()
        path.with_name(path.name + suffix).unlink()
        board.act("Wd5", "white")
        board.wait_acked()
        assert recorder.received("notice")[0] == (
            f"{path}-wal or -shm was moved or deleted while the store was in use; nothing is lost. "
            "The board keeps what it played until that is over."
        )
        assert len(recorder.received("notice")) == 2
    assert events_in(path) == 3


def other_store(path: Path, events: int = 30) -> bytes:
    """Return the content of another store, whose board had the same ids."""
    with Store(path) as store:
        store.commit(BOARD, game(events))
    return path.read_bytes()


def write_over(path: Path, content: bytes) -> None:
    """Do what cp(1) does: the file stays the same one."""
    with path.open("r+b") as file:
        file.truncate(0)
        file.write(content)


OVERWRITTEN = {
    "by nothing": lambda content, folder: b"",
    "by its beginning": lambda content, folder: content[: 2 * 4096],
    "by its first bytes": lambda content, folder: content[:50],
    "by garbage": lambda content, folder: b"no database at all" * 5000,
    "by another store": lambda content, folder: other_store(folder / "other.sqlite"),
    "by another database": lambda content, folder: other_database(folder / "other.sqlite"),
}


def other_database(path: Path) -> bytes:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    return path.read_bytes()


@pytest.mark.parametrize("checkpoint", [False, True])
@pytest.mark.parametrize("how", sorted(OVERWRITTEN))
def test_nothing_is_acknowledged_into_a_store_that_was_overwritten(how: str, checkpoint: bool, tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(40))
        if checkpoint:
            with closing(sqlite3.connect(path)) as connection:
                connection.execute("PRAGMA wal_checkpoint")
        content = OVERWRITTEN[how](path.read_bytes(), tmp_path)
        write_over(path, content)
        for _ in range(2):
            with pytest.raises(
                StoreMovedError, match=r"^The store .*s\.sqlite was moved, deleted or replaced while in use"
            ):
                store.commit(BOARD, game(41))
            if how == "by another store":
                break
        if how == "by another store":
            assert store.commit(BOARD, game(31)).last == {"g": 30}
            assert events_in(path) == 31
    if how != "by another store":
        assert path.read_bytes() == content
    for saved in tmp_path.glob("s.sqlite.saved*"):
        assert events_in(saved) == 40


def test_an_older_copy_of_a_store_written_over_it_is_noticed(
    make_board: Any, tmp_path: Path, wait_until: Callable[..., None]
) -> None:
    path = tmp_path / "s.sqlite"
    board = make_board()
    identity = board.begin()
    with Store(path) as store, logging(board.port, store):
        for _ in range(3):
            board.act("Wd4", "white")
        board.wait_acked()
    copied = path.read_bytes()
    with Store(path) as store, logging(board.port, store):
        for _ in range(20):
            board.act("Wd5", "white")
        board.wait_acked()
    with Store(path) as store, logging(board.port, store) as recorder:
        board.act("Wd4", "white")
        board.wait_acked()
        write_over(path, copied)
        board.act("Wd3", "white")
        board.wait_acked()
        assert events_in(path) == 26
        assert len(recorder.received("notice")) == 2
        assert [action.action for action in store.record(identity).actions] == (
            ["Wd4"] * 3 + ["Wd5"] * 20 + ["Wd4", "Wd3"]
        )


def test_two_programs_notice_that_their_store_was_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store, Store(path) as other:
        store.commit(BOARD, game(5))
        assert other.record("g").events
        content = other_store(tmp_path / "other.sqlite")
        write_over(path, content)
        for one in (store, other):
            with pytest.raises(StoreMovedError):
                one.check()
        for one in (other, store):
            assert len(one.record("g").events) == 30
    assert events_in(path) == 30


@pytest.mark.parametrize("lose", ["overwritten", "without its log"])
def test_no_connection_is_opened_beside_one_whose_log_is_gone(lose: str, tmp_path: Path) -> None:
    """Within a process SQLite shares the index of the log: the new connection would have the old one's."""
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(5))
        content = other_store(tmp_path / "other.sqlite", 3)
        with store.reading() as reader:
            reader.connection().exec_driver_sql("SELECT * FROM games").all()
            if lose == "overwritten":
                write_over(path, content)
            else:
                path.with_name("s.sqlite-wal").unlink()
            for _ in range(3):
                with pytest.raises(StoreUnavailableError):
                    store.commit(BOARD, game(6))
        with suppress(StoreUnavailableError):
            # The reader's connection notices it, too.
            store.check()
        assert store.commit(BOARD, game(6)).last == {"g": 5}
        assert events_in(path) == 6


def test_checkpoints_of_other_programs_are_no_overwriting(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store, closing(sqlite3.connect(path, isolation_level=None)) as other:
        for count in range(1, 40):
            assert store.commit(BOARD, game(count)).last == {"g": count - 1}
            other.execute(f"PRAGMA wal_checkpoint({('PASSIVE', 'TRUNCATE', 'RESTART')[count % 3]})").close()
            store.check()
        other.execute("DELETE FROM boards").close()
        other.execute("VACUUM").close()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        assert store.commit(BOARD, game(41)).last == {"g": 40}


def test_a_backup_restored_by_sqlite_is_no_overwriting(tmp_path: Path) -> None:
    """SQLite's own ``.restore`` writes within a transaction."""
    path, backup = tmp_path / "s.sqlite", tmp_path / "backup.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(3))
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(backup)) as target:
            source.backup(target)
        store.commit(BOARD, game(9))
        with closing(sqlite3.connect(path)) as target, closing(sqlite3.connect(backup)) as source:
            source.backup(target)
        assert len(store.record("g").events) == 3
        assert store.commit(BOARD, game(9)).last == {"g": 8}
    assert events_in(path) == 9


def test_what_is_moved_during_a_commit_is_not_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(1))
        with pytest.raises(StoreMovedError), store.writing():
            path.rename(tmp_path / "away.sqlite")
        with pytest.raises(StoreMovedError), store.reading():
            pass


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_saved_store_has_the_permissions_of_the_store(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(2))
        path.chmod(mode)
        store.commit(BOARD, game(3))
        path.unlink()
        with pytest.raises(StoreMovedError, match="saved"):
            store.commit(BOARD, game(4))
    assert (tmp_path / "s.sqlite.saved").stat().st_mode & 0o777 == mode
    assert events_in(tmp_path / "s.sqlite.saved") == 3


def test_where_nothing_can_be_saved_the_sentence_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    with Store(folder / "s.sqlite") as store:
        store.commit(BOARD, game(3))
        folder.rename(tmp_path / "away")
        with pytest.raises(StoreMovedError, match=r"while in use: put it back, or stop hexlume and start it again\.$"):
            store.commit(BOARD, game(4))
        (tmp_path / "away").rename(folder)
        assert store.commit(BOARD, game(4)).last == {"g": 3}


def test_a_deleted_store_is_saved_when_ctrl_c_interrupts_its_last_connection(tmp_path: Path) -> None:
    """SQLAlchemy closes a connection whose statement was interrupted: that was all there was of the store."""
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(3))
        with pytest.raises(KeyboardInterrupt), store.writing() as session:
            connection = session.connection()
            connection.exec_driver_sql("DELETE FROM events")
            path.unlink()
            event.listen(connection, "before_cursor_execute", interrupted)
            connection.exec_driver_sql("SELECT 1")
        with pytest.raises(StoreMovedError, match=r"its games are saved in .*s\.sqlite\.saved"):
            store.check()
    assert events_in(tmp_path / "s.sqlite.saved") == 3


def interrupted(*_: object) -> None:
    """Do what Ctrl-C does in the middle of a statement."""
    raise KeyboardInterrupt


INSTANTS = ["checkout", "engine_connect", "begin", "before_cursor_execute", "checkin"]
"""Where SQLAlchemy tells what it does in a transaction: left there, it may lose a connection or complain of itself."""


@contextmanager
def ctrl_c_at(store: Store, instant: str) -> Iterator[pytest.ExceptionInfo[KeyboardInterrupt]]:
    """Have Ctrl-C come at an instant of a transaction, and expect it to be heard.

    As long as what it yields is there, so is all that was on the stack: as where a command says what was kept.
    """
    pressed = []

    def press(*_: object) -> None:
        pressed.append(instant)
        signal.raise_signal(signal.SIGINT)

    engine = store._reading
    event.listen(engine, instant, press)
    with pytest.raises(KeyboardInterrupt) as heard:
        yield heard
    event.remove(engine, instant, press)
    assert pressed


@pytest.mark.sample(2)
@pytest.mark.parametrize("instant", [*INSTANTS, "rollback"])
def test_a_deleted_store_is_saved_at_whatever_instant_ctrl_c_comes(tmp_path: Path, instant: str) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(3))
        path.unlink()
        with ctrl_c_at(store, instant) as heard:
            store.commit(BOARD, game(4))
        with pytest.raises(StoreMovedError, match=r"its games are saved in .*s\.sqlite\.saved"):
            store.check()
        del heard
    assert events_in(tmp_path / "s.sqlite.saved") == 3


@pytest.mark.sample(2)
@pytest.mark.parametrize("instant", [*INSTANTS, "commit"])
def test_ctrl_c_within_a_commit_comes_after_it(tmp_path: Path, instant: str) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(1))
        with ctrl_c_at(store, instant):
            store.commit(BOARD, game(2))
        assert events_in(path) == 2
        assert store.commit(BOARD, game(3)).last == {"g": 2}


def test_a_store_that_was_moved_is_saved_at_the_end_too(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    with Store(path) as store:
        store.commit(BOARD, game(3))
        move(path)
    assert events_in(tmp_path / "s.sqlite.saved") == 3
    # Nothing is left that SQLite would apply to another database of that name.
    assert list(tmp_path.glob("s.sqlite-*")) == []


@pytest.mark.parametrize("name", ["a#b.sqlite", "a?mode=ro", "a%20b", "ä ö", "file:a"])
def test_any_name_of_a_file_is_a_name(tmp_path: Path, name: str) -> None:
    """It is not taken for a part of a URL, which is what SQLite is given."""
    for count in (1, 2):
        with Store(tmp_path / name) as store:
            assert store.commit(BOARD, game(count)).last == {"g": count - 1}
        assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_store_whose_connections_were_all_closed_has_not_moved(tmp_path: Path) -> None:
    """After an error of the disk SQLAlchemy closes connections; with the last one SQLite removes the log."""
    with Store(tmp_path / "s.sqlite") as store:
        store.commit(BOARD, game(1))
        store._reading.dispose()
        assert not (tmp_path / "s.sqlite-wal").exists()
        assert store.commit(BOARD, game(2)).last == {"g": 1}


STEPS = {
    "commit": lambda path: None,
    "move": move,
    "move all": move_all,
    "delete": Path.unlink,
    "delete log": lambda path: path.with_name(f"{path.name}-wal").unlink(),
    "delete index": lambda path: path.with_name(f"{path.name}-shm").unlink(),
    "back": lambda path: path.with_name("moved.sqlite").rename(path),
    "saved": lambda path: max(path.parent.glob("s.sqlite.saved*"), key=events_in).rename(path),
    "backup": lambda path: shutil.copy(path, path.with_name("backup.sqlite")),
    "restore": lambda path: path.with_name("backup.sqlite").rename(path),
    "write backup over": lambda path: write_over(path, path.with_name("backup.sqlite").read_bytes()),
    "truncate": lambda path: os.truncate(path, 0),
    "cut": lambda path: os.truncate(path, 8192),
}
DESTROYED = ("write backup over", "truncate", "cut")
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
                    with suppress(StoreUnavailableError):
                        acknowledged = store.commit(BOARD, game(count)).last["g"] + 1
                        assert acknowledged == count
                        assert events_in(path) == count
        files = [file for file in Path(folder).iterdir() if not file.name.endswith(("-wal", "-shm"))]
        # A file that was cut short may lie around, also as a copy, or moved.
        damaged = suppress(sqlite3.DatabaseError) if "cut" in steps else nullcontext()
        found = []
        for file in files:
            with damaged:
                found.append(events_in(file))
        assert max(found, default=0) >= acknowledged or not acknowledged
