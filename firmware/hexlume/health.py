"""The sensors' health: finds those that are dead, stuck, noisy, weak or drifted, while people play.

A few cells a pass are looked at, each about three times a second. A sensor is asked by what it must
feel anyway: its own disc, and the faint field of discs put on and taken off beside it. One that keeps
still when its neighbours change does not feel magnets, even if it reads like an empty cell.
"""

from array import array

from .calibration import crosstalk
from .grid import HexGrid, SquareGrid
from .on_demand import give_back
from .pieces import BLACK, EMPTY, WHITE
from .sense import DRIFT_LIMIT, Sense

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .memory import Memory

OK = 0
DEAD = 1
STUCK = 2
NOISY = 3
WEAK = 4
DRIFTED = 5
STATES = ("ok", "dead", "stuck", "noisy", "weak", "drifted")
"""The words for the states. Dead: reads at a rail, without any noise, or as if empty and feels nothing. Stuck: reads
as if a disc were there and feels nothing. Noisy: too restless to settle. Weak: a disc is felt less than it should be.
Drifted: the zero has moved as far as it is followed, or further."""

RAIL = 16
"""A healthy DRV5055 stays 0.2 V, 248 counts, off either rail (datasheet SBAS640); within so many counts it is dead."""
NOISE_LIMIT = 14
"""Mean difference of two looks in counts at which a sensor is noisy: 12.4 counts RMS, four times a healthy one's."""
MOST_APART = 35
"""The most counts that one difference of two looks counts as noise: 2.5 times the limit."""
JUMP = 150
"""Counts by which a reading must differ from the mean to be a change and no noise."""
RESTLESS = 96
"""A score of jumps (8 each) less calm looks (1 each) at which a sensor is noisy."""
QUIET_LOOKS = 24
"""Looks without a change on or beside a cell after which its mean is settled within a count."""
LONG_QUIET = 255
"""Looks after which a sensor that shows no noise at all while others do is dead."""
LEAST_CHANGE = 10
"""Counts of expected crosstalk that are a question to a sensor: one disc more or less beside it."""
MOST_MISSES = 3
"""Questions without an answer, none answered between them, after which a sensor feels nothing."""
WEAK_PAWN = 417
WEAK_LEADER = 1316
"""The least counts from zero of a good disc's band, the worst tolerances and 3 mm off centre together."""
SOMETHING = 150
"""Counts from an empty cell's zero, less crosstalk, that are neither noise nor drift that is followed."""
DRIFTING = 40
"""Counts that an empty cell with nothing around it may read off its zero."""
MOST_NOISY = 4
"""With more than one cell in so many noisy, the panel is and not its sensors."""
LOOKS_SHARE = 16
"""One cell in so many is looked at in one pass."""

SLICE = 16
"""Cells in one message."""
SLICE_MS = 100
"""The time from one message to the next in ms."""


