"""Heap and time of the firmware during a game: recorded, replayed, counted.

MicroPython interns every name of a program in pools that it never frees: each has room for twice as
many names as the one before it, starting with 20. The replay's own names are in the same pools, and
change the pool of the firmware's names, which makes a difference of up to 9 kB. So names are
counted as on a board: only the firmware's, in their own pools.
"""

import tempfile
from collections.abc import Generator, Sequence
from pathlib import Path
from typing import NamedTuple

from hexlume.hardware.board_time import PASS_MS
from hexlume_sim.twin import Twin
from tests.vm.counting import Counted, drive, run
from tests.vm.demo import HostLink, play, session
from tests.vm.pico import BLOCK, CIRCUITPYTHON_MS, HEAP, RP2350_SPEED, Crossings, Pass, calibration

EVERY = 50
"""Passes between two looks at the heap."""
FIRST_POOL = 20
"""Names that the first pool has room for."""
POOL_HEAD = 32
POOL_ENTRY = 7
"""Bytes of a pool, and for each name that it has room for: a hash of 2, the length and a pointer."""
SHIFTS = (64, 320, 400, 512)
"""Bytes by which the heap is moved to count again what is in use. The collector takes any number that could be a
pointer for one, and keeps what lies there, up to 4 kB that a Pico would not: there pointers are large numbers. Which
numbers could be pointers depends on where things lie, and the least that is counted is nearest to what is in use."""
MACHINE_HEAP = 8 << 20
"""Bytes: room for what compiling the sources leaves, since the collector runs only when it is called."""

ROWS = [
    ("orochi", 4, "hex4"),
    ("sibling", 5, "hex5"),
    ("orcoon", 9, "square9"),
    ("organica", 5, "hex5"),
    ("droched", 7, "hex7"),
    ("orochi", 9, "hex9"),
    ("droched", 9, "hex9"),
]
"""Every game at its default size, and two on the largest panel."""


class Cost(NamedTuple):
    """Work: its fuel, and ms on an RP2040 and an RP2350."""

    fuel: float
    rp2040_ms: float
    rp2350_ms: float


def cost(part: Pass) -> Cost:
    """Return a pass's cost."""
    return Cost(part.fuel, part.ms(), part.ms(rp2350=True))


def plain(fuel: float) -> Cost:
    """Return the cost of work that needs none of the chip's parts."""
    return Cost(fuel, calibration().ms(fuel), calibration().ms(fuel) / RP2350_SPEED)


class Game(NamedTuple):
    """What a demo game took, and its legal-action sets in the mean and the dearest."""

    taken: "Taken"
    legal: Cost
    dearest_legal: Cost


class Taken(NamedTuple):
    """What a game took.

    ``start``, ``most`` and ``peak`` are bytes in use after start-up, at most, and at most with what one pass allocates;
    ``garbage`` is allocated by a pass in the mean. ``starting`` is boot.py and code.py up to the loop, and
    ``first_light_ms`` from power to the first light on an RP2040. ``mean`` and ``dearest`` are passes, ``pause`` the
    longest collection.
    """

    passes: int
    start: int
    most: int
    peak: int
    garbage: float
    starting: Cost
    first_light_ms: float
    mean: Cost
    dearest: Cost
    pause: Cost


