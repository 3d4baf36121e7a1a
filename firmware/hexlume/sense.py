"""Sensing: from counts to the piece that rests on each cell.

A reading's distance from the cell's own zero tells the class: nothing, a pawn's or a
leader's magnet, north (white) or south (black) up. A class counts once the reading has
stayed in it, steady, for a few scans: a disc in motion is not believed. A cell whose sensor is at
fault can be masked: its class is then what it is told to be.
"""

from array import array

from .calibration import Calibration
from .grid import HexGrid, SquareGrid
from .pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER

MIDDLE = 2048
"""Counts of a ratiometric sensor at rest: half the supply."""
PRESENT = 267
"""Counts from zero (7.2 mT) between nothing and a pawn."""
STRONG = 1184
"""Counts from zero (31.8 mT) between a pawn and a leader."""
HYSTERESIS = 50
"""Counts by which a class that rests is held beyond its threshold."""
STEADY = 24
"""Counts that a resting disc's readings may differ: five times the noise of a difference."""
SETTLED_SCANS = 3
"""Scans for which a new class must stay steady."""
LEARNING_SCANS = 8
"""Scans at the start that are averaged to each cell's zero."""
FINDING_SCANS = 2 * SETTLED_SCANS
"""Scans after learning in which discs that already stand are found."""
EMPTY_BAND = 150
"""Counts from the middle within which a cell is taken to be empty when its zero is learned."""
DRIFT_LIMIT = 60
"""Counts by which a zero may follow slow drift from where it was learned."""
_ANYTHING = 32767


