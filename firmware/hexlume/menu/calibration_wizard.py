"""Calibration on demand: the zeros with the table clear, then the spans with an ordinary disc on each cell.

``CalibrationWizard`` is pure logic: the sense's pieces in, cues out. What is learned counts at once;
``CalibrationState``, the app's state meanwhile, stores it when the run ends.
"""

from array import array

from ..const import const
from ..games.pieces import BLACK, EMPTY, WHITE
from ..journal.flash_log import CALIBRATION
from ..output.sound import FINISHED
from ..sensing.calibration import Calibration, stored
from ..sensing.panel import ACT_BUTTON, STATE_LED, STATUS_LEDS
from ..table.prompt import LEARNING, MENU_CHOICE, MENU_TOUCHED, NO_CUE, TAKE_THIS_OFF

TYPE_CHECKING = const(False)
if TYPE_CHECKING:
    from typing import Any

    from ..games.grid import HexGrid, SquareGrid
    from ..play.playing import Board
    from ..sensing.sense import Sense

_CLOSED = const(0)
_CLEARING = const(1)
"""Discs are to be taken off."""
_ZEROS = const(2)
"""The table is clear, and the sensors' zeros are being learned."""
_SPANS = const(3)
"""A disc is to be put on each cell, in any order; cells may be left out."""

_CLEAR_PASSES = const(100)
"""Passes of the loop for which the table must be clear."""
_MEASURING_SCANS = const(16)
"""Scans over which a disc's strength is averaged, 16 bits of counts: noise of 3 counts becomes less than 1."""


class CalibrationWizard:
    """One run of learning. ``stage`` is ``_CLOSED`` when it has ended."""

    def __init__(self, grid: "HexGrid | SquareGrid", counts: "array[int]", sense: "Sense") -> None:
        """Begin; take the panel's grid, the scan's buffer of counts and the sense that learns."""
        self._grid = grid
        self._counts = counts
        self._sense = sense
        self._clear = 0
        self._spans: SpanRun | None = None
        self.stage = _CLEARING

    def go_on(self) -> bool:
        """Do what a press of act asks for: learn the zeros though a cell still reads as if a disc stood there, or end.

        Return whether the run has ended.
        """
        if self.stage == _CLEARING:
            self._learn_zeros()
        elif self.stage == _SPANS:
            self.stage = _CLOSED
        return self.stage == _CLOSED

    def take(self) -> bool:
        """Take in one scan, after ``Sense.update``; return whether the run has ended: every cell is measured."""
        if self.stage == _CLEARING:
            self._clear = self._clear + 1 if self._is_clear() else 0
            if self._clear >= _CLEAR_PASSES:
                self._learn_zeros()
        elif self.stage == _ZEROS:
            if self._sense.known:
                self.stage = _SPANS
                self._spans = SpanRun(self._grid, self._counts, self._sense)
        elif self._spans is not None:
            self._spans.take()
            if not any(self._spans.waiting) and self._is_clear():
                self.stage = _CLOSED
        return self.stage == _CLOSED

    def cues(self, cues: bytearray) -> bool:
        """Write the cue of every cell and status LED; return whether any changed."""
        changed = False
        for cell in range(self._grid.cells):
            cue = NO_CUE
            if self._spans is not None and self._spans.waiting[cell]:
                cue = MENU_CHOICE
            elif self.stage != _ZEROS and self._stands(cell):
                cue = TAKE_THIS_OFF if self._spans is None else MENU_TOUCHED
            if cues[cell] != cue:
                cues[cell] = cue
                changed = True
        for led in range(STATUS_LEDS):
            cues[self._grid.cells + led] = LEARNING if led == STATE_LED else NO_CUE
        return changed

    def _stands(self, cell: int) -> bool:
        """Return whether a disc stands on a cell whose sensor is believed."""
        return self._sense.pieces[cell] != EMPTY and not self._sense.masked[cell]

    def _is_clear(self) -> bool:
        for cell in range(self._grid.cells):
            if self._stands(cell):
                return False
        return True

    def _learn_zeros(self) -> None:
        self.stage = _ZEROS
        self._sense.learn_again()


class CalibrationState:
    """The board while it is calibrated: no game, only its lights, buttons and health."""

    learns = True

    def __init__(self, board: "Board", ms: int) -> None:
        """Begin."""
        self.next = ""
        self._board = board
        cells = board.grid.cells
        board.sense.learn_into(stored(board.memory.read(CALIBRATION), cells) or Calibration(cells))
        self._learning = CalibrationWizard(board.grid, board.scan.counts, board.sense)
        board.session.pause(ms)
        board.session.prompt.draw(self._learning)

    def step(self, moved: bool, ms: int) -> None:
        """Take in one scan."""
        if self._learning.take():
            self._end()
        else:
            self._board.session.prompt.draw(self._learning)

    def work(self, ms: int) -> None:
        """Do nothing else."""

    def command(self, message: "dict[str, Any]", ms: int) -> str | None:
        """Return the sentence why a host's command is not carried out."""
        return "the board is being calibrated: finish that first"

    def holds(self, button: int) -> bool:
        """Return whether holding a button means something else than pressing it."""
        return False

    def press(self, button: int, held: bool, ms: int) -> None:
        """Go on for act, end it for any other button."""
        if button != ACT_BUTTON or self._learning.go_on():
            self._end()

    def _end(self) -> None:
        """Keep what was learned."""
        self.next = "playing"
        self._board.memory.write(CALIBRATION, self._board.sense.take_calibration().pack())
        self._board.buzzer.play(FINISHED)


class SpanRun:
    """Learns spans on demand: a person puts one ordinary disc in the middle of every cell, in any order.

    ``waiting[cell]`` is 1 until the cell has been measured. Cells that are still waiting when the person has
    been everywhere do not feel discs.
    """

    def __init__(self, grid: "HexGrid | SquareGrid", counts: "array[int]", sense: "Sense") -> None:
        """Begin a run; every cell is waiting."""
        self._grid = grid
        self._counts = counts
        self._sense = sense
        self._scans = bytearray(grid.cells)
        self._sums = array("H", bytes(2 * grid.cells))
        self.waiting = bytearray([1] * grid.cells)

    def take(self) -> None:
        """Take in one scan, after ``Sense.update``."""
        pieces = self._sense.pieces
        for cell in range(len(pieces)):
            if pieces[cell] != WHITE and pieces[cell] != BLACK:
                # A reading beyond a leader's threshold is no ordinary disc.
                self._scans[cell] = 0
                continue
            if self._scans[cell] > _MEASURING_SCANS:
                continue
            if self._scans[cell] == 0:
                self._sums[cell] = 0
            self._scans[cell] += 1
            if self._scans[cell] <= _MEASURING_SCANS:
                self._sums[cell] += self._counts[cell]
                continue
            if self._measure(cell):
                self.waiting[cell] = 0

    def _measure(self, cell: int) -> bool:
        """Learn a cell's span from the disc that rests on it; return whether it is believed."""
        mean = self._sums[cell] // _MEASURING_SCANS
        off = mean - self._sense.zero[cell] - self._sense.crosstalk(self._sense.pieces, cell)
        return self._sense.learn_span(cell, off if off > 0 else -off)
