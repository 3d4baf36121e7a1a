"""The feed of a store: who subscribes hears of each commit once, in the thread that made it."""

import threading

from hexlume_host.feed import Commit, Presence
from hexlume_host.store.repository import Board, Players, Store
from hexlume_record.game.events import ABANDON, START, BoardEvent

BOARD = Board("b1", "hex4", "0.1.0")
EVENTS = [
    BoardEvent("b1-1-1", 0, START, 0, {"rules": "orochi", "board": "hex4", "options": {}}, 1),
    BoardEvent("b1-1-1", 1, ABANDON, 9, {}, 1),
]


def test_subscribers_hear_once_of_what_is_new_in_the_store_until_they_end_it(store: Store) -> None:
    heard: list[tuple[int, Commit | Presence]] = []

    def hear(news: Commit | Presence) -> None:
        heard.append((threading.get_ident(), news))

    store.feed.subscribe(hear)
    store.commit(BOARD, EVENTS[:1])
    store.commit(BOARD, EVENTS)
    store.commit(BOARD, EVENTS)
    store.set_players("b1-1-1", Players("Ann", "Ben"))
    store.feed.unsubscribe(hear)
    store.set_players("b1-1-1", Players("Ann", "Cleo"))
    assert {thread for thread, _ in heard} == {threading.get_ident()}
    commits = [news for _, news in heard if isinstance(news, Commit)]
    assert [list(commit.events) for commit in commits] == [EVENTS[:1], EVENTS[1:], []]
    assert {(tuple(commit.games), commit.device, commit.panel) for commit in commits} == {(("b1-1-1",), "b1", "hex4")}


def test_a_commit_that_fails_is_not_heard_of(store: Store) -> None:
    heard: list[Commit | Presence] = []
    store.feed.subscribe(heard.append)
    assert store.commit(BOARD, EVENTS[1:]).ahead
    assert store.commit(Board("b2", "hex4", ""), EVENTS).conflicts
    assert heard == []
