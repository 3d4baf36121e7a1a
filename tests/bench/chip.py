"""What real CircuitPython measures on the emulated chip, beside the VM's count: ``python -m tests.bench.chip``."""

import statistics

from rich.console import Console
from rich.table import Table

from hexlume_sim.chip_emulator import circuitpython
from tests.chip.measures import light_delays, room
from tests.vm.pico import BUDGET, HEAP

from .figure import Figure

NOTE = f"CircuitPython {circuitpython.VERSION} on an emulated RP2040, Orochi 3 on hex4, compiled modules"


def measure(console: Console) -> list[Figure]:
    """Print memory, call depth and light delay, and return them; says so where CircuitPython was not downloaded."""
    try:
        circuitpython.find()
    except circuitpython.ImageRefused as refused:
        console.print(f"Not measured on the emulated chip: {refused}")
        return []
    found, delays = room(), light_delays()
    shown = Table("on the emulated chip", "bytes free", title=NOTE, box=None)
    shown.columns[1].justify = "right"
    for moment, free in found.free.items():
        shown.add_row(moment, f"{free:,}")
    shown.add_row("the VM's count: free for the firmware", f"{HEAP:,}")
    shown.add_row("of which it may use", f"{BUDGET:,}")
    console.print(shown)
    console.print(f"Calls that still fit above the loop: {found.calls}")
    console.print(f"Disc at rest to light: {statistics.median(delays):.0f} ms, at most {max(delays):.0f} ms")
    return [
        *(Figure(f"chip, bytes free: {moment}", free, "bytes", NOTE) for moment, free in found.free.items()),
        Figure("chip, calls above the loop", found.calls, "", NOTE),
        Figure("chip, light delay hex4, median", statistics.median(delays), "ms", NOTE),
        Figure("chip, light delay hex4, longest", max(delays), "ms", NOTE),
    ]


if __name__ == "__main__":
    measure(Console())
