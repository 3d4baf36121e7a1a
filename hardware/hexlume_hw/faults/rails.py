"""The copper of a supply's rails as resistors: what a current into a short drops along them, read from the board.

A track is a line of copper; it is joined to all that lies on its width. Pads and pours are taken to drop nothing.
"""

import math
from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from typing import Final, NamedTuple

import numpy as np
from shapely import Polygon, box, intersects_xy  # type: ignore[import-untyped]

from hexlume_hw.board.design import Design, Land, Layer, Track
from hexlume_hw.faults.network import conductances
from hexlume_hw.panel.netlist import Pad

_SQUARE_MILLIOHMS: Final = 0.0172 / 0.035
"""A square of copper 35 um thick at 20 degrees Celsius: 0.0172 milliohm mm."""
_VIA_MILLIOHMS: Final = 1.3
"""A hole of 0.3 mm, plated 20 um, through 1.6 mm."""
_NOTHING_MILLIOHMS: Final = 1e-6
_SLACK_MM: Final = 1e-3
_LAYERS: Final[tuple[Layer, Layer]] = ("F", "B")


class _Point(NamedTuple):
    layer: Layer
    x: float
    y: float


def drops(design: Design, net: str, shorted: Iterable[Pad], measured: Iterable[Pad]) -> list[list[float]]:
    """Return for a short at each pad the millivolts from the net's test point to other pads, at 1 A from there."""
    lands = {(land.ref, land.number): land for ref in design.placed for land in design.lands(ref) if land.net == net}
    at = {lead: _Point("F", land.x, land.y) for lead, land in lands.items()}
    test_point = next(_Point("F", mark.x, mark.y) for mark in design.marks if mark.net == net)
    tracks = [track for track in design.tracks if track.net == net]
    vias = [(_Point("F", via.x, via.y), _Point("B", via.x, via.y)) for via in design.vias if via.net == net]
    through = [(at[lead], at[lead]._replace(layer="B")) for lead, land in lands.items() if land.drill]
    sides = [side for hole in (*vias, *through) for side in hole]
    points = list(dict.fromkeys([test_point, *at.values(), *sides, *_meetings(tracks)]))

    resistors = [(*via, _VIA_MILLIOHMS) for via in vias] + [(*pad, _NOTHING_MILLIOHMS) for pad in through]
    for track in tracks:
        on = sorted((along, point) for point in points if (along := _along(track, point)) is not None)
        resistors += [
            (one, other, max((far - near) / track.width * _SQUARE_MILLIOHMS, _NOTHING_MILLIOHMS))
            for (near, one), (far, other) in pairwise(on)
        ]
    areas = [(pour.layer, Polygon(pour.corners)) for pour in design.pours if pour.net == net]
    areas += [(layer, _area(land)) for land in lands.values() for layer in _LAYERS[: 2 if land.drill else 1]]
    places = np.array([(point.x, point.y) for point in points])
    for layer, area in areas:
        covered = intersects_xy(area, places[:, 0], places[:, 1])
        inside = [point for point, within in zip(points, covered, strict=True) if within and point.layer == layer]
        resistors += [(one, other, _NOTHING_MILLIOHMS) for one, other in pairwise(inside)]
    return _millivolts(points, resistors, test_point, [at[lead] for lead in shorted], [at[lead] for lead in measured])


def _meetings(tracks: list[Track]) -> Iterator[_Point]:
    """Yield the tracks' ends, and where two cross."""
    for track in tracks:
        yield from (_Point(track.layer, track.x1, track.y1), _Point(track.layer, track.x2, track.y2))
    for one, other in combinations(tracks, 2):
        for flat, upright in ((one, other), (other, one)):
            if flat.layer == upright.layer and flat.y1 == flat.y2 and upright.x1 == upright.x2:
                crossing = _Point(flat.layer, upright.x1, flat.y1)
                if _along(flat, crossing) is not None and _along(upright, crossing) is not None:
                    yield crossing


def _along(track: Track, point: _Point) -> float | None:
    """Return how far along a track a point lies, ``None`` if it is not on it."""
    length = math.hypot(track.x2 - track.x1, track.y2 - track.y1)
    if point.layer != track.layer or not length:
        return None
    dx, dy = (track.x2 - track.x1) / length, (track.y2 - track.y1) / length
    along = (point.x - track.x1) * dx + (point.y - track.y1) * dy
    aside = abs((point.x - track.x1) * dy - (point.y - track.y1) * dx)
    reach = track.width / 2 + _SLACK_MM
    if aside > reach or not -reach <= along <= length + reach:
        return None
    return min(max(along, 0.0), length)


def _area(land: Land) -> Polygon:
    w, h = land.width / 2, land.height / 2
    return box(land.x - w, land.y - h, land.x + w, land.y + h)


def _millivolts(
    points: list[_Point],
    resistors: list[tuple[_Point, _Point, float]],
    ground: _Point,
    shorted: list[_Point],
    measured: list[_Point],
) -> list[list[float]]:
    at = {point: index for index, point in enumerate(points)}
    matrix = conductances(len(points), ((at[one], at[other], milliohms) for one, other, milliohms in resistors))
    matrix[at[ground], at[ground]] += 1 / _NOTHING_MILLIOHMS
    right = np.eye(len(points))[:, [at[point] for point in shorted]]
    millivolts: list[list[float]] = np.linalg.solve(matrix, right)[[at[point] for point in measured]].T.tolist()
    return millivolts
