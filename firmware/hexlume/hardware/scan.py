"""The scan: every cell's Hall sensor read through the multiplexers, once a pass."""

from array import array

from ..const import const
from .panel import HIGH, LINE_BITS, READS, SETTLE_US, scan_steps

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Callable, Sequence

    import analogio
    import digitalio

    from ..games.grid import HexGrid, SquareGrid


class Scan:
    """Reads the panel's sensors into ``counts``: one 12-bit conversion (0-4095 counts) a cell.

    The way through the multiplexers is planned once (``panel.scan_steps``): one address or enable line changes a
    step, and ``SETTLE_US`` pass before its cells are read.
    """

    def __init__(
        self,
        grid: "HexGrid | SquareGrid",
        adcs: "Sequence[analogio.AnalogIn]",
        address: "Sequence[digitalio.DigitalInOut]",
        enable: "Sequence[digitalio.DigitalInOut]",
        delay_us: "Callable[[int], None]",
    ) -> None:
        """Take the panel's grid, three analog inputs, four address lines (outputs, low), five enable lines
        (outputs, high: off), and the chip's short delay."""
        self.counts = array("H", bytes(2 * grid.cells))
        self._adcs = tuple(adcs)
        self._delay_us = delay_us
        self._lines = tuple(enable) + tuple(address)
        self._steps = scan_steps(grid)

    def read(self) -> None:
        """Read all cells into ``counts``."""
        counts, lines, delay_us = self.counts, self._lines, self._delay_us
        adc0, adc1, adc2 = self._adcs
        cell = 0
        for step in self._steps:
            lines[step >> LINE_BITS].value = step & HIGH != 0
            reads = step & READS
            if not reads:
                continue
            delay_us(SETTLE_US)
            counts[cell] = adc0.value >> 4
            if reads > 1:
                counts[cell + 1] = adc1.value >> 4
            if reads > 2:
                counts[cell + 2] = adc2.value >> 4
            cell += reads
