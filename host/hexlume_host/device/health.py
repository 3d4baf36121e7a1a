"""The health of a board's whole panel, assembled from the board's ``health`` messages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.sensing.calibration import NOMINAL_SPAN
from hexlume.sensing.panel import panel_grid

from ..errors import LinkError
from .messages import Health

OK = "ok"

ADVICE: Mapping[str, str] = {
    "dead": "feels no disc: check its solder joints and its multiplexer; the board plays on without it",
    "stuck": "reads the same whatever lies there: check its solder joints; the board plays on without it",
    "noisy": "is too restless to trust: check its supply, its capacitor and its wire",
    "weak": "feels its disc too weakly: try another disc; if that is no better, calibrate the board",
    "drifted": "rests far from where it was learned: clear the board and calibrate it",
}
"""What each state of a cell means, and what to do about it."""

COUNTS_PER_MT = 30.0 * 4096 / 3300
"""Counts a sensor gives for one mT: DRV5055A2, 30 mV/mT at 3.3 V (datasheet SBAS640), 12 bits."""


@dataclass(frozen=True, slots=True)
class CellHealth:
    """One cell as the board last reported it; ``span`` is 0 when it has not been measured, ``noise`` in counts RMS."""

    cell: str
    state: str
    counts: int
    zero: int
    span: int
    noise: float

    @property
    def mt(self) -> float:
        """The field at the sensor in mT, white side up positive; by its own span where that is known."""
        scale = NOMINAL_SPAN / self.span if self.span else 1.0
        return (self.counts - self.zero) * scale / COUNTS_PER_MT

    def as_json(self) -> dict[str, Any]:
        """Return the cell as ``hexlume doctor --json`` prints it."""
        return {
            "state": self.state,
            "counts": self.counts,
            "zero": self.zero,
            "mT": round(self.mt, 2),
            "span": self.span or None,
            "noise": self.noise,
        }


class PanelHealth:
    """The sensors of a board's panel. ``cells[cell]`` is ``None`` until the board has reported it."""

    def __init__(self, panel: str) -> None:
        """Begin with nothing known of a panel such as ``hex4``; raises ``LinkError`` when there is no such panel."""
        try:
            self.grid: HexGrid | SquareGrid = panel_grid(panel)
        except ValueError as error:
            raise LinkError(f"The board has a panel this hexlume does not know: {error}.") from error
        self.panel = panel
        self.cells: list[CellHealth | None] = [None] * self.grid.cells
        self.rounds = 0
        """How often the whole panel has been reported since all of it was known."""

    @property
    def complete(self) -> bool:
        """Whether every cell has been reported."""
        return self.rounds > 0

    def take(self, health: Health) -> bool:
        """Take a slice; return whether a cell's state is new. A slice beyond this panel is ignored."""
        last = health.first + len(health.counts)
        if last > self.grid.cells:
            return False
        changed = False
        for at, cell in enumerate(range(health.first, last)):
            name = self.grid.name(cell)
            state = health.faults.get(name, OK)
            before = self.cells[cell]
            changed |= state != (before.state if before else OK)
            self.cells[cell] = CellHealth(
                name, state, health.counts[at], health.zeros[at], health.spans[at], health.noise[at] / 10
            )
        if last == self.grid.cells and None not in self.cells:
            self.rounds += 1
        return changed

    def faults(self) -> list[CellHealth]:
        """Return the cells that are not well."""
        return [cell for cell in self.cells if cell is not None and cell.state != OK]

    def rows(self) -> list[list[int]]:
        """Return the panel's cells row by row, the far side first."""
        grid = self.grid
        if isinstance(grid, HexGrid):
            span = grid.size - 1
            return [[cell for cell in range(grid.cells) if grid.r[cell] == r] for r in range(span, -span - 1, -1)]
        size = grid.size
        return [list(range(row * size, (row + 1) * size)) for row in reversed(range(size))]

    def summary(self) -> str:
        """Return one sentence about the whole panel."""
        known = sum(cell is not None for cell in self.cells)
        if known < self.grid.cells:
            return f"{known} of {self.grid.cells} cells have reported."
        faults = self.faults()
        if not faults:
            return f"All {self.grid.cells} cells are well."
        named = ", ".join(f"{cell.cell} {cell.state}" for cell in faults[:8])
        more = f" and {len(faults) - 8} more" if len(faults) > 8 else ""
        return f"{len(faults)} of {self.grid.cells} cells need attention: {named}{more}."

    def as_json(self) -> dict[str, Any]:
        """Return the panel as ``hexlume doctor --json`` prints it."""
        return {
            "panel": self.panel,
            "well": self.complete and not self.faults(),
            "cells": {cell.cell: cell.as_json() for cell in self.cells if cell is not None},
        }
