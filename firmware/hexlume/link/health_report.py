"""The health report: how every sensor is, and what went wrong on the board (docs/protocol.md)."""

from ..const import const
from ..journal import flash_log, incidents

if False:  # for type checkers only
    from typing import Any, Iterator

    from ..games.grid import HexGrid, SquareGrid
    from ..sensing.health import Health
    from ..sensing.sense import Sense

_STATES = const(("ok", "dead", "stuck", "noisy", "weak", "drifted"))
"""The words for the states of ``hexlume.sensing.health``, by their number."""

_SLICE = const(16)
"""Cells in one message."""


def health_messages(
    grid: "HexGrid | SquareGrid", health: "Health", sense: "Sense", memory: flash_log.FlashLog
) -> "Iterator[dict[str, Any]]":
    """Yield every sensor's health, a slice of the panel at a time, then the board's incidents, over and over.

    Takes the panel's grid, the health and the sense to report, and the board's memory.
    """
    while True:
        for first in range(0, grid.cells, _SLICE):
            cells = range(first, min(first + _SLICE, grid.cells))
            yield {
                "type": "health",
                "first": first,
                "cells": {grid.name(cell): _STATES[health.states[cell]] for cell in cells if health.states[cell]},
                "counts": [health.reading(cell) for cell in cells],
                "zeros": [sense.zero[cell] for cell in cells],
                "spans": [sense.span[cell] for cell in cells],
                "noise": [health.noise(cell) for cell in cells],
            }
        yield from incidents.messages(memory)
