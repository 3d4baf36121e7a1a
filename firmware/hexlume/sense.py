"""Sensing: from counts to the piece that rests on each cell.

A reading's distance from the cell's own zero tells the class: nothing, a pawn's or a
leader's magnet, north (white) or south (black) up. A class counts once the reading has
stayed in it, steady, for a few scans: a disc in motion is not believed.
"""

from array import array

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


class Sense:
    """Turns the scan's counts into ``pieces``: the piece code at rest on each panel cell."""

    def __init__(self, grid: HexGrid | SquareGrid, counts: "array[int]") -> None:
        """Take the panel's grid and the scan's buffer of counts."""
        cells = grid.cells
        self.pieces = bytearray(cells)
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

    def _learn(self) -> None:
        """Average the first scans to each cell's zero; a cell that is not empty keeps the middle."""
        for cell in range(len(self.pieces)):
            self._sums[cell] += self._counts[cell]
        if self._scan < LEARNING_SCANS:
            return
        for cell in range(len(self.pieces)):
            mean = (self._sums[cell] + LEARNING_SCANS // 2) // LEARNING_SCANS
            if abs(mean - MIDDLE) > EMPTY_BAND:
                mean = MIDDLE
            self._zero[cell] = mean
            self._learned[cell] = mean
            self._set_window(cell)

    def _settle(self, cell: int, count: int) -> bool:
        """Take a reading outside the resting class's window; return whether a new class is at rest."""
        piece = self._class_of(count - self._zero[cell])
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

    def _class_of(self, counts_from_zero: int) -> int:
        strength = abs(counts_from_zero)
        if strength < PRESENT:
            return EMPTY
        if strength < STRONG:
            return WHITE if counts_from_zero > 0 else BLACK
        return WHITE_LEADER if counts_from_zero > 0 else BLACK_LEADER

    def _set_window(self, cell: int) -> None:
        """Set the counts between which the cell's resting class is not questioned."""
        piece = self.pieces[cell]
        zero = self._zero[cell]
        if piece == EMPTY:
            low, high = -PRESENT + 1, PRESENT - 1
        elif piece in (WHITE, BLACK):
            low, high = PRESENT - HYSTERESIS, STRONG + HYSTERESIS
        else:
            low, high = STRONG - HYSTERESIS, 4095
        if piece in (BLACK, BLACK_LEADER):
            low, high = -high, -low
        self._low[cell] = zero + low
        self._high[cell] = zero + high

    def _follow_drift(self) -> None:
        """Move one cell's zero a count towards its reading, if the cell and all around it are empty."""
        cell = self._follow
        self._follow = cell + 1 if cell + 1 < len(self.pieces) else 0
        if self.pieces[cell] or self._scans[cell]:
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
