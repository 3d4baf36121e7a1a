"""Print the figures and the heap's table, and write them to build/bench.json: ``make bench``.

The file maps a figure's name to ``{"value", "unit", "note"}``.
"""

import json
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from . import (
    chip,
    engine,
    library,
    light_delay,
    live_load,
    loop_cost,
    misreads,
    rules_cost,
    start_up,
    thrown_discs,
    twin_speed,
    vm_memory,
)
from .figure import Figure

OUT = Path("build/bench.json")


def light_delays() -> list[Figure]:
    """Return how long the light of a disc at rest takes on the twin, by a Pico 2's time."""
    figures = []
    for panel, (count, median, longest, share) in light_delay.shares().items():
        note = f"the twin of a Pico 2: {count} placements within 3 mm, debounce included"
        figures.append(Figure(f"twin, light delay {panel}, median", median, "ms", note))
        figures.append(Figure(f"twin, light delay {panel}, longest", longest, "ms", note))
        figures.append(Figure(f"twin, light delay {panel}, of 1,000 within 100 ms", 1000 * share, "", note))
    return figures


def main() -> None:
    """Measure everything."""
    console = Console()
    figures: list[Figure] = []
    parts = [
        start_up.measure,
        twin_speed.measure,
        loop_cost.measure,
        light_delays,
        misreads.measure,
        rules_cost.measure,
        thrown_discs.measure,
        engine.measure,
        live_load.measure,
        library.measure,
    ]
    for part in track(parts, "Measuring", console=Console(stderr=True), transient=True):
        figures += part()
    table = Table("figure", "value", "unit", "note", box=None)
    for figure in figures:
        table.add_row(figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
    console.print(table)
    figures += vm_memory.measure(console)
    figures += chip.measure(console)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({figure.name: figure.entry() for figure in figures}, indent=1) + "\n")
    console.print(f"Written to {OUT}")


if __name__ == "__main__":
    main()
