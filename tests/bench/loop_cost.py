"""What one pass of the firmware's loop costs by the twin's clock on each chip."""

import statistics

from hexlume_sim.chip.costs import RP2040, RP2350

from .figure import Figure
from .pass_time import played

GAMES = (("hex4", "orochi"), ("hex5", "orochi"), ("hex7", "droched"), ("hex9", "droched"))
SECONDS = {"hex9": 120.0}
"""How long hands play where a minute is too short: setting up Droched on hex9 takes one."""


def measure() -> list[Figure]:
    """Return what passes take of a chip while a game is played."""
    figures = []
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
