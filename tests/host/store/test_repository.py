"""The store: exactly once, in order, whoever writes at the same time."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume_host.errors import StoreError
from hexlume_host.store import commit, database
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, UNFINISHED
from tests.host.conftest import wait_until

BOARD = Board("b0a4d", "hex4", "0.1.0")


@pytest.fixture
def where(tmp_path: Path) -> str:
    """Where a new store is to be."""
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store(where) as opened:
        yield opened


def events_of(game: str, *kinds: str) -> list[BoardEvent]:
    data: dict[str, dict[str, Any]] = {
        START: {"rules": "orochi", "board": "hex4", "options": {}},
        ACTION: {"action": "Wd4", "colour": "white"},
        RESULT: {"result": "W+", "reason": "larger-group"},
    }
    return [BoardEvent(game, seq, kind, 10 * seq, data.get(kind, {})) for seq, kind in enumerate((START, *kinds))]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.lists(st.integers(0, 5), max_size=60))
def test_any_order_of_arrival_ends_as_a_prefix(store: Store, order: list[int]) -> None:
    """However events arrive, the store holds the first ones, each once, and says which is next."""
    game = f"g{len(store.games())}"
    events = events_of(game, ACTION, ACTION, UNDO, ACTION, RESULT)
    held = -1
    for at in order:
        committed = store.commit(BOARD, [events[at]], Players("Ann", "Ben"))
        is_new, is_ahead = at == held + 1, at > held + 1
        held += is_new
        assert committed.last == {game: held}
        assert (committed.new, committed.ahead) == (events[at : at + is_new], events[at : at + is_ahead])
    if held >= 0:
        record = store.record(game)
        assert [(event.seq, event.kind, event.ticks) for event in record.events] == [
            (event.seq, event.kind, event.ticks) for event in events[: held + 1]
        ]
        assert (record.white, record.black) == ("Ann", "Ben") and record.events[0].at.tzinfo is not None


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
    store.commit(BOARD, events_of("b0a4d-1-1", *kinds))
    record, summary = store.record(1), store.games()[0]
    assert (record.ending.status, record.ending.result) == (status, result)
    assert (record.ended_at is None) == (status == UNFINISHED)
    assert len(record.actions) == summary.action_count == actions
    assert summary.ending == record.ending
    assert ("b0a4d-1-1" in store.unfinished()) == (status == UNFINISHED)


def test_unfinished_games_of_a_board(store: Store) -> None:
    for number in range(10):
        store.commit(BOARD, events_of(f"g{number}", ACTION))
    store.commit(Board("other", "hex4", ""), events_of("other-1-1"))
    assert store.unfinished(BOARD.id) == {f"g{number}": 1 for number in range(2, 10)}
    assert "other-1-1" in store.unfinished()


HONEST, OTHER = Board("b1", "hex4", ""), Board("b2", "hex4", "")


@pytest.mark.parametrize("ending", [CONCLUDE, ABANDON, UNDO, ACTION])
def test_a_board_cannot_go_on_with_the_game_of_another(store: Store, ending: str) -> None:
    events = events_of("b1-1-1", *[ACTION] * 41)
    store.commit(HONEST, events[:41])
    forged = BoardEvent("b1-1-1", 41, ending, 0, {"result": "W+", "reason": "resigned", "action": "Wd4"})
    refused = store.commit(OTHER, [forged])
    assert refused.conflicts == {"b1-1-1": "The board b2 sends events of b1-1-1, which is not its game."}
    assert (refused.new, refused.last) == ([], {})
    assert store.commit(HONEST, events).last == {"b1-1-1": 41}
    assert store.record("b1-1-1").ending.status == UNFINISHED


def test_a_board_cannot_take_an_id_that_another_will_use(store: Store) -> None:
    own = events_of("b2-1-1")
    refused = store.commit(OTHER, [*events_of("b1-1-1", ACTION, RESULT), *own])
    assert (refused.new, list(refused.conflicts), refused.last) == (own, ["b1-1-1"], {"b2-1-1": 0})
    assert [game.game for game in store.games()] == ["b2-1-1"]


def test_a_game_without_an_end_stops_growing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "MOST_EVENTS", 3)
    events = events_of("b1-1-1", *[ACTION] * 5)
    for _ in range(2):
        stored = store.commit(HONEST, events)
        assert stored.conflicts == {"b1-1-1": "The game b1-1-1 has more than 3 events: begin a new one."}
    assert len(store.record("b1-1-1").events) == 3
    assert store.commit(HONEST, events_of("b1-1-2")).last == {"b1-1-2": 0}


def test_what_several_boards_tell_is_stored_together_and_judged_apart(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One transaction for several boards; a board whose events cannot be stored spoils nothing for the others."""
    monkeypatch.setattr(database, "BUSY_SECONDS", 600)
    store.commit(Board("theirs", "hex4", ""), events_of("held", ACTION))
    told = {
        "new": events_of("new", ACTION, RESULT),
        "ahead": events_of("ahead", ACTION)[1:],
        "theirs": [BoardEvent("held", 1, ACTION, 10, {"action": "Bd4", "colour": "black"})],
        "twice": events_of("twice", ACTION) * 2,
        "broken": [BoardEvent("broken", 0, START, 0, {"rules": "orochi", "board": "hex4", "options": {1j}})],
    }
    with ThreadPoolExecutor(len(told)) as pool:
        with store.writing():
            # Whoever comes first waits for this transaction, and the others for that.
            asked = {
                board: pool.submit(store.commit, Board(board, "hex4", ""), events) for board, events in told.items()
            }
            wait_until(lambda: len(store._batcher._waiting) == len(told) - 1)
        with pytest.raises((StoreError, TypeError), match="not JSON serializable"):
            asked.pop("broken").result()
        found = {board: future.result() for board, future in asked.items()}
    assert (len(found["new"].new), found["new"].last) == (3, {"new": 2})
    assert (found["ahead"].ahead, found["ahead"].last) == (told["ahead"], {"ahead": -1})
    assert (list(found["theirs"].conflicts), found["theirs"].last) == (["held"], {})
    assert (len(found["twice"].new), found["twice"].last) == (2, {"twice": 1})
    assert store.record("new").ending.status == FINISHED
    assert [game.game for game in store.games() if game.game in told] == sorted(
        ["new", "twice"], key=lambda name: store.record(name).id
    )


