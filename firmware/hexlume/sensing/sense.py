"""Sensing: from counts to the piece that rests on each cell.

A reading's distance from the cell's own zero tells the class: nothing, a pawn's or a
leader's magnet, north (white) or south (black) up. A class counts once the reading has
stayed in it, steady, for some scans: a disc in motion is not believed. A cell whose sensor is at
fault can be masked: its class is then what ``confirm`` says.

How long a reading must be steady depends on how it came there. A disc that passes is steady too, while it is right
above the sensor, for the longer the slower it moves; but then its reading also rose the more slowly. Whatever jumps
and then keeps still has stopped. A leader drives its sensor to its end, where no motion is seen: it is believed at once
if it came down onto the cell (its neighbours felt it come nearer), and later if it may have come along the table.

What this cannot distinguish, measured on the twin: a disc slid across a cell slower than 18 mm/s, and a leader lowered
slower than 3 mm/s, can be taken for one at rest. A leader held still 2.4 to 7 mm above a cell gives a pawn's reading
there and at the cells around (4 mm higher it is a pawn's very field), so it is taken for a pawn; from 7 to 9 mm that
takes half a second, higher it is nothing. A hand that comes quickly and then creeps, slower than 30 mm/s, is not
distinguished from one that stops.

A disc that drops or is put down counts after three scans. One that a hand brings to rest ever more slowly (minimum
jerk) counts 30 ms after it rests in half of all cases, after 150 ms in nine of ten, and after 330 ms at the latest.
"""

from array import array

from ..const import const
from ..games.pieces import BLACK, BLACK_LEADER, EMPTY, WHITE, WHITE_LEADER
from .calibration import NOMINAL_SPAN, Calibration

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from ..games.grid import HexGrid, SquareGrid

_MIDDLE = const(2048)
"""Counts of a ratiometric sensor at rest: half the supply."""
_LEARNING_SCANS = const(8)
"""Scans at the start that are averaged to each cell's zero."""
_EMPTY_BAND = const(150)
"""Counts from the middle within which a cell is taken to be empty when its zero is learned."""

CROSSTALK = (0, -10, 10, -14, 14)
"""Counts that each piece gives to a neighbouring cell's sensor, by piece code: a disc 32 mm aside, computed."""
PRESENT = const(267)
"""Counts from zero (7.2 mT) between nothing and a pawn."""
STRONG = const(1190)
"""Counts from zero (32.0 mT) between a pawn and a leader."""
HYSTERESIS = const(50)
"""Counts by which a class that rests is held beyond its threshold."""
STEADY = const(28)
"""Counts within which a resting disc's readings stay: nine times the noise."""
_STILL = const(18)
"""Counts within which they stay nearly always; readings that do not are looked at for ``_UNSTEADY_SCANS``."""
_SETTLED_SCANS = const(3)
"""Scans for which a new class must stay steady, if its reading jumped."""
_UNSTEADY_SCANS = const(5)
"""The least for a reading that does not keep still."""
_JUMPS = const(((120, _SETTLED_SCANS), (84, 4), (55, _UNSTEADY_SCANS), (34, 8), (24, 12)))
"""Counts from scan to scan by which a reading came, and scans for which it must then be steady. Right above a sensor a
passing disc's readings form a parabola: over three scans they fall a third as far as from the scan before, over 12 two
and a half times. So they leave ``STEADY``, by a margin for noise."""
_GRADUAL_SCANS = const(22)
"""The same for a reading that came by less: a parabola of a disc at 18 mm/s or more has left ``STEADY`` by then."""
_LONG_SCANS = const(49)
"""The same, and the most, for a reading that no good disc gives: less than ``_FAINT``."""
_FAINT = const(380)
"""Counts from zero below a pawn's band, 417 and up: a weak magnet, or one held high."""
_CLIPPED = const(1500)
"""Counts from zero beyond which a sensor may be at its end, 44 mT, where it does not show motion."""
_CLIPPING_JUMP = const(1400)
"""Counts: a leader that comes by so much in a scan along the table is at the end for two scans: 210 mm/s or more."""
_CLIPPED_WAY = const(4000)
"""A leader that slides by n counts a scan where its reading climbs is at the end for so much / n scans: 6.8 mm at 430
counts a mm, and a third more for strong magnets."""
_CAME_DOWN = const(((450, 85), (250, 98), (0, 154)))
"""Counts from scan to scan by which a leader's reading came, and the evidence from which it came from above: leaders
that slide give at least 8 less, nearly all that came down 10 more (``Sense._came_down``)."""
_FINDING_SCANS = const(2 * _SETTLED_SCANS)
"""Scans after learning in which discs that already stand are found."""
DRIFT_LIMIT = const(60)
"""Counts by which a zero may follow slow drift from where it was learned."""
_ANYTHING = const(32767)


class _Index:
    def __getitem__(self, index: slice) -> slice:
        return index


_ALL = _Index()[:]
"""The slice ``[:]``, made once: written out, it would be allocated in every scan."""


