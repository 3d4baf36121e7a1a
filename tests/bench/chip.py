"""What real CircuitPython measures on the emulated chip, beside the VM's count: ``python -m tests.bench.chip``."""

import statistics

from rich.console import Console
from rich.table import Table

from hexlume_sim.chip.costs import RP2040
from hexlume_sim.chip_emulator import circuitpython
from hexlume_sim.hands.careful import Hands
from tests.chip.measures import room, times
from tests.vm.pico import BUDGET, HEAP

from .figure import Figure
from .pass_time import played

NOTE = f"CircuitPython {circuitpython.VERSION} on an emulated RP2040, Orochi 3 on hex4, compiled modules"
COMPARED = "Orochi 2 on hex4 by the same hands; an RP2040's flash cache takes 6 % more than the emulator has"


def measure(console: Console) -> list[Figure]:
    """Print memory, call depth and light delay, and return them; says so where CircuitPython was not downloaded."""
    try:
        circuitpython.find()
    except circuitpython.ImageRefused as refused:
        console.print(f"Not measured on the emulated chip: {refused}")
        return []
    found, on_chip, on_twin = room(), times(), played("orochi", "hex4", 2, RP2040, make_hands=Hands)
    shown = Table("on the emulated chip", "bytes free", title=NOTE, box=None)
    shown.columns[1].justify = "right"
    for moment, free in found.free.items():
        shown.add_row(moment, f"{free:,}")
    shown.add_row("the VM's count: free for the firmware", f"{HEAP:,}")
    shown.add_row("and may use on the largest panels", f"{BUDGET:,}")
    console.print(shown)
    console.print(f"Calls that still fit above the loop: {found.calls}")
    compared = Table("in ms", "emulated chip", "the twin of an RP2040", title=COMPARED, box=None)
    figures = []
    for name, chip, twin in (
        ("pass, median", statistics.median(on_chip.work_ms), statistics.median(on_twin.work_ms)),
        ("pass, longest", max(on_chip.work_ms), max(on_twin.work_ms)),
        ("disc to light, median", statistics.median(on_chip.delays_ms), statistics.median(on_twin.delays_ms)),
        ("disc to light, longest", max(on_chip.delays_ms), max(on_twin.delays_ms)),
    ):
        compared.add_row(name, f"{chip:.1f}", f"{twin:.1f}")
        figures.append(Figure(f"chip, {name} hex4", chip, "ms", COMPARED))
        figures.append(Figure(f"twin of an RP2040, {name} hex4", twin, "ms", COMPARED))
    console.print(compared)
    return [
        *figures,
        *(Figure(f"chip, bytes free: {moment}", free, "bytes", NOTE) for moment, free in found.free.items()),
        Figure("chip, calls above the loop", found.calls, "", NOTE),
    ]


if __name__ == "__main__":
    measure(Console())
