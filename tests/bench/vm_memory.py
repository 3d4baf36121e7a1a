"""What the firmware takes of a Pico's heap and time, game by game, counted in a MicroPython with 32-bit objects.

What the figures mean, docs/architecture.md says.
"""

import tempfile
from pathlib import Path

from tests.vm.memory import ROWS, Cost, Game, Taken, measured, replayed, started
from tests.vm.pico import BUDGET, HEAP, calibration

from .figure import Figure


def _name(rules: str, size: int, panel: str) -> str:
    return f"{rules} {size} on {panel}"


def starts() -> dict[str, Taken]:
    """Return what starting takes with the sources on the drive, and with every module compiled beforehand."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pass_count = started(folder, *ROWS[0])
        return {"sources": replayed(folder, pass_count), "compiled (.mpy)": replayed(folder, pass_count, compiled=True)}


def figures(games: dict[str, Game], found: dict[str, Taken]) -> list[Figure]:
    """Return all of it as figures, for build/bench.json."""
    made = []
    heap = f"32-bit MicroPython; an RP2040 has {HEAP:,}; the largest panels may use {BUDGET:,}"
    for name, game in games.items():
        taken = game.taken
        for what, size in (
            ("live heap after start-up", taken.start),
            ("live heap at worst", taken.most),
            ("peak heap", taken.peak),
            ("allocated by a pass", taken.garbage),
        ):
            made.append(Figure(f"VM {name}, {what}", size, "bytes", heap))
        for what, work in (
            ("longest pause", taken.pause),
            ("pass", taken.mean),
            ("dearest pass", taken.dearest),
            ("legal-action set", game.legal),
            ("dearest legal-action set", game.dearest_legal),
        ):
            made += _work(f"VM {name}, {what}", work)
    for name, taken in found.items():
        made += _work(f"VM start-up, {name}", taken.starting)
        made.append(
            Figure(
                f"VM first light, {name}",
                taken.first_light_ms,
                "ms RP2040",
                "from power; " + calibration().description(),
            )
        )
    return made


def _work(name: str, work: Cost) -> list[Figure]:
    note = "estimated: " + calibration().description()
    return [
        Figure(f"{name}, fuel", work.fuel, "", "the same on every computer"),
        Figure(f"{name}, RP2040", work.rp2040_ms, "ms", note),
        Figure(f"{name}, RP2350", work.rp2350_ms, "ms", note),
    ]


def measure() -> list[Figure]:
    """Measure every game at its default size and two on the largest panel."""
    return figures({_name(*row): measured(*row) for row in ROWS}, starts())
