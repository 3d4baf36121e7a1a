"""Several faults at once and one after another, as hypothesis chooses them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.faults.browser import Browser
from tests.faults.cable import FAULTS, Noise
from tests.faults.counts import Counts, check
from tests.faults.host import Host
from tests.faults.test_power import GAMES
from tests.faults.world import World


@dataclass(frozen=True)
class Fault:
    """What happens ``after`` so many passes: ``what``, for so many ``passes``, with a ``number`` of its own."""

    after: int
    what: str
    passes: int
    number: int


WHAT = ("power", "switch off", "unplug", "pull", "kill", "lock", "full", "host", *FAULTS)

PHASES = (Phase.explicit, Phase.reuse, Phase.generate, Phase.target)
"""A failure is reported as it was found: each run takes up to a second."""

faults = st.lists(
    st.builds(Fault, st.integers(0, 60), st.sampled_from(WHAT), st.integers(2, 80), st.integers(0, 400)), max_size=14
)


def each_fault(number: int) -> list[Fault]:
    """Return every fault once, while the one before may still last."""
    return [Fault(12, what, 30, number) for what in WHAT]


def begin(world: World, fault: Fault) -> Callable[[], None]:
    """Bring a fault about; return what ends it."""
    cable, what, number = world.cable, fault.what, fault.number
    if what == "power" and world.board.on:
        world.board.flash.supply.cut_after = number + 1
    elif what == "switch off" and world.board.on:
        world.cut_power(fault.passes)
    elif what in ("unplug", "pull"):
        cable.unplug(fault.passes, what == "pull")
    elif what == "kill":
        world.seen_ending = number % 2 == 0
        world.steps.kill_at = world.steps.made + 1 + number % 20
    elif what == "lock":
        world.lock(number % 2)
        return lambda: world.unlock(number % 2)
    elif what == "full":
        world.disk.room = number * 20 + world.stores[0].stat().st_size
        return lambda: setattr(world.disk, "room", None)
    elif what == "host":
        world.host = (None, 0, 1)[number % 3]
    elif what in FAULTS:
        noise = Noise(what, (0.01, 0.05, 0.1, 0.3)[number % 4])
        wires = (cable.to_host, cable.to_board)[number % 3 // 2 :]
        for wire in wires:
            wire.noise.append(noise)
        return lambda: [wire.noise.remove(noise) for wire in wires if noise in wire.noise] and None
    return lambda: None


def combined(
    folder: Path, game: tuple[str, int], seed: int, chosen: list[Fault], program: type[Host | Browser] = Host
) -> Counts:
    world = World(folder, *game, seed, stores=2, program=program)
    world.board.hands.whole = False
    world.host = 0
    coming = list(chosen)
    ends: list[tuple[int, Callable[[], None]]] = []
    at = 0

    def change() -> None:
        nonlocal at
        for end in [end for end in ends if end[0] <= world.now]:
            ends.remove(end)
            end[1]()
        while coming and at + coming[0].after <= world.now:
            fault = coming.pop(0)
            at = world.now
            ends.append((world.now + fault.passes, begin(world, fault)))

    world.before_pass = change
    world.go(lambda: not coming)
    world.go_for(60)
    counts = world.settle()
    world.remove()
    return counts


@example(GAMES[0], 1, each_fault(10))
@example(GAMES[1], 2, each_fault(14))
@example(GAMES[3], 3, each_fault(22))
@given(st.sampled_from(GAMES), st.integers(0, 1 << 30), faults)
@settings(suppress_health_check=list(HealthCheck), phases=PHASES)
def test_no_event_is_lost_or_doubled_under_any_faults(
    folder: Path, game: tuple[str, int], seed: int, chosen: list[Fault]
) -> None:
    check("several at once", combined(folder, game, seed, chosen))
