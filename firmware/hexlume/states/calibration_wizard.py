"""Calibration on demand: the zeros with the table clear, then the spans with an ordinary disc on each cell.

A person puts one in the middle of every cell, in any order. What is learned counts at once, and is kept when the run
ends.
"""

from array import array

from ..const import const
from ..games.pieces import BLACK, EMPTY, WHITE
from ..hardware import panel, sound
from ..journal.flash_log import CALIBRATION
from ..output import led_cues
from ..play.state import State
from ..sensing.calibration import Calibration, stored

if False:  # for type checkers only
    from ..play.session import GameSession

_CLEAR_PASSES = const(100)
"""Passes of the loop for which the table must be clear."""
_MEASURING_SCANS = const(16)
"""Scans over which a disc's strength is averaged, 16 bits of counts: noise of 3 counts becomes less than 1."""


class CalibrationState(State):
    """The board while it is calibrated: no game, only its lights, buttons and health.

    While it is ``clearing``, discs are to be taken off. Then the sensors' zeros are learned, and once they are known a
    disc is to be put on each cell, in any order. ``waiting[cell]`` is 1 for a cell whose span is yet to be measured.
    Those that are left when the person has been everywhere do not feel discs.
    """

    needs_zeros = False
    refusal = "the board is being calibrated: finish that first"

    def __init__(self, session: "GameSession", ms: int) -> None:
        """Begin."""
        self.clearing = True
        self._session = session
        self._sense = session.sense
        self._clear = 0
        cells = session.grid.cells
        self._scans = bytearray(cells)
        self._sums = array("H", bytes(2 * cells))
        self.waiting = bytearray(b"\x01" * cells)
        self._calibration = stored(session.memory.read(CALIBRATION), cells) or Calibration(cells)
        session.pause(ms)
        self.compose(session.prompt.cues)

    def step(self, moved: bool, ms: int) -> State:
        """Learn from one scan; end once every span is known and the table is clear."""
        if self.clearing:
            self._clear = self._clear + 1 if self._is_clear() else 0
            if self._clear >= _CLEAR_PASSES:
                self._learn_zeros()
        elif self._sense.known:
            self._measure()
            if not any(self.waiting) and self._is_clear():
                return self._end(ms)
        self.compose(self._session.prompt.cues)
        return self

    def press(self, button: int, held: bool, ms: int) -> State:
        """Go on for act: learn the zeros though a cell still reads as if a disc stood there, or end. Any other button
        ends it."""
        if self.clearing and button == panel.ACT_BUTTON:
            self._learn_zeros()
        elif self._sense.known or button != panel.ACT_BUTTON:
            return self._end(ms)
        return self

    def compose(self, cues: bytearray) -> None:
        """Write the cue of every cell and status LED."""
        cells = len(self.waiting)
        measures = self._sense.known and not self.clearing
        for cell in range(cells):
            cue = led_cues.NO_CUE
            if measures and self.waiting[cell]:
                cue = led_cues.MENU_CHOICE
            elif self._stands(cell):
                cue = led_cues.TAKE_THIS_OFF if self.clearing else led_cues.MENU_TOUCHED
            cues[cell] = cue
        for led in range(panel.STATUS_LEDS):
            cues[cells + led] = led_cues.LEARNING if led == panel.STATE_LED else led_cues.NO_CUE

    def _stands(self, cell: int) -> bool:
        """Return whether a disc stands on a cell whose sensor is believed."""
        return self._sense.pieces[cell] != EMPTY and not self._sense.masked[cell]

    def _is_clear(self) -> bool:
        return not any([self._stands(cell) for cell in range(len(self.waiting))])

    def _learn_zeros(self) -> None:
        self.clearing = False
        self._sense.learn_zeros(self._calibration, True)

    def _measure(self) -> None:
        """Measure the discs that rest by one scan, after ``Sense.update``: learn their cells' spans, if believed."""
        pieces, scans, sums = self._sense.pieces, self._scans, self._sums
        for cell in range(len(pieces)):
            if pieces[cell] != WHITE and pieces[cell] != BLACK:
                # A reading beyond a leader's threshold is no ordinary disc.
                scans[cell] = sums[cell] = 0
            elif scans[cell] < _MEASURING_SCANS:
                sums[cell] += self._sense.counts[cell]
                scans[cell] += 1
                if scans[cell] == _MEASURING_SCANS:
                    off = sums[cell] // _MEASURING_SCANS - self._sense.zero[cell] - self._sense.crosstalk(pieces, cell)
                    if self._calibration.learn_span(cell, abs(off)):
                        self._sense.set_span(cell, abs(off))
                        self.waiting[cell] = 0

    def _end(self, ms: int) -> State:
        """Keep what was learned; return the state of the game that goes on."""
        self._session.memory.write(CALIBRATION, self._calibration.pack())
        self._session.buzzer.play(sound.FINISHED)
        return self._session.resume(ms).step(True, ms)
