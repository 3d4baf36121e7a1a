"""What real CircuitPython measures: free memory, call depth, and the time from a disc at rest to its light."""

from typing import NamedTuple

from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.hands import play_games
from hexlume_sim.twin_board import Board
from tests.bench.light_delay import DelayMeter
from tests.chip.booted import Script, booted, visit
from tests.chip.instrumented import DEPTH, MEMORY, obeying, printed, typed
from tests.vm.demo import HostLink
from tests.vm.visits import MS, orochi, pressed

MOMENTS = ("code.py begins", "in play", "menu open", "calibrating", "the engine's seat")


class Room(NamedTuple):
    """Bytes free at each of ``MOMENTS`` after a collection, and the calls that still fit above the loop's."""

    free: dict[str, int]
    calls: int


def room() -> Room:
    """Measure memory and call depth at a board."""

    def script(board: Board, host: HostLink) -> Script:
        assert isinstance(board, ChipTwin)
        yield from orochi(3, 4, engine=False)(board, host)
        yield from typed(board, MEMORY)
        yield from typed(board, DEPTH)
        yield from pressed(board, "menu", 150)
        yield from typed(board, MEMORY)
        yield from pressed(board, "back", 2500)
        yield 3000 * MS
        yield from typed(board, MEMORY)
        yield from pressed(board, "menu", 150)
        yield 1000 * MS
        host.command("settings", opponent="engine second")
        yield 3000 * MS
        yield from typed(board, MEMORY)

    def report(board: ChipTwin, host: HostLink) -> Room:
        return Room(dict(zip(MOMENTS, printed(board, "FREE"), strict=True)), printed(board, "DEPTH")[0])

    return visit(obeying(), script, report)


def light_delays() -> list[float]:
    """Return the time in ms of each placement of a short game, as ``tests.bench.light_delay`` does for the twin."""
    meters: list[DelayMeter] = []

    def script(board: Board, host: HostLink) -> Script:
        meters.append(DelayMeter(board))
        yield from play_games(board, game="orochi", size=2, options={}, count=1, seed=3)

    return visit(
        booted("hex4", HEXLUME_GAME="orochi", HEXLUME_SIZE="2"), script, lambda board, host: meters[0].delays_ms
    )
