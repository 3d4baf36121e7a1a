"""The strip's small parts: each is placed where its nets are nearest, and joined over the raster."""

import itertools
import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from hexlume_hw.board.cells import Cells
from hexlume_hw.board.channels import Channels
from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import VIA_MM, Design, Land, Placed
from hexlume_hw.board.footprints import Box, footprint, turned, turned_box
from hexlume_hw.board.ground import Ground
from hexlume_hw.board.maze import Maze, Node
from hexlume_hw.board.placement import STATUS_RAIL_MM
from hexlume_hw.board.power import SENSOR_RAIL_Y_MM, STRIP_RAIL_MM, Power
from hexlume_hw.errors import HardwareError
from hexlume_hw.panel.netlist import Part

_SUPPLIES = ("GND", "+5V", "+3V3")
_ROOM_MM = 0.7
"""Between two small parts' courtyards, for tracks."""
_STEP_MM = 0.5
_TAB_MM2 = 40.0
"""A larger pad is one that cools its part."""
_TAB_STEP_MM = 1.5

Spots = NDArray[np.float64]


def place_small(design: Design, top: float) -> None:
    """Place all parts without a place into the strip, below ``top``; raises ``HardwareError`` if one has no room."""
    outline = design.outline
    left, right = outline.left + 2.0, outline.right - 36.0
    low = outline.near + 2.0
    y = outline.power[1]
    boxes = [design.courtyard(ref) for ref in design.placed]
    x, half = outline.pico[0], 26.5
    # The Pico's board, the strip's two rails, and the screws' heads.
    boxes.append((x - half, y - 11.5, x + half, y + 11.5))
    boxes.append((left, y + SENSOR_RAIL_Y_MM - STRIP_RAIL_MM / 2, right, y + SENSOR_RAIL_Y_MM + STRIP_RAIL_MM / 2))
    boxes.append((min(outline.status)[0] - 9, y - STATUS_RAIL_MM - 1, right, y - STATUS_RAIL_MM + 1))
    boxes += [(hx - 4, hy - 4, hx + 4, hy + 4) for hx, hy in outline.holes]
    boxes += [(mark.x - 1.5, mark.y - 1.5, mark.x + 1.5, mark.y + 1.5) for mark in design.marks]
    sites: dict[str, list[tuple[float, float]]] = {}
    fixed = [land for ref in design.placed for land in design.lands(ref)]
    for land in fixed:
        sites.setdefault(land.net, []).append((land.x, land.y))
    pins = {land.net for land in fixed if design.netlist.parts[land.ref].kind.startswith("pico")}
    for part in _in_order(design, sites):
        best: tuple[float, float, float, float] | None = None
        yard = footprint(part.footprint).courtyard
        for turn in (0.0, 90.0, 180.0, 270.0):
            spots = _spots(left, low, right, top, yard, turn, boxes)
            if not len(spots):
                continue
            prices = _prices(design, part, spots, turn, sites, pins)
            cheapest = int(np.argmin(prices))
            if best is None or prices[cheapest] < best[0]:
                best = (float(prices[cheapest]), float(spots[cheapest, 0]), float(spots[cheapest, 1]), turn)
        if best is None:
            raise HardwareError(f"There is no room for {part.ref} in the strip.")
        _, px, py, turn = best
        design.placed[part.ref] = Placed(part.ref, part.footprint, px, py, turn)
        boxes.append(design.courtyard(part.ref))
        for land in design.lands(part.ref):
            sites.setdefault(land.net, []).append((land.x, land.y))


def _in_order(design: Design, sites: dict[str, list[tuple[float, float]]]) -> Iterator[Part]:
    """Yield the parts without a place, those first that have most pads on nets with a place."""
    waiting = [part for part in design.netlist.parts.values() if part.ref not in design.placed]
    while waiting:
        ready = max(waiting, key=lambda part: _ties(design, part, sites))
        waiting.remove(ready)
        yield ready


def _ties(design: Design, part: Part, sites: dict[str, list[tuple[float, float]]]) -> float:
    nets = {design.net_of.get((part.ref, pad.number), "") for pad in footprint(part.footprint).pads}
    known = [net for net in nets if net in sites and net not in _SUPPLIES and net]
    return len(known) + len(footprint(part.footprint).pads) / 100


