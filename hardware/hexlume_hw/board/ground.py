"""Sees to it that the ground's pours hold together: every pad at ground must have a way to every other.

Nets that are drawn last may close in a piece of a pour. The raster tells where the pours will be: KiCad keeps
``POUR_GAP_MM`` off other nets, which is less than the raster does, so that neighbouring nodes which ground may use lie
in one poured area.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage  # type: ignore[import-untyped]
from scipy.cluster.hierarchy import DisjointSet  # type: ignore[import-untyped]

from hexlume_hw.board.copper import Copper
from hexlume_hw.board.design import VIA_MM, Land, Layer

NET = "GND"
LAYERS: tuple[Layer, Layer] = ("F", "B")

Areas = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Cut:
    """A pad that is cut off, and the nearest pad of the ground's largest area."""

    land: Land
    nearest: Land


class Ground:
    """Finds the ground's areas on both layers and joins those that are cut off."""

    def __init__(self, copper: Copper) -> None:
        self.copper = copper
        design = copper.design
        self.lands = [land for ref in design.placed for land in design.lands(ref) if land.net == NET]

    def cut_off(self) -> list[Cut]:
        """Return one pad of each area of ground that is not joined to the largest one."""
        return self._cuts(self._areas())

    def join(self) -> list[Cut]:
        """Set vias until no pad is cut off, nearest to those that are; returns those for which there is no room."""
        lost: dict[Land, Cut] = {}
        while True:
            areas = self._areas()
            found = [cut for cut in self._cuts(areas) if cut.land not in lost]
            if not found:
                return list(lost.values())
            if not self._via(found[0].land, areas):
                lost[found[0].land] = found[0]

    def _cuts(self, areas: Areas) -> list[Cut]:
        at = {land: self._area(land, areas) for land in self.lands}
        if not at:
            return []
        sizes = np.bincount(areas.ravel())
        main = max(set(at.values()), key=lambda area: int(sizes[area]))
        whole = [land for land, area in at.items() if area == main]
        first: dict[int, Land] = {}
        for land, area in at.items():
            if area != main:
                first.setdefault(area, land)
        return [
            Cut(land, min(whole, key=lambda other: math.hypot(other.x - land.x, other.y - land.y)))
            for land in first.values()
        ]

    def _area(self, land: Land, areas: Areas) -> int:
        return int(areas[0, self.copper.row(land.y), self.copper.column(land.x)])

    def _via(self, land: Land, areas: Areas) -> bool:
        """Join a pad's area to one on the other layer by a via; tells whether there is room for one.

        All that ground may use on one layer is in the pad's area already: only a via leads out of it.
        """
        copper, own = self.copper, self._area(land, areas)
        front, back = areas
        room = copper.usable("via", NET, 0, 0, copper.columns - 1, copper.rows - 1) & (front > 0) & (back > 0)
        other = np.where(front == own, back, front)
        room &= ((front == own) | (back == own)) & (other != own)
        useful = room & np.isin(other, [self._area(pad, areas) for pad in self.lands])
        spots = np.argwhere(useful if useful.any() else room)
        if not len(spots):
            return False
        row, column = spots[np.argmin(np.hypot(spots[:, 0] - copper.row(land.y), spots[:, 1] - copper.column(land.x)))]
        copper.via(NET, copper.x_of(int(column)), copper.y_of(int(row)))
        return True

    def _areas(self) -> Areas:
        """Return, for each node of both layers, the number of the ground's area that it lies in, 0 for none."""
        copper, design = self.copper, self.copper.design
        masks = np.stack(
            [copper.usable(layer, NET, 0, 0, copper.columns - 1, copper.rows - 1) for layer in LAYERS], axis=0
        )
        for track in design.tracks:
            # A slanting one counts for nothing: only tabs' vias have such, besides straight ones.
            if track.net == NET and (track.x1 == track.x2 or track.y1 == track.y2):
                box = (track.x1, track.y1, track.x2, track.y2)
                self._mark(masks[LAYERS.index(track.layer)], *box, track.width / 2)
        holes = [(via.x, via.y) for via in design.vias if via.net == NET]
        for x, y in holes:
            for mask in masks:
                self._mark(mask, x, y, x, y, VIA_MM / 2)
        for land in self.lands:
            w, h = land.width / 2, land.height / 2
            for mask in masks if land.drill else masks[:1]:
                # A pad with a hole may be round.
                if land.drill:
                    self._mark(mask, land.x, land.y, land.x, land.y, min(w, h))
                else:
                    self._mark(mask, land.x - w, land.y - h, land.x + w, land.y + h, 0.0)
        holes += [(land.x, land.y) for land in self.lands if land.drill]

        front, count = ndimage.label(masks[0])
        back, more = ndimage.label(masks[1])
        areas = np.stack([front, np.where(back > 0, back + count, 0)]).astype(np.int32)
        joined = DisjointSet(range(count + more + 1))
        for x, y in holes:
            joined.merge(*areas[:, copper.row(y), copper.column(x)])
        return np.array([joined[area] for area in range(count + more + 1)], np.int32)[areas]

    def _mark(self, mask: NDArray[np.bool_], x1: float, y1: float, x2: float, y2: float, reach: float) -> None:
        """Mark the nodes no further than ``reach`` from a line, or from the rectangle whose corners are given."""
        rows, columns, near = self.copper.near(x1, y1, x2, y2, reach + 1e-6)
        mask[rows, columns] |= near
