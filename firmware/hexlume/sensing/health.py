"""The sensors' health: finds those that are dead, stuck, noisy, weak or drifted, while people play.

Each pass looks at a few cells, at each cell about six times a second. A sensor is judged by what it must feel anyway:
its own disc, and the faint field of discs put on and taken off next to it. One whose reading stays the same when its
neighbours change does not feel magnets, even if it reads like an empty cell.
"""

from array import array

from ..const import const
from ..games.grid import HexGrid, SquareGrid
from ..games.pieces import BLACK, EMPTY
from .sense import Sense

OK = const(0)
_DEAD = const(1)
_STUCK = const(2)
_NOISY = const(3)
_WEAK = const(4)
_DRIFTED = const(5)
"""A sensor's states. Dead: reads at a rail, without any noise, or as if empty and feels nothing. Stuck: reads
as if a disc were there and feels nothing. Noisy: too restless to settle. Weak: a disc is felt less than it should be.
Drifted: the zero has moved as far as it is followed, or further."""

_RAIL = const(16)
"""Counts from a rail within which a reading is a dead sensor's: a healthy DRV5055 stays 0.2 V, 248 counts, off either
(datasheet SBAS640)."""
_NOISE_LIMIT = const(7)
"""Mean zigzag in counts at which a sensor is noisy: 12.4 counts RMS, four times a healthy one's. Three scans in a row
zigzag by the smaller of the two steps between them, and by nothing where both go the same way, as above a hand's disc
in motion."""
_MOST_ZIGZAG = const(28)
"""The most counts that one look adds to that mean, four times the limit: a hand turns back now and then, noise does
in every look."""
_CHANGE = const(150)
"""Counts beyond which a difference is a magnet's, and neither noise nor slow drift: that of a reading from its mean,
and that of an empty cell from its zero, less crosstalk."""
_QUIET_LOOKS = const(24)
"""Looks after which a cell's mean is right within a count, if nothing changes on the cell or next to it."""
_LONG_QUIET = const(255)
"""Looks without any noise after which a sensor is dead, if the other sensors have noise."""
_LEAST_CHANGE = const(10)
"""Counts of expected crosstalk that test a sensor: one disc put on or taken off next to it."""
_MOST_MISSES = const(3)
"""Failed tests in a row after which a sensor feels nothing."""
_WEAKEST = const((0, 417, 417, 1316, 1316))
"""The least counts from zero that a good disc gives, by piece code: worst tolerances, and 3 mm off centre."""
_DRIFT_LIMIT = const(60)
"""As in ``sense``."""
_MOST_NOISY = const(4)
"""If more than 1 cell in this many is noisy, the panel is to blame, not the sensors."""
_LOOKS_SHARE = const(16)
"""Passes in which each cell is looked at once."""


