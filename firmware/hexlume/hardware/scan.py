"""The scan: every cell's Hall sensor read through the multiplexers, once a pass."""

from array import array

from ..const import const

if False:  # for type checkers only
    from typing import Callable, Sequence

    import analogio
    import digitalio

_ADCS = const(3)
"""Analog inputs; each has one multiplexer for each enable line."""
_ADDRESSES = const(16)
"""Channels of a CD74HC4067 multiplexer, chosen by four shared address lines."""
_ENABLES = const(5)
_LINES = const(9)
_ALL_OFF = const(31)
"""The lines' levels between two scans, a bit a line: the enable lines first, high, then the address lines, low."""
SETTLE_US = const(11)
"""Time in us from a changed address until an input has settled, at worst (docs/hardware/circuit.md)."""
_READS = const(3)
_HIGH = const(4)
_LINE_BITS = const(3)
"""A step of the scan is one number: a line's index shifted by ``_LINE_BITS``, ``_HIGH`` if it goes high, and how many
cells are then read, in the bits ``_READS``."""


class Scan:
    """Reads the panel's sensors into ``counts``: one 12-bit conversion (0-4095 counts) a cell.

    The way through the multiplexers is planned once (``_steps``): one address or enable line changes a
    step, and ``SETTLE_US`` pass before its cells are read.
    """

    def __init__(
        self,
        cells: int,
        adcs: "Sequence[analogio.AnalogIn]",
        address: "Sequence[digitalio.DigitalInOut]",
        enable: "Sequence[digitalio.DigitalInOut]",
        delay_us: "Callable[[int], None]",
    ) -> None:
        """Take how many cells the panel has, three analog inputs, four address lines (outputs, low), five enable lines
        (outputs, high: off), and the chip's short delay."""
        self.counts = array("H", bytes(2 * cells))
        self._adcs = tuple(adcs)
        self._delay_us = delay_us
        self._lines = tuple(enable) + tuple(address)
        self._steps = _steps(cells)

    def read(self) -> None:
        """Read all cells into ``counts``."""
        counts, lines, delay_us = self.counts, self._lines, self._delay_us
        adc0, adc1, adc2 = self._adcs
        cell = 0
        for step in self._steps:
            lines[step >> _LINE_BITS].value = step & _HIGH != 0
            reads = step & _READS
            if reads:
                delay_us(SETTLE_US)
                counts[cell] = adc0.value >> 4
                if reads > 1:
                    counts[cell + 1] = adc1.value >> 4
                if reads > 2:
                    counts[cell + 2] = adc2.value >> 4
                cell += reads


def channel(cell: int) -> tuple[int, int, int]:
    """Return where a cell's sensor is wired: its analog input, its enable line and its multiplexer channel.

    Sensors fill the multiplexers in the order of the cells, three at a time (one on each analog
    input). Channels are used in Gray-code order, so a scan in the order of the cells changes one
    address line a step.
    """
    slot = cell // _ADCS
    step = slot % _ADDRESSES
    return cell % _ADCS, slot // _ADDRESSES, step ^ (step >> 1)


def _steps(cells: int) -> bytearray:
    """Plan one closed round through the multiplexers and return its steps.

    Cells are read in their order, one on each input (``channel``).
    """
    steps = bytearray()
    levels = _ALL_OFF
    for first in range(0, cells + _ADCS, _ADCS):
        reads = max(0, min(_ADCS, cells - first))
        after = _ALL_OFF
        if reads:
            _, enable, address = channel(first)
            after = address << _ENABLES | _ALL_OFF ^ 1 << enable
        for line in range(_LINES):
            if (levels ^ after) >> line & 1:
                steps.append(line << _LINE_BITS | (_HIGH if after >> line & 1 else 0))
        steps[-1] |= reads
        levels = after
    return steps
