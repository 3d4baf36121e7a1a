"""Test points and fiducials: bare copper to measure at, and for a machine to find the board by.

A test point lies on copper that its net has anyway, or at the end of a short straight track from there.
"""

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from hexlume.hardware.cell_site import cell_site
from hexlume.hardware.panel import panel_grid
from hexlume_hw.board.copper import GRID_MM, Copper
from hexlume_hw.board.design import Design, Mark
from hexlume_hw.board.labels import Labels
from hexlume_hw.errors import HardwareError

POINT: Final = "TestPoint:TestPoint_Pad_D1.0mm"
FIDUCIAL: Final = "Fiducial:Fiducial_1mm_Mask2mm"
_POINT_MM = 0.8
"""Its ring on the silk screen; the copper is 1 mm wide."""
_LETTERS_MM = 1.0
_FIDUCIAL_MM = 1.0
_KEEP_STEPS = 2
"""Steps of the raster around a test point's middle that must be free of other nets."""
_GROUND_STEPS = 70
_STUB_STEPS = 60
_NEAR_MM = 0.15
"""A node lies on a track if it is so near its middle."""
_VIA_MM = 1.1
_APART_MM = 3.0
"""Between two test points, for their words."""
_HAND_MM = 1.0
"""From a test point's middle to what stands on the board: room for a probe."""

Place = tuple[float, float]


class Probe(NamedTuple):
    """A net to measure, and the words on the silk screen there."""

    label: str
    net: str


def probes(panel: str) -> list[Probe]:
    """Return a panel's test points, in the order of their references from TP1."""
    multiplexers = len({cell_site(panel_grid(panel), cell).adc for cell in range(panel_grid(panel).cells)})
    return [
        Probe("GND", "GND"),
        Probe("5V", "+5V"),
        Probe("3V3", "+3V3"),
        Probe("DIN", "DATA0"),
        Probe("DIN2", "DATA1"),
        *(Probe(f"MUX{adc}", f"MUX{adc}") for adc in range(multiplexers)),
    ]


def fiducials(design: Design) -> None:
    """Put three fiducials into corners, 3.9 mm from the edges, before anything is routed."""
    edges = design.outline
    x, near, far = edges.right - 13.0, edges.near + 3.9, edges.far - 3.9
    for index, place in enumerate(((-x, near), (-x, far), (x, far))):
        design.marks.append(Mark(f"FID{index + 1}", FIDUCIAL, "", *place, _FIDUCIAL_MM))


def place_test_points(copper: Copper, labels: Labels) -> None:
    """Put each test point on its net's copper, where it and its name have room; raises ``HardwareError`` if none is."""
    design = copper.design
    for number, point in enumerate(probes(design.panel), 1):
        vias = [(via.x, via.y) for via in design.vias if via.net == point.net]
        nodes = (_ground(design, copper) if point.net == "GND" else _on_tracks(design, copper, point.net)).items()
        spots = itertools.chain(
            _with_room(copper, point.net, vias, nodes),
            _with_room(copper, point.net, vias, _beside_vias(copper, point.net, vias)),
        )
        for place, start in spots:
            mark = Mark(f"TP{number}", POINT, point.net, *place, _POINT_MM, point.label)
            if labels.free(mark.box) and labels.beside(point.label, mark.box, _LETTERS_MM):
                labels.take(mark.box)
                design.marks.append(mark)
                if start != place:
                    copper.track(point.net, "F", *start, *place)
                break
        else:
            raise HardwareError(f"There is no room for the test point of {point.net}.")


def _with_room(
    copper: Copper, net: str, vias: list[Place], spots: Iterable[tuple[Place, Place]]
) -> Iterator[tuple[Place, Place]]:
    """Yield the places that have room around, with where a track to each begins, those nearest to the Pico first."""
    design = copper.design
    yards = np.array([design.courtyard(ref) for ref in design.placed])
    goal = design.outline.pico
    for place, start in sorted(spots, key=lambda spot: math.dist(spot[0], goal) + 10 * math.dist(*spot)):
        x, y = place
        left, low = copper.column(x) - _KEEP_STEPS, copper.row(y) - _KEEP_STEPS
        if left < 0 or low < 0:
            continue
        own = copper.usable("F", net, left, low, left + 2 * _KEEP_STEPS, low + 2 * _KEEP_STEPS)
        if own.size != (2 * _KEEP_STEPS + 1) ** 2 or not own.all():
            continue
        near = (yards[:, 0] - _HAND_MM < x) & (yards[:, 2] + _HAND_MM > x)
        near &= (yards[:, 1] - _HAND_MM < y) & (yards[:, 3] + _HAND_MM > y)
        if near.any() or any(math.dist(place, (mark.x, mark.y)) < mark.radius + _APART_MM for mark in design.marks):
            continue
        # A via of its own would drain the solder.
        if all(math.dist(place, via) > _VIA_MM for via in vias):
            yield place, start


def _ground(design: Design, copper: Copper) -> dict[Place, Place]:
    """Return the nodes around the Pico: ground pours over all that is free."""
    column, row = (copper.column(design.outline.pico[0]), copper.row(design.outline.pico[1]))
    reach = range(-_GROUND_STEPS, _GROUND_STEPS + 1)
    places = [(copper.x_of(column + dx), copper.y_of(row + dy)) for dx in reach for dy in reach]
    return {place: place for place in places}


def _on_tracks(design: Design, copper: Copper, net: str) -> dict[Place, Place]:
    """Return the raster's nodes on a net's tracks on the front."""
    found = {}
    for track in design.tracks:
        if track.net != net or track.layer != "F":
            continue
        length = math.hypot(track.x2 - track.x1, track.y2 - track.y1)
        for step in range(int(length / GRID_MM) + 1):
            share = step * GRID_MM / length if length else 0.0
            x, y = track.x1 + share * (track.x2 - track.x1), track.y1 + share * (track.y2 - track.y1)
            place = (copper.x_of(copper.column(x)), copper.y_of(copper.row(y)))
            if math.dist(place, (x, y)) < _NEAR_MM:
                found[place] = place
    return found


def _beside_vias(copper: Copper, net: str, vias: list[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield nodes that a straight track reaches from one of a net's vias."""
    for via in vias:
        column, row = copper.column(via[0]), copper.row(via[1])
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            for steps in range(1, _STUB_STEPS + 1):
                place = (copper.x_of(column + dx * steps), copper.y_of(row + dy * steps))
                if not copper.fits("F", net, *via, *place):
                    break
                yield place, via
