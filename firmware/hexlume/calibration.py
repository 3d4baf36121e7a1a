"""Calibration: each cell's zero and span, learned from the board itself and packed small enough for its memory.

The zero is what a sensor reads with nothing on its cell. The span is how far an ordinary disc in the middle
of the cell moves it: sensors differ in sensitivity, plates in thickness. Thresholds between classes scale with it.
"""

import binascii
from array import array

from .constant import const

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from .grid import HexGrid, SquareGrid

NOMINAL_SPAN = 767
"""Counts that an ordinary disc in the middle of a cell gives: 20.6 mT of an 8 x 3 mm N35 magnet at 9 mm."""
LEAST_SPAN = 460
MOST_SPAN = 959
"""Spans from 60 % to 125 % of the nominal one are believed; beyond, the sensor is at fault."""
LEAST_ZERO = 1648
MOST_ZERO = 2448
"""Zeros within 400 counts of half the supply are believed: 13 times the offset of a DRV5055 (datasheet SBAS640)."""
_NOT_KNOWN = const(0)

CROSSTALK = (0, -10, 10, -14, 14)
"""Counts that each piece gives to a neighbouring cell's sensor, by piece code: a disc 32 mm aside, computed."""

_VERSION = const(1)
_HEAD = const(3)
_CHECK = const(4)


class CalibrationError(ValueError):
    """Bytes that are no calibration of this panel, told in one sentence."""


class Calibration:
    """The zeros and spans of a panel's cells, in counts; ``_NOT_KNOWN`` where nothing was learned.

    ``changed`` is set when something is learned; whoever stores the calibration clears it.
    """

    def __init__(self, cells: int) -> None:
        """Begin with nothing known, for a panel of so many cells (255 at most)."""
        self.zero = array("H", bytes(2 * cells))
        self.span = array("H", bytes(2 * cells))
        self.changed = False

    def learn_zero(self, cell: int, counts: int) -> bool:
        """Note a cell's zero; return whether it is believed."""
        if not LEAST_ZERO <= counts <= MOST_ZERO:
            return False
        if self.zero[cell] != counts:
            self.zero[cell] = counts
            self.changed = True
        return True

    def learn_span(self, cell: int, counts: int) -> bool:
        """Note how far an ordinary disc moved a cell's reading from its zero; return whether it is believed."""
        if not LEAST_SPAN <= counts <= MOST_SPAN:
            return False
        if self.span[cell] != counts:
            self.span[cell] = counts
            self.changed = True
        return True

    def scaled(self, cell: int, counts: int) -> int:
        """Return counts from zero on a nominal cell as this cell gives them."""
        span = self.span[cell]
        return counts * span // NOMINAL_SPAN if span else counts

    def forget(self) -> None:
        """Forget everything, as before the first start."""
        for cell in range(len(self.zero)):
            self.zero[cell] = self.span[cell] = _NOT_KNOWN
        self.changed = True

    def pack(self) -> bytes:
        """Return the calibration as bytes: 7 and 3 a cell, 658 for the largest panel.

        Version, number of cells (2 bytes), for each cell zero and span of 12 bits each, and a CRC-32; high bytes first.
        """
        cells = len(self.zero)
        packed = bytearray(_HEAD + 3 * cells + _CHECK)
        packed[0], packed[1], packed[2] = _VERSION, cells >> 8, cells & 255
        at = _HEAD
        for cell in range(cells):
            both = self.zero[cell] << 12 | self.span[cell]
            packed[at], packed[at + 1], packed[at + 2] = both >> 16, both >> 8 & 255, both & 255
            at += 3
        check = binascii.crc32(packed[:at]) & 0xFFFFFFFF
        for shift in (24, 16, 8, 0):
            packed[at] = check >> shift & 255
            at += 1
        return bytes(packed)


def unpack(packed: bytes, cells: int) -> Calibration:
    """Return the calibration of a panel of so many cells from what ``pack`` gave.

    Raises ``CalibrationError`` when it is damaged, of another panel or version, or has values that nothing can have.
    """
    if len(packed) < _HEAD + _CHECK or packed[0] != _VERSION:
        raise CalibrationError("these bytes are no calibration that this firmware knows: calibrate the board again")
    end = len(packed) - _CHECK
    check = 0
    for byte in packed[end:]:
        check = check << 8 | byte
    if check != binascii.crc32(packed[:end]) & 0xFFFFFFFF:
        raise CalibrationError("the stored calibration is damaged: calibrate the board again")
    if packed[1] << 8 | packed[2] != cells or end != _HEAD + 3 * cells:
        raise CalibrationError("the stored calibration is of another panel: calibrate the board again")
    calibration = Calibration(cells)
    for cell in range(cells):
        at = _HEAD + 3 * cell
        both = packed[at] << 16 | packed[at + 1] << 8 | packed[at + 2]
        zero, span = both >> 12, both & 4095
        if (zero and not calibration.learn_zero(cell, zero)) or (span and not calibration.learn_span(cell, span)):
            raise CalibrationError("the stored calibration has values that no sensor has: calibrate the board again")
    calibration.changed = False
    return calibration


def crosstalk(grid: "HexGrid | SquareGrid", pieces: bytearray, cell: int) -> int:
    """Return the counts that the pieces on a cell's neighbours add to its reading."""
    total = 0
    for offset in grid.offsets[cell]:
        total += CROSSTALK[pieces[cell + offset]]
    return total