def _spots(left: float, low: float, right: float, top: float, yard: Box, turn: float, boxes: Iterable[Box]) -> Spots:
    """Return all places on a grid at which a courtyard keeps off the others, as rows of x and y."""
    b_left, b_low, b_right, b_high = turned_box(yard, turn)
    own = (b_left - _ROOM_MM, b_low - _ROOM_MM, b_right + _ROOM_MM, b_high + _ROOM_MM)
    xs = np.arange(math.ceil(left - own[0]), right - own[2], _STEP_MM)
    ys = np.arange(math.ceil(low - own[1]), top - own[3], _STEP_MM)
    free = np.ones((len(ys), len(xs)), bool)
    for b_left, b_low, b_right, b_high in boxes:
        hit_x = (xs + own[2] > b_left) & (xs + own[0] < b_right)
        hit_y = (ys + own[3] > b_low) & (ys + own[1] < b_high)
        free[np.ix_(hit_y, hit_x)] = False
    rows, columns = np.nonzero(free)
    return np.stack((xs[columns], ys[rows]), axis=1)


def _prices(
    design: Design, part: Part, spots: Spots, turn: float, sites: dict[str, list[tuple[float, float]]], pins: set[str]
) -> NDArray[np.float64]:
    """Return, for each place, how far a part's pads would be from their nets; the Pico's nets count most."""
    total = np.zeros(len(spots))
    for pad in footprint(part.footprint).pads:
        net = design.net_of.get((part.ref, pad.number), "")
        if not net or net == "GND" or net not in sites:
            continue
        x, y = turned(pad.x, pad.y, turn)
        # The rails run along the whole strip, so that their parts may be anywhere.
        near = np.full(len(spots), np.inf)
        for sx, sy in sites[net]:
            near = np.minimum(near, np.abs(spots[:, 0] + x - sx) + np.abs(spots[:, 1] + y - sy))
        total += near * (0.05 if net in _SUPPLIES else 3.0 if net in pins else 1.0)
    return total


