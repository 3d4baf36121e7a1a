"""What one pass of the firmware's loop costs, on this computer and by the twin's clock."""

import statistics
import time

from hexlume_sim.assembly import Twin
from hexlume_sim.firmware_run import default_drive, run_firmware

from .figure import Figure

PASSES = 2000


def pass_cost(panel: str) -> tuple[float, float]:
    """Return the cost of one pass with nothing moving: us of this computer, and ms that the twin's hardware takes.

    A pass is what the firmware does between two sleeps. The hardware's share is what the virtual clock is charged for
    conversions, lines and LEDs.
    """
    walls: list[float] = []
    charged: list[float] = []
    twin = Twin(panel, 1)
    sleep = twin.chip.time.sleep
    begun_us, began = 0, 0.0

    def timed_sleep(seconds: float) -> None:
        nonlocal begun_us, began
        walls.append((time.perf_counter() - began) * 1e6)
        charged.append((twin.clock.now - begun_us) / 1000)
        if len(walls) > PASSES:
            twin.stop()
        sleep(seconds)
        begun_us, began = twin.clock.now, time.perf_counter()

    twin.chip.time.sleep = timed_sleep  # type: ignore[method-assign]
    run_firmware(twin, default_drive(), {"HEXLUME_PANEL": panel, "HEXLUME_GAME": "orochi"})
    settled = PASSES // 4
    return statistics.median(walls[settled:]), statistics.median(charged[settled:])


def measure() -> list[Figure]:
    """Return the cost of a pass on three panels."""
    figures = []
    for panel in ("hex4", "hex5", "hex9"):
        wall_us, hardware_ms = pass_cost(panel)
        note = f"one scan with its pass of the loop, median of {PASSES * 3 // 4:,}"
        figures.append(Figure(f"loop pass {panel}, CPython", wall_us, "us", note))
        figures.append(Figure(f"loop pass {panel}, hardware", hardware_ms, "ms virtual", note))
    return figures