class Sense:
    """Turns the scan's counts into ``pieces``: the piece code at rest on each panel cell.

    ``calibration`` is what is known of each cell's sensor; ``masked[cell]`` is 1 where it is not believed.
    """

    def __init__(
        self, grid: HexGrid | SquareGrid, counts: "array[int]", calibration: Calibration | None = None
    ) -> None:
        """Take the panel's grid, the scan's buffer of counts, and the stored calibration if there is one."""
        cells = grid.cells
        self.pieces = bytearray(cells)
        self.masked = bytearray(cells)
        self.calibration = Calibration(cells) if calibration is None else calibration
        self._again = False
        self._neighbours = grid.neighbours
        self._counts = counts
        self._zero = array("h", bytes(2 * cells))
        self._learned = array("h", bytes(2 * cells))
        self._low = array("h", bytes(2 * cells))
        self._high = array("h", bytes(2 * cells))
        self._candidate = bytearray(cells)
        self._candidate_count = array("h", bytes(2 * cells))
        self._scans = bytearray(cells)
        self._sums = array("H", bytes(2 * cells))
        self._scan = 0
        self._follow = 0

    @property
    def known(self) -> bool:
        """Return whether the sensors' zeros and the discs that stood at the start are known."""
        return self._scan >= LEARNING_SCANS + FINDING_SCANS

    def update(self) -> bool:
        """Take in one scan; return whether ``pieces`` changed, or is now known for the first time."""
        if self._scan <= LEARNING_SCANS + FINDING_SCANS:
            self._scan += 1
            if self._scan <= LEARNING_SCANS:
                self._learn()
                return False
        changed = self._scan == LEARNING_SCANS + FINDING_SCANS
        cell = 0
        low, high, scans = self._low, self._high, self._scans
        for count in self._counts:
            if not low[cell] <= count <= high[cell]:
                if self._settle(cell, count):
                    changed = True
            elif scans[cell]:
                scans[cell] = 0
            cell += 1
        self._follow_drift()
        return changed and self.known

    def zero(self, cell: int) -> int:
        """Return a cell's zero in counts: what its sensor reads with nothing on the cell."""
        return self._zero[cell]

    def drift(self, cell: int) -> int:
        """Return how far a cell's zero has followed slow drift, in counts."""
        return self._zero[cell] - self._learned[cell]

    def learn_again(self) -> None:
        """Learn the zeros anew, on demand, and keep them in the calibration; cells with a disc keep what they have.

        ``known`` is not true again before the next scans have been taken in.
        """
        self._again = True
        self._scan = 0
        for cell in range(len(self.pieces)):
            self._sums[cell] = 0

    def learn_span(self, cell: int, counts: int) -> bool:
        """Note in the calibration what an ordinary disc gives on a cell, and use it; return whether it is believed."""
        if not self.calibration.learn_span(cell, counts):
            return False
        self._set_window(cell)
        return True

    def mask(self, cell: int, masked: bool) -> None:
        """Stop believing a cell's sensor, or believe it again; the cell keeps its piece until it changes."""
        if self.masked[cell] == masked:
            return
        self.masked[cell] = 1 if masked else 0
        self._scans[cell] = 0
        self._set_window(cell)

    def confirm(self, cell: int, piece: int) -> bool:
        """Say what stands on a masked cell; return whether ``pieces`` changed. Others go by their sensors."""
        if not self.masked[cell] or self.pieces[cell] == piece:
            return False
        self.pieces[cell] = piece
        return True

    def _learn(self) -> None:
        """Average the first scans to each cell's zero; a cell that is not empty keeps the stored one, or the middle."""
        for cell in range(len(self.pieces)):
            self._sums[cell] += self._counts[cell]
        if self._scan < LEARNING_SCANS:
            return
        for cell in range(len(self.pieces)):
            kept = self.calibration.zero[cell]
            mean = zero = (self._sums[cell] + LEARNING_SCANS // 2) // LEARNING_SCANS
            if not self._reads_empty(cell):
                zero = kept or MIDDLE
            elif not kept or self._again:
                self.calibration.learn_zero(cell, mean)
            elif not self._stands_alone(cell):
                # What is more than the stored zero is crosstalk of the discs beside it.
                zero = kept
            self._zero[cell] = self._learned[cell] = zero
            self._set_window(cell)
        self._again = False

    def _reads_empty(self, cell: int) -> bool:
        """Return whether a cell read in the first scans as if nothing stood on it."""
        off = self._sums[cell] // LEARNING_SCANS - (self.calibration.zero[cell] or MIDDLE)
        return -EMPTY_BAND <= off <= EMPTY_BAND

    def _stands_alone(self, cell: int) -> bool:
        """Return whether all around a cell read as if nothing stood there."""
        for near in self._neighbours[cell]:
            if not self._reads_empty(near):
                return False
        return True

    def _settle(self, cell: int, count: int) -> bool:
        """Take a reading outside the resting class's window; return whether a new class is at rest."""
        piece = self._class_of(cell, count - self._zero[cell])
        if piece == self.pieces[cell]:
            self._scans[cell] = 0
            return False
        if (
            self._scans[cell] == 0
            or piece != self._candidate[cell]
            or abs(count - self._candidate_count[cell]) > STEADY
        ):
            self._candidate[cell] = piece
            self._candidate_count[cell] = count
            self._scans[cell] = 1
            return False
        self._scans[cell] += 1
        if self._scans[cell] < SETTLED_SCANS:
            return False
        self._scans[cell] = 0
        self.pieces[cell] = piece
        self._set_window(cell)
        return True

    def _class_of(self, cell: int, counts_from_zero: int) -> int:
        strength = abs(counts_from_zero)
        if strength < self.calibration.scaled(cell, PRESENT):
            return EMPTY
        if strength < self.calibration.scaled(cell, STRONG):
            return WHITE if counts_from_zero > 0 else BLACK
        return WHITE_LEADER if counts_from_zero > 0 else BLACK_LEADER

    def _set_window(self, cell: int) -> None:
        """Set the counts between which the cell's resting class is not questioned."""
        if self.masked[cell]:
            self._low[cell], self._high[cell] = -_ANYTHING, _ANYTHING
            return
        piece = self.pieces[cell]
        zero = self._zero[cell]
        present = self.calibration.scaled(cell, PRESENT)
        strong = self.calibration.scaled(cell, STRONG)
        if piece == EMPTY:
            low, high = -present + 1, present - 1
        elif piece in (WHITE, BLACK):
            low, high = present - HYSTERESIS, strong + HYSTERESIS
        else:
            low, high = strong - HYSTERESIS, 4095
        if piece in (BLACK, BLACK_LEADER):
            low, high = -high, -low
        self._low[cell] = zero + low
        self._high[cell] = zero + high

    def _follow_drift(self) -> None:
        """Move one cell's zero a count towards its reading, if the cell and all around it are empty."""
        cell = self._follow
        self._follow = cell + 1 if cell + 1 < len(self.pieces) else 0
        if self.pieces[cell] or self._scans[cell] or self.masked[cell]:
            return
        for near in self._neighbours[cell]:
            if self.pieces[near] or self._scans[near]:
                return
        off = self._counts[cell] - self._zero[cell]
        if off > 0 and self._zero[cell] < self._learned[cell] + DRIFT_LIMIT:
            self._zero[cell] += 1
        elif off < 0 and self._zero[cell] > self._learned[cell] - DRIFT_LIMIT:
            self._zero[cell] -= 1
        else:
            return
        self._set_window(cell)