@pytest.mark.sample(1)
@pytest.mark.integration
def test_two_hosts_commit_the_same_games_at_once(where: str) -> None:
    """Two hosts hear one board: each of its events is new to exactly one of them, and both may acknowledge all."""
    games = [events_of(f"g{number}", *[ACTION] * 5, RESULT) for number in range(8)]
    new: list[BoardEvent] = []
    barrier = threading.Barrier(2)

    def log() -> None:
        with Store(where) as store:
            for events in games:
                barrier.wait()
                for event in events:
                    committed = store.commit(BOARD, [event])
                    assert committed.last[event.game] >= event.seq
                    assert not committed.conflicts
                    new.extend(committed.new)

    in_threads(log, log)
    assert sorted((event.game, event.seq) for event in new) == [(one.game, one.seq) for game in games for one in game]
    with Store(where) as store:
        assert [len(store.record(game[0].game).events) for game in games] == [7] * 8


def test_several_hosts_make_a_new_store_at_once(where: str) -> None:
    def make() -> None:
        with Store(where) as store:
            store.update_board(BOARD)

    in_threads(*[make] * 4)
    with Store(where, create=False) as store:
        assert store.games() == []


def test_a_file_another_host_is_making_a_store_of_is_waited_for(tmp_path: Path) -> None:
    """SQLite refuses to change the journal of a new file while another program writes to it, and does not wait."""
    file = tmp_path / "games.sqlite"
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    finishing = threading.Timer(0.2, other.rollback)
    finishing.start()
    with Store(str(file)) as store:
        assert store.games() == []
    finishing.join()
    other.close()


def in_threads(*works: Callable[[], None]) -> None:
    """Do works at the same time; raises what the first of them raises."""
    with ThreadPoolExecutor(len(works)) as pool:
        for done in [pool.submit(work) for work in works]:
            done.result()
