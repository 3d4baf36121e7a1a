"""Virtual seconds of a board that is played on, per second of this computer."""

import statistics
import time
from collections.abc import Generator

from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.careful import play_games
from hexlume_sim.twin import Twin

from .figure import Figure

RUNS = 3


def speed(panel: str, size: int, games: int, seed: int) -> float:
    """Play Orochi by scripted hands on a twin in this process and return virtual seconds per wall second."""
    twin = Twin(panel, seed)

    def script() -> Generator[float, None, None]:
        yield from play_games(twin, game="orochi", size=size, options={}, count=games, seed=seed)
        twin.stop()

    twin.clock.run_script(script())
    settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": "orochi", "HEXLUME_SIZE": str(size)}
    began = time.perf_counter()
    ending = run_firmware(twin, default_drive(), settings)
    took = time.perf_counter() - began
    if ending.failed:
        raise RuntimeError(ending.message)
    return twin.clock.now / 1e6 / took


def measure() -> list[Figure]:
    """Return the speed of the twin on a small, the usual and the largest panel."""
    figures = []
    for panel, size, games in (("hex4", 4, 6), ("hex5", 5, 4), ("hex9", 9, 1)):
        speeds = [speed(panel, size, games, 7) for _ in range(RUNS)]
        note = f"Orochi by scripted hands, no host, median of {RUNS} runs"
        figures.append(Figure(f"twin speed {panel}", statistics.median(speeds), "virtual s / s", note))
    return figures
