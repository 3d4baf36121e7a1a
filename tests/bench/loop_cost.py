"""What one pass of the firmware's loop costs, on this computer and by the twin's clock."""

import statistics
import time

from hexlume.app import App
from hexlume.clock import Clock
from hexlume_sim.assembly import Twin
from hexlume_sim.firmware_run import default_drive, run_firmware

from .figure import Figure

PASSES = 2000


def pass_cost(panel: str) -> tuple[float, float]:
    """Return the cost of one pass with nothing moving: us of this computer, and ms that the twin's hardware takes.

    The hardware's share is what the virtual clock is charged for conversions, lines and LEDs.
    """
    walls: list[float] = []
    charged: list[float] = []
    twin = Twin(panel, 1)
    step, wait = App.step, Clock.wait_for_pass

    def timed_step(app: App) -> None:
        begun_us, began = twin.clock.now, time.perf_counter()
        step(app)
        walls.append((time.perf_counter() - began) * 1e6)
        charged.append((twin.clock.now - begun_us) / 1000)

    def stopping_wait(clock: Clock, period_ms: int) -> None:
        wait(clock, period_ms)
        if len(walls) >= PASSES:
            twin.stop()

    App.step, Clock.wait_for_pass = timed_step, stopping_wait  # type: ignore[method-assign]
    try:
        run_firmware(twin, default_drive(), {"HEXLUME_PANEL": panel, "HEXLUME_GAME": "orochi"})
    finally:
        App.step, Clock.wait_for_pass = step, wait  # type: ignore[method-assign]
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
