"""Finds a way where the scheme has none: A* over the raster, rather along x on the front and along y on the back."""

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Iterator

import numpy as np

from hexlume_hw.board.copper import GRID_MM, HOLE_STEPS, Copper
from hexlume_hw.board.design import Land, Layer
from hexlume_hw.errors import HardwareError

Node = tuple[int, int, int]
"""Layer (0 front, 1 back), row and column."""

_LAYERS: tuple[Layer, Layer] = ("F", "B")
_EASY, _HARD = 2, 7
_VIA_PRICES = (14, 60, 240)
"""Prices of a step along the layer's own direction, of one across it, and of a via: more if its vias come too near."""


_EAGER = 3
"""What the search assumes that a step costs on the rest of the way: more than ``_EASY`` makes it quicker."""


class Maze:
    """Joins places of a net over any free nodes."""

    def __init__(self, copper: Copper) -> None:
        self.copper = copper

    def nodes(self, land: Land) -> list[Node]:
        """Return the nodes inside a pad."""
        copper = self.copper
        w, h = land.width / 2 - 0.1, land.height / 2 - 0.1
        columns = range(copper.column(land.x - w, math.ceil), copper.column(land.x + w, math.floor) + 1)
        rows = range(copper.row(land.y - h, math.ceil), copper.row(land.y + h, math.floor) + 1)
        layers = (0, 1) if land.drill else (0,)
        spots = [(row, column) for row in rows for column in columns]
        if land.drill:
            # A pad with a hole may be round.
            radius = min(w, h)
            spots = [
                (row, column)
                for row, column in spots
                if math.hypot(copper.x_of(column) - land.x, copper.y_of(row) - land.y) < radius
            ]
        return [(layer, row, column) for layer in layers for row, column in spots]

    def rail(self, left: float, right: float, y: float) -> list[Node]:
        """Return the nodes along a rail of the front, at least as wide as the raster's step."""
        row = self.copper.row(y)
        return [(0, row, column) for column in range(self.copper.column(left), self.copper.column(right) + 1)]

    def join(self, net: str, one: tuple[float, float], other: tuple[float, float]) -> None:
        """Join two vias; raises ``HardwareError`` if there is no way."""
        ends = []
        for x, y in (one, other):
            row = self.copper.row(y)
            self.copper.track(net, "B", x, y, x, self.copper.y_of(row))
            ends.append([(1, row, self.copper.column(x))])
        self.connect(net, ends[0], ends[1])

    def connect(self, net: str, starts: Iterable[Node], goals: Iterable[Node], margin: float = 25.0) -> list[Node]:
        """Draw the cheapest way from any start to any goal and return its nodes; raises ``HardwareError`` if none."""
        for room in (margin, 4 * margin, 40 * margin):
            for price in _VIA_PRICES:
                path = self._search(net, set(starts), set(goals), int(room / GRID_MM), price)
                if path and not _crowded(path):
                    self._draw(net, path)
                    return path
                if not path:
                    break
        raise HardwareError(f"There is no way left for the net {net}: the board is too crowded.")

    def _search(self, net: str, starts: set[Node], goals: set[Node], margin: int, price_of_via: int) -> list[Node]:
        window = _Window(self.copper, net, starts | goals, margin, price_of_via)
        ends = {spot for spot in map(window.spot, goals) if window.walk[spot]}
        price = {spot: 0 for spot in map(window.spot, starts) if window.walk[spot]}
        before: dict[int, int] = {}
        rest = window.distance_to(goals)
        heap = [(rest(spot), spot) for spot in price]
        heapq.heapify(heap)
        done = set()
        while heap:
            _, spot = heapq.heappop(heap)
            if spot in done:
                continue
            done.add(spot)
            if spot in ends:
                return window.path(spot, before)
            for near, cost in window.steps(spot):
                total = price[spot] + cost
                if total < price.get(near, 1 << 60):
                    price[near] = total
                    before[near] = spot
                    heapq.heappush(heap, (total + rest(near), near))
        return []

    def _draw(self, net: str, path: list[Node]) -> None:
        copper = self.copper
        corner = path[0]
        for index, node in enumerate(path[1:], 1):
            previous = path[index - 1]
            if node[0] != previous[0]:
                self._straight(net, corner, previous)
                copper.via(net, copper.x_of(node[2]), copper.y_of(node[1]))
                corner = node
            elif node[1] != corner[1] and node[2] != corner[2]:
                self._straight(net, corner, previous)
                corner = previous
        self._straight(net, corner, path[-1])

    def _straight(self, net: str, one: Node, other: Node) -> None:
        copper = self.copper
        copper.track(
            net,
            _LAYERS[one[0]],
            copper.x_of(one[2]),
            copper.y_of(one[1]),
            copper.x_of(other[2]),
            copper.y_of(other[1]),
        )


