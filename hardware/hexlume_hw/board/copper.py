"""Where a net may go: a raster over the board that knows, at every node, whose copper is near.

Each node of a layer holds 0 if a signal's track may have its middle there, a net's number if only that net's may, and
``BLOCKED`` if none may; a third plane says the same of vias.
"""

import math
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hexlume_hw.board.design import EDGE_MM, SIGNAL_MM, VIA_HOLE_MM, VIA_MM, Design, Land, Layer, Track, Via
from hexlume_hw.errors import HardwareError

GRID_MM = 0.25
FREE, BLOCKED = 0, -1
_GAP_MM = 0.24
"""The clearance kept on the raster: a little more than the rule's, for what lies between two nodes."""
_HOLES_MM = 0.5
"""Between the edges of two holes."""
HOLE_STEPS = 4
"""Steps of the raster between two vias that are drawn together: their holes are then ``_HOLES_MM`` apart."""
_PAD_TO_VIA_MM = 0.1
"""A via keeps this much off any pad, its own net's too: solder would run into it."""

_ORDERS = 12
"""How many orders of nets are tried."""

Item = TypeVar("Item")
Plane = NDArray[np.int16]


class Copper:
    """The board's copper, drawn into a design and kept on the raster."""

    def __init__(self, design: Design) -> None:
        self.design = design
        outline = design.outline
        self.x0, self.y0 = math.floor(outline.left), math.floor(outline.near)
        self.columns = math.ceil((outline.right - self.x0) / GRID_MM) + 1
        self.rows = math.ceil((outline.far - self.y0) / GRID_MM) + 1
        self.planes: dict[str, Plane] = {
            name: np.full((self.rows, self.columns), BLOCKED, np.int16) for name in ("F", "B", "via")
        }
        for name, reach in (("F", SIGNAL_MM / 2), ("B", SIGNAL_MM / 2), ("via", VIA_MM / 2)):
            inset = EDGE_MM + reach
            left, right = self.column(outline.left + inset, math.ceil), self.column(outline.right - inset, math.floor)
            low, high = self.row(outline.near + inset, math.ceil), self.row(outline.far - inset, math.floor)
            self.planes[name][low : high + 1, left : right + 1] = FREE
        self._numbers: dict[str, int] = {}
        self._vias: dict[tuple[float, float], str] = {}
        self.joined: set[tuple[str, str]] = set()
        """Pads that need no more tracks."""

    def number(self, net: str) -> int:
        """Return a net's number on the raster; a pad without a net belongs to nobody."""
        return self._numbers.setdefault(net, len(self._numbers) + 1) if net else BLOCKED

    def column(self, x: float, rounded: Callable[[float], int] = round) -> int:
        """Return the raster's column nearest to x, or rounded otherwise."""
        return rounded(round((x - self.x0) / GRID_MM, 6))

    def row(self, y: float, rounded: Callable[[float], int] = round) -> int:
        """Return the raster's row nearest to y, or rounded otherwise."""
        return rounded(round((y - self.y0) / GRID_MM, 6))

    def x_of(self, column: int) -> float:
        """Return a column's x."""
        return self.x0 + column * GRID_MM

    def y_of(self, row: int) -> float:
        """Return a row's y."""
        return self.y0 + row * GRID_MM

    def track(self, net: str, layer: Layer, *places: float, width: float = SIGNAL_MM) -> None:
        """Draw a track along places: x, y, x, y, …"""
        for index in range(0, len(places) - 2, 2):
            x1, y1, x2, y2 = places[index : index + 4]
            if (x1, y1) != (x2, y2):
                self.design.tracks.append(Track(net, layer, x1, y1, x2, y2, width))
                self.keep(net, layer, x1, y1, x2, y2, width)

    def keep(self, net: str, layer: Layer, x1: float, y1: float, x2: float, y2: float, width: float) -> None:
        """Keep the room of a track for its net, without drawing it."""
        self._take(layer, net, x1, y1, x2, y2, width / 2 + _GAP_MM + SIGNAL_MM / 2)
        self._take("via", net, x1, y1, x2, y2, width / 2 + _GAP_MM + VIA_MM / 2)

    def via(self, net: str, x: float, y: float) -> None:
        """Draw a via, unless the net has one there."""
        if self._vias.get((x, y)) == net:
            return
        self._vias[x, y] = net
        self.design.vias.append(Via(net, x, y))
        for layer in ("F", "B"):
            self._take(layer, net, x, y, x, y, VIA_MM / 2 + _GAP_MM + SIGNAL_MM / 2)
        self._take("via", net, x, y, x, y, VIA_MM + _GAP_MM)
        self._take("via", "", x, y, x, y, VIA_HOLE_MM + _HOLES_MM)

    def land(self, land: Land) -> None:
        """Keep a pad's room."""
        w, h = land.width / 2, land.height / 2
        box = (land.x - w, land.y - h, land.x + w, land.y + h)
        for layer in ("F", "B") if land.drill else ("F",):
            self._take(layer, land.net, *box, _GAP_MM + SIGNAL_MM / 2)
        self._take("via", land.net, *box, _GAP_MM + VIA_MM / 2)
        self._take("via", "", *box, _PAD_TO_VIA_MM + VIA_MM / 2)

    def hole(self, x: float, y: float, radius: float) -> None:
        """Keep copper off a round place."""
        for plane, reach in (("F", SIGNAL_MM / 2), ("B", SIGNAL_MM / 2), ("via", VIA_MM / 2)):
            self._take(plane, "", x, y, x, y, radius + EDGE_MM + reach)

    def box(self, net: str, layer: Layer, left: float, low: float, right: float, high: float) -> None:
        """Keep a rectangle of a layer for a net's pour."""
        self._take(layer, net, left, low, right, high, _GAP_MM + SIGNAL_MM / 2)
        self._take("via", net, left, low, right, high, _GAP_MM + VIA_MM / 2)

    def in_some_order(
        self, items: list[Item], route: Callable[[Item], object], missed: Callable[[], list[Item]] = list
    ) -> None:
        """Route items in their order; if one finds no way, begin anew with that one first.

        ``missed`` is called when all are routed, and returns what else must be: if anything, begin anew with that.
        Raises the last ``HardwareError`` if none of several orders does.
        """
        planes = {name: plane.copy() for name, plane in self.planes.items()}
        tracks, vias, places = len(self.design.tracks), len(self.design.vias), dict(self._vias)
        order = list(items)
        for _ in range(_ORDERS):
            for item in order:
                try:
                    route(item)
                except HardwareError as error:
                    reason, urgent = error, [item]
                    break
            else:
                urgent = missed()
                if not urgent:
                    return
                reason = HardwareError("The nets leave no way for all of the ground: the board is too crowded.")
            order = urgent + [item for item in order if item not in urgent]
            for name, plane in planes.items():
                self.planes[name] = plane.copy()
            del self.design.tracks[tracks:], self.design.vias[vias:]
            self._vias = dict(places)
        raise reason

    def _take(self, plane: str, net: str, x1: float, y1: float, x2: float, y2: float, reach: float) -> None:
        """Keep all nodes nearer than ``reach`` to a line, or to the rectangle whose corners are given, for a net."""
        owner = self.number(net)
        rows, columns, near = self.near(x1, y1, x2, y2, reach - 1e-6)
        window = self.planes[plane][rows, columns]
        if owner == BLOCKED:
            window[near] = BLOCKED
            return
        taken = near & (window != FREE) & (window != owner)
        window[near & (window == FREE)] = owner
        window[taken] = BLOCKED

    def near(self, x1: float, y1: float, x2: float, y2: float, reach: float) -> tuple[slice, slice, NDArray[np.bool_]]:
        """Return the rows and columns around a line, or the rectangle whose corners are given, and its near nodes."""
        left, right = self.column(min(x1, x2) - reach), self.column(max(x1, x2) + reach)
        low, high = self.row(min(y1, y2) - reach), self.row(max(y1, y2) + reach)
        rows, columns = slice(max(low, 0), max(high + 1, 0)), slice(max(left, 0), max(right + 1, 0))
        ys, xs = (
            GRID_MM * np.arange(*part.indices(count)) for part, count in ((rows, self.rows), (columns, self.columns))
        )
        dx = np.maximum(np.maximum(min(x1, x2) - self.x0 - xs, xs + self.x0 - max(x1, x2)), 0.0)
        dy = np.maximum(np.maximum(min(y1, y2) - self.y0 - ys, ys + self.y0 - max(y1, y2)), 0.0)
        return rows, columns, dx[None, :] ** 2 + dy[:, None] ** 2 <= reach**2

    def fits(self, layer: Layer, net: str, x1: float, y1: float, x2: float, y2: float) -> bool:
        """Return whether a signal's straight track along x or y keeps off all others' copper."""
        low, high = self.row(min(y1, y2), math.floor), self.row(max(y1, y2), math.ceil)
        left, right = self.column(min(x1, x2), math.floor), self.column(max(x1, x2), math.ceil)
        if low < 0 or left < 0:
            return False
        return self._all_usable(layer, net, left, low, right, high)

    def via_fits(self, net: str, x: float, y: float) -> bool:
        """Return whether a via may be here, or is."""
        if self._vias.get((x, y)) == net:
            return True
        low, high = self.row(y, math.floor), self.row(y, math.ceil)
        left, right = self.column(x, math.floor), self.column(x, math.ceil)
        return self._all_usable("via", net, left, low, right, high)

    def usable(self, plane: str, net: str, left: int, low: int, right: int, high: int) -> NDArray[np.bool_]:
        """Return, for a window of the raster, which nodes a net may use."""
        window = self.planes[plane][low : high + 1, left : right + 1]
        own: NDArray[np.bool_] = (window == FREE) | (window == self.number(net))
        return own

    def _all_usable(self, plane: str, net: str, left: int, low: int, right: int, high: int) -> bool:
        """Return whether a net may use all nodes of a window of the raster, which has some."""
        own = self.usable(plane, net, left, low, right, high)
        return bool(own.size) and bool(own.all())