class Health:
    """Watches every sensor. ``states[cell]`` is its state (``OK`` ...), ``faults`` the number of cells that are not OK.

    A state holds until what it is seen by is gone: a sensor that answers again is OK again.
    """

    def __init__(self, grid: HexGrid | SquareGrid, counts: "array[int]", sense: Sense) -> None:
        """Take the panel's grid, the scan's buffer of counts and the sense that reads it."""
        cells = grid.cells
        self.states = bytearray(cells)
        self.faults = 0
        self._grid = grid
        self._counts = counts
        self._sense = sense
        self._mean = array("H", bytes(2 * cells))
        self._last = array("H", bytes(2 * cells))
        self._spread = array("H", bytes(2 * cells))
        self._quiet = bytearray(cells)
        self._restless = bytearray(cells)
        self._misses = bytearray(cells)
        self._before = array("H", bytes(2 * cells))
        self._before_crosstalk = array("h", bytes(2 * cells))
        self._pieces = bytearray(cells)
        self._panel_spread = 0
        self._noisy = 0
        self._next = 0

    def observe(self, moved: bool) -> bool:
        """Look at this pass's cells, after ``Sense.update`` returned ``moved``; return whether a state changed."""
        if moved:
            self._note_moves()
        changed = False
        cell = self._next
        cells = len(self.states)
        for _ in range(cells // LOOKS_SHARE + 1):
            if self._look(cell):
                changed = True
            cell += 1
            if cell == cells:
                cell = 0
        self._next = cell
        return changed

    def unusable(self, cell: int) -> bool:
        """Return whether a cell's sensor cannot be played by: dead, stuck, or noisy alone.

        Noise of the whole panel is no single sensor's fault, and what settles in spite of it is believed.
        """
        state = self.states[cell]
        return state in (DEAD, STUCK) or (state == NOISY and self._noisy * MOST_NOISY <= len(self.states))

    def mask_unusable(self) -> None:
        """Have the sense believe no unusable sensor, and every other; call it when ``observe`` said so."""
        for cell in range(len(self.states)):
            self._sense.mask(cell, self.unusable(cell))

    def reading(self, cell: int) -> int:
        """Return a cell's mean reading of the last seconds, in counts."""
        return self._mean[cell] + 8 >> 4

    def noise(self, cell: int) -> int:
        """Return the noise of a cell's readings in tenths of a count RMS."""
        # Two readings of a normal distribution differ by 1.128 standard deviations in the mean.
        return self._spread[cell] * 71 >> 7

    def _note_moves(self) -> None:
        """Note the cells around changed pieces: what they read before, to be compared once they are quiet again."""
        pieces = self._sense.pieces
        for cell in range(len(pieces)):
            if pieces[cell] == self._pieces[cell]:
                continue
            for offset in self._grid.offsets[cell]:
                near = cell + offset
                if self._quiet[near] >= QUIET_LOOKS:
                    self._before[near] = self._mean[near] or 1
                    self._before_crosstalk[near] = crosstalk(self._grid, self._pieces, near)
                self._quiet[near] = 0
        for cell in range(len(pieces)):
            if pieces[cell] != self._pieces[cell]:
                self._pieces[cell] = pieces[cell]
                self._before[cell] = 0
                self._quiet[cell] = 0
                if not self._sense.masked[cell]:
                    # It was seen to change by itself, so it feels.
                    self._misses[cell] = 0

    def _look(self, cell: int) -> bool:
        """Take one reading of a cell; return whether its state changed."""
        count = self._counts[cell] << 4
        off = count - self._mean[cell]
        apart = abs(count - self._last[cell])
        self._last[cell] = count
        if off > JUMP << 4 or off < -JUMP << 4:
            self._mean[cell] = count
            self._before[cell] = 0
            self._quiet[cell] = 0
            self._restless[cell] = min(255, self._restless[cell] + 8)
            if self.states[cell] in (DEAD, STUCK):
                # It moves after all.
                self._misses[cell] = 0
                return self._become(cell, OK)
            if self._restless[cell] >= RESTLESS:
                return self._become(cell, NOISY)
            return False
        self._mean[cell] += off >> 3
        if apart <= JUMP << 4:
            # A disc that comes near is no noise: a few looks at it count for little.
            apart = min(apart, MOST_APART << 4)
            self._spread[cell] += apart - self._spread[cell] >> 4
            self._panel_spread += apart - self._panel_spread >> 4
        if self._restless[cell]:
            self._restless[cell] -= 1
        quiet = self._quiet[cell]
        # Once long quiet a cell is judged at every eighth look, as before.
        self._quiet[cell] = quiet + 1 if quiet < LONG_QUIET else LONG_QUIET - 7
        if quiet + 1 == QUIET_LOOKS and self._before[cell]:
            self._compare(cell)
        if quiet & 7 == 7:
            if quiet >= QUIET_LOOKS:
                return self._become(cell, self._judge(cell, quiet))
            if self._at_rail(cell):
                return self._become(cell, DEAD)
        return False

    def _compare(self, cell: int) -> None:
        """Compare what a cell reads with what it read before its neighbours changed."""
        before, self._before[cell] = self._before[cell], 0
        if self._pieces[cell] > BLACK:
            # A leader's magnet drives the sensor to its end, where it feels no more.
            return
        change = crosstalk(self._grid, self._pieces, cell) - self._before_crosstalk[cell]
        if -LEAST_CHANGE < change < LEAST_CHANGE:
            return
        answer = self._mean[cell] - before
        if change < 0:
            change, answer = -change, -answer
        if 2 * answer >= change << 4:
            self._misses[cell] = 0
        elif 4 * abs(answer) < change << 4 and self._misses[cell] < MOST_MISSES:
            self._misses[cell] += 1

    def _judge(self, cell: int, quiet: int) -> int:
        """Return the state of a cell whose readings have settled for so many looks."""
        if self._at_rail(cell):
            return DEAD
        if self._spread[cell] == 0 and quiet == LONG_QUIET and self._panel_spread >= 8:
            return DEAD
        off = self._off(cell)
        if self._misses[cell] >= MOST_MISSES:
            return DEAD if abs(off) < SOMETHING else STUCK
        if self._spread[cell] >= NOISE_LIMIT << 4 or self._restless[cell] >= RESTLESS:
            return NOISY
        near = crosstalk(self._grid, self._pieces, cell)
        strength = abs(off - near)
        piece = self._pieces[cell]
        if piece in (WHITE, BLACK):
            return WEAK if strength < self._sense.calibration.scaled(cell, WEAK_PAWN) else OK
        if piece != EMPTY:
            return WEAK if strength < self._sense.calibration.scaled(cell, WEAK_LEADER) else OK
        if strength > SOMETHING:
            return WEAK
        if abs(self._sense.drift(cell)) >= DRIFT_LIMIT:
            return DRIFTED
        return DRIFTED if self._stands_alone(cell) and strength > DRIFTING else OK

    def _at_rail(self, cell: int) -> bool:
        return not RAIL <= self.reading(cell) <= 4095 - RAIL

    def _off(self, cell: int) -> int:
        """Return a cell's mean reading in counts from its zero."""
        return self.reading(cell) - self._sense.zero(cell)

    def _stands_alone(self, cell: int) -> bool:
        for offset in self._grid.offsets[cell]:
            if self._pieces[cell + offset] != EMPTY:
                return False
        return True

    def _become(self, cell: int, state: int) -> bool:
        if self.states[cell] == state:
            return False
        self.faults += (state != OK) - (self.states[cell] != OK)
        self._noisy += (state == NOISY) - (self.states[cell] == NOISY)
        self.states[cell] = state
        return True


class HealthReport:
    """Tells a host that asked for it how every sensor is (docs/protocol.md), a slice of the panel at a time, and
    after the last one what went wrong on the board (``hexlume.incidents``).

    ``send`` takes one droppable message; a later one may take the place of one that is not sent yet.
    """

    def __init__(
        self,
        grid: HexGrid | SquareGrid,
        health: Health,
        sense: Sense,
        send: "Callable[[dict[str, Any]], None]",
        memory: "Memory | None" = None,
    ) -> None:
        """Take the panel's grid, the health and the sense to tell of, where messages go, and the board's memory."""
        self._grid = grid
        self._health = health
        self._sense = sense
        self._send = send
        self._memory = memory
        self._first = 0
        self._sent_ms = 0
        self.on = False

    def command(self, message: "dict[str, Any]") -> str | None:
        """Carry out a host's command ``health``; return ``None``, or one sentence why not."""
        on = message.get("on")
        if not isinstance(on, bool):
            return "health needs on: true or false"
        self.on = on
        self._first = 0
        if not on:
            give_back("incidents")
        return None

    def tell(self, host: bool, ms: int) -> None:
        """Send the next slice when it is due; stop when no host is there any more."""
        if not host and self.on:
            self.on = False
            give_back("incidents")
        if not self.on or ms - self._sent_ms < SLICE_MS:
            return
        self._sent_ms = ms
        first = self._first
        cells = self._grid.cells
        if first >= cells and self._memory is not None:
            # Only a host that looks after the board costs it this module.
            from .incidents import message

            count, told = message(self._memory, first - cells)
            self._first = first + 1 if first - cells + 1 < count else 0
            self._send(told)
            return
        last = min(first + SLICE, cells)
        self._first = last if last < cells or self._memory is not None else 0
        self._send(self.slice(first, last))

    def slice(self, first: int, last: int) -> "dict[str, Any]":
        """Return the message that tells of the cells from ``first`` to before ``last``."""
        health, sense = self._health, self._sense
        cells = range(first, last)
        told = {}
        for cell in cells:
            if health.states[cell] != OK:
                told[self._grid.name(cell)] = STATES[health.states[cell]]
        return {
            "type": "health",
            "first": first,
            "cells": told,
            "counts": [health.reading(cell) for cell in cells],
            "zeros": [sense.zero(cell) for cell in cells],
            "spans": [sense.calibration.span[cell] for cell in cells],
            "noise": [health.noise(cell) for cell in cells],
        }
