"""The guest checks what the host sends, and says what it cannot do (docs/netplay.md)."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.messages import ACT, GUEST, HOST
from tests.host.plugins.netplay.network import Network
from tests.host.plugins.netplay.test_host_session import JSON

pytestmark = pytest.mark.integration


def playing(stores: dict[str, Store]) -> Network:
    network = Network(stores, "orochi", 3, "fischer 60+0")
    network.settle()
    assert network.do(HOST, ACT, "Wc3") == ""
    return network


def now(network: Network) -> dict[str, Any]:
    """Return what the host says when nothing is new."""
    network.host._push()
    message: dict[str, Any] = json.loads(network.pipes[HOST].sent.pop())
    assert message["first"] == 2 and message["events"] == []
    return message


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([["action", {"action": "Wa9", "colour": "black"}]], "did what the rules do not allow"),
        ([["action", {"action": "Ba1", "colour": "white"}]], "did what the rules do not allow"),
        ([["result", {"result": "W+", "reason": "connected"}]], "did what the rules do not allow"),
        ([["action", {"action": 7, "colour": "black"}]], "does not understand"),
        ([["start", {"rules": "orochi", "board": "hex3", "options": {}}]], "does not understand"),
    ],
)
def test_a_host_that_breaks_the_rules_is_not_followed(
    stores: dict[str, Store], events: list[Any], sentence: str
) -> None:
    network = playing(stores)
    network.guest.receive(json.dumps(now(network) | {"events": events}))
    assert sentence in network.guest.problem
    record = network.saved[GUEST].record()
    assert record is not None and [action.action for action in record.actions] == ["Wc3"]


def test_a_host_that_has_lost_a_part_of_the_game_ends_it(stores: dict[str, Store]) -> None:
    network = playing(stores)
    network.host.events.pop()
    network.cut()
    network.settle()
    assert network.guest.problem == "The other side has lost a part of this game, so it cannot go on: begin a new one."


def test_a_wish_needs_the_connection_and_its_answer_may_be_lost(stores: dict[str, Store]) -> None:
    network = playing(stores)
    wish, refused = network.guest.wish(ACT, "Ba1"), network.pages[GUEST].refused
    for _ in range(2):
        network.guest.ask(wish)
    assert refused == ["The other side has not answered yet: wait a moment."]
    network.deliver(GUEST)
    network.cut()
    network.guest.ask(wish)
    assert refused[1:] == [
        "The connection broke before the answer: see what became of it when the other side is back.",
        "The other side is not connected: try again when it is back.",
    ]
    network.settle()
    network.check_alike()
    assert network.guest.game is not None and network.guest.game.count == 2


NAMES = ["name", "round", "colour", "first", "events", "offer", "clock", "answer"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.dictionaries(st.sampled_from(NAMES), JSON))
@example(said={"clock": []})
def test_nothing_that_a_host_says_breaks_the_guest(stores: dict[str, Store], said: dict[str, Any]) -> None:
    network = playing(stores)
    network.guest.receive(json.dumps(now(network) | said))
    assert network.guest.problem or (network.guest.game is not None and network.guest.game.legal)
