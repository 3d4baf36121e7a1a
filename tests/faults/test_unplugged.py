"""The plug pulled at the end of every line and at random bytes, in both directions, with and without the power."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.link import wire as wire_format
from hexlume.link.link import Link
from tests.faults.cable import BoardEnd, Cable, Wire
from tests.faults.counts import Counts
from tests.faults.test_power import GAMES, LARGER, SOAK, SPARSE, play
from tests.faults.world import World

Count = Callable[[str, Counts], None]

BOUNDED = 151
"""Of so many lines, the ordinary test takes one."""


def wire(world: World, to_host: bool) -> Wire:
    return world.cable.to_host if to_host else world.cable.to_board


def unplug(folder: Path, game: tuple[str, int], to_host: bool, at: int, with_power: bool) -> Counts:
    """Play a game during which the plug is pulled once, when so many bytes have passed in one direction."""
    world = World(folder, *game)
    chosen = wire(world, to_host)
    chosen.limit = at
    pulled = []

    def pull() -> None:
        pulled.append(at)
        world.cable.unplug(2 + at % 30, with_power)

    chosen.on_limit = pull
    play(world, 0)
    assert len(pulled) == 1
    counts = world.settle()
    world.remove()
    return counts


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "stride"),
    [(game, BOUNDED) for game in GAMES]
    + [pytest.param(game, 1, marks=SOAK) for game in GAMES]
    + [pytest.param(game, SPARSE, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_the_cable_is_pulled_after_any_line(
    game: tuple[str, int], stride: int, folder: Path, count: Count
) -> None:
    probe = World(folder, *game)
    play(probe, 0)
    for to_host in (True, False):
        ends = wire(probe, to_host).ends
        assert len(ends) > 10
        for number in range(game[1] % stride, len(ends), stride):
            for with_power in (True, False):
                count("unplugged at a line's end", unplug(folder, game, to_host, ends[number], with_power))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("game", "times"),
    [(game, 2) for game in GAMES] + [pytest.param(game, 100, marks=SOAK) for game in LARGER],
)
def test_no_event_is_lost_when_the_cable_is_pulled_at_any_byte(
    game: tuple[str, int], times: int, folder: Path, count: Count
) -> None:
    choice = random.Random(times)
    probe = World(folder, *game)
    play(probe, 0)
    for time in range(times):
        to_host = bool(choice.randrange(3))
        at = choice.randint(1, wire(probe, to_host).passed)
        count("unplugged at a byte", unplug(folder, game, to_host, at, time % 2 == 0))


def test_a_line_without_end_does_not_cost_the_next_hosts_first_line() -> None:
    cable = Cable(1)
    cable.open_port()
    link = Link(BoardEnd(cable), "b0", 1, "hex4", lambda command: None, int)
    cable.to_board.put(b"x" * 1500, 0)
    for ms in range(0, 400, 20):
        link.exchange(ms)
    cable.close_port()
    link.exchange(400)
    cable.open_port()
    cable.to_board.put(wire_format.encode({"type": "hello", "protocol": wire_format.PROTOCOL, "have": {}}), 0)
    for ms in range(420, 500, 20):
        link.exchange(ms)
    assert link.host and link.dropped == 0
