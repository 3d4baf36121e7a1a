"""The scan: every cell's Hall sensor read through the multiplexers, once a pass."""

from array import array

from . import panel
from .constant import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Sequence

    import analogio
    import digitalio

    from .grid import HexGrid, SquareGrid


_READS = const(3)
_HIGH = const(4)
_LINE_BITS = const(3)
"""A step of the scan: a line's place, by so many bits, its level, and how many cells are then read."""


class Scan:
    """Reads the panel's sensors into ``counts``: one 12-bit conversion (0-4095 counts) a cell.

    The way through the multiplexers is planned once: one address or enable line changes a step, and
    ``SETTLE_US`` pass before its cells are read.
    """

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        adcs: "Sequence[analogio.AnalogIn]",
        address_lines: "Sequence[digitalio.DigitalInOut]",
        enable_lines: "Sequence[digitalio.DigitalInOut]",
        delay_us: "Callable[[int], None]",
    ) -> None:
        """Take the panel's grid, three analog inputs, four address lines (outputs, low), five enable lines
        (outputs, high: off), and the chip's short delay."""
        self.counts = array("H", bytes(2 * grid.cells))
        self._adcs = tuple(adcs)
        self._delay_us = delay_us
        self._lines = tuple(address_lines) + tuple(enable_lines)
        self._steps = bytearray()
        self._plan(grid)

    def read(self) -> None:
        """Read all cells into ``counts``."""
        counts, lines, delay_us = self.counts, self._lines, self._delay_us
        adc0, adc1, adc2 = self._adcs
        cell = 0
        for step in self._steps:
            lines[step >> _LINE_BITS].value = step & _HIGH != 0
            reads = step & _READS
            if not reads:
                continue
            delay_us(panel.SETTLE_US)
            counts[cell] = adc0.value >> 4
            if reads > 1:
                counts[cell + 1] = adc1.value >> 4
            if reads > 2:
                counts[cell + 2] = adc2.value >> 4
            cell += reads

    def _plan(self, grid: "HexGrid | SquareGrid") -> None:
        """Plan one closed round. Cells are read in their order, one on each input (``panel.cell_site``)."""
        address = 0
        enable = -1
        for first in range(0, grid.cells, panel.ADCS):
            site = panel.cell_site(grid, first)
            before = len(self._steps)
            if site.enable != enable:
                if enable >= 0:
                    self._switch(panel.ADDRESS_LINES + enable, 1)
                self._switch(panel.ADDRESS_LINES + site.enable, 0)
                enable = site.enable
            self._switch_address(address, site.address)
            address = site.address
            if len(self._steps) == before:
                # The cells on one address that no line change precedes read behind a line set again.
                self._switch(0, address & 1)
            self._steps[-1] |= min(panel.ADCS, grid.cells - first)
        self._switch(panel.ADDRESS_LINES + enable, 1)
        self._switch_address(address, 0)

    def _switch_address(self, before: int, after: int) -> None:
        for bit in range(panel.ADDRESS_LINES):
            if (before ^ after) >> bit & 1:
                self._switch(bit, after >> bit & 1)

    def _switch(self, line: int, level: int) -> None:
        self._steps.append(line << _LINE_BITS | (_HIGH if level else 0))
