"""The plug pulled at the end of every line, in both directions, with and without the power."""

from pathlib import Path

import pytest

from tests.faults.browser import Browser
from tests.faults.cable import Wire
from tests.faults.counts import Counts, check
from tests.faults.host import Host
from tests.faults.test_power import GAMES, LARGER, SOAK, SPARSE, play
from tests.faults.world import World

BOUNDED = 151
"""Of so many lines, the ordinary test takes one."""


def wire(world: World, to_host: bool) -> Wire:
    return world.cable.to_host if to_host else world.cable.to_board


def unplug(
    folder: Path,
    game: tuple[str, int],
    to_host: bool,
    at: int,
    with_power: bool,
    program: type[Host | Browser] = Host,
) -> Counts:
    """Play a game during which the plug is pulled once, when so many bytes have passed in one direction."""
    world = World(folder, *game, program=program)
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
    game: tuple[str, int], stride: int, folder: Path
) -> None:
    probe = World(folder, *game)
    play(probe, 0)
    for to_host in (True, False):
        ends = wire(probe, to_host).ends
        assert len(ends) > 10
        for number in range(game[1] % stride, len(ends), stride):
            for with_power in (True, False):
                check("unplugged at a line's end", unplug(folder, game, to_host, ends[number], with_power))