def _crowded(path: list[Node]) -> bool:
    """Return whether two of a way's vias are too near for their holes."""
    vias = [node for previous, node in itertools.pairwise(path) if node[0] != previous[0]]
    return any(
        math.hypot(one[1] - other[1], one[2] - other[2]) < HOLE_STEPS for one, other in itertools.combinations(vias, 2)
    )


class _Window:
    """A part of the raster in which one net looks for its way; a spot is a node's number in it."""

    def __init__(self, copper: Copper, net: str, nodes: set[Node], margin: int, price_of_via: int) -> None:
        self._price_of_via = price_of_via
        both = np.array(sorted(nodes))
        low, left = (int(value) for value in both[:, 1:].min(axis=0))
        high, right = (int(value) for value in both[:, 1:].max(axis=0))
        self.low, self.left = max(low - margin, 0), max(left - margin, 0)
        high, right = min(high + margin, copper.rows - 1), min(right + margin, copper.columns - 1)
        # A frame of closed nodes keeps steps inside the window.
        planes = {
            name: np.pad(copper.usable(name, net, self.left, self.low, right, high), 1).tobytes()
            for name in ("F", "B", "via")
        }
        self.width = right - self.left + 3
        self.size = self.width * (high - self.low + 3)
        self.walk = planes["F"] + planes["B"]
        self._vias = planes["via"]
        along, across = (1, -1), (self.width, -self.width)
        self._steps = (
            [(step, _EASY) for step in along] + [(step, _HARD) for step in across],
            [(step, _HARD) for step in along] + [(step, _EASY) for step in across],
        )

    def spot(self, node: Node) -> int:
        """Return a node's number."""
        return node[0] * self.size + (node[1] - self.low + 1) * self.width + node[2] - self.left + 1

    def steps(self, spot: int) -> Iterator[tuple[int, int]]:
        """Yield the open spots next to a spot, and what a step there costs."""
        layer = spot >= self.size
        for step, cost in self._steps[layer]:
            if self.walk[spot + step]:
                yield spot + step, cost
        flat = spot - self.size if layer else spot
        other = flat if layer else flat + self.size
        if self._vias[flat] and self.walk[other]:
            yield other, self._price_of_via

    def distance_to(self, goals: set[Node]) -> Callable[[int], int]:
        """Return a function that tells how much a way from a spot to the goals costs at least, a little exaggerated."""
        places = np.array(sorted(goals))[:, 1:] - (self.low - 1, self.left - 1)
        low, left = (int(value) for value in places.min(axis=0))
        high, right = (int(value) for value in places.max(axis=0))
        size, width = self.size, self.width

        def rest(spot: int) -> int:
            row, column = divmod(spot % size, width)
            return _EAGER * (max(left - column, 0, column - right) + max(low - row, 0, row - high))

        return rest

    def path(self, spot: int, before: dict[int, int]) -> list[Node]:
        """Return the nodes on the way that ended at a spot."""
        nodes = []
        while True:
            row, column = divmod(spot % self.size, self.width)
            nodes.append((spot // self.size, row + self.low - 1, column + self.left - 1))
            if spot not in before:
                return nodes[::-1]
            spot = before[spot]
