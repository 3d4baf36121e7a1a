"""What one pass of the firmware's loop costs: on this computer, and by the twin's clock on each chip."""

import statistics
import time

from hexlume_sim.chip.costs import RP2040, RP2350
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.twin import Twin

from .figure import Figure
from .pass_time import played

PASSES = 2000
GAMES = (("hex4", "orochi"), ("hex5", "orochi"), ("hex7", "droched"), ("hex9", "droched"))
SECONDS = {"hex9": 120.0}
"""How long hands play where a minute is too short: setting up Droched on hex9 takes one."""


def pass_cost(panel: str) -> float:
    """Return the us that one pass with nothing moving takes on this computer: from one sleep to the next."""
    walls: list[float] = []
    twin = Twin(panel, 1)
    sleep = twin.chip.time.sleep
    began = 0.0

    def timed_sleep(seconds: float) -> None:
        nonlocal began
        walls.append((time.perf_counter() - began) * 1e6)
        if len(walls) > PASSES:
            twin.stop()
        sleep(seconds)
        began = time.perf_counter()

    twin.chip.time.sleep = timed_sleep  # type: ignore[method-assign]
    run_firmware(twin, default_drive(), {"HEXLUME_PANEL": panel, "HEXLUME_GAME": "orochi"})
    return statistics.median(walls[PASSES // 4 :])


def measure() -> list[Figure]:
    """Return the cost of a quiet pass on three panels, and what passes take of a chip while a game is played."""
    figures = []
    for panel in ("hex4", "hex5", "hex9"):
        note = f"one scan with its pass of the loop, median of {PASSES * 3 // 4:,}"
        figures.append(Figure(f"loop pass {panel}, CPython", pass_cost(panel), "us", note))
    for costs in (RP2040, RP2350):
        for panel, game in GAMES:
            found = played(game, panel, int(panel[3]), costs, seconds=SECONDS.get(panel, 60.0))
            name, note = f"twin of an {costs.chip}, {panel} {game}", "scripted hands that think before each action"
            works, delays = found.work_ms, found.delays_ms
            figures.append(Figure(f"{name}: pass, median", statistics.median(works), "ms virtual", note))
            figures.append(Figure(f"{name}: pass, 95 %", statistics.quantiles(works, n=20)[-1], "ms virtual", note))
            figures.append(Figure(f"{name}: pass, longest", max(works), "ms virtual", note))
            figures.append(Figure(f"{name}: disc to light, median", statistics.median(delays), "ms virtual", note))
    return figures
