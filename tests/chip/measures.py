"""Measurements on real CircuitPython: free memory, call depth, work per pass, light delay."""

from typing import NamedTuple

from hexlume_sim.chip_emulator.twin import ChipTwin
from hexlume_sim.hands.careful import play_games
from hexlume_sim.twin import Board
from tests.bench.light_delay import DelayMeter
from tests.bench.pass_time import Played
from tests.chip.booted import Script, visit
from tests.chip.instrumented import DEPTH, MEMORY, PassMarks, marking, obeying, printed, typed
from tests.vm.demo import HostLink
from tests.vm.visits import MS, orochi, pressed

MOMENTS = ("code.py begins", "in play", "menu open", "calibrating", "the engine's seat", "a lesson")


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
        host.command("lesson", rules="orochi", step=1)
        yield 2000 * MS
        yield from typed(board, MEMORY)

    def report(board: ChipTwin, host: HostLink) -> Room:
        return Room(dict(zip(MOMENTS, printed(board, "FREE"), strict=True)), printed(board, "DEPTH")[0])

    return visit(obeying(), script, report)


def times() -> Played:
    """Return what ``tests.bench.pass_time.played`` does of a short game on the twin, here on the chip."""
    twin = marking()
    first_light_s = twin.clock.now / 1e6
    delays: list[DelayMeter] = []
    passes: list[PassMarks] = []

    def script(board: Board, host: HostLink) -> Script:
        assert isinstance(board, ChipTwin)
        delays.append(DelayMeter(board))
        passes.append(PassMarks(board))
        yield from play_games(board, game="orochi", size=2, options={}, count=1, seed=3)

    def report(board: ChipTwin, host: HostLink) -> Played:
        return Played(first_light_s, passes[0].work_ms, delays[0].delays_ms)

    return visit(twin, script, report)
