"""Sensing: from counts to the piece that rests on each cell.

A reading's distance from the cell's own zero gives the class: nothing, a pawn's or a leader's magnet, north (white) or
south (black) up. A class counts once the reading has stayed in it, steady, for some scans: a disc in motion is not
believed. A cell whose sensor is at fault can be masked: its class is then what ``confirm`` says.

How long a reading must be steady depends on how fast it rose. A disc that passes is also steady while it is right
above the sensor. The slower it moves, the longer that lasts, and the more slowly its reading rose. A reading that
jumps and then keeps still is of a disc that has stopped. A leader drives its sensor to the end of its range, where
motion does not show: it is believed once a leader sliding as fast would have left the cell again.

What this cannot distinguish, measured on the twin: a disc slid across a cell slower than 18 mm/s, and a leader lowered
slower than 3 mm/s, can be taken for one at rest. A leader held still 2.4 to 7 mm above a cell gives a pawn's reading
there and at the cells around (4 mm higher it is a pawn's very field), so it is taken for a pawn; from 7 to 9 mm that
takes half a second, higher it is nothing. A hand that comes quickly and then creeps, slower than 30 mm/s, is not
distinguished from one that stops.

A disc that drops or is put down counts after three scans. One that a hand brings to rest ever more slowly (minimum
jerk) counts 65 ms after it rests in half of all cases, after 160 ms in nine of ten, and very seldom after 460 ms.
"""

from array import array

from ..const import const
from ..games.grid import HexGrid, SquareGrid
from ..games.pieces import BLACK, EMPTY, WHITE, leader
from .calibration import Calibration

_MIDDLE = const(2048)
"""Counts of a ratiometric sensor at rest: half the supply."""
_LEARNING_SCANS = const(8)
"""Scans at the start that are averaged to each cell's zero."""
_EMPTY_BAND = const(150)
"""Counts from the middle within which a cell is taken to be empty when its zero is learned."""

NOMINAL_SPAN = const(767)
"""Counts that an ordinary disc in the middle of a cell gives: 20.6 mT of an 8 x 3 mm N35 magnet at 9 mm."""
CROSSTALK = const((0, -10, 10, -14, 14))
"""Counts that each piece gives to a neighbouring cell's sensor, by piece code: a disc 32 mm aside, computed."""
PRESENT = const(267)
"""Counts from zero (7.2 mT) between nothing and a pawn."""
STRONG = const(1190)
"""Counts from zero (32.0 mT) between a pawn and a leader."""
HYSTERESIS = const(50)
"""Counts by which a class that rests is held beyond its threshold."""
_STEADY = const(28)
"""Counts within which a resting disc's readings stay: nine times the noise."""
_STILL = const(18)
"""Counts within which a resting disc's readings nearly always stay; others must be steady for ``_UNSTEADY_SCANS``."""
_SETTLED_SCANS = const(3)
"""Scans for which a new class must stay steady, if its reading jumped."""
_UNSTEADY_SCANS = const(5)
"""Scans for which a reading that leaves ``_STILL`` must be steady, at least."""
_JUMPS = const(((120, _SETTLED_SCANS), (84, 4), (55, _UNSTEADY_SCANS), (34, 8), (24, 12)))
"""Counts from scan to scan by which a reading came, and scans for which it must then be steady. Right above a sensor a
passing disc's readings form a parabola: over three scans they fall a third as far as from the scan before, over 12 two
and a half times. So they leave ``_STEADY``, by a margin for noise."""
_GRADUAL_SCANS = const(22)
"""Scans for which a reading that came by smaller steps must be steady: the parabola of a disc at 18 mm/s or more has
left ``_STEADY`` by then."""
_LONG_SCANS = const(49)
"""Scans for which a reading that no good disc gives, less than ``_FAINT``, must be steady: the most of all."""
_FAINT = const(380)
"""Counts from zero below a pawn's band, 417 and up: a weak magnet, or one held high."""
_CLIPPED = const(1500)
"""Counts from zero beyond which a sensor may be at its end, 44 mT, where it does not show motion."""
_CLIPPING_JUMP = const(1400)
"""Counts: a leader that comes by so much in a scan along the table is at the end for two scans: 210 mm/s or more."""
_CLIPPED_WAY = const(4000)
"""A leader that slides by n counts a scan where its reading climbs is at the end for so much / n scans: 6.8 mm at 430
counts a mm, and a third more for strong magnets."""
_FINDING_SCANS = const(2 * _SETTLED_SCANS)
"""Scans after learning in which discs that already stand are found."""
_DRIFT_LIMIT = const(60)
"""Counts by which a zero may follow slow drift from where it was learned."""
_ANYTHING = const(20000)
_WINDOWS = const(
    (
        (1 - PRESENT, PRESENT - 1),
        (PRESENT - HYSTERESIS, STRONG + HYSTERESIS),
        (-STRONG - HYSTERESIS, HYSTERESIS - PRESENT),
        (STRONG - HYSTERESIS, _ANYTHING),
        (-_ANYTHING, HYSTERESIS - STRONG),
        (-_ANYTHING, _ANYTHING),
    )
)
"""Counts from zero between which a class that rests is not questioned, by piece code; the last: of a masked sensor."""
_MASKED = const(5)


