"""What the firmware takes of a Pico's heap and time, game by game, counted in a MicroPython with 32-bit objects.

``python -m tests.bench.vm_memory`` prints this table alone; what its columns mean, docs/architecture.md says.
"""

import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.vm.memory import ROWS, Cost, Game, Taken, measured, replayed, started
from tests.vm.pico import BUDGET, FIRST_LIGHT_MS, HEAP, calibration

from .figure import Figure

COLUMNS = ("game", "live kB", "worst", "peak", "a pass", "pause", "pass", "dearest", "legal set", "dearest")


def _name(rules: str, size: int, panel: str) -> str:
    return f"{rules} {size} on {panel}"


def _ms(*costs: Cost) -> str:
    return "\n".join(f"{cost.rp2040_ms:,.0f} / {cost.rp2350_ms:,.0f}" for cost in costs)


def _fuel(cost: Cost) -> str:
    return f"{cost.fuel / 1e6:,.2f}M"


def table(games: dict[str, Game]) -> Table:
    """Return the table: bytes in kB, work in millions of fuel with the ms on an RP2040 and an RP2350 below."""
    shown = Table(*COLUMNS, title="Heap and work; below each work its estimated ms on RP2040 / RP2350", box=None)
    for column in shown.columns[1:]:
        column.justify = "right"
    for name, game in games.items():
        taken = game.taken
        works = (taken.pause, taken.mean, taken.dearest, game.legal, game.dearest_legal)
        shown.add_row(
            name,
            *(f"{size / 1000:.1f}" for size in (taken.start, taken.most, taken.peak, taken.garbage)),
            *(f"{_fuel(work)}\n{_ms(work)}" for work in works),
        )
    return shown


def starts() -> dict[str, Taken]:
    """Return what starting takes with the sources on the drive, and with every module compiled beforehand."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pass_count = started(folder, *ROWS[0])
        return {"sources": replayed(folder, pass_count), "compiled (.mpy)": replayed(folder, pass_count, compiled=True)}


def start_table(found: dict[str, Taken]) -> Table:
    """Return how long it takes from power to the first light."""
    shown = Table(
        "start-up",
        "fuel",
        "ms RP2040",
        "ms RP2350",
        "power to first light, ms RP2040",
        f"of {FIRST_LIGHT_MS:,}",
        box=None,
    )
    for name, taken in found.items():
        work, light = taken.starting, taken.first_light_ms
        shown.add_row(
            name,
            _fuel(work),
            f"{work.rp2040_ms:,.0f}",
            f"{work.rp2350_ms:,.0f}",
            f"{light:,.0f}",
            "within" if light <= FIRST_LIGHT_MS else "over",
        )
    return shown


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


def measure(console: Console) -> list[Figure]:
    """Measure every game at its default size and two on the largest panel, print the tables, return the figures."""
    games = {_name(*row): measured(*row) for row in ROWS}
    found = starts()
    console.print(table(games))
    console.print(start_table(found))
    console.print(calibration().description())
    return figures(games, found)


if __name__ == "__main__":
    measure(Console())
