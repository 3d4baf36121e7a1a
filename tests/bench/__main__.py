"""Print the figures and write them to build/bench.json: ``make bench``.

The file maps a figure's name to ``{"value", "unit", "note"}``.
"""

import json
import statistics
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from . import light_delay, loop_cost, misreads, rules_cost, twin_speed
from .figure import Figure

OUT = Path("build/bench.json")


def light_delays() -> list[Figure]:
    """Return how long players wait for the light of a disc at rest."""
    figures = []
    for panel, size, games in (("hex4", 4, 3), ("hex9", 9, 1)):
        delays = light_delay.measure("orochi", panel, size, games, 5)
        note = f"virtual time, {len(delays)} placements, debounce included"
        figures.append(Figure(f"light delay {panel}, median", statistics.median(delays), "ms", note))
        figures.append(Figure(f"light delay {panel}, longest", max(delays), "ms", note))
    return figures


def main() -> None:
    """Measure everything."""
    console = Console()
    figures: list[Figure] = []
    parts = [twin_speed.measure, loop_cost.measure, light_delays, misreads.measure, rules_cost.measure]
    for part in track(parts, "Measuring", console=Console(stderr=True), transient=True):
        figures += part()
    table = Table("figure", "value", "unit", "note", box=None)
    for figure in figures:
        table.add_row(figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
    console.print(table)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({figure.name: figure.entry() for figure in figures}, indent=1) + "\n")
    console.print(f"Written to {OUT}")


if __name__ == "__main__":
    main()
