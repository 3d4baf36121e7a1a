"""The health of a board's whole panel, assembled from the board's ``health`` messages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hexlume.games.grid import HexGrid, SquareGrid
from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume.sensing.sense import NOMINAL_SPAN, PRESENT, STRONG

from ..errors import LinkError
from .messages import Health

OK = "ok"

ADVICE: Mapping[str, str] = {
    "dead": "feels no disc: check its solder joints and its multiplexer; the board plays on without it",
    "stuck": "reads the same whatever lies there: check its solder joints; the board plays on without it",
    "noisy": "is too restless to trust: check its supply, its capacitor and its wire",
    "weak": "feels its disc too weakly: try another disc; if that is no better, calibrate the board",
    "drifted": "rests far from where it was learned: clear the board and calibrate it",
    "still": "shows no noise at all, as no sensor does: check the joints of its sensor and its multiplexer",
    "beyond": "reads what no sensor gives: check the joints of its sensor and its multiplexer",
    "alike": "reads the same disc as all cells of its multiplexer: if none lies there, check the multiplexer and 3V3",
}
"""What each state of a cell means, and what to do about it. The last three are found here and not by the board."""

_LEAST_COUNTS, _MOST_COUNTS = 232, 3864
"""A DRV5055's output stays 0.2 V off either supply (datasheet SBAS640), 248 counts; less 16 for the converter."""

COUNTS_PER_MT = 30.0 * 4096 / 3300
"""Counts a sensor gives for one mT: DRV5055A2, 30 mV/mT at 3.3 V (datasheet SBAS640), 12 bits."""

_LEAST_NOISE = 1.5
"""Counts RMS of half the cells, by which a board that has just started has looked at each of them some times."""
_MOST_ROUNDS = 8
"""Rounds after which it has in any case."""


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

    @property
    def disc(self) -> str:
        """The disc that the reading is that of, such as ``black leader``; empty for none."""
        scale = self.span / NOMINAL_SPAN if self.span else 1.0
        off = self.counts - self.zero
        if abs(off) < PRESENT * scale:
            return ""
        return ("white" if off > 0 else "black") + (" leader" if abs(off) >= STRONG * scale else "")

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
        self._reported: list[CellHealth | None] = [None] * self.grid.cells
        """The cells with the states that the board gave them."""
        self._found: dict[str, str] = {}
        """The states of cells that the board calls well."""
        self._settled = False
        self.rounds = 0
        """How often the whole panel has been reported since all of it was known."""

    @property
    def complete(self) -> bool:
        """Whether every cell has been reported, and the board has looked at them for long enough."""
        return self.rounds > 0 and self._settled

    def take(self, health: Health) -> None:
        """Take a slice. One beyond this panel is ignored."""
        last = health.first + len(health.counts)
        if last > self.grid.cells:
            return
        for at, cell in enumerate(range(health.first, last)):
            name = self.grid.name(cell)
            state = health.faults.get(name, OK)
            readings = health.counts[at], health.zeros[at], health.spans[at], health.noise[at] / 10
            self._reported[cell] = CellHealth(name, state, *readings)
        if last == self.grid.cells and None not in self._reported:
            self.rounds += 1
            known = [cell for cell in self._reported if cell is not None]
            noise = sorted(cell.noise for cell in known)
            self._settled = noise[len(noise) // 2] >= _LEAST_NOISE or self.rounds >= _MOST_ROUNDS
            if self._settled:
                self._found = self._judge(known)
        self.cells = [
            replace(cell, state=self._found.get(cell.cell, OK)) if cell is not None and cell.state == OK else cell
            for cell in self._reported
        ]

    def _judge(self, known: Sequence[CellHealth]) -> dict[str, str]:
        """Return by the whole panel what is wrong with cells that the board calls well.

        The board has to play on, and believes a cell that reads a disc.
        """
        found: dict[str, str] = {}
        for multiplexer in self._multiplexers():
            discs = {known[cell].disc.split(" ")[0] for cell in multiplexer}
            if len(discs) == 1 and "" not in discs and len(multiplexer) > 1:
                found |= {known[cell].cell: "alike" for cell in multiplexer}
        for cell in known:
            if not cell.noise:
                found[cell.cell] = "still"
            elif not _LEAST_COUNTS <= cell.counts <= _MOST_COUNTS:
                found[cell.cell] = "beyond"
        return found

    def _multiplexers(self) -> Iterable[list[int]]:
        """Return the cells of each multiplexer."""
        by_place: dict[tuple[int, int], list[int]] = {}
        for cell in range(self.grid.cells):
            site = cell_site(self.grid, cell)
            by_place.setdefault((site.adc, site.enable), []).append(cell)
        return by_place.values()

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
            discs = [f"{cell.cell} ({cell.disc})" for cell in self.cells if cell is not None and cell.disc]
            only = f" if discs lie on {_listed(discs)} and nowhere else" if discs else ""
            return f"All {self.grid.cells} cells are well{only}."
        named = _listed([f"{cell.cell} {cell.state}" for cell in faults])
        return f"{len(faults)} of {self.grid.cells} cells need attention: {named}."

    def as_json(self) -> dict[str, Any]:
        """Return the panel as ``hexlume doctor --json`` prints it."""
        return {
            "panel": self.panel,
            "well": self.complete and not self.faults(),
            "cells": {cell.cell: cell.as_json() for cell in self.cells if cell is not None},
        }


def _listed(names: list[str]) -> str:
    """Return the first names and how many there are more."""
    more = f" and {len(names) - 8} more" if len(names) > 8 else ""
    return ", ".join(names[:8]) + more
