"""Print figures and write them to build/bench.json: ``make bench``, or ``python -m tests.bench PART ...`` for some.

The file maps a figure's name to ``{"value", "unit", "note"}``.
"""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

from . import engine, library, light_delay, live_load, misreads, playground, thrown_discs, vm_memory
from .figure import Figure

OUT = Path("build/bench.json")
PARTS = {
    "lights": light_delay.measure,
    "misreads": misreads.measure,
    "throws": thrown_discs.measure,
    "engine": engine.measure,
    "pages": live_load.measure,
    "library": library.measure,
    "playground": playground.measure,
    "heap": vm_memory.measure,
}


def main() -> None:
    """Measure all parts, or those named."""
    figures: list[Figure] = []
    for part in track(sys.argv[1:] or list(PARTS), "Measuring", console=Console(stderr=True), transient=True):
        figures += PARTS[part]()
    table = Table("figure", "value", "unit", "note", box=None)
    for figure in figures:
        table.add_row(figure.name, f"{figure.value:,.4g}", figure.unit, figure.note)
    Console().print(table)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps({figure.name: figure.entry() for figure in figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
