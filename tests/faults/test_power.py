"""The power cut at every byte that a whole game writes, with and without a host.

On the flash of a Pico 2 and, in a few places unless at full length, on that of a Pico.
"""

from pathlib import Path

import pytest

from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from tests.faults.counts import check
from tests.faults.world import World
from tests.firmware.journal.journal_board import JournalBoard, by_chip

GAMES = [("orochi", 3), ("sibling", 3), ("orcoon", 5), ("organica", 4), ("droched", 3)]
LARGER = [("orochi", 4), ("sibling", 4), ("orcoon", 7), ("organica", 5), ("droched", 4)]
BOUNDED = 199
"""The ordinary test takes every 199th position."""
SPARSE = 7
"""The full test takes every seventh position in larger games."""
SOAK = [pytest.mark.soak, pytest.mark.timeout(3600)]


def play(world: World, host: int | None, ended: int = 1) -> None:
    """Play until so many games have come to their end."""
    world.host = host
    world.go(lambda: len(world.witness.games) > ended)


def play_on(world: World, host: int | None) -> None:
    """Play until a game has come to its end, or for some seconds after the power was cut."""
    world.host = host
    world.go(lambda: world.cuts == 1 or len(world.witness.games) > 1)
    assert world.cuts == 1, "every cut arrives"
    world.go_for(50)


def steps_of_a_game(folder: Path, rules: str, size: int, costs: Costs, host: int | None) -> int:
    world = World(folder, rules, size, flash=JournalBoard(costs=costs))
    play(world, host)
    return world.board.flash.supply.spent


@pytest.mark.sample(3)
@pytest.mark.parametrize("host", [None, 0], ids=["no host", "host"])
@pytest.mark.parametrize(
    ("rules", "size", "stride", "costs"),
    [(*game, BOUNDED, RP2350) for game in GAMES]
    + [(*GAMES[0], 5 * BOUNDED, RP2040)]
    + [pytest.param(*game, 1, costs, marks=SOAK) for game in GAMES for costs in (RP2350, RP2040)]
    + [pytest.param(*game, SPARSE, costs, marks=SOAK) for game in LARGER for costs in (RP2350, RP2040)],
    ids=by_chip,
)
def test_at_every_byte_of_a_whole_game(
    rules: str, size: int, stride: int, costs: Costs, host: int | None, folder: Path
) -> None:
    """The game goes on after the cut; what was not told a host before is told one then."""
    kind = "power cut, no host" if host is None else "power cut, host listening"
    steps = steps_of_a_game(folder, rules, size, costs, host)
    for cut in range(1 + size % stride, steps + 1, stride):
        world = World(folder, rules, size, flash=JournalBoard(costs=costs))
        world.cut_after = cut
        play_on(world, host)
        check(kind, world.settle())
        world.remove()
