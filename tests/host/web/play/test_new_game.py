"""A new game on a simulated board: what is refused, and the players as the store has them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from site_pages import ScriptedBoard, ask
from table_session import ID, TableSession

from hexlume_host.store.repository import Players, Store
from hexlume_host.web.app_context import Site
from hexlume_host.web.http.auth import AccessPolicy
from hexlume_host.web.http.server import serving
from hexlume_host.web.live.board_link import BoardLink
from hexlume_host.web.play.seats import Seats, StoredPlayers, seats_of
from hexlume_host.web.play.simulated_table import SimulatedTable
from hexlume_host.web.site import make_site
from hexlume_record.game.events import START
from hexlume_record.game.record import FROM_BOARD, FROM_CONTINUED

NEW = {"rules": "orochi", "size": 4}


@pytest.fixture
def session(store: Store) -> TableSession:
    return TableSession(store=store)


@pytest.fixture
def url(session: TableSession, store: Store) -> Iterator[str]:
    # What is refused reaches neither twin nor logger.
    nothing: Any = None
    table = SimulatedTable(nothing, session.hands, nothing, nothing, store, StoredPlayers(store))
    with serving(make_site(Site(store, AccessPolicy(), session.hub, table=table))) as address:
        yield address


@pytest.fixture
def stored(session: TableSession, store: Store) -> StoredPlayers:
    found = StoredPlayers(store)
    found.hands = session.hands
    return found


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"rules": "chess"}, "one that this page offers"),
        ({"size": 10}, "one that this page offers"),
        ({"rules": "hex", "size": 6}, "one that this page offers"),
        ({"options": {"pie": True}}, "pie"),
        ({"clock": "sundial"}, "control"),
        ({"opponent": "grandmaster"}, "Hexlume has no level grandmaster here: choose one of gentle, medium, strong."),
        ({"opponent": "gentle", "engine": "green"}, "white or black"),
        ({"white": "x" * 41}, "40"),
        ({"white": "a\nb"}, "control character"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_one_sentence(url: str, wrong: dict[str, Any], words: str) -> None:
    status, _, text = ask(url, "/api/new-game", "POST", json.dumps({**NEW, **wrong}).encode())
    assert status == 400 and words in json.loads(text)["error"]


def test_the_page_gets_every_board_that_a_panel_can_be(url: str) -> None:
    offered = json.loads(ask(url, "/api/new-game")[2])
    cells = {game["rules"]: [one["cells"] for one in game["sizes"]] for game in offered["games"]}
    assert cells["hex"] == [25, 49, 81] and cells["orochi"][-1] == 217 and cells["orcoon"][-1] == 121
    assert offered["levels"] == ["gentle", "medium", "strong"]


def test_the_store_has_the_players_as_they_are_at_the_board(
    session: TableSession, stored: StoredPlayers, store: Store
) -> None:
    board = ScriptedBoard(store, ID, watch=BoardLink(session.hub))
    session.hands.names = Players("Ann", "Ben")
    stored.committed([])
    assert store.record(board.id).starters == Players("Ann", "Ben")
    session.hands.choose_opponent("engine first")
    stored.committed([])
    record = store.record(board.id)
    assert record.starters == Players("Hexlume (strong)", "Ben")
    assert session.board.message("board")["players"] == {"white": "Hexlume (strong)", "black": "Ben"}
    assert seats_of(record) == Seats(Players("", "Ben"), "strong", "white")


def test_names_of_a_game_that_is_to_come_do_not_reach_the_one_before(
    session: TableSession, stored: StoredPlayers, store: Store
) -> None:
    before = ScriptedBoard(store, "b1", players=Players("Ann", "Ben"), watch=BoardLink(session.hub))
    session.hands.names, session.hands.named_after = Players("Cleo", "Dan"), before.id
    stored.table(None)
    assert store.record(before.id).starters == Players("Ann", "Ben")


def test_a_game_that_another_one_goes_on_with_is_listed_no_more(
    session: TableSession, stored: StoredPlayers, store: Store
) -> None:
    before = ScriptedBoard(store, "b1")
    after = ScriptedBoard(store, ID, watch=BoardLink(session.hub))
    session.hands.continued = before.id
    stored.committed([event for event in store.record(after.id).events if event.kind != START])
    assert store.record(before.id).source == FROM_BOARD
    stored.committed(store.record(after.id).events)
    assert store.record(before.id).source == FROM_CONTINUED and session.hands.continued == ""
    store.mark(before.id, FROM_BOARD)
    assert store.record(before.id).source == FROM_CONTINUED, "what is marked keeps its mark"


def test_a_finished_game_keeps_its_players_and_a_rematch_exchanges_the_names(
    session: TableSession, stored: StoredPlayers, store: Store
) -> None:
    board = ScriptedBoard(store, ID, players=Players("Ann", "Ben"), watch=BoardLink(session.hub))
    session.hands.names = Players("Ann", "Ben")
    board.tell("conclude", result="W+", reason="resigned", colour="black")
    session.hands.rematch()
    assert session.hands.names == Players("Ben", "Ann")
    stored.committed([])
    assert store.record(board.id).starters == Players("Ann", "Ben")


def test_who_plays_a_stored_game_follows_from_its_names(store: Store) -> None:
    board = ScriptedBoard(store, "b1", players=Players("Ann", "Hexlume (expert)"))
    assert seats_of(store.record(board.id)) == Seats(Players("Ann", ""), "expert", "black")
    board = ScriptedBoard(store, "b2", players=Players("Ann", "Ben"))
    assert seats_of(store.record(board.id)) == Seats(Players("Ann", "Ben"))
