"""Calibration: each cell's zero and span, learned from the board itself and packed small enough for its memory.

The zero is what a sensor reads with nothing on its cell. The span is how far an ordinary disc in the middle
of the cell moves it: sensors differ in sensitivity, plates in thickness. Thresholds between classes scale with it.
"""

import binascii
from array import array

from ..const import const

_LEAST_SPAN = const(460)
_MOST_SPAN = const(959)
"""Spans from 60 % to 125 % of ``sense.NOMINAL_SPAN`` are believed; beyond, the sensor is at fault."""
_LEAST_ZERO = const(1648)
_MOST_ZERO = const(2448)
"""Zeros within 400 counts of half the supply are believed: 13 times the offset of a DRV5055 (datasheet SBAS640)."""

_VERSION = const(1)
_HEAD = const(3)
_CHECK = const(4)


class Calibration:
    """The zeros and spans of a panel's cells, in counts; 0 where nothing was learned."""

    def __init__(self, cells: int) -> None:
        """Begin with nothing known, for a panel of ``cells`` cells (max 255)."""
        self.zero = array("H", bytes(2 * cells))
        self.span = array("H", bytes(2 * cells))

    def learn_zero(self, cell: int, counts: int) -> None:
        """Note a cell's zero, if it is believed."""
        if _LEAST_ZERO <= counts <= _MOST_ZERO:
            self.zero[cell] = counts

    def learn_span(self, cell: int, counts: int) -> bool:
        """Note how far an ordinary disc moved a cell's reading from its zero; return whether it is believed."""
        if not _LEAST_SPAN <= counts <= _MOST_SPAN:
            return False
        self.span[cell] = counts
        return True

    def pack(self) -> bytes:
        """Return the calibration as bytes: 7 and 3 a cell, 658 for the largest panel.

        Version, number of cells (2 bytes), for each cell zero and span of 12 bits each, and a CRC-32; high bytes first.
        """
        packed = bytearray((_VERSION << 16 | len(self.zero)).to_bytes(_HEAD, "big"))
        for cell in range(len(self.zero)):
            packed += (self.zero[cell] << 12 | self.span[cell]).to_bytes(3, "big")
        packed += (binascii.crc32(packed) & 0xFFFFFFFF).to_bytes(_CHECK, "big")
        return bytes(packed)


def stored(payload: bytes | None, cells: int) -> Calibration | None:
    """Return the calibration of a panel of ``cells`` cells from what ``pack`` returned and the board's memory holds.

    Returns ``None`` when there is none, or it is damaged, has impossible values, or is of another panel or version.
    """
    if payload is None or len(payload) != _HEAD + 3 * cells + _CHECK:
        return None
    calibration = Calibration(cells)
    for cell in range(cells):
        at = _HEAD + 3 * cell
        both = int.from_bytes(payload[at : at + 3], "big")
        calibration.learn_zero(cell, both >> 12)
        calibration.learn_span(cell, both & 4095)
    # Impossible values are not learned, so only intact bytes come out the same.
    return calibration if calibration.pack() == payload else None