class _Index:
    """Returns the index it is given: MicroPython makes a slice only in brackets."""

    def __getitem__(self, index: slice) -> slice:
        return index


_ALL = _Index()[:]
"""The slice ``[:]``, made once: ``[:]`` in the code would allocate one in every scan."""


class Sense:
    """Turns the scan's counts into ``pieces``: the piece code at rest on each panel cell.

    ``zero[cell]`` is what its sensor reads with nothing on it, in counts, and ``drift[cell]`` how far that has followed
    slow drift; ``span[cell]`` is how far an ordinary disc moves it, 0 where that is not known; ``masked[cell]`` is 1
    where the sensor is not believed. ``settling`` is whether a disc may be about to rest. ``calibration`` holds the
    stored zeros and spans and receives the zeros of the start; whoever keeps it sets it to ``None``, since play needs
    only the spans.
    """

    def __init__(
        self, grid: HexGrid | SquareGrid, counts: "array[int]", calibration: Calibration | None = None
    ) -> None:
        """Take the panel's grid, the scan's buffer of counts, and the stored calibration if there is one."""
        cells = grid.cells
        self.pieces = bytearray(cells)
        self.masked = bytearray(cells)
        calibration = calibration or Calibration(cells)
        self.calibration: Calibration | None = calibration
        self.span = calibration.span
        self.learn_zeros(calibration, False)
        self._offsets = grid.offsets
        self.counts = counts
        self.zero = array("h", bytes(2 * cells))
        self.drift = array("b", bytes(cells))
        self._low = array("h", bytes(2 * cells))
        self._high = array("h", bytes(2 * cells))
        self._least = array("h", bytes(2 * cells))
        self._most = array("h", bytes(2 * cells))
        self._jump = array("h", bytes(2 * cells))
        self._fastest = array("h", bytes(2 * cells))
        self._before = array("H", bytes(2 * cells))
        self._scans = bytearray(cells)
        self.settling = False
        self._next = 0

    @property
    def known(self) -> bool:
        """Return whether the sensors' zeros and the discs that stood at the start are known."""
        return self._scan >= _LEARNING_SCANS + _FINDING_SCANS

    def update(self) -> bool:
        """Take in one scan; return whether ``pieces`` changed, or is now known for the first time."""
        if self._scan <= _LEARNING_SCANS + _FINDING_SCANS:
            self._scan += 1
        if self._learning is not None:
            self._average_zeros(self._learning)
            return False
        changed = self._scan == _LEARNING_SCANS + _FINDING_SCANS
        self.settling = False
        cell = 0
        low, high, scans = self._low, self._high, self._scans
        for count in self.counts:
            if not low[cell] <= count <= high[cell]:
                if self._settle(cell, count):
                    changed = True
                elif 0 < scans[cell] < _SETTLED_SCANS:
                    self.settling = True
            elif scans[cell]:
                scans[cell] = 0
            cell += 1
        self._before[_ALL] = self.counts
        self._follow_drift()
        return changed and self.known

    def scaled(self, cell: int, counts: int) -> int:
        """Return counts from zero on a nominal cell as this cell gives them."""
        span = self.span[cell]
        return counts * span // NOMINAL_SPAN if span else counts

    def crosstalk(self, pieces: bytearray, cell: int) -> int:
        """Return the counts that the pieces on a cell's neighbours add to its reading."""
        total = 0
        for offset in self._offsets[cell]:
            total += CROSSTALK[pieces[cell + offset]]
        return total

    def learn_zeros(self, calibration: Calibration, replace: bool) -> None:
        """Learn the zeros of empty cells into a calibration; those that it has are kept unless it is to ``replace``
        them.

        ``known`` is not true again before the next scans have been taken in.
        """
        # While the zeros are learned: where they go, the sums of the readings, and whether stored zeros are replaced.
        self._learning: Calibration | None = calibration
        self._sums = array("H", bytes(2 * len(self.pieces)))
        self._replaces = replace
        self._scan = 0

    def set_span(self, cell: int, counts: int) -> None:
        """Use from now on what an ordinary disc gives on a cell."""
        self.span[cell] = counts
        self._set_window(cell)

    def mask(self, cell: int, masked: bool) -> bool:
        """Stop believing a cell's sensor, or believe it again; return whether that is a change.

        The cell keeps its piece until it changes.
        """
        if self.masked[cell] == masked:
            return False
        self.masked[cell] = 1 if masked else 0
        self._scans[cell] = 0
        self._set_window(cell)
        return True

    def confirm(self, cell: int, piece: int) -> bool:
        """Say what stands on a masked cell; return whether ``pieces`` changed. Others go by their sensors."""
        if not self.masked[cell] or self.pieces[cell] == piece:
            return False
        self.pieces[cell] = piece
        return True

    def _average_zeros(self, calibration: Calibration) -> None:
        """Take in one of the first scans; after the last every cell's zero is known."""
        kept, sums = calibration.zero, self._sums
        for cell in range(len(sums)):
            sums[cell] += self.counts[cell]
        if self._scan < _LEARNING_SCANS:
            return
        empty = [
            abs(total // _LEARNING_SCANS - (kept[cell] or _MIDDLE)) <= _EMPTY_BAND for cell, total in enumerate(sums)
        ]
        for cell in range(len(sums)):
            mean = (sums[cell] + _LEARNING_SCANS // 2) // _LEARNING_SCANS
            if not empty[cell]:
                mean = kept[cell] or _MIDDLE
            elif not kept[cell] or self._replaces:
                calibration.learn_zero(cell, mean)
            elif not all([empty[cell + offset] for offset in self._offsets[cell]]):
                # What is more than the stored zero is crosstalk of the discs beside it.
                mean = kept[cell]
            self.zero[cell], self.drift[cell] = mean, 0
            self._set_window(cell)
        self._learning = None
        self._sums = array("H")

    def _settle(self, cell: int, count: int) -> bool:
        """Take a reading outside the resting class's window; return whether a new class is at rest."""
        piece = self._class_of(cell, count)
        if piece == self.pieces[cell]:
            self._scans[cell] = 0
            return False
        least, most = min(count, self._least[cell]), max(count, self._most[cell])
        if self._scans[cell] == 0 or most - least > _STEADY:
            # How fast the reading changes.
            jump = abs(count - self._before[cell])
            if self._scans[cell] == 0:
                self._fastest[cell] = self._jump[cell] = 0
            self._fastest[cell] = max(jump, self._fastest[cell])
            # The last step before a disc rests may be a small one.
            self._jump[cell] = max(jump, self._jump[cell] // 2)
            self._least[cell] = self._most[cell] = count
            self._scans[cell] = 1
            return False
        self._least[cell] = least
        self._most[cell] = most
        self._scans[cell] += 1
        if self._scans[cell] < _SETTLED_SCANS or self._scans[cell] < self._scans_needed(cell, piece, count):
            return False
        self._scans[cell] = 0
        self.pieces[cell] = piece
        self._set_window(cell)
        return True

    def _scans_needed(self, cell: int, piece: int, count: int) -> int:
        """Return for how many scans a new class must be steady before it is at rest."""
        if piece == EMPTY or not self.known:
            return _SETTLED_SCANS
        strength = abs(count - self.zero[cell])
        if strength >= _CLIPPED:
            fastest = self._fastest[cell]
            if fastest >= _CLIPPING_JUMP:
                return _SETTLED_SCANS
            return min(_LONG_SCANS, _SETTLED_SCANS - 1 + _CLIPPED_WAY // (fastest + 1))
        if strength < self.scaled(cell, _FAINT):
            return _LONG_SCANS
        jump = self._jump[cell]
        if jump >= _JUMPS[0][0] and self._most[cell] - self._least[cell] > _STILL:
            return _UNSTEADY_SCANS
        for least, scans in _JUMPS:
            if jump >= least:
                return scans
        return _GRADUAL_SCANS

    def _class_of(self, cell: int, count: int) -> int:
        off = count - self.zero[cell]
        if abs(off) < self.scaled(cell, PRESENT):
            return EMPTY
        colour = WHITE if off > 0 else BLACK
        return colour if abs(off) < self.scaled(cell, STRONG) else leader(colour)

    def _set_window(self, cell: int) -> None:
        """Set the counts between which the cell's resting class is not questioned."""
        low, high = _WINDOWS[_MASKED if self.masked[cell] else self.pieces[cell]]
        self._low[cell] = self.zero[cell] + self.scaled(cell, low)
        self._high[cell] = self.zero[cell] + self.scaled(cell, high)

    def _follow_drift(self) -> None:
        """Move one cell's zero a count towards its reading, if the cell and all around it are empty."""
        cell = self._next
        self._next = (cell + 1) % len(self.pieces)
        if self.pieces[cell] or self._scans[cell] or self.masked[cell]:
            return
        for offset in self._offsets[cell]:
            if self.pieces[cell + offset] or self._scans[cell + offset]:
                return
        off = self.counts[cell] - self.zero[cell]
        step = (off > 0) - (off < 0)
        if abs(self.drift[cell] + step) <= _DRIFT_LIMIT:
            self.zero[cell] += step
            self.drift[cell] += step
            self._set_window(cell)
