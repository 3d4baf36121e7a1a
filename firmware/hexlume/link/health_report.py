"""Tells a host how every sensor is, and what went wrong on the board."""

from ..const import const, elapsed
from ..journal import flash_log, incidents

if False:  # for type checkers only
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid
    from ..sensing.health import Health
    from ..sensing.sense import Sense

_STATES = const(("ok", "dead", "stuck", "noisy", "weak", "drifted"))
"""The words for the states of ``hexlume.sensing.health``, by their number."""

_SLICE = const(16)
"""Cells in one message."""
_SLICE_MS = const(100)
"""The time from one message to the next in ms."""


class HealthReport:
    """Sends every sensor's health to a host that asked for it (docs/protocol.md), a slice of the panel at a time, and
    after the last one what went wrong on the board (``hexlume.journal.incidents``)."""

    def __init__(
        self, grid: "HexGrid | SquareGrid", health: "Health", sense: "Sense", memory: flash_log.FlashLog
    ) -> None:
        """Take the panel's grid, the health and the sense to report, and the board's memory."""
        self._grid = grid
        self._health = health
        self._sense = sense
        self._memory = memory
        self._first = self._sent_ms = 0

    def message(self, ms: int) -> "dict[str, Any] | None":
        """Return the next message, or ``None`` if it is not due yet."""
        if elapsed(self._sent_ms, ms) < _SLICE_MS:
            return None
        self._sent_ms = ms
        first = self._first
        cells = self._grid.cells
        if first >= cells:
            count, message = incidents.message(self._memory, first - cells)
            self._first = first + 1 if first - cells + 1 < count else 0
            return message
        self._first = min(first + _SLICE, cells)
        health, sense = self._health, self._sense
        part = range(first, self._first)
        return {
            "type": "health",
            "first": first,
            "cells": {self._grid.name(cell): _STATES[health.states[cell]] for cell in part if health.states[cell]},
            "counts": [health.reading(cell) for cell in part],
            "zeros": [sense.zero[cell] for cell in part],
            "spans": [sense.span[cell] for cell in part],
            "noise": [health.noise(cell) for cell in part],
        }
