"""The nets between cells, multiplexers and strip, by one scheme: along x on the front, along y on the back.

A net runs from a via up or down a column of the back, along a line of the front between two rows, and up or down
another column. Of all lines whose nodes are free the one with the shortest way is taken.
"""

import itertools
import math

import numpy as np

from hexlume_hw.board.cells import Cells
from hexlume_hw.board.copper import GRID_MM, HOLE_STEPS, Copper
from hexlume_hw.board.maze import Maze
from hexlume_hw.board.rows import Row
from hexlume_hw.errors import HardwareError

Place = tuple[float, float]

ESCAPE_MM = 6.25
"""From a multiplexer's middle to the vias of its pins."""
_REACH = 160
"""How many lines up and down a dogleg looks from either end."""
_LINES = 40
"""How many lines a dogleg tries at either end."""
_LINE_PRICE_MM = 60.0
"""How much longer than the shortest a way may be."""


class Channels:
    """Draws the nets that run between the rows."""

    def __init__(self, copper: Copper, cells: Cells, lines: list[Row]) -> None:
        self.copper = copper
        self.design = copper.design
        self.cells = cells
        self.lines = lines
        self.maze = Maze(copper)
        self.entry_y = copper.y_of(copper.row(lines[0].y - 7.0))
        """Where what goes to the strip ends."""
        self.entries: dict[str, Place] = {}
        """Where each net enters the strip."""
        self.pins: dict[str, list[Place]] = {}
        """The vias of the multiplexers' pins, by net."""
        self.detours = 0

    def join(self, net: str, one: Place, other: Place) -> None:
        """Join two vias of a net; raises ``HardwareError`` if there is no way."""
        (xa, ya), (xb, yb) = one, other
        low, high = min(ya, yb) - _LINE_PRICE_MM / 2, max(ya, yb) + _LINE_PRICE_MM / 2
        copper = self.copper
        candidates = sorted(
            (abs(y - ya) + abs(y - yb), y)
            for y in map(copper.y_of, range(max(copper.row(low), 0), min(copper.row(high), copper.rows - 1)))
        )
        for _, y in candidates if abs(xa - xb) >= HOLE_STEPS * GRID_MM else ():
            # A line through an end's own via would leave that via without anything on the back.
            if (
                y not in (ya, yb)
                and copper.via_fits(net, xa, y)
                and copper.via_fits(net, xb, y)
                and copper.fits("F", net, xa, y, xb, y)
                and copper.fits("B", net, xa, ya, xa, y)
                and copper.fits("B", net, xb, y, xb, yb)
            ):
                copper.track(net, "B", xa, ya, xa, y)
                copper.track(net, "B", xb, y, xb, yb)
                copper.track(net, "F", xa, y, xb, y)
                copper.via(net, xa, y)
                copper.via(net, xb, y)
                return
        if not self._dogleg(net, one, other):
            self.detours += 1
            self.maze.join(net, one, other)

    def _dogleg(self, net: str, one: Place, other: Place) -> bool:
        """Join two vias by two lines of the front and a column of the back between them, if there is such a way."""
        copper = self.copper
        ways = sorted(
            (near[0] + far[0], near[1:], far[1:]) for near in self._lines(net, one) for far in self._lines(net, other)
        )
        for _, (row_a, left_a, right_a), (row_b, left_b, right_b) in ways:
            left, right = max(left_a, left_b), min(right_a, right_b)
            if left >= right or abs(row_a - row_b) < HOLE_STEPS:
                continue
            low, high = min(row_a, row_b), max(row_a, row_b)
            free = copper.usable("B", net, left, low, right, high).all(axis=0)
            for row in (row_a, row_b):
                free &= copper.usable("via", net, left, row, right, row)[0]
            ends = (copper.column(one[0]), copper.column(other[0]))
            columns = np.flatnonzero(free) + left
            for end in ends:
                columns = columns[np.abs(columns - end) >= HOLE_STEPS]
            if not len(columns):
                continue
            column = int(columns[np.argmin(np.abs(columns - ends[0]) + np.abs(columns - ends[1]))])
            x = copper.x_of(column)
            for (px, py), row in ((one, row_a), (other, row_b)):
                y = copper.y_of(row)
                copper.track(net, "B", px, py, px, y)
                copper.track(net, "F", px, y, x, y)
                copper.via(net, px, y)
                copper.via(net, x, y)
            copper.track(net, "B", x, copper.y_of(row_a), x, copper.y_of(row_b))
            return True
        return False

    def _lines(self, net: str, place: Place) -> list[tuple[int, int, int, int]]:
        """Return lines of the front that a via reaches straight: steps to it, row, first and last free column."""
        copper, (x, y) = self.copper, place
        column, middle = copper.column(x), copper.row(y)
        found = []
        for step in sorted(range(-_REACH, _REACH + 1), key=abs):
            row = middle + step
            at = copper.y_of(row)
            if at == y or not (copper.via_fits(net, x, at) and copper.fits("B", net, x, y, x, at)):
                continue
            closed = np.flatnonzero(~copper.usable("F", net, 0, row, copper.columns - 1, row)[0])
            spot = int(np.searchsorted(closed, column))
            if closed[spot] != column:
                found.append((abs(step), row, int(closed[spot - 1]) + 1, int(closed[spot]) - 1))
        return found[:_LINES]

    def rows_of_lights(self, last: str) -> None:
        """Chain each row's LEDs to the next row's; bring the first input and the last output to the strip."""
        ends = []
        for line in self.lines:
            first, final = (line.cells[0], line.cells[-1])[:: line.side]
            into = self.cells.chain_in(self.cells.leds[first], line.side)
            out = self.cells.chain_out(self.cells.leds[final], line.side)
            ends.append((into, out, self.cells.leds[first], self.cells.leds[final]))
        for (_, out, _, ref), (into, _, _, _) in itertools.pairwise(ends):
            self.join(self.design.net_of[ref, "2"], out, into)
        into, _, ref, _ = ends[0]
        self.entries[self.design.net_of[ref, "4"]] = into
        _, out, _, ref = ends[-1]
        net = self.design.net_of.get((ref, "2"), "")
        if net:
            self._trunk(net, [out], last)

    def escapes(self) -> None:
        """Bring every pin of the multiplexers to a via, join their supply and ground."""
        for part in self.design.netlist.parts.values():
            if part.kind != "multiplexer":
                continue
            placed = self.design.placed[part.ref]
            for land in self.design.lands(part.ref):
                if not land.net:
                    continue
                self.copper.joined.add((part.ref, land.number))
                up = 1 if land.y > placed.y else -1
                x = self.copper.x_of(self.copper.column(land.x))
                y = placed.y + up * ESCAPE_MM
                if land.net == "GND":
                    self._stub("GND", land.x, land.y, land.x + 1.625, land.y)
                elif land.net == "+3V3":
                    self._supply(part.ref, land.x, land.y)
                else:
                    self.copper.track(land.net, "F", x, land.y, x, y)
                    self.copper.via(land.net, x, y)
                    self.pins.setdefault(land.net, []).append((x, y))

    def _stub(self, net: str, x1: float, y1: float, x2: float, y2: float) -> None:
        self.copper.track(net, "F", x1, y1, x2, y2, width=0.4)
        self.copper.via(net, x2, y2)

    def _supply(self, ref: str, x: float, y: float) -> None:
        """Join a multiplexer's supply pin and its capacitor to the nearest 3.3 V rail."""
        supply, ground = self.cells.pad("C" + ref, "1"), self.cells.pad("C" + ref, "2")
        self.copper.joined |= {("C" + ref, "1"), ("C" + ref, "2")}
        self._stub("GND", ground.x, ground.y, ground.x, ground.y - 1.5)
        rails = sorted((line.rail_y for line in self.lines), key=lambda rail: abs(rail - y))
        for column in range(self.copper.column(supply.x - 1.5), self.copper.column(supply.x - 8.0), -1):
            own = self.copper.x_of(column)
            for rail in rails[:3]:
                if (
                    self.copper.fits("F", "+3V3", supply.x, y, own, y)
                    and self.copper.via_fits("+3V3", own, y)
                    and self.copper.via_fits("+3V3", own, rail)
                    and self.copper.fits("B", "+3V3", own, y, own, rail)
                ):
                    self.copper.track("+3V3", "F", x, y, own, y, width=0.5)
                    self.copper.track("+3V3", "B", own, y, own, rail)
                    self.copper.via("+3V3", own, y)
                    self.copper.via("+3V3", own, rail)
                    return
        raise HardwareError(f"There is no way from {ref} to a 3.3 V rail: give it more room.")

    def buses(self) -> None:
        """Draw the nets that several multiplexers share, each with a trunk down to the strip."""
        sensed = {self.design.net_of[ref, "3"] for ref in self.cells.sensors.values()}
        for net in sorted(set(self.pins) - sensed):
            self._trunk(net, self.pins[net], "")

    def _trunk(self, net: str, pins: list[Place], last: str) -> None:
        """Draw a trunk in one free column and join all pins to it; it enters the strip at its lower end."""
        copper = self.copper
        middle = self.design.placed[last].x if last else -1.5 * 22.0 - 4.0
        top = max(y for _, y in pins)
        columns = sorted(range(copper.columns), key=lambda column: abs(copper.x_of(column) - middle))
        for column in columns:
            x = copper.x_of(column)
            if not last and abs(x) < 36.0:
                continue
            if not copper.fits("B", net, x, self.entry_y, x, top):
                continue
            branches = []
            for pin in pins:
                branch = self._branch(net, pin, x)
                if branch is None:
                    break
                branches.append(branch)
            else:
                ends = [self.entry_y, *branches]
                copper.track(net, "B", x, min(ends), x, max(ends))
                for (px, py), y in zip(pins, branches, strict=True):
                    copper.track(net, "B", px, py, px, y)
                    copper.track(net, "F", px, y, x, y)
                    copper.via(net, px, y)
                    copper.via(net, x, y)
                self.entries[net] = (x, self.entry_y)
                return
        raise HardwareError(f"There is no column for the net {net}: the board is too crowded.")

    def _branch(self, net: str, pin: Place, x: float) -> float | None:
        """Return the line by which a pin reaches the trunk at x, none if there is none."""
        copper, (px, py) = self.copper, pin
        reach = 40
        for step in sorted(range(-reach, reach + 1), key=abs):
            y = copper.y_of(copper.row(py) + step)
            if (
                y != py
                and copper.via_fits(net, px, y)
                and copper.via_fits(net, x, y)
                and copper.fits("F", net, px, y, x, y)
                and copper.fits("B", net, px, py, px, y)
                and copper.fits("B", net, x, self.entry_y, x, y)
            ):
                return y
        return None

    def senses(self) -> None:
        """Join every sensor's output to its multiplexer, the nearest first."""
        wanted = []
        for ref in self.cells.sensors.values():
            out = self.cells.pad(ref, "3")
            line = min(self.lines, key=lambda line: abs(line.y - out.y))
            x = self.cells.sense_x(ref, line.side)
            ends = self.pins.get(out.net)
            if not ends:
                raise HardwareError(f"The net {out.net} leads to no multiplexer.")
            px, py = ends[0]
            wanted.append((math.hypot(px - x, py - out.y), out.net, (x, out.y), (px, py)))
        self.copper.in_some_order(sorted(wanted), lambda item: self.join(*item[1:]))