class Health:
    """Watches every sensor. ``states[cell]`` is its state (``OK`` ...), ``faults`` the number of cells that are not OK.

    A state holds as long as its evidence: a sensor that answers again is OK again.
    """

    def __init__(self, grid: HexGrid | SquareGrid, counts: "array[int]", sense: Sense) -> None:
        """Take the panel's grid, the scan's buffer of counts and the sense that reads it."""
        cells = grid.cells
        self.states = bytearray(cells)
        self._offsets = grid.offsets
        self._counts = counts
        self._sense = sense
        self._mean = array("H", bytes(2 * cells))
        self._spread = array("H", bytes(2 * cells))
        self._quiet = bytearray(cells)
        self._misses = bytearray(cells)
        self._before = array("H", bytes(2 * cells))
        self._before_crosstalk = array("b", bytes(cells))
        self._pieces = bytearray(cells)
        self.faults = self._panel_spread = self._next = 0
        # For each look of a pass three readings: the last two of the cell that is next, and the last of the one after.
        self._readings = array("H", bytes(6 * (cells // _LOOKS_SHARE + 1)))

    def observe(self, moved: bool) -> bool:
        """Look at this pass's cells, after ``Sense.update`` returned ``moved``; return whether a state changed."""
        if moved:
            # Such a pass has enough to do: the cells are looked at in the next.
            self._note_moves()
            return False
        changed = False
        cells, readings = len(self.states), self._readings
        share = len(readings) // 3
        for index in range(0, len(readings), 3):
            cell = self._next
            if self._look(cell, readings[index], readings[index + 1]):
                changed = True
            readings[index + 1] = readings[index + 2]
            readings[index] = self._counts[(cell + share) % cells]
            readings[index + 2] = self._counts[(cell + 2 * share) % cells]
            self._next = (cell + 1) % cells
        return changed

    def mask_unusable(self) -> bool:
        """Mask every unusable sensor and no other, after ``observe`` returned true; return whether a mask changed.

        A sensor is useless for play when it is dead, stuck, or noisy on its own. If the whole panel is noisy, no single
        sensor is to blame, and a reading that settles all the same is believed.
        """
        states = list(self.states)
        worst = _NOISY if states.count(_NOISY) * _MOST_NOISY <= len(states) else _STUCK
        return any([self._sense.mask(cell, OK < state <= worst) for cell, state in enumerate(states)])

    def reading(self, cell: int) -> int:
        """Return a cell's mean reading of the last seconds, in counts."""
        return self._mean[cell] + 8 >> 4

    def noise(self, cell: int) -> int:
        """Return the noise of a cell's readings in tenths of a count RMS."""
        # Readings of a normal distribution zigzag by 0.564 standard deviations on average.
        return self._spread[cell] * 71 + 255 >> 8

    def _note_moves(self) -> None:
        """Record what the cells around changed pieces read before, to compare it once they are quiet again."""
        pieces, before = self._sense.pieces, self._pieces
        changed = [cell for cell in range(len(pieces)) if pieces[cell] != before[cell]]
        for cell in changed:
            for offset in self._offsets[cell]:
                near = cell + offset
                if self._quiet[near] >= _QUIET_LOOKS:
                    self._before[near] = self._mean[near] or 1
                    self._before_crosstalk[near] = self._sense.crosstalk(self._pieces, near)
                self._quiet[near] = 0
        for cell in changed:
            before[cell] = pieces[cell]
            self._before[cell] = self._quiet[cell] = 0
            if not self._sense.masked[cell]:
                # Its own reading changed, so it feels.
                self._misses[cell] = 0

    def _look(self, cell: int, older: int, oldest: int) -> bool:
        """Take one reading of a cell, after two in earlier passes; return whether its state changed."""
        count = self._counts[cell] << 4
        off = count - self._mean[cell]
        there, back = older - oldest, older - self._counts[cell]
        # In 64ths of a count.
        zigzag = min(abs(there), abs(back), _MOST_ZIGZAG) << 6 if there * back > 0 else 0
        self._spread[cell] += zigzag - self._spread[cell] >> 5
        self._panel_spread += zigzag - self._panel_spread >> 5
        if abs(off) > _CHANGE << 4:
            self._mean[cell] = count
            self._before[cell] = self._quiet[cell] = 0
            if self.states[cell] in (_DEAD, _STUCK):
                # It moves after all.
                self._misses[cell] = 0
                return self._change_state(cell, OK)
            return self._spread[cell] >= _NOISE_LIMIT << 6 and self._change_state(cell, _NOISY)
        self._mean[cell] += off >> 3
        quiet = self._quiet[cell]
        # A cell that has long been quiet is still judged at every eighth look.
        self._quiet[cell] = quiet + 1 if quiet < _LONG_QUIET else _LONG_QUIET - 7
        if quiet + 1 == _QUIET_LOOKS and self._before[cell]:
            self._compare(cell)
        if quiet & 7 != 7:
            return False
        if not _RAIL <= self.reading(cell) <= 4095 - _RAIL:
            return self._change_state(cell, _DEAD)
        return quiet >= _QUIET_LOOKS and self._change_state(cell, self._judge(cell, quiet))

    def _compare(self, cell: int) -> None:
        """Compare what a cell reads with what it read before its neighbours changed."""
        before, self._before[cell] = self._before[cell], 0
        change = self._sense.crosstalk(self._pieces, cell) - self._before_crosstalk[cell]
        # A leader's magnet drives the sensor to its end, where it feels no more.
        if abs(change) < _LEAST_CHANGE or self._pieces[cell] > BLACK:
            return
        answer = self._mean[cell] - before
        if change < 0:
            change, answer = -change, -answer
        if 2 * answer >= change << 4:
            self._misses[cell] = 0
        elif 4 * abs(answer) < change << 4 and self._misses[cell] < _MOST_MISSES:
            self._misses[cell] += 1

    def _judge(self, cell: int, quiet: int) -> int:
        """Return the state of a cell whose readings have been settled for a number of looks."""
        if self._spread[cell] == 0 and quiet == _LONG_QUIET and self._panel_spread >= 16:
            return _DEAD
        off = self.reading(cell) - self._sense.zero[cell]
        if self._misses[cell] >= _MOST_MISSES:
            return _DEAD if abs(off) < _CHANGE else _STUCK
        if self._spread[cell] >= _NOISE_LIMIT << 6:
            return _NOISY
        strength = abs(off - self._sense.crosstalk(self._pieces, cell))
        piece = self._pieces[cell]
        if strength < self._sense.scaled(cell, _WEAKEST[piece]) or (piece == EMPTY and strength > _CHANGE):
            return _WEAK
        return _DRIFTED if abs(self._sense.drift[cell]) >= _DRIFT_LIMIT else OK

    def _change_state(self, cell: int, state: int) -> bool:
        if self.states[cell] == state:
            return False
        self.faults += (state != OK) - (self.states[cell] != OK)
        self.states[cell] = state
        return True
