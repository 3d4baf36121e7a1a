"""How long from a disc at rest to its light on the twin.

The times are virtual, those of a Pico 2 (``hexlume_sim.chip.costs``).
"""

import statistics
from collections.abc import Generator
from math import cos, pi, sin, sqrt
from random import Random

from hexlume.output import led_cues
from hexlume_sim.chip.costs import RP2350, Costs
from hexlume_sim.cpython.firmware_run import default_drive, run_firmware
from hexlume_sim.hands.careful import play_games
from hexlume_sim.twin import Board, Twin

from .figure import Figure

LIMIT_MS = 100
"""What the firmware aims at for the light of a disc at rest. On large panels it takes longer."""
RECESS_MM = 3.0
"""How far from its cell's centre a disc lies at most."""
PANELS = (("hex4", 4, 28), ("hex5", 5, 17), ("hex9", 9, 5))
"""Panels, the size of the game played on each, and the games that give 1,000 placements."""

_, _GREEN, _BLUE = led_cues.COLOURS[led_cues.LEGAL].to_bytes(3)


def glows(colour: tuple[int, int, int]) -> bool:
    """Return whether a colour is that of a legal cell, at full or dimmed, when each channel is rounded down."""
    red, green, blue = colour
    return red == 0 < green and abs(green * _BLUE - blue * _GREEN) <= max(_GREEN, _BLUE)


class DelayMeter:
    """Notes when a disc comes to rest on a cell that glows, and when that cell's LED next shows something else.

    ``delays_ms`` are the times between, one a placement. Discs lie anywhere in their recesses.
    """

    def __init__(self, twin: Board) -> None:
        self.delays_ms: list[float] = []
        self._choice = Random(twin.panel)
        self._twin = twin
        self._waiting: dict[str, int] = {}
        self._put = twin.table.put
        twin.table.put = self._note_put  # type: ignore[method-assign]
        twin.leds.listeners.append(self._note_frame)

    def _note_put(self, cell: str, piece: str, dx_mm: float = 0.0, dy_mm: float = 0.0) -> None:
        angle, away = 2 * pi * self._choice.random(), RECESS_MM * sqrt(self._choice.random())
        dx_mm, dy_mm = away * cos(angle), away * sin(angle)
        self._put(cell, piece, dx_mm, dy_mm)
        if glows(self._twin.led(cell)):
            self._waiting[cell] = self._twin.clock.now

    def _note_frame(self, us: int, _rgb: bytes) -> None:
        for cell, since_us in list(self._waiting.items()):
            if not glows(self._twin.led(cell)):
                self.delays_ms.append((us - since_us) / 1000)
                del self._waiting[cell]


def played_delays(game: str, panel: str, size: int, count: int, seed: int, costs: Costs = RP2350) -> list[float]:
    """Play games by scripted hands and return the delay of every placement, in ms of virtual time."""
    twin = Twin(panel, seed, costs=costs)
    meter = DelayMeter(twin)

    def script() -> Generator[float, None, None]:
        yield from play_games(twin, game=game, size=size, options={}, count=count, seed=seed)
        twin.stop()

    twin.clock.run_script(script())
    settings = {"HEXLUME_PANEL": panel, "HEXLUME_GAME": game, "HEXLUME_SIZE": str(size)}
    ending = run_firmware(twin, default_drive(), settings)
    if ending.failed:
        raise RuntimeError(ending.message)
    return meter.delays_ms


def measure() -> list[Figure]:
    """Return the median and longest delay of each panel, and how many are within the limit."""
    figures = []
    for panel, size, games in PANELS:
        delays = played_delays("orochi", panel, size, games, 7)
        lit = sum(delay <= LIMIT_MS for delay in delays) / len(delays)
        name, note = f"twin, light delay {panel}", f"the twin of a Pico 2: {len(delays)} placements, debounce included"
        figures.append(Figure(f"{name}, median", statistics.median(delays), "ms", note))
        figures.append(Figure(f"{name}, longest", max(delays), "ms", note))
        figures.append(Figure(f"{name}, of 1,000 within {LIMIT_MS} ms", 1000 * lit, "", note))
    return figures
