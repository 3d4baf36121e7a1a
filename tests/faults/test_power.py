"""The power cut at every byte that a whole game writes, with and without a host, and within a move to the archive.

On the flash of a Pico 2 and, in a few places unless at full length, on that of a Pico.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexlume.journal.journal import _EARLY
from hexlume_sim.chip.costs import RP2040, RP2350, Costs
from hexlume_sim.chip.flash import SECTOR
from tests.faults.counts import Counts
from tests.faults.world import World
from tests.firmware.journal.journal_board import JournalBoard, by_chip

Count = Callable[[str, Counts], None]

GAMES = [("orochi", 3), ("sibling", 3), ("orcoon", 5), ("organica", 4), ("droched", 3)]
LARGER = [("orochi", 4), ("sibling", 4), ("orcoon", 7), ("organica", 5), ("droched", 4)]
BOUNDED = 199
"""The ordinary test takes every 199th position."""
SPARSE = 7
"""The full test takes every seventh position in larger games, and has a late host come at every seventh."""
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
    rules: str, size: int, stride: int, costs: Costs, host: int | None, folder: Path, count: Count
) -> None:
    """The game goes on after the cut; what was not told a host before is told one then."""
    kind = "power cut, no host" if host is None else "power cut, host listening"
    steps = steps_of_a_game(folder, rules, size, costs, host)
    for cut in range(1 + size % stride, steps + 1, stride):
        world = World(folder, rules, size, flash=JournalBoard(costs=costs))
        world.cut_after = cut
        play_on(world, host)
        # Without a host all is still in the journal; one that comes later is waited for at some of the bytes.
        in_journal = host is None and stride == 1 and cut % SPARSE
        count(kind, world.settle_in_journal() if in_journal else world.settle())
        world.remove()


def board_before_a_spill(folder: Path, costs: Costs, host: int | None) -> World:
    """Return a board whose memory is nearly full, with every game but the running one at the host."""
    world = World(folder, "organica", 4, 3, flash=JournalBoard(costs=costs))
    world.board.hands.whole = False
    world.host = 0
    world.go(lambda: world.board.on and world.board.flash.memory.end > _EARLY - 80)
    world.go_for(20)
    world.host = host
    return world


def until_the_spill(begun: World) -> tuple[int, list[int]]:
    """Return how many steps of the flash a board takes until its log is in the archive, and at which it erases."""
    probe = begun.copy()
    probe.go_for(2)
    board, erases = probe.board.flash, []
    before = board.memory.mark.serial
    for flash in (board.flash, board.drive.flash):

        def erase(sector: int = 0, erase: Callable[[int], None] = flash.erase) -> None:
            erase(sector)
            erases.append(board.supply.spent)

        flash.erase = erase  # type: ignore[method-assign]
    probe.go(lambda: board.memory.mark.serial > before)
    assert board.supply.spent > 5 * SECTOR and len(erases) > 3
    return board.supply.spent, erases


def cut_at(begun: World, cut: int) -> World:
    world = begun.copy()
    world.cut_after = cut
    world.go(lambda: world.cuts == 1)
    world.go_for(15)
    return world


@pytest.mark.parametrize(
    ("costs", "first", "stride", "host"),
    [
        *(pytest.param(RP2350, 5, 12001, host, marks=SOAK) for host in (0, None)),
        *(pytest.param(costs, 1, 50, host, marks=SOAK) for costs in (RP2350, RP2040) for host in (None, 0)),
    ],
    ids=by_chip,
)
def test_while_the_log_moves_to_the_archive(
    costs: Costs, first: int, stride: int, host: int | None, folder: Path, count: Count
) -> None:
    """At every erase, and at some bytes: at each of them in the next test, with no host."""
    begun = board_before_a_spill(folder, costs, host)
    steps, erases = until_the_spill(begun)
    full = stride == 50
    cuts = {end - back for end in erases for back in (0, 1)} if full else {erases[-1], erases[-1] - 1}
    if full and host is None:
        stride *= SPARSE
    for cut in sorted(cuts | set(range(first, steps + 1, stride))):
        world = cut_at(begun, cut)
        count("power cut in a spill", world.settle())
        world.remove()


@pytest.mark.parametrize(
    ("costs", "first", "stride"),
    [
        (RP2350, 7, 2003),
        pytest.param(RP2040, 7, 12001, marks=SOAK),
        pytest.param(RP2350, 1, 8, marks=SOAK),
        pytest.param(RP2040, 5, 8, marks=SOAK),
    ],
    ids=by_chip,
)
def test_at_bytes_in_order_while_the_log_moves_to_the_archive(
    costs: Costs, first: int, stride: int, folder: Path, count: Count
) -> None:
    """With no host: everything is still in the journal, and would be told from there."""
    begun = board_before_a_spill(folder, costs, None)
    begun.remove()
    begun.stores = []
    steps, _ = until_the_spill(begun)
    for cut in range(first, steps + 1, stride):
        count("power cut in a spill", cut_at(begun, cut).settle_in_journal())
