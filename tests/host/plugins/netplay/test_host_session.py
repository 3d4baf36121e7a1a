"""The host decides what is added to the list, and runs the clock (docs/netplay.md)."""

import json
import sqlite3
from contextlib import closing, suppress
from http import HTTPStatus
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hexlume.games.outcome import RESIGNED, TIME
from hexlume.link.wire import WireError
from hexlume_host.store import database
from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.messages import ACT, BACK, DRAW, GUEST, HOST, NO, REMATCH, RESIGN, YES, Offer
from tests.host.plugins.netplay.network import Network

pytestmark = pytest.mark.integration


@pytest.fixture
def network(stores: dict[str, Store]) -> Network:
    """A game of Orochi with a minute for each, whose first turn is the host's."""
    made = Network(stores, "orochi", 3, "fischer 60+0")
    made.settle()
    return made


def actions(network: Network) -> list[str]:
    network.check_alike()
    assert network.guest.game is not None
    return [one.action for one in network.guest.game.actions]


def left(network: Network, colour: str) -> int:
    """Return what the guest's page shows of a colour's time, in ms."""
    assert network.guest.clock is not None
    return int(network.guest.clock[colour]["ms"])


def test_a_side_acts_only_in_its_own_turn_and_only_by_the_rules(network: Network) -> None:
    assert network.do(GUEST, ACT, "Wc3") == "It is the other side's turn."
    assert network.do(HOST, ACT, "Wz9") == "'Wz9' is not legal here."
    assert network.do(HOST, ACT, "Wc3") == ""
    assert network.do(HOST, ACT, "Wd4") == "It is the other side's turn."
    assert actions(network) == ["Wc3"]


def test_an_action_that_comes_after_the_game_has_changed_is_refused(network: Network) -> None:
    assert network.do(HOST, ACT, "Wc3") == ""
    late = network.guest.wish(ACT, "Ba1")
    assert network.do(HOST, RESIGN) == ""
    assert network.ask(GUEST, late) == "The game had changed before that came."
    assert network.guest.game is not None and network.guest.game.ending.reason == RESIGNED
    assert network.do(GUEST, ACT, "Ba1") == network.do(GUEST, RESIGN) == "The game is over."


def test_a_take_back_needs_the_other_sides_word_and_restores_both_clocks(network: Network) -> None:
    assert network.do(GUEST, BACK) == "There is no action to take back."
    network.do(HOST, ACT, "Wc3")
    network.pass_time(7)
    network.do(GUEST, ACT, "Ba1")
    assert left(network, "black") == pytest.approx(53_000, abs=200)
    assert network.do(GUEST, BACK) == ""
    # To ask again changes nothing.
    assert network.do(GUEST, YES) == ""
    assert actions(network) == ["Wc3", "Ba1"] and network.host.offer is not None
    assert network.do(HOST, YES) == ""
    assert actions(network) == ["Wc3"] and left(network, "black") == 60_000
    # How a game was concluded is taken back before its last action.
    network.do(GUEST, RESIGN)
    assert network.do(HOST, BACK) == network.do(GUEST, BACK) == ""
    assert actions(network) == ["Wc3"] and not network.guest.over


def test_an_offer_ends_when_it_is_declined_or_something_else_is_done(network: Network) -> None:
    network.do(HOST, ACT, "Wc3")
    for answer in ((NO,), (ACT, "Ba1")):
        assert network.do(HOST, DRAW) == ""
        assert network.do(GUEST, *answer) == ""
        assert network.guest.offer is None and not network.host.over
        assert network.do(GUEST, YES) == "Nothing is asked any more."
    network.do(HOST, DRAW)
    # What else is asked takes its place.
    assert network.do(GUEST, BACK) == "" and network.host.offer == Offer(GUEST, BACK)
    assert network.do(HOST, DRAW) == ""
    # To offer the same is to agree.
    assert network.do(GUEST, DRAW) == ""
    assert network.guest.over and actions(network) == ["Wc3", "Ba1"]


def test_time_runs_only_while_the_player_to_move_is_there_and_can_act(network: Network) -> None:
    network.pass_time(5)
    assert left(network, "white") == 60_000
    network.do(HOST, ACT, "Wc3")
    network.pass_time(5)
    network.guest.board.ready = False
    network.guest.work(0)
    network.settle()
    network.pass_time(9)
    assert left(network, "black") == pytest.approx(55_000, abs=200)
    network.cut()
    network.pass_time(9)
    # The host's program begins again, and what was used up of the turn with it.
    network.restart(HOST)
    network.guest.board.ready = True
    network.settle()
    network.pass_time(1)
    assert left(network, "black") == pytest.approx(59_500, abs=1000)
    network.pass_time(61)
    assert network.guest.game is not None
    assert (network.guest.game.ending.result, network.guest.game.ending.reason) == ("W+", TIME)
    network.check_alike()


def test_the_seat_is_for_the_first_guest_and_the_same_after_a_restart(network: Network) -> None:
    assert network.host.admit("another") == HTTPStatus.CONFLICT
    network.restart(HOST)
    assert network.host.admit("another") == HTTPStatus.CONFLICT


def test_rematch_waits_for_both_and_for_the_end(network: Network) -> None:
    assert network.do(GUEST, REMATCH) == "The game is not over yet."
    network.do(HOST, RESIGN)
    assert network.do(GUEST, REMATCH) == "" and network.host.over
    assert network.do(HOST, REMATCH) == ""
    network.check_alike()
    assert not network.guest.over and network.guest.colour_of(HOST) == "black" and network.host.turn == GUEST


def test_what_the_store_cannot_keep_is_refused_and_nothing_changes(
    network: Network, stores: dict[str, Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    network.pass_time(5)
    for role, refused in ((HOST, HOST), (HOST, GUEST)):
        with closing(sqlite3.connect(stores[refused].where, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            network.sides[role].ask(network.sides[role].wish(ACT, "Wc3"))
            network.deliver(HOST)
        said = network.pages[HOST].refused if refused == HOST else network.guest.sentences
        assert "The store cannot be used just now" in " ".join(said)
    assert network.guest.game is not None and network.guest.game.count == 0
    network.cut()
    network.settle()
    assert actions(network) == ["Wc3"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
NAMES = ["name", "round", "have", "ready", "wish", "do", "action", "at"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(NAMES), JSON), st.sampled_from([ACT, BACK, NO, RESIGN, REMATCH]))
def test_nothing_that_a_guest_says_breaks_the_host(network: Network, said: dict[str, Any], do: str) -> None:
    wish = {"do": do, **{name: said.pop(name) for name in ("do", "action", "at") if name in said}}
    for text in (json.dumps({"wish": wish, **said}), json.dumps(said), str(said)):
        with suppress(WireError):
            network.host.receive(text)
    network.pipes[HOST].sent.clear()
    assert network.host.problem == "" and network.host.game is not None and network.host.game.legal