class Strip:
    """Draws the strip's nets."""

    def __init__(self, copper: Copper, cells: Cells, channels: Channels, power: Power) -> None:
        self.copper = copper
        self.design = copper.design
        self.cells = cells
        self.entries = channels.entries
        self.maze: Maze = channels.maze
        self.power = power

    def lights(self) -> None:
        """Join the status LEDs to their rail and to each other."""
        parts = self.design.netlist.parts.values()
        chain = [part.ref for part in sorted(parts, key=lambda part: part.status) if _is_light(part)]
        low = self.power.led_rail[2]
        for part in parts:
            if part.status >= 0 and part.kind == "led":
                self.cells.light(part.ref, 1, low)
            elif part.status >= 0:
                self.cells.light_capacitor(part.ref, 1, low)
        for first, second in itertools.pairwise(chain):
            self.cells.chain(first, second, 1)

    def grounds(self) -> None:
        """Give each pad at ground that has no hole a via of its own."""
        for ref in self.design.placed:
            for land in self.design.lands(ref):
                if land.net == "GND" and not land.drill and (ref, land.number) not in self.copper.joined:
                    self._ground(land)
                    if land.width * land.height > _TAB_MM2:
                        self._cool(land)

    def _cool(self, land: Land) -> None:
        """Set vias all along the edges of a tab that gives off heat."""
        copper = self.copper
        w, h = land.width / 2 + 0.6, land.height / 2 + 0.6
        count_x, count_y = int(land.width / _TAB_STEP_MM), int(land.height / _TAB_STEP_MM)
        spots = [(land.x + step * _TAB_STEP_MM, land.y + h * up) for up in (-1, 1) for step in _evenly(count_x)]
        spots += [(land.x + w * way, land.y + step * _TAB_STEP_MM) for way in (-1, 1) for step in _evenly(count_y)]
        for x, y in spots:
            gx, gy = copper.x_of(copper.column(x)), copper.y_of(copper.row(y))
            if copper.via_fits("GND", gx, gy):
                inner = max(land.x - w + 1, min(gx, land.x + w - 1)), max(land.y - h + 1, min(gy, land.y + h - 1))
                copper.track("GND", "F", *inner, gx, gy, width=0.6)
                copper.via("GND", gx, gy)

    def _ground(self, land: Land) -> None:
        copper = self.copper
        ways = []
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for more in (0.6, 0.85, 1.1, 1.6, 2.1):
                x = copper.x_of(copper.column(land.x + dx * (land.width / 2 + more)))
                y = copper.y_of(copper.row(land.y + dy * (land.height / 2 + more)))
                if dx:
                    ways += [(more, x, copper.y_of(copper.row(land.y) + step), True) for step in (0, 1, -1)]
                else:
                    ways += [(more, copper.x_of(copper.column(land.x) + step), y, False) for step in (0, 1, -1)]
        for _, x, y, flat in sorted(ways):
            clear = copper.fits("F", "GND", land.x, y, x, y) if flat else copper.fits("F", "GND", x, land.y, x, y)
            inside = abs(y - land.y) < land.height / 2 - 0.1 if flat else abs(x - land.x) < land.width / 2 - 0.1
            if clear and inside and copper.via_fits("GND", x, y):
                if flat:
                    copper.track("GND", "F", land.x, y, x, y)
                else:
                    copper.track("GND", "F", x, land.y, x, y)
                copper.via("GND", x, y)
                return
        # A lead between two pours goes to its part's tab.
        for other in self.design.lands(land.ref):
            if other.net == "GND" and other.width * other.height > _TAB_MM2 and abs(other.x - land.x) < 0.1:
                copper.track("GND", "F", land.x, land.y, other.x, other.y, width=1.0)
                return
        raise HardwareError(f"There is no room for a via beside pad {land.number} of {land.ref}.")

    def nets(self) -> None:
        """Join all that is left, the shortest nets first."""
        wanted: dict[str, list[list[Node]]] = {}
        for ref in self.design.placed:
            for land in self.design.lands(ref):
                if land.net and land.net != "GND" and (ref, land.number) not in self.copper.joined:
                    wanted.setdefault(land.net, []).append(self.maze.nodes(land))
        for net, (x, y) in self.entries.items():
            copper = self.copper
            row = copper.row(y)
            copper.track(net, "B", x, y, x, copper.y_of(row))
            wanted.setdefault(net, []).append([(1, row, copper.column(x))])
        rails = {
            "+5V": self.maze.rail(*self.power.led_rail),
            "+3V3": self.maze.rail(*self.power.rail),
        }
        for net, nodes in rails.items():
            if net in wanted:
                wanted[net].insert(0, nodes)
        # Rails last: they are reached from anywhere along them.
        order = sorted(wanted.items(), key=lambda item: (item[0] in rails, _extent(item[1])))
        self.copper.in_some_order(order, lambda item: self._join(*item, rails.get(item[0], [])), self._cut_off)

    def _cut_off(self) -> list[tuple[str, list[list[Node]]]]:
        """Join the ground that the nets have cut off; returns ways to draw before them where there is none left."""
        return [
            ("GND", [self.maze.nodes(cut.land), self.maze.nodes(cut.nearest)]) for cut in Ground(self.copper).join()
        ]

    def _join(self, net: str, ends: list[list[Node]], rail: list[Node]) -> None:
        """Join the ends of a net, and draw its rail if it has one."""
        met = self._net(net, ends)
        if rail:
            self._rail(net, rail, met)

    def _rail(self, net: str, rail: list[Node], nodes: set[Node]) -> None:
        """Draw a rail as far as anything meets it."""
        left, right, y = self.power.led_rail if net == "+5V" else self.power.rail
        met = [self.copper.x_of(column) for layer, row, column in nodes if (layer, row) == rail[0][:2]]
        if net == "+5V":
            parts = self.design.netlist.parts.values()
            met += [self.cells.pad(part.ref, "1").x for part in parts if part.status >= 0]
        self.copper.track(net, "F", min(x for x in met if x >= left), y, right, y, width=STRIP_RAIL_MM)

    def _net(self, net: str, ends: list[list[Node]]) -> set[Node]:
        """Join the ends of a net; returns the nodes of the ways drawn."""
        drawn: set[Node] = set()
        joined = set(ends[0])
        left = ends[1:]
        while left:
            near = min(left, key=lambda nodes: _distance(nodes, joined))
            left.remove(near)
            path = self.maze.connect(net, near, joined)
            drawn |= set(path)
            joined |= drawn | set(near)
        return drawn

    def stitches(self, step: float = 10.0) -> None:
        """Join the ground of both layers all over the board wherever there is room around a via."""
        copper, outline = self.copper, self.design.outline
        room = VIA_MM / 2 + 0.5
        y = outline.near + 2.0
        while y < outline.far - 1.0:
            x = outline.left + 2.0
            while x < outline.right - 1.0:
                gx, gy = copper.x_of(copper.column(x)), copper.y_of(copper.row(y))
                if copper.via_fits("GND", gx, gy) and all(
                    copper.fits(layer, "GND", gx - room, gy + sy, gx + room, gy + sy)
                    for layer in ("F", "B")
                    for sy in (-room, 0.0, room)
                ):
                    copper.via("GND", gx, gy)
                x += step
            y += step


def _evenly(count: int) -> list[float]:
    """Return whole steps about zero."""
    return [index - (count - 1) / 2 for index in range(count)]


def _is_light(part: Part) -> bool:
    return part.kind == "led" and part.status >= 0


def _extent(ends: list[list[Node]]) -> int:
    rows = [node[1] for nodes in ends for node in nodes]
    columns = [node[2] for nodes in ends for node in nodes]
    return max(rows) - min(rows) + max(columns) - min(columns)


def _distance(nodes: list[Node], joined: set[Node]) -> int:
    sample = list(joined)[:: max(len(joined) // 40, 1)]
    return min(abs(nodes[0][1] - row) + abs(nodes[0][2] - column) for _, row, column in sample)