class Sense:
    """Turns the scan's counts into ``pieces``: the piece code at rest on each panel cell.

    ``zero[cell]`` is what its sensor reads with nothing on it, in counts, and ``drift[cell]`` how far that has followed
    slow drift; ``span[cell]`` is how far an ordinary disc moves it, 0 where that is not known; ``masked[cell]`` is 1
    where the sensor is not believed. ``settling`` is whether a disc may be about to rest. ``calibration`` is what is
    learned from and into, ``None`` once it was taken.
    """

    def __init__(
        self, grid: "HexGrid | SquareGrid", counts: "array[int]", calibration: Calibration | None = None
    ) -> None:
        """Take the panel's grid, the scan's buffer of counts, and the stored calibration if there is one."""
        cells = grid.cells
        self.pieces = bytearray(cells)
        self.masked = bytearray(cells)
        if calibration is None:
            calibration = Calibration(cells)
        self.calibration: Calibration | None = calibration
        self.span = calibration.span
        # While the zeros are learned: into what, the sums of the scans' readings, and whether they are learned anew.
        self._learning: Calibration | None = calibration
        self._sums = array("H", bytes(2 * cells))
        self._again = False
        self._offsets = grid.offsets
        self._counts = counts
        self.zero = array("h", bytes(2 * cells))
        self.drift = array("b", bytes(cells))
        self._low = array("h", bytes(2 * cells))
        self._high = array("h", bytes(2 * cells))
        self._candidate = bytearray(cells)
        self._least = array("h", bytes(2 * cells))
        self._spread = bytearray(cells)
        self._jump = array("h", bytes(2 * cells))
        self._fastest = array("h", bytes(2 * cells))
        self._start = array("h", bytes(2 * cells))
        self._previous = array("H", bytes(2 * cells))
        self._earlier = array("H", bytes(2 * cells))
        self._scans = bytearray(cells)
        self._scan = 0
        self.settling = False
        self._follow = 0

    @property
    def known(self) -> bool:
        """Return whether the sensors' zeros and the discs that stood at the start are known."""
        return self._scan >= _LEARNING_SCANS + _FINDING_SCANS

    def update(self) -> bool:
        """Take in one scan; return whether ``pieces`` changed, or is now known for the first time."""
        if self._scan <= _LEARNING_SCANS + _FINDING_SCANS:
            self._scan += 1
        if self._learning is not None:
            self._learn(self._learning, self._sums)
            return False
        changed = self._scan == _LEARNING_SCANS + _FINDING_SCANS
        self.settling = False
        cell = 0
        low, high, scans = self._low, self._high, self._scans
        for count in self._counts:
            if not low[cell] <= count <= high[cell]:
                if self._settle(cell, count):
                    changed = True
                elif 0 < scans[cell] < _SETTLED_SCANS:
                    self.settling = True
            elif scans[cell]:
                scans[cell] = 0
            cell += 1
        self._earlier[_ALL] = self._previous
        self._previous[_ALL] = self._counts
        self._follow_drift()
        return changed and self.known

    def scaled(self, cell: int, counts: int) -> int:
        """Return counts from zero on a nominal cell as this cell gives them."""
        span = self.span[cell]
        return counts * span // NOMINAL_SPAN if span else counts

    def crosstalk(self, pieces: bytearray, cell: int) -> int:
        """Return the counts that such pieces on a cell's neighbours add to its reading."""
        total = 0
        for offset in self._offsets[cell]:
            total += CROSSTALK[pieces[cell + offset]]
        return total

    def take_calibration(self) -> Calibration:
        """Return what was learned and let go of it: playing needs no more of it than the spans."""
        calibration, self.calibration = self.calibration, None
        assert calibration is not None
        return calibration

    def learn_into(self, calibration: Calibration) -> None:
        """Learn into a calibration from now on."""
        self.calibration = calibration

    def learn_again(self) -> None:
        """Learn the zeros anew, on demand, into the calibration; cells with a disc keep what they have.

        ``known`` is not true again before the next scans have been taken in.
        """
        self._learning = self.calibration
        self._sums = array("H", bytes(2 * len(self.pieces)))
        self._again = True
        self._scan = 0

    def learn_span(self, cell: int, counts: int) -> bool:
        """Note in the calibration what an ordinary disc gives on a cell, and use it; return whether it is believed."""
        if self.calibration is None or not self.calibration.learn_span(cell, counts):
            return False
        self.span[cell] = counts
        self._set_window(cell)
        return True

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

    def _learn(self, calibration: Calibration, sums: "array[int]") -> None:
        """Take in one of the first scans; after the last every cell's zero is known."""
        for cell in range(len(sums)):
            sums[cell] += self._counts[cell]
        if self._scan < _LEARNING_SCANS:
            return
        kept = calibration.zero
        empty = []
        for cell in range(len(sums)):
            off = sums[cell] // _LEARNING_SCANS - (kept[cell] or _MIDDLE)
            empty.append(-_EMPTY_BAND <= off <= _EMPTY_BAND)
        for cell in range(len(sums)):
            mean = (sums[cell] + _LEARNING_SCANS // 2) // _LEARNING_SCANS
            if not empty[cell]:
                mean = kept[cell] or _MIDDLE
            elif not kept[cell] or self._again:
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
        piece = self._class_of(cell, count - self.zero[cell])
        if piece == self.pieces[cell]:
            self._scans[cell] = 0
            return False
        if (
            self._scans[cell] == 0
            or piece != self._candidate[cell]
            or count > self._least[cell] + STEADY
            or count < self._least[cell] + self._spread[cell] - STEADY
        ):
            self._note_motion(cell, count)
            self._candidate[cell] = piece
            self._least[cell], self._spread[cell] = count, 0
            self._scans[cell] = 1
            return False
        over = count - self._least[cell]
        if over < 0:
            self._least[cell] = count
            self._spread[cell] -= over
        elif over > self._spread[cell]:
            self._spread[cell] = over
        self._scans[cell] += 1
        if self._scans[cell] < _SETTLED_SCANS or self._scans[cell] < self._scans_needed(cell, piece, count):
            return False
        self._scans[cell] = 0
        self.pieces[cell] = piece
        self._set_window(cell)
        return True

    def _note_motion(self, cell: int, count: int) -> None:
        """Note how fast a reading comes, and as it begins to, what it and the neighbours' were two scans earlier."""
        jump = abs(count - self._previous[cell])
        if self._scans[cell]:
            self._fastest[cell] = max(jump, self._fastest[cell])
            # The last step before a disc rests may be a small one.
            self._jump[cell] = max(jump, self._jump[cell] // 2)
            return
        self._fastest[cell] = self._jump[cell] = jump
        alone = self.zero[cell] + self.crosstalk(self.pieces, cell)
        off = self._earlier[cell] - alone - 9 * (self._previous[cell] - alone) // 20
        self._start[cell] = off + self._beside(cell, self._previous, self._earlier)

    def _scans_needed(self, cell: int, piece: int, count: int) -> int:
        """Return for how many scans a new class must be steady before it is at rest."""
        if piece == EMPTY or not self.known:
            return _SETTLED_SCANS
        strength = abs(count - self.zero[cell])
        if strength >= _CLIPPED:
            fastest = self._fastest[cell]
            if fastest >= _CLIPPING_JUMP or (self._scans[cell] == _SETTLED_SCANS and self._came_down(cell)):
                return _SETTLED_SCANS
            return min(_LONG_SCANS, _SETTLED_SCANS - 1 + _CLIPPED_WAY // (fastest + 1))
        if strength < self.scaled(cell, _FAINT):
            return _LONG_SCANS
        jump = self._jump[cell]
        if jump >= _JUMPS[0][0] and self._spread[cell] > _STILL:
            return _UNSTEADY_SCANS
        for least, scans in _JUMPS:
            if jump >= least:
                return scans
        return _GRADUAL_SCANS

    def _came_down(self, cell: int) -> bool:
        """Return whether a leader whose sensor is at its end came from above and not along the table.

        Along the table a magnet's field turns round 9 mm beside the sensor and climbs within few mm, while the
        neighbours together feel as much of it as before. From above it climbs over a longer way, and so does theirs.
        The evidence: what the cell read two scans before its reading left the window, less 9/20 of what it read
        one scan before (a line that fits slides), a share of its greatest step, and the neighbours' change.
        """
        start = self._start[cell] - self._beside(cell, self._counts, self._previous)
        if self._counts[cell] < self.zero[cell]:
            start = -start
        fastest = self._fastest[cell]
        start += min(fastest, 800) // 7
        for least, evidence in _CAME_DOWN:
            if fastest >= least:
                return start >= evidence
        return False

    def _beside(self, cell: int, counts: "array[int]", before: "array[int]") -> int:
        """Return three times what the neighbours read off their zeros, on average over two scans."""
        near = self._offsets[cell]
        total = 0
        for offset in near:
            other = cell + offset
            total += counts[other] + before[other] - 2 * self.zero[other]
        return 3 * total // (2 * len(near)) if near else 0

    def _class_of(self, cell: int, offset: int) -> int:
        strength = abs(offset)
        if strength < self.scaled(cell, PRESENT):
            return EMPTY
        if strength < self.scaled(cell, STRONG):
            return WHITE if offset > 0 else BLACK
        return WHITE_LEADER if offset > 0 else BLACK_LEADER

    def _set_window(self, cell: int) -> None:
        """Set the counts between which the cell's resting class is not questioned."""
        if self.masked[cell]:
            self._low[cell], self._high[cell] = -_ANYTHING, _ANYTHING
            return
        piece = self.pieces[cell]
        zero = self.zero[cell]
        present = self.scaled(cell, PRESENT)
        strong = self.scaled(cell, STRONG)
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
        for offset in self._offsets[cell]:
            if self.pieces[cell + offset] or self._scans[cell + offset]:
                return
        off = self._counts[cell] - self.zero[cell]
        if off > 0 and self.drift[cell] < DRIFT_LIMIT:
            step = 1
        elif off < 0 and self.drift[cell] > -DRIFT_LIMIT:
            step = -1
        else:
            return
        self.zero[cell] += step
        self.drift[cell] += step
        self._set_window(cell)