def measured(rules: str, size: int, panel: str, seed: int = 1) -> Game:
    """Play a demo game to its end and return what it takes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        demo = play(rules, size, panel, seed, folder / "trace")
        sets = legal_sets(folder, rules, size, demo.logged)
        return Game(replayed(folder, demo.pass_count), plain(sum(sets) / len(sets)), plain(max(sets)))


def started(folder: Path, rules: str, size: int, panel: str) -> int:
    """Record a board that is switched on and left alone, as ``trace`` of a folder; return its passes."""

    def alone(_: HostLink) -> Generator[float, None, None]:
        yield 4.5e6

    settings = {"HEXLUME_GAME": rules, "HEXLUME_SIZE": str(size)}
    return session(Twin(panel, 1), alone, settings, folder / "trace").pass_count


def legal_sets(folder: Path, rules: str, size: int, actions: list[str]) -> list[int]:
    """Return the fuel of listing the legal actions of every position of a game."""
    (folder / "actions").write_text("\n".join(actions))
    folders = {"/folder": folder, **drive(folder, False)}
    counted = run("legal_sets.py", rules, str(size), "/folder/actions", folders=folders, heap="4M")
    return counted.spans("set", "listed")


def counted_replay(folder: Path, pass_count: int, compiled: bool = False, block: int = 0, shift: int = 0) -> Counted:
    """Replay the first passes of a folder's ``trace``; with ``block`` no larger part of the heap is free.

    The firmware's part of the heap begins ``shift`` bytes later.
    """
    return run(
        "measure.py",
        "/folder/trace",
        str(pass_count),
        str(EVERY),
        str(block),
        str(shift),
        folders={"/folder": folder, **drive(folder, compiled)},
        heap=str(MACHINE_HEAP),
    )


class Names(NamedTuple):
    """How many names there are, and the bytes of their pools; the names' own text lies elsewhere."""

    count: int
    pools: int


def names(counted: Counted) -> list[Names]:
    """Return what ``measure.py`` told of the names: without the firmware, after the start-up, at each look."""
    found = []
    for words in counted.lines:
        if words[:1] == ["qstr"]:
            told = {name: int(number.rstrip(",")) for name, _, number in (word.partition("=") for word in words[2:])}
            found.append(Names(told["n_qstr"], told["n_total_bytes"] - told["n_str_data_bytes"]))
    return found


def own_pools(count: int) -> int:
    """Return the bytes of the pools for so many names and no others."""
    room, taken = FIRST_POOL, 0
    while count > 0:
        taken += POOL_HEAD + POOL_ENTRY * room
        count -= room
        room *= 2
    return taken


def in_use(counted: Counted) -> list[int]:
    """Return the heap in use after the start-up and at each look, with the names where they would lie on a board."""
    others, *pools = names(counted)
    own = [own_pools(found.count - others.count) - (found.pools - others.pools) for found in pools]
    ((start, _),) = counted.numbers("start")
    looks = [live for _, live in counted.numbers("heap")]
    return [live + more for live, more in zip([start, *looks], own, strict=True)]


def replayed(
    folder: Path, pass_count: int, compiled: bool = False, shifts: Sequence[int] = SHIFTS, enough: int = 0
) -> Taken:
    """Replay the first ``pass_count`` passes of a folder's ``trace`` and return what they take.

    With fewer ``shifts`` it is quicker and may find some kB more in use. Once no more than ``enough`` bytes are found
    in use, the other shifts are left out: they find at most as much.
    """
    counted = counted_replay(folder, pass_count, compiled)
    known, crossings = calibration(), Crossings(folder / "trace")
    begin = next(int(mark.told) for mark in counted.marks if mark.name == "pass")
    (started,) = counted.spans("start", "loop")
    starting = crossings.part(0, begin, started)
    passes = crossings.passes(counted)
    to_light = next(index for index, one in enumerate(passes) if one.lit)
    least = in_use(counted)
    for shift in shifts:
        if max(least) <= enough:
            break
        moved = in_use(counted_replay(folder, pass_count, compiled, shift=shift))
        least = list(map(min, zip(least, moved, strict=True)))
    start, *looks = least
    # A pass is looked at the next time, and needs at most what was in use then and what it allocates.
    lives = [(start if not index else looks[(index - 1) // EVERY]) for index in range(len(passes))]
    count = len(passes)
    longest = max(counted.spans("collect", "collected")) - known.block * (MACHINE_HEAP - HEAP) / BLOCK
    return Taken(
        count,
        start,
        max(start, *looks),
        max(live + round(one.allocated) for live, one in zip(lives, passes, strict=True)),
        sum(one.allocated for one in passes) / count,
        cost(starting),
        CIRCUITPYTHON_MS
        + starting.ms()
        + sum(max(PASS_MS, one.ms()) for one in passes[:to_light])
        + passes[to_light].ms(),
        Cost(*(sum(costs) / count for costs in zip(*map(cost, passes), strict=True))),
        cost(max(passes, key=Pass.ms)),
        plain(longest),
    )
