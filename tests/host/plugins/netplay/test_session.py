"""Both sides have one list of events, whatever becomes of the connection and the programs (docs/netplay.md)."""

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hexlume_host.store.repository import Store
from hexlume_plugins.netplay.messages import ACT, BACK, DRAW, GUEST, HOST, NO, REMATCH, RESIGN, YES, Offer
from hexlume_record.game.position import legal_texts
from tests.host.plugins.netplay.network import Network

pytestmark = pytest.mark.integration

GAMES = [
    ("orochi", 3, "fischer 300+5", {}),
    ("sibling", 3, "byoyomi 60+3x30", {"pie": True}),
    ("droched", 3, "", {"pie": True}),
    ("orcoon", 4, "delay 300+5", {"pie": True}),
    ("organica", 4, "", {}),
]
STEPS = st.lists(
    st.tuples(st.sampled_from(["do"] * 6 + ["deliver"] * 6 + ["cut", "restart"]), st.sampled_from([HOST, GUEST])),
    max_size=60,
)


def do_something(network: Network, role: str, choice: random.Random) -> None:
    """Have a side's person want anything, sensible or not."""
    side = network.sides[role]
    do = choice.choice([ACT] * 10 + [DRAW, BACK, BACK, YES, YES, NO, RESIGN, REMATCH])
    legal = legal_texts(side.game.game) if side.game is not None and side.game.game is not None else ["a1"]
    side.ask(side.wish(do, choice.choice(legal or ["a1"]) if do == ACT else ""))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(GAMES), STEPS, st.integers(0, 2**32))
# The host acts before the guest has said that it has lost the first message.
@example(GAMES[0], [("deliver", GUEST), ("cut", HOST), ("do", HOST)], 0)
def test_both_sides_end_with_one_list_whatever_is_lost_and_whoever_begins_again(
    stores: dict[str, Store], game: tuple[str, int, str, dict[str, bool]], steps: list[tuple[str, str]], seed: int
) -> None:
    rules, size, clock, options = game
    network, choice = Network(stores, rules, size, clock, **options), random.Random(seed)
    for what, role in steps:
        network.connect()
        if what == "do":
            do_something(network, role, choice)
        elif what == "deliver":
            network.deliver(role)
        elif what == "cut":
            network.cut()
        else:
            network.restart(role)
    network.settle()
    network.check_alike()


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game[0])
def test_a_whole_game_and_its_rematch_are_played_by_sides_that_begin_again(
    stores: dict[str, Store], game: tuple[str, int, str, dict[str, bool]]
) -> None:
    rules, size, clock, options = game
    network, choice = Network(stores, rules, size, clock, **options), random.Random(11)
    network.settle()
    for number in range(2):
        host_colour = network.host.colour_of(HOST)
        while not network.host.over:
            network.play(choice)
            if choice.random() < 0.05:
                network.restart(choice.choice([HOST, GUEST]))
                network.settle()
        network.check_alike()
        host_colour = network.host.colour_of(HOST)
        if number == 0:
            assert network.do(HOST, REMATCH) == "" and network.guest.offer == Offer(HOST, REMATCH)
            assert network.do(GUEST, REMATCH) == ""
            network.check_alike()
            assert network.guest.game is not None and network.guest.game.count == 0
            assert network.guest.colour_of(GUEST) == host_colour
    games = [store.games() for store in stores.values()]
    assert [len(some) for some in games] == [2, 2] and all(game.ending.result for some in games for game in some)
