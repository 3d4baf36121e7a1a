"""The store, on SQLite and on a real PostgreSQL: exactly once, in order, whoever writes at the same time."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from hexlume_host.errors import StoreError
from hexlume_host.store import database
from hexlume_host.store.models import GameRow
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.errors import RecordError
from hexlume_record.game.events import ABANDON, ACTION, CONCLUDE, RESULT, START, UNDO, BoardEvent
from hexlume_record.game.record import ABANDONED, FINISHED, UNFINISHED
from tests.host.conftest import wait_until

BOARD = Board("b0a4d", "hex4", "0.1.0")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.integration)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new store is to be."""
    if request.param == "postgresql":
        return str(request.getfixturevalue("postgresql").database())
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def store(where: str) -> Iterator[Store]:
    with Store(where) as opened:
        yield opened


def events_of(game: str, *kinds: str) -> list[BoardEvent]:
    data: dict[str, dict[str, Any]] = {
        START: {"rules": "orochi", "on": "hex4", "options": {}},
        ACTION: {"action": "Wd4", "colour": "white"},
        RESULT: {"result": "W+", "reason": "larger-group"},
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


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.lists(st.integers(0, 5), max_size=60))
def test_any_order_of_arrival_ends_as_a_prefix(store: Store, order: list[int]) -> None:
    """However events arrive, the store holds the first ones, each once, and says which is next."""
    game = f"g{len(store.games())}"
    events = events_of(game, ACTION, ACTION, UNDO, ACTION, RESULT)
    held = -1
    for at in order:
        committed = store.commit(BOARD, [events[at]])
        held = max(held, at if at == held + 1 else held)
        assert committed.last == {game: held}
    if held >= 0:
        assert [event.seq for event in store.record(game).events] == list(range(held + 1))


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


def test_another_event_under_the_same_number_is_a_conflict(store: Store) -> None:
    events = events_of("g", ACTION)
    store.commit(BOARD, events)
    other = BoardEvent("g", 1, ACTION, 10, {"action": "Bd4", "colour": "white"})
    committed = store.commit(BOARD, [other])
    assert "is not the one of that name" in committed.conflicts["g"]
    assert committed.last == {}


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


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(claimed=st.integers(1, 44), delivered=st.integers(0, 42), begins_alike=st.booleans())
def test_a_board_delivers_a_game_whose_id_an_older_host_gave_to_another(
    store: Store, claimed: int, delivered: int, begins_alike: bool
) -> None:
    """The claim may begin as the game does, so that the older host has acknowledged the first events."""
    identity = f"b1-1-{len(store.games())}"
    honest = events_of(identity, *[ACTION] * 42)
    claim = events_of(identity, *[ACTION if begins_alike else UNDO] * 41, RESULT, UNDO)[:claimed]
    store.commit(OTHER, events_of("b2-1-1"))
    store.commit(OTHER, [BoardEvent("claim", *astuple(event)[1:]) for event in claim])
    with store.writing() as session:
        session.execute(update(GameRow).where(GameRow.game == "claim").values(game=identity))
    assert identity not in store.unfinished()
    # A board that is told that a host has nothing of a game sends all of it again.
    assert store.commit(HONEST, honest[: delivered + 1]).last == {identity: delivered}
    assert store.commit(HONEST, honest).last == {identity: 42}
    assert [event.kind for event in store.record(identity).events] == [event.kind for event in honest]
    kept = max(game.id for game in store.games() if game.board == OTHER.id)
    assert store.record(kept).game == f"claimed:{kept}"
    assert len(store.record(kept).events) == claimed


def test_a_game_that_is_not_there(store: Store) -> None:
    with pytest.raises(RecordError, match="There is no game 7 in the store"):
        store.record(7)


def test_threads_share_a_store(store: Store) -> None:
    def log(board: str) -> None:
        for event in events_of(board, *[ACTION] * 30):
            store.commit(Board(board, "hex4", ""), [event])

    in_threads(lambda: log("one"), lambda: log("two"))
    assert [len(store.record(name).events) for name in ("one", "two")] == [31, 31]


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
        "broken": [BoardEvent("broken", 0, START, 0, {"rules": "orochi", "on": "hex4", "options": {1j}})],
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
