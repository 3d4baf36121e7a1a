"""The store: exactly once, in order, and in one sentence when something is wrong."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexlume_host.errors import RecordError, StoreBusyError, StoreError
from hexlume_host.events import ABANDON, ACTION, RESULT, START, UNDO, BoardEvent
from hexlume_host.record import ABANDONED, FINISHED, UNFINISHED
from hexlume_host.store import Board, Players, Store

BOARD = Board("b0a4d", "hex4", "0.1.0")


def events_of(game: str, *kinds: str) -> list[BoardEvent]:
    data: dict[str, dict[str, Any]] = {
        START: {"rules": "orochi", "on": "hex4", "options": {}},
        ACTION: {"action": "Wd4", "colour": "white"},
        RESULT: {"result": "W+", "reason": "larger group"},
    }
    return [BoardEvent(game, seq, kind, 10 * seq, data.get(kind, {})) for seq, kind in enumerate((START, *kinds))]


def test_events_are_kept_in_order_and_once(store: Store) -> None:
    events = events_of("g", ACTION, ACTION, RESULT)
    first = store.commit(BOARD, events[:2], Players("Ann", "Ben"))
    assert (first.new, first.last) == (events[:2], {"g": 1})
    again = store.commit(BOARD, events[:3])
    assert (again.new, again.last, again.ahead) == (events[2:3], {"g": 2}, [])
    record = store.record("g")
    assert [(event.seq, event.kind, event.ticks) for event in record.events] == [
        (0, START, 0),
        (1, ACTION, 10),
        (2, ACTION, 20),
    ]
    assert (record.white, record.black) == ("Ann", "Ben")
    assert record.events[0].at.tzinfo is not None


def test_events_from_the_future_are_refused(store: Store) -> None:
    events = events_of("g", ACTION, ACTION)
    refused = store.commit(BOARD, [events[1]])
    assert (refused.ahead, refused.last) == ([events[1]], {"g": -1})
    store.commit(BOARD, events[:1])
    assert store.commit(BOARD, [events[2]]).last == {"g": 0}


@settings(max_examples=25, deadline=None)
@given(order=st.lists(st.integers(0, 5), max_size=60))
def test_any_order_of_arrival_ends_as_a_prefix(tmp_path_factory: pytest.TempPathFactory, order: list[int]) -> None:
    """However events arrive, the store holds the first ones, each once, and says which is next."""
    events = events_of("g", ACTION, ACTION, UNDO, ACTION, RESULT)
    held = -1
    with Store(tmp_path_factory.mktemp("order") / "s.sqlite") as store:
        for at in order:
            committed = store.commit(BOARD, [events[at]])
            held = max(held, at if at == held + 1 else held)
            assert committed.last == {"g": held}
        if held >= 0:
            assert [event.seq for event in store.record("g").events] == list(range(held + 1))


@pytest.mark.parametrize(
    ("kinds", "status", "result", "actions"),
    [
        ((), UNFINISHED, None, 0),
        ((ACTION, ACTION), UNFINISHED, None, 2),
        ((ACTION, UNDO), UNFINISHED, None, 0),
        ((ACTION, ACTION, RESULT), FINISHED, "W+", 2),
        ((ACTION, ACTION, RESULT, UNDO), UNFINISHED, None, 1),
        ((ACTION, ACTION, RESULT, UNDO, ACTION, RESULT), FINISHED, "W+", 2),
        ((ACTION, ABANDON), ABANDONED, None, 1),
    ],
)
def test_status_and_standing_actions(
    store: Store, kinds: tuple[str, ...], status: str, result: str | None, actions: int
) -> None:
    store.commit(BOARD, events_of("g", *kinds))
    record, summary = store.record(1), store.games()[0]
    assert (record.ending.status, record.ending.result) == (status, result)
    assert (record.ended_at is None) == (status == UNFINISHED)
    assert len(record.actions) == summary.action_count == actions
    assert summary.ending == record.ending
    assert ("g" in store.unfinished()) == (status == UNFINISHED)


def test_unfinished_games_of_a_board(store: Store) -> None:
    for number in range(10):
        store.commit(BOARD, events_of(f"g{number}", ACTION))
    store.commit(Board("other", "hex4", ""), events_of("theirs"))
    assert store.unfinished(BOARD.id) == {f"g{number}": 1 for number in range(2, 10)}
    assert "theirs" in store.unfinished()


def test_another_event_under_the_same_number_is_a_conflict(store: Store) -> None:
    events = events_of("g", ACTION)
    store.commit(BOARD, events)
    other = BoardEvent("g", 1, ACTION, 10, {"action": "Bd4", "colour": "white"})
    committed = store.commit(BOARD, [other])
    assert "is not the one of that name" in committed.conflicts["g"]
    assert committed.last == {}


def test_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(RecordError, match="There is no game 7 in the store"):
        store.record(7)


def test_two_threads_share_a_store(store: Store) -> None:
    def log(board: str) -> None:
        for event in events_of(board, *[ACTION] * 30):
            store.commit(Board(board, "hex4", ""), [event])

    threads = [threading.Thread(target=log, args=(name,)) for name in ("one", "two")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(store.record(name).events) for name in ("one", "two")] == [31, 31]


def test_sqlite_is_set_up_to_survive(store: Store) -> None:
    with store._database.reading() as session:
        values = [
            session.connection().exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    assert values == ["wal", 2, 1, 5000]


def test_a_locked_store_is_told_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    with store._database.writing() as session:
        session.connection().exec_driver_sql("PRAGMA busy_timeout=1")
    locker = sqlite3.connect(store.where, isolation_level=None)
    locker.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusyError, match="is locked by another program"):
        store.commit(BOARD, events_of("g"))
    locker.execute("ROLLBACK")
    locker.close()
    assert store.commit(BOARD, events_of("g")).last == {"g": 0}


def test_stores_that_cannot_be_opened_say_why(tmp_path: Path) -> None:
    def error(where: object, create: bool = True) -> str:
        with pytest.raises(StoreError) as caught:
            Store(str(where), create=create)
        assert "\n" not in str(caught.value)
        return str(caught.value)

    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"no database at all" * 100)
    assert "file is not a database" in error(garbage)
    assert "unable to open" in error(tmp_path)
    assert "There is no store" in error(tmp_path / "missing", create=False)
    assert "cannot be used" in error(garbage / "below" / "store.sqlite")
    assert "is no database URL" in error("://")
    assert "cannot be used" in error("nonsense://x/y")
    foreign = tmp_path / "foreign"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    assert "not a Hexlume store" in error(foreign)


def test_a_newer_store_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite"
    Store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE hexlume_schema SET version = 99")
    connection.close()
    with pytest.raises(StoreError, match="has version 99 and this hexlume reads version 1"):
        Store(path)
