"""The scan: every cell's Hall sensor read through the multiplexers, once a pass."""

from array import array

from . import panel
from .grid import HexGrid, SquareGrid

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Sequence

    import analogio
    import digitalio


class Scan:
    """Reads the panel's sensors into ``counts``: one 12-bit conversion (0-4095 counts) a cell.

    The way through the multiplexers is planned once: one address or enable line changes a step, and
    ``SETTLE_US`` pass before its cells are read.
    """

    def __init__(
        self,
        grid: HexGrid | SquareGrid,
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
        self._plan = self._make_plan(grid, address_lines, enable_lines)

    def read(self) -> None:
        """Read all cells into ``counts``."""
        counts, delay_us = self.counts, self._delay_us
        adc0, adc1, adc2 = self._adcs
        for line, level, cell0, cell1, cell2 in self._plan:
            line.value = level
            if cell0 < 0 and cell1 < 0 and cell2 < 0:
                continue
            delay_us(panel.SETTLE_US)
            if cell0 >= 0:
                counts[cell0] = adc0.value >> 4
            if cell1 >= 0:
                counts[cell1] = adc1.value >> 4
            if cell2 >= 0:
                counts[cell2] = adc2.value >> 4

    def _make_plan(
        self,
        grid: HexGrid | SquareGrid,
        address_lines: "Sequence[digitalio.DigitalInOut]",
        enable_lines: "Sequence[digitalio.DigitalInOut]",
    ) -> "tuple[tuple[digitalio.DigitalInOut, bool, int, int, int], ...]":
        """Return the steps (line, level, cell on each analog input or -1) of one closed round."""
        groups: list[list[int]] = []
        for cell in range(grid.cells):
            site = panel.cell_site(grid, cell)
            for group in groups:
                if group[0] == site.enable and group[1] == site.address:
                    break
            else:
                group = [site.enable, site.address, -1, -1, -1]
                groups.append(group)
            group[2 + site.adc] = cell
        plan = []
        address = 0
        enabled = -1
        for group in groups:
            switches: "list[tuple[digitalio.DigitalInOut, bool]]" = []
            if group[0] != enabled:
                if enabled >= 0:
                    switches.append((enable_lines[enabled], True))
                switches.append((enable_lines[group[0]], False))
                enabled = group[0]
            self._address_switches(address_lines, address, group[1], switches)
            address = group[1]
            for line, level in switches[:-1]:
                plan.append((line, level, -1, -1, -1))
            # The cells on one address that no line change precedes read behind a line set again.
            line, level = switches[-1] if switches else (address_lines[0], bool(address & 1))
            plan.append((line, level, group[2], group[3], group[4]))
        switches = [(enable_lines[enabled], True)]
        self._address_switches(address_lines, address, 0, switches)
        for line, level in switches:
            plan.append((line, level, -1, -1, -1))
        return tuple(plan)

    def _address_switches(
        self,
        address_lines: "Sequence[digitalio.DigitalInOut]",
        before: int,
        after: int,
        switches: "list[tuple[digitalio.DigitalInOut, bool]]",
    ) -> None:
        for bit in range(panel.ADDRESS_LINES):
            if (before ^ after) >> bit & 1:
                switches.append((address_lines[bit], bool(after >> bit & 1)))
